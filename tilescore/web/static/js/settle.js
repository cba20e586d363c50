/**
 * The page on which four hands become payments. Everything on it is remembered on this device, so that hands
 * can be photographed one after another on the other page.
 *
 * @import { Seat } from "./types.js"
 * @import { Entry, Table } from "./table.js"
 */

import { announce, openDialog, prepareDialogs } from "./a11y.js";
import { ApiError, settle } from "./api.js";
import { drawDiagram } from "./diagram.js";
import { byId, face, h } from "./dom.js";
import { Newest } from "./newest.js";
import { hush, notify, prepareNotice } from "./notice.js";
import { missing, newTable, nextDeal, rememberedTable, rememberTable, SEATS } from "./table.js";
import { say, signed } from "./words.js";

/** @typedef {{payments: {from: Seat, to: Seat, points: number}[], net: Record<Seat, number>}} Settlement */

let table = rememberedTable();
/** @type {Settlement | null} */
let settlement = null;
const asking = new Newest();

/** @param {Table} changed */
function change(changed) {
  table = changed;
  rememberTable(table);
  refresh();
}

/** Asks who pays whom, once there are four scores, and draws what is known. */
function refresh() {
  void asking.ask(settleTable);
}

/** @param {() => boolean} isNewest */
async function settleTable(isNewest) {
  let answer = null;
  const payments = byId("payments", HTMLElement);
  if (missing(table).length === 0) {
    payments.ariaBusy = "true";
    try {
      answer = await settle(documentOf(table));
      hush();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(error.message, error.passing ? { retry: refresh } : {});
    }
  }
  if (!isNewest()) return;
  payments.ariaBusy = "false";
  settlement = /** @type {Settlement | null} */ (answer);
  draw();
}

/** The contract's document. @param {Table} table */
function documentOf({ rules, options, hands, winner, cannon }) {
  const dead = SEATS.filter((seat) => hands[seat].dead);
  const scores = SEATS.filter((seat) => !hands[seat].dead).map((seat) => [seat, hands[seat].score]);
  return {
    ...(rules && { rules, options }),
    scores: { ...Object.fromEntries(scores), ...(dead.length > 0 && { dead }) },
    winner: winner || null,
    cannon: cannon || null,
  };
}

