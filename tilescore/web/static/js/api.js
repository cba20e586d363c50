/**
 * The server, as functions. Every refusal is an `ApiError` with the server's code and one sentence.
 *
 * @import { Confirmed, Reading, Settings, Sheet, Step } from "./types.js"
 */

import { inWords } from "./notation.js";
import { withdraw } from "./notice.js";
import { known, say, sentence } from "./words.js";

/** Milliseconds; the server lets a photo take 60 seconds to arrive and 30 to be read, and some to wait for others. */
const PATIENCE = { quick: 15_000, reading: 100_000 };

/** What went wrong, in words for the person; `passing` says that trying again may help. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {boolean} passing
   */
  constructor(code, message, passing) {
    super(message);
    this.code = code;
    this.passing = passing;
  }

  /** Whether the server was not heard at all. */
  get lost() {
    return this.code === "offline" || this.code === "timeout";
  }
}

/**
 * @param {Blob} photo
 * @param {{rules: string, choice: number, name: string}} wanted
 * @returns {Promise<Reading>}
 */
export async function read(photo, { rules, choice, name }) {
  const query = new URLSearchParams({ ...(rules && { rules }), choice: String(choice), name });
  const type = photo.type || "application/octet-stream";
  return request(`/api/read?${query}`, { body: photo, type, patience: PATIENCE.reading });
}

/**
 * @param {object} hand  As `documentOf` writes it.
 * @returns {Promise<Confirmed>}
 */
export async function confirm(hand) {
  return postJson("/api/confirm", hand);
}

/**
 * A hand under discussion as the server takes it: without what the settings leave open, and what they say of
 * other score sheets.
 *
 * @param {{reading: Reading | null, typed: string | null, settings: Settings, steps: Step[]}} hand
 */
export function documentOf({ reading, typed, settings, steps }) {
  const { options, others, ...named } = settings;
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value));
  return { reading, typed, settings: { options, ...given }, steps };
}

/**
 * A picture of the photo that every browser shows.
 *
 * @param {Blob} photo
 * @returns {Promise<Blob>}
 */
export async function preview(photo) {
  const type = photo.type || "application/octet-stream";
  return request("/api/preview", { body: photo, type, patience: PATIENCE.reading }, blob);
}

/**
 * The photo with what was read drawn on it, as PNG.
 *
 * @param {Blob} photo
 * @param {Reading} reading
 * @returns {Promise<Blob>}
 */
export async function annotate(photo, reading) {
  const form = new FormData();
  form.append("photo", photo);
  form.append("reading", JSON.stringify(reading));
  return request("/api/annotate", { body: form, patience: PATIENCE.reading }, blob);
}

/**
 * @param {object} document  The contract's settlement.
 * @returns {Promise<{scores: Record<string, number>, payments: {from: string, to: string, points: number}[],
 *   net: Record<string, number>, problems?: string[]}>}
 */
export async function settle(document) {
  return postJson("/api/settle", document);
}

/**
 * The score sheets with their settings, and what the server's table plays.
 *
 * @returns {Promise<{sheets: Sheet[], table: {rules: string, options: Settings["options"]}}>}
 */
export async function sheets() {
  return request("/api/table");
}

/**
 * Puts a hand into the game book; the server keeps a small picture of the photo with it.
 *
 * @param {object} hand  As `documentOf` writes it.
 * @param {Blob | null} photo
 * @returns {Promise<number>}  Its number there.
 */
export async function keepHand(hand, photo) {
  return request("/api/book", { body: formOf(hand, photo), patience: PATIENCE.reading }, number);
}

/**
 * Keeps pictures of the hand's tiles on the server, so that this very set is read better. The person said yes.
 *
 * @param {object} hand  As `documentOf` writes it.
 * @param {Blob} photo
 * @returns {Promise<{tiles: number}>}
 */
export async function keepTiles(hand, photo) {
  const form = formOf(hand, photo);
  form.append("consent", "yes");
  return request("/api/own", { body: form, patience: PATIENCE.reading });
}

/** @returns {Promise<{hands: number, tiles: number}>} How many tiles are kept. */
export async function keptTiles() {
  return request("/api/own");
}

export async function forgetTiles() {
  await request("/api/own", { method: "DELETE" }, nothing);
}

