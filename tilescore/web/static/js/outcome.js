/**
 * What can be done with a result: onto the table, into the game book, shared, printed, downloaded.
 *
 * @import { HandState } from "./state.js"
 * @import { Table } from "./table.js"
 * @import { Confirmed, Reading, Seat, Tile } from "./types.js"
 */

import { annotate, ApiError, keepHand } from "./api.js";
import { byId, h } from "./dom.js";
import { notify, takeBack } from "./notice.js";
import { unlessPressed } from "./press.js";
import { sheetText } from "./sheet.js";
import { handAgain, missing, playedBy, rememberedTable, rememberTable, withHand } from "./table.js";
import { say } from "./words.js";

/** @param {HandState} state */
export function prepareOutcome(state) {
  const actions = {
    "act-table": () => addToTable(state),
    "act-keep": () => keep(state),
    "act-share": () => share(state),
    "act-print": () => window.print(),
    "act-json": () => downloadJson(state),
    "act-png": () => downloadMarked(state),
  };
  for (const [id, act] of Object.entries(actions)) {
    byId(id, HTMLButtonElement).addEventListener("click", () => void attempt(state, act));
  }
  const words = byId("act-share", HTMLElement).querySelector("span");
  if (words && !("share" in navigator)) words.textContent = say("actions.copy");
  const draw = () => drawActions(state);
  state.addEventListener("change", () => unlessPressed(draw));
}

/** @param {HandState} state */
function drawActions(state) {
  const { view, isBehind } = state;
  const seat = view?.hand?.seat;
  byId("act-table", HTMLButtonElement).disabled = !view?.score;
  drawKeep(state);
  byId("act-png", HTMLElement).hidden = !state.photo;
  byId("act-own", HTMLElement).hidden = !state.photo;
  const label = byId("act-table", HTMLElement).querySelector("span");
  if (!label || !seat) return;
  // What it is added as is not known before the server has heard of the last change.
  label.textContent = isBehind ? say("actions.table") : say("actions.table.as", { seat: say(`seat.${seat}`) });
}

/** The button that keeps tells that a hand is kept, and is not pressed for nothing until that changes. @param {HandState} state */
function drawKeep({ view, isKept }) {
  const button = byId("act-keep", HTMLButtonElement);
  button.disabled = !view?.score;
  button.setAttribute("aria-disabled", String(isKept));
  const words = button.querySelector("span");
  if (words) words.textContent = say(isKept ? "actions.keep.done" : "actions.keep");
}

/**
 * Does it with the hand as it is: what was changed a moment ago is waited for.
 *
 * @param {HandState} state
 * @param {() => unknown} act
 */
async function attempt(state, act) {
  try {
    await state.settled();
    await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify(error.message, error.passing ? { retry: () => void attempt(state, act) } : {});
  }
}

/** @param {HandState} state */
function addToTable({ view, kept }) {
  if (!view?.score || !view.hand) return;
  const { hand, score, notation } = view;
  const { rules = "" } = hand;
  const before = rememberedTable();
  const thirteenth = (hand.win?.east_wins_in_a_row ?? 0) >= 13;
  const scored = { hand, dead: score.dead, kept: { ...kept, settings: null, seat: hand.seat } };
  const entry = { score: score.total, dead: score.dead, won: hand.win !== null, thirteenth, notation, scored };
  const table = playedBy(withHand(before, hand.seat, entry), rules);
  if (!rememberTable(table)) {
    // The page of the table does not find it there.
    const fields = { seat: say(`seat.${hand.seat}`), total: score.total };
    notify(say("actions.table.unstored", fields), { links: [tableLink()] });
    return;
  }
  const count = 4 - missing(table).length;
  const done = [say("actions.table.done", { seat: say(`seat.${hand.seat}`), total: score.total, count })];
  const { score: instead, notation: other } = before.hands[hand.seat];
  const replaced = instead !== null && (other !== notation || instead !== score.total);
  if (replaced) done.push(say("actions.table.instead", { total: instead }));
  if (before.rules !== "" && before.rules !== rules && missing(before).length < 4) done.push(bookWords(rules));
  const undo = replaced && takeBack(() => putBack(hand.seat, { before, after: table }));
  notify(done.join(" "), { good: true, links: [...(undo ? [undo] : []), tableLink()] });
}

/** Lays down again what a seat had before. @param {Seat} seat @param {{before: Table, after: Table}} change */
function putBack(seat, change) {
  rememberTable(handAgain(rememberedTable(), seat, change));
}

/** By which score sheet the table is settled from now on. @param {string} rules */
function bookWords(rules) {
  return say("settle.book", { book: say(`settings.rules.${rules}`) });
}

function tableLink() {
  return h("a", { class: "chip", href: "/settle" }, say("nav.table"));
}

/** What is being kept just now: pressed twice, the button keeps it once. */
let keeping = "";

/** @param {HandState} state */
async function keep(state) {
  const { document, photo, isKept } = state;
  const hand = JSON.stringify(document);
  if (isKept || hand === keeping) return;
  keeping = hand;
  try {
    state.keptAs({ number: await keepHand(document, photo?.blob ?? null), hand });
    notify(say("actions.kept"), { good: true });
  } finally {
    keeping = "";
  }
}

/** @param {HandState} state */
async function share({ view }) {
  if (!view) return;
  const text = sheetText(view);
  if ("share" in navigator) {
    // Whoever closes the list of receivers has not made a mistake.
    await navigator.share({ title: say("site.name"), text }).catch(() => undefined);
    return;
  }
  copy(text);
  notify(say("actions.copied"), { good: true });
}

/** Copies without the clipboard's own interface, which browsers keep from pages of a home network. @param {string} text */
function copy(text) {
  const before = document.activeElement;
  const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
}

/** With what is only assumed and which tiles are doubtful, by the names that the command line has for them. @param {HandState} state */
function downloadJson({ view, reading, tiles }) {
  if (!view) return;
  const { hand, notation, score, answers } = view;
  const assumed = Object.fromEntries(view.questions.map(({ id, value }) => [id, value]));
  const doubtful = tiles.flatMap(({ tile }) => (tile.doubtful ? [tile.tile] : []));
  const text = JSON.stringify({ hand, notation, score, answers, assumed, doubtful, reading }, null, 2);
  download(new Blob([text], { type: "application/json" }), "hand.json");
}

/** @param {HandState} state */
async function downloadMarked({ photo, reading, view }) {
  if (photo && reading && view) download(await annotate(photo.blob, agreed(reading, view)), "hand.png");
}

/** The reading as it was corrected, so that the marked photo shows what was agreed. @param {Reading} reading @param {Confirmed} view @returns {Reading} */
function agreed(reading, view) {
  const rows = view.parts.map(({ role, groups }) => ({
    role,
    groups: groups.map((group) => group.flatMap(asRead)).filter((group) => group.length > 0),
  }));
  return { ...reading, rows: rows.filter(({ groups }) => groups.length > 0) };
}

/** A tile in the reading's own form; nothing for one that was added and lies nowhere in the photo. @param {Tile} tile */
function asRead({ tile, confidence, doubtful, alternatives, corners }) {
  if (!corners) return [];
  const known = alternatives.filter(([, share]) => share !== null);
  return [{ tile, confidence: confidence ?? 1, sure: !doubtful, alternatives: known, corners }];
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
