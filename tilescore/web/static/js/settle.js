/**
 * The page on which four hands become payments. Everything on it is remembered on this device, so that hands
 * can be photographed one after another on the other page, in this tab or in another.
 *
 * @import { Seat } from "./types.js"
 * @import { Table, Winner } from "./table.js"
 */

import { announce, openDialog, prepareDialogs } from "./a11y.js";
import { ApiError, settle } from "./api.js";
import { drawDiagram } from "./diagram.js";
import { byId, h } from "./dom.js";
import { Newest } from "./newest.js";
import { drawn, inWords } from "./notation.js";
import { notify, prepareNotice, takeBack, withdraw } from "./notice.js";
import { afterPress } from "./press.js";
import { netClass, SeatCard } from "./seat.js";
import { rememberedLimit } from "./settings.js";
import {
  contradicting,
  counting,
  dealAgain,
  handOf,
  hasWon,
  isComplete,
  isUntouched,
  leading,
  missing,
  namesake,
  newTable,
  nextDeal,
  passes,
  playedBy,
  rememberedTable,
  rememberTable,
  rulesOf,
  seatedAgain,
  seatOf,
  SEATS,
  withName,
  withWinner,
} from "./table.js";
import { known, say, sentence, signed } from "./words.js";

/** @typedef {{payments: {from: Seat, to: Seat, points: number}[], net: Record<Seat, number>, problems?: string[]}} Settlement */

let table = remembered();
/** @type {Settlement | null} */
let settlement = null;
const asking = new Newest();
const cards = SEATS.map((seat) => new SeatCard(seat, change, rename));

/** The table as it is remembered, by the score sheet that is played now. */
function remembered() {
  return upToDate(rememberedTable());
}

/** @param {Table} one */
function upToDate(one) {
  return playedBy(one, rulesOf(one, served().rules));
}

/** For which score sheet the server was started, and the limit that it has for each. @returns {{rules: string, limits: Record<string, number>}} */
function served() {
  const { rules = "", limits = "{}" } = byId("seats", HTMLElement).dataset;
  return { rules, limits: JSON.parse(limits) };
}

/** The most that a typed score counts: what the hands beside it were held to, else what this device plays. */
function limitNow() {
  const { rules, limits } = served();
  const hand = leading(table);
  if (hand) return Number(hand.options?.limit ?? limits[table.rules] ?? Infinity);
  return rememberedLimit(table.rules, rules) ?? limits[table.rules] ?? Infinity;
}

/** Changes the table as it is now, whichever tab has changed it last. @param {(table: Table) => Table} edit */
function change(edit) {
  table = upToDate(edit(remembered()));
  byId("stored", HTMLElement).textContent = say(rememberTable(table) ? "settle.stored" : "settle.unstored");
  refresh();
}

/** Names a player. That another had the name already, so that the two change seats, is said: it may have been a slip. @param {Seat} seat @param {string} name */
function rename(seat, name) {
  const before = remembered();
  change((named) => withName(named, seat, name));
  const other = namesake(before, seat, name);
  if (!other) return;
  const after = table;
  const undo = takeBack(() => change((seated) => seatedAgain(seated, { before, after })));
  const winds = { was: say(`seat.${other}`), now: say(`seat.${seat}`) };
  const moved = after.players[other]
    ? say("settle.moved", { player: name, other: after.players[other], ...winds })
    : say("settle.moved.nameless", { player: name, ...winds });
  // In the midst of a tap on the next field it would move that away.
  afterPress(() => notify(moved, { good: true, links: [undo] }));
}

/** Takes up what another tab has changed. */
function reload() {
  table = remembered();
  refresh();
}

/** Asks who pays whom, once all is said, and draws what is known. */
function refresh() {
  afterPress(drawTable);
  afterPress(withdrawWritten);
  void asking.ask(settleTable);
}

/** What was said last of a deal that was written down. */
let written = "";
/** The table as it was then. */
let dealt = table;
/** What was said last of why the table could not be settled. */
let refusal = "";
/** Why it is not settled as it stands, where that was refused. @type {ApiError | null} */
let trouble = null;

/** Taken back later, that deal would take away what was said of the next one. */
function withdrawWritten() {
  if (!isUntouched(table, dealt)) withdraw(written);
}

/** Where nothing is asked, nothing is refused any more. */
function withdrawRefusal() {
  withdraw(refusal);
}

/** @param {() => boolean} isNewest */
async function settleTable(isNewest) {
  let answer = null;
  trouble = null;
  if (isComplete(table)) {
    byId("payments", HTMLElement).ariaBusy = "true";
    try {
      answer = await settle(documentOf(table));
      if (isNewest()) withdraw(refusal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isNewest()) refuse(error);
    }
  } else {
    afterPress(withdrawRefusal);
  }
  if (!isNewest()) return;
  settlement = /** @type {Settlement | null} */ (answer);
  afterPress(drawSettlement);
}

