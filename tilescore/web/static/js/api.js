/**
 * The server, as functions. Every refusal is an `ApiError` with the server's code and one sentence.
 *
 * @import { Confirmed, Reading, Settings, Sheet, Step } from "./types.js"
 */

import { known, say } from "./words.js";

const PATIENCE = { quick: 15_000, reading: 60_000 };

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
}

/**
 * @param {Blob} photo
 * @param {{rules: string, choice: number, name: string}} wanted
 * @returns {Promise<Reading>}
 */
export async function read(photo, { rules, choice, name }) {
  const query = new URLSearchParams({ ...(rules && { rules }), choice: String(choice), name });
  const type = photo.type || "application/octet-stream";
  const answer = await request(`/api/read?${query}`, { body: photo, type, patience: PATIENCE.reading });
  return answer.json();
}

/**
 * @param {object} hand  As `documentOf` writes it.
 * @returns {Promise<Confirmed>}
 */
export async function confirm(hand) {
  return postJson("/api/confirm", hand);
}

/**
 * A hand under discussion as the server takes it: what the settings leave open is left out.
 *
 * @param {{reading: Reading | null, typed: string | null, settings: Settings, steps: Step[]}} hand
 */
export function documentOf({ reading, typed, settings, steps }) {
  const { options, ...named } = settings;
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
  const answer = await request("/api/preview", { body: photo, type, patience: PATIENCE.reading });
  return answer.blob();
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
  const answer = await request("/api/annotate", { body: form, patience: PATIENCE.reading });
  return answer.blob();
}

/**
 * @param {object} document  The contract's settlement.
 * @returns {Promise<{scores: Record<string, number>, payments: {from: string, to: string, points: number}[],
 *   net: Record<string, number>}>}
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
  return (await request("/api/table", {})).json();
}

/**
 * Puts a hand into the game book; the server keeps a small picture of the photo with it.
 *
 * @param {object} hand  As `documentOf` writes it.
 * @param {Blob | null} photo
 */
export async function keepHand(hand, photo) {
  await request("/api/book", { body: formOf(hand, photo) });
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
  return (await request("/api/own", { body: form, patience: PATIENCE.reading })).json();
}

/** @returns {Promise<{hands: number, tiles: number}>} How many tiles are kept. */
export async function keptTiles() {
  return (await request("/api/own", {})).json();
}

export async function forgetTiles() {
  await request("/api/own", { method: "DELETE" });
}

/** @param {object} hand @param {Blob | null} photo */
function formOf(hand, photo) {
  const form = new FormData();
  form.append("document", JSON.stringify(hand));
  if (photo) form.append("photo", photo);
  return form;
}

/** @returns {Promise<any>} */
export async function keptHands() {
  return (await request("/api/book", {})).json();
}

/**
 * @param {string | number} id
 * @returns {Promise<any>}
 */
export async function keptHand(id) {
  return (await request(`/api/book/${encodeURIComponent(id)}`, {})).json();
}

/**
 * The small picture that was kept with a hand.
 *
 * @param {string | number} id
 * @returns {Promise<Blob>}
 */
export async function keptPhoto(id) {
  return (await request(`/api/book/${encodeURIComponent(id)}/photo`, {})).blob();
}

/** @param {string | number} id */
export async function forgetHand(id) {
  await request(`/api/book/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/**
 * @param {string} path
 * @param {object} document
 */
async function postJson(path, document) {
  return (await request(path, { body: JSON.stringify(document), type: "application/json" })).json();
}

/**
 * @param {string} path
 * @param {{method?: string, body?: BodyInit, type?: string, patience?: number}} wanted
 */
async function request(path, { method, body, type, patience = PATIENCE.quick }) {
  let answer;
  try {
    answer = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      body,
      headers: type ? { "Content-Type": type } : {},
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    const late = error instanceof DOMException && error.name === "TimeoutError";
    throw new ApiError(late ? "timeout" : "offline", say(late ? "error.timeout" : "error.offline"), true);
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** @param {Response} answer */
async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  const code = said.error?.code ?? (answer.status === 413 ? "too-large" : "crashed");
  const name = `error.${code}`;
  const message = known(name) ? say(name) : (said.error?.message ?? say("error.crashed"));
  return new ApiError(code, message, PASSING.has(answer.status));
}

/** Statuses after which the same request may well succeed. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);