function draw() {
  const focused = document.activeElement?.id;
  byId("seats", HTMLElement).replaceChildren(...SEATS.map(seatCard));
  drawOutcome();
  drawLedger();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** @param {Seat} seat */
function nameOf(seat) {
  return table.players[seat] || say(`seat.${seat}`);
}

/** @param {Seat} seat */
function seatCard(seat) {
  const entry = table.hands[seat];
  const wind = say(`seat.${seat}`);
  const net = settlement?.net[seat];
  return h(
    "section",
    { class: table.winner === seat ? "seat card is-winner" : "seat card", "aria-label": wind },
    h(
      "div",
      { class: "seat-head" },
      h("span", { class: "seat-tile" }, face(`${seat}w`)),
      h("h2", {}, wind),
      net !== undefined && h("p", { class: netClass(net), "aria-label": say("settle.net.seat", { seat: nameOf(seat), net: signed(net) }) }, signed(net)),
    ),
    playerField(seat),
    h("div", { class: "seat-score" }, scoreField(seat, entry), deadField(seat, entry)),
    entry.notation && h("p", { class: "seat-notation" }, entry.notation),
    h("a", { class: "chip", href: `/?seat=${seat}` }, say(entry.notation ? "settle.photo.again" : "settle.photo")),
  );
}

/** @param {number} net */
function netClass(net) {
  return net > 0 ? "net is-gain" : net < 0 ? "net is-loss" : "net";
}

/** @param {Seat} seat */
function playerField(seat) {
  const id = `player-${seat}`;
  const input = h("input", { type: "text", id, value: table.players[seat], maxlength: 40, autocomplete: "off" });
  input.addEventListener("change", () => {
    change({ ...table, players: { ...table.players, [seat]: input.value.trim() } });
  });
  return h("label", { class: "seat-player", for: id }, h("span", {}, say("settle.player")), input);
}

/** @param {Seat} seat @param {Entry} entry */
function scoreField(seat, entry) {
  const id = `score-${seat}`;
  const input = h("input", {
    type: "number",
    id,
    min: 0,
    step: 1,
    inputmode: "numeric",
    value: entry.score ?? "",
    placeholder: say("settle.missing"),
    disabled: entry.dead,
  });
  input.addEventListener("change", () => {
    const score = input.value !== "" && input.validity.valid ? Number(input.value) : null;
    putHand(seat, { score, dead: false, won: entry.won, notation: "" });
  });
  return h("label", { for: id }, h("span", {}, say("settle.score")), input);
}

/** @param {Seat} seat @param {Entry} entry */
function deadField(seat, entry) {
  const id = `dead-${seat}`;
  const box = h("input", { type: "checkbox", id, checked: entry.dead });
  box.addEventListener("change", () => putHand(seat, { ...entry, dead: box.checked }));
  return h("label", { class: "seat-dead", for: id }, box, h("span", {}, say("settle.dead")));
}

/** @param {Seat} seat @param {Entry} entry */
function putHand(seat, entry) {
  change({ ...table, hands: { ...table.hands, [seat]: entry } });
}

function drawOutcome() {
  const count = missing(table).length;
  byId("waiting", HTMLElement).textContent = count > 0 ? say("settle.waiting", { count }) : "";
  byId("winner", HTMLElement).replaceChildren(...whoSelect("winner", "settle.nobody"));
  const cannon = byId("cannon", HTMLElement);
  cannon.hidden = table.rules !== "millington";
  cannon.replaceChildren(...whoSelect("cannon", "settle.cannon.nobody"));
  byId("payments", HTMLElement).hidden = !settlement;
  byId("next-deal", HTMLButtonElement).disabled = !settlement;
  if (!settlement) return;
  const payments = settlement.payments.map(({ from, to, points }) =>
    say("settle.pays", { payer: nameOf(from), payee: nameOf(to), points }),
  );
  byId("payments-list", HTMLElement).replaceChildren(
    ...(payments.length > 0 ? payments : [say("settle.nobody.pays")]).map((words) => h("li", {}, words)),
  );
  drawDiagram(byId("diagram", SVGSVGElement), settlement);
  announce(SEATS.map((seat) => `${nameOf(seat)} ${signed(settlement?.net[seat] ?? 0)}`).join(", "));
}

/** @param {"winner" | "cannon"} field @param {string} nobody */
function whoSelect(field, nobody) {
  const id = `${field}-select`;
  const select = h(
    "select",
    { id },
    h("option", { value: "" }, say(nobody)),
    SEATS.map((seat) => h("option", { value: seat, selected: table[field] === seat }, nameOf(seat))),
  );
  select.addEventListener("change", () => change({ ...table, [field]: select.value }));
  return [h("label", { for: id }, say(field === "winner" ? "settle.winner" : "settle.cannon")), select];
}

function drawLedger() {
  const { deals } = table;
  byId("ledger", HTMLElement).hidden = deals.length === 0;
  const sum = (/** @type {Seat} */ seat) => deals.reduce((total, net) => total + net[seat], 0);
  const cell = (/** @type {number} */ points) => h("td", { class: netClass(points) }, signed(points));
  byId("ledger-table", HTMLElement).replaceChildren(
    h("thead", {}, h("tr", {}, h("td", {}), SEATS.map((seat) => h("th", { scope: "col" }, nameOf(seat))))),
    h(
      "tbody",
      {},
      deals.map((net, place) =>
        h("tr", {}, h("th", { scope: "row" }, say("settle.hand", { number: place + 1 })), SEATS.map((seat) => cell(net[seat]))),
      ),
    ),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("settle.sum")), SEATS.map((seat) => cell(sum(seat))))),
  );
}

/** Writes the deal down as it is settled now: what was changed a moment ago is waited for. */
async function writeDown() {
  await asking.answered();
  if (!settlement) return;
  change(nextDeal(table, settlement.net));
  window.scrollTo({ top: 0 });
}

function prepare() {
  prepareNotice();
  prepareDialogs();
  const clear = byId("clear-dialog", HTMLDialogElement);
  byId("clear", HTMLButtonElement).addEventListener("click", () => openDialog(clear));
  byId("clear-yes", HTMLButtonElement).addEventListener("click", () => {
    clear.close();
    change(newTable());
  });
  byId("next-deal", HTMLButtonElement).addEventListener("click", () => void writeDown());
  byId("print", HTMLButtonElement).addEventListener("click", () => window.print());
  refresh();
}

prepare();