/** Says why, and what leads on: hands that do not go together are opened again, each by its player. @param {ApiError} error */
function refuse(error) {
  trouble = error;
  const { message, passing } = error;
  const blamed = new Set([...message.matchAll(WHOSE)].map(([, seat]) => /** @type {Seat} */ (seat)));
  const links = [...blamed].filter((seat) => table.hands[seat].scored).map(openLink);
  refusal = [inTheTablesWords(message), ...(links.length > 0 ? [say("settle.refused")] : [])].join(" ");
  notify(refusal, { links, ...(passing && { retry: refresh }) });
}

/** Asks once more what the server could not be asked; not while it is being asked. */
function settleAgain() {
  if (trouble?.passing) void asking.ask(settleTable);
}

/** @param {Seat} seat */
function openLink(seat) {
  return h("a", { class: "chip", href: `/?seat=${seat}&open` }, say("settle.open.player", { player: nameOf(seat) }));
}

/** Whose hand the server speaks of. */
const WHOSE = /\bhand of ([ESWN])\b/g;

/** What the server says, with the players' names and the titles of the score sheets. @param {string} text */
function inTheTablesWords(text) {
  return text
    .replace(WHOSE, (_, seat) => say("settle.hand.of", { player: nameOf(seat) }))
    .replace(/'(\w+)'/g, (quoted, name) => (known(`settings.rules.${name}`) ? say(`settings.rules.${name}`) : quoted));
}

/** The contract's document: hands as they were scored, and the scores of the others; in a draw game neither counts. @param {Table} table */
function documentOf(table) {
  const { rules, hands, winner, cannon } = table;
  if (winner === "draw") return { rules, winner: null };
  const limit = limitNow();
  const laid = SEATS.filter((seat) => handOf(hands[seat]));
  const others = SEATS.filter((seat) => !laid.includes(seat));
  const dead = others.filter((seat) => hands[seat].dead);
  const scores = others.filter((seat) => !hands[seat].dead).map((seat) => [seat, counting(hands[seat], limit)]);
  return {
    rules,
    ...(laid.length > 0 && {
      options: leading(table)?.options ?? {},
      hands: Object.fromEntries(laid.map((seat) => [seat, handOf(hands[seat])])),
    }),
    ...(others.length > 0 && { scores: { ...Object.fromEntries(scores), ...(dead.length > 0 && { dead }) } }),
    winner,
    ...(rules === "millington" && { cannon: cannon || null }),
  };
}

/** @param {Seat} seat */
function nameOf(seat) {
  return table.players[seat] || say(`seat.${seat}`);
}

/** What the table says. */
function drawTable() {
  const limit = limitNow();
  for (const card of cards) card.draw(table, limit);
  drawWaiting();
  const book = `settings.rules.${table.rules}`;
  byId("book", HTMLElement).textContent = `${say("settings.rules")}: ${known(book) ? say(book) : table.rules}`;
  byId("cannon", HTMLElement).hidden = table.rules !== "millington" || table.winner === "draw";
  choose("winner-select", table.winner, nameOf);
  choose("cannon-select", table.cannon, nameOf);
  choose("east-select", passes(table) ? "S" : "E", (seat) =>
    say(seat === "E" ? "settle.east.stays" : "settle.east.passes", { player: nameOf(seat) }),
  );
  drawLedger();
}

/** What is waited for; whoever has sent the notice of trouble away can still try again. */
function drawWaiting() {
  byId("waiting", HTMLElement).textContent = openWords();
  const again = byId("settle-again", HTMLButtonElement);
  const serves = trouble?.passing === true;
  // What is hidden cannot keep the focus of whoever pressed it.
  if (!serves && again === document.activeElement) byId("main", HTMLElement).focus({ preventScroll: true });
  again.hidden = !serves;
}

/** What is still to be said before anybody pays, or was not said. */
function openWords() {
  if (trouble) return say(trouble.passing ? "settle.unheard" : "settle.unsettled");
  const { winner } = table;
  const count = winner === "draw" ? 0 : missing(table).length;
  if (count > 0) return say("settle.waiting", { count });
  const [seat] = contradicting(table);
  if (!seat) return winner === "" ? say("settle.unsaid") : winner === "draw" ? say("settle.draw") : "";
  const hand = table.hands[seat];
  const said = hasWon(hand) ? "settle.won" : hand.dead ? "settle.dead.won" : "settle.lost";
  return say(said, { player: nameOf(seat) });
}

/**
 * Sets a choice between players, who may have new names.
 *
 * @param {string} id
 * @param {string} chosen
 * @param {(seat: Seat) => string} words
 */
function choose(id, chosen, words) {
  const select = byId(id, HTMLSelectElement);
  for (const option of select.options) {
    if (isSeat(option.value)) option.textContent = words(option.value);
  }
  select.value = chosen;
}