/** @param {object} hand @param {Blob | null} photo */
function formOf(hand, photo) {
  const form = new FormData();
  form.append("document", JSON.stringify(hand));
  if (photo) form.append("photo", photo);
  return form;
}

/**
 * The newest hundred hands of the game book.
 *
 * @param {number} [before]  Only those kept before that hand.
 * @returns {Promise<any>}
 */
export async function keptHands(before) {
  return request(before === undefined ? "/api/book" : `/api/book?before=${before}`);
}

/**
 * @param {string | number} id
 * @returns {Promise<any>}
 */
export async function keptHand(id) {
  return request(`/api/book/${encodeURIComponent(id)}`);
}

/**
 * The small picture that was kept with a hand.
 *
 * @param {string | number} id
 * @returns {Promise<Blob>}
 */
export async function keptPhoto(id) {
  return request(`/api/book/${encodeURIComponent(id)}/photo`, {}, blob);
}

/** @param {string | number} id */
export async function forgetHand(id) {
  await request(`/api/book/${encodeURIComponent(id)}`, { method: "DELETE" }, nothing);
}

/**
 * @param {string} path
 * @param {object} document
 */
async function postJson(path, document) {
  return request(path, { body: JSON.stringify(document), type: "application/json" });
}

/** What is wanted of an answer. @param {Response} answer @returns {Promise<any>} */
const json = (answer) => answer.json();
/** @param {Response} answer */
const blob = (answer) => answer.blob();
/** What was to be done is done, whatever else the answer says. */
const nothing = async () => undefined;
/** So is what was to be kept; where it lies is said before all else. @param {Response} answer */
const number = async (answer) => Number(answer.headers.get("Location")?.split("/").at(-1));

/** What failed last and may succeed by now; null once the server has answered since. @type {ApiError | null} */
let failed = null;

/** Tells by "back" that the server answers again, whatever it was asked: what failed before can be tried again. */
export const server = new EventTarget();

/**
 * @template Content
 * @param {string} path
 * @param {{method?: string, body?: BodyInit, type?: string, patience?: number}} [wanted]
 * @param {(answer: Response) => Promise<Content>} [content]  Reads the answer to its end.
 */
async function request(path, { method, body, type, patience = PATIENCE.quick } = {}, content = json) {
  const failedBefore = failed;
  const answer = await arrived(
    fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      body,
      headers: type ? { "Content-Type": type } : {},
      signal: AbortSignal.timeout(patience),
    }),
  );
  if (!answer.ok) throw refusal(answer.status, await arrived(answer.text()));
  const said = await arrived(content(answer));
  // What was asked before something failed does not show that it would succeed by now.
  if (failed && failed === failedBefore) {
    if (failed.lost) withdraw(failed.message);
    failed = null;
    server.dispatchEvent(new Event("back"));
  }
  return said;
}

/**
 * What comes over the connection, which may break or be too slow at any moment, in the midst of an answer too.
 *
 * @template Content
 * @param {Promise<Content>} coming
 */
async function arrived(coming) {
  try {
    return await coming;
  } catch (error) {
    const late = error instanceof DOMException && error.name === "TimeoutError";
    const code = late ? "timeout" : "offline";
    failed = new ApiError(code, say(`error.${code}`), true);
    throw failed;
  }
}

/** @param {number} status @param {string} said */
function refusal(status, said) {
  const { error } = documentIn(said);
  const code = error?.code ?? WITHOUT_WORDS.get(status) ?? "crashed";
  const name = `error.${code}`;
  const message = known(name) ? say(name) : sentence(inWords(error?.message ?? say("error.crashed")));
  const refused = new ApiError(code, message, PASSING.has(status));
  if (refused.passing) failed = refused;
  return refused;
}

/** What a refusal that is no JSON means: of a server in between, or of a server with more connections than it takes. */
const WITHOUT_WORDS = new Map([
  [413, "too-large"],
  [503, "crowded"],
]);

/** An answer that a server in between gave may be no JSON. @param {string} said */
function documentIn(said) {
  try {
    return JSON.parse(said);
  } catch {
    return {};
  }
}

/** Statuses after which the same request may well succeed; after 401 once the code was read anew. */
const PASSING = new Set([401, 408, 429, 500, 502, 503, 504]);