function drawLedger() {
  const { deals } = table;
  byId("ledger", HTMLElement).hidden = deals.length === 0;
  const sum = (/** @type {Seat} */ player) => deals.reduce((total, net) => total + net[player], 0);
  const cell = (/** @type {number} */ points) => h("td", { class: netClass(points) }, signed(points));
  // A column is a player's, whichever seat that is now.
  byId("ledger-table", HTMLElement).replaceChildren(
    h("thead", {}, h("tr", {}, h("td", {}), SEATS.map((player) => h("th", { scope: "col" }, nameOf(seatOf(table, player)))))),
    h(
      "tbody",
      {},
      deals.map((net, place) =>
        h("tr", {}, h("th", { scope: "row" }, say("settle.hand", { number: place + 1 })), SEATS.map((player) => cell(net[player]))),
      ),
    ),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("settle.sum")), SEATS.map((player) => cell(sum(player))))),
  );
}

/** What follows from it. */
function drawSettlement() {
  for (const card of cards) card.drawNet(settlement?.net[card.seat] ?? null, nameOf(card.seat));
  const payments = byId("payments", HTMLElement);
  payments.ariaBusy = "false";
  payments.hidden = !settlement;
  byId("east", HTMLElement).hidden = !settlement;
  byId("next-deal", HTMLButtonElement).disabled = !settlement;
  drawWaiting();
  if (!settlement) return;
  const { net, problems = [] } = settlement;
  const words = settlement.payments.map(({ from, to, points }) =>
    say("settle.pays", { payer: nameOf(from), payee: nameOf(to), points }),
  );
  byId("payments-list", HTMLElement).replaceChildren(
    ...(words.length > 0 ? words : [say("settle.nobody.pays")]).map((line) => h("li", {}, line)),
  );
  drawDiagram(byId("diagram", SVGSVGElement), settlement);
  const remarks = problems.map(inTheTablesWords);
  const note = byId("remarks", HTMLElement);
  note.hidden = remarks.length === 0;
  note.replaceChildren(...[say("settle.remarks"), ...remarks].map((words) => h("p", {}, drawn(words))));
  const nets = SEATS.map((seat) => `${nameOf(seat)} ${signed(net[seat])}`).join(", ");
  announce([nets, ...remarks.map(inWords)].map(sentence).join(" "));
}

/** Writes the deal down as it is settled now: what was changed a moment ago, here or elsewhere, is waited for. */
async function writeDown() {
  if (JSON.stringify(remembered()) !== JSON.stringify(table)) reload();
  await asking.answered();
  if (!settlement) return;
  const { net } = settlement;
  const before = table;
  change((settled) => nextDeal(settled, net));
  const after = table;
  dealt = after;
  const undo = takeBack(() => change((next) => dealAgain(next, { before, after })));
  written = say("settle.written", { number: table.deals.length });
  notify(written, { good: true, links: [undo] });
  // The press is over: what is typed next goes into empty fields, from the first on.
  drawTable();
  byId("main", HTMLElement).focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
}

/** @param {string} value @returns {value is Seat} */
function isSeat(value) {
  return SEATS.some((seat) => seat === value);
}

/** @template {Winner} Value @param {string} id @param {(table: Table, value: Value) => Table} edit */
function prepareChoice(id, edit) {
  const select = byId(id, HTMLSelectElement);
  select.addEventListener("change", () => {
    const value = /** @type {Value} */ (select.value);
    change((chosen) => edit(chosen, value));
  });
}

function prepare() {
  prepareNotice();
  prepareDialogs();
  const seats = byId("seats", HTMLElement);
  seats.append(...cards.map(({ card }) => card));
  // A field that was left alone while somebody was in it.
  seats.addEventListener("focusout", () => afterPress(drawTable));
  prepareChoice("winner-select", withWinner);
  prepareChoice("cannon-select", (chosen, /** @type {Seat | ""} */ cannon) => ({ ...chosen, cannon }));
  prepareChoice("east-select", (chosen, east) => ({ ...chosen, passes: east === "S" }));
  const clear = byId("clear-dialog", HTMLDialogElement);
  byId("clear", HTMLButtonElement).addEventListener("click", () => openDialog(clear));
  byId("clear-yes", HTMLButtonElement).addEventListener("click", () => {
    clear.close();
    change(newTable);
  });
  byId("next-deal", HTMLButtonElement).addEventListener("click", () => void writeDown());
  byId("print", HTMLButtonElement).addEventListener("click", () => window.print());
  byId("settle-again", HTMLButtonElement).addEventListener("click", settleAgain);
  window.addEventListener("online", settleAgain);
  window.addEventListener("storage", reload);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) reload();
  });
  // Nothing is pressed yet: no field is seen empty whose score is known.
  drawTable();
  void asking.ask(settleTable);
}

prepare();
