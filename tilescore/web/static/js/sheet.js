/**
 * The score sheet, as the books print it: points line by line and their sum, each doubling with the score so
 * far, the total, and beside a limit what the hand would have been worth without it.
 *
 * @import { Confirmed, Score, SheetLine } from "./types.js"
 */

import { byId, h } from "./dom.js";
import { drawn, inWords } from "./notation.js";
import { figure, known, say } from "./words.js";

/** @param {Confirmed | null} view @param {boolean} isBehind  It is of the hand before it was changed last. */
export function drawSheet(view, isBehind) {
  const area = byId("sheet", HTMLElement);
  const book = subtitle(view);
  byId("sheet-book", HTMLElement).textContent = isBehind ? [book, say("behind")].filter(Boolean).join(" · ") : book;
  area.classList.toggle("is-behind", isBehind);
  if (!view?.score) {
    const begun = view?.unfinished && !view.unfinished.won;
    area.replaceChildren(h("p", { class: "sheet-note" }, say(begun ? "sheet.none.laid" : "sheet.none")));
    return;
  }
  area.replaceChildren(h("p", {}, view.headline ?? ""), table(view, view.score), ...notes(view, view.score));
}

/** Total and note for the bar: [figure, words]. @param {Confirmed | null} view @returns {[string, string]} */
export function totalWords(view) {
  const score = view?.score;
  if (view?.unfinished) return ["–", unfinishedWords(view.unfinished)];
  if (!score) return ["–", say("hand.unscored")];
  if (score.dead) return ["0", say("sheet.dead")];
  const beside = score.total === score.uncapped ? "" : say("sheet.uncapped", { uncapped: score.uncapped });
  return [figure(score.total), beside || say("sheet.unit", { count: score.total })];
}

/** @param {{laid: number, whole: number, won: boolean}} unfinished */
function unfinishedWords({ laid, whole, won }) {
  return say(won ? "hand.laid.winner" : "hand.laid", { laid, whole, more: whole + 1 });
}

/** The book, and the seat where no headline tells it. @param {Confirmed | null} view */
function subtitle(view) {
  if (!view?.hand?.rules) return "";
  const { rules, seat } = view.hand;
  const book = known(`sheet.book.${rules}`) ? say(`sheet.book.${rules}`) : rules;
  return view.score ? book : `${book} · ${say(`seat.${seat}`)}`;
}

/** What nobody has said yet and the sheet assumes. @param {Confirmed} view */
function assumed({ assumptions }) {
  return assumptions.map((words) => say("sheet.assumed", { words }));
}

/** @param {Confirmed} view @param {Score} score */
function table(view, score) {
  const points = view.sheet.filter((line) => line.points !== undefined);
  const doubles = view.sheet.filter((line) => line.doubles !== undefined);
  const words = (/** @type {string} */ name) => h("th", { scope: "col" }, say(name));
  return h(
    "table",
    {},
    h("thead", { class: "unseen" }, h("tr", {}, words("sheet.column.line"), words("sheet.column.figure"))),
    h(
      "tbody",
      {},
      points.map((line) => row(line, figure(line.points ?? 0))),
      h(
        "tr",
        { class: "is-sum" },
        h("th", { scope: "row" }, say("sheet.points")),
        h("td", { class: "figure" }, figure(score.points)),
      ),
      doubles.map((line) => row(line, h("span", { class: "doubled" }, doubled(line)))),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        { class: "is-total" },
        h("th", { scope: "row" }, totalName(view, score)),
        h("td", { class: "figure" }, figure(score.total)),
      ),
    ),
  );
}

/** @param {SheetLine} line @param {string | HTMLElement} worth */
function row(line, worth) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, line.text, h("span", { class: "source" }, line.source)),
    h("td", { class: "figure" }, worth),
  );
}

/** @param {SheetLine} line */
function doubled({ doubles = 0, running }) {
  return say("sheet.doubled", { times: "×2 ".repeat(doubles).trim(), running });
}

/** @param {Confirmed} view @param {Score} score */
function totalName(view, score) {
  if (score.dead) return say("sheet.dead");
  if (view.limit_hand) return view.limit_hand;
  return say(score.uncapped > score.total ? "sheet.limit" : "sheet.total");
}

/** @param {Confirmed} view @param {Score} score */
function notes(view, score) {
  const note = (/** @type {string} */ text) => h("p", { class: "sheet-note" }, drawn(text));
  const beside = [];
  if (!score.dead && score.uncapped !== score.total) {
    beside.push(say("sheet.uncapped", { uncapped: score.uncapped }), say("sheet.limitof", { limit: score.limit }));
  }
  return [
    beside.length > 0 && note(beside.join(" · ")),
    note(say("sheet.reading", { reading: score.reading })),
    view.other && note(say("sheet.other", { reading: view.other.reading, total: view.other.total })),
    ...assumed(view).map(note),
  ].filter((each) => each !== false && each !== null);
}

/** The sheet as plain text, to be shared. @param {Confirmed} view */
export function sheetText(view) {
  const { score } = view;
  const hand = inWords(view.notation);
  if (!score) return hand;
  const lines = view.sheet.map((line) => {
    const worth = line.doubles === undefined ? figure(line.points ?? 0) : doubled(line);
    return `${line.text}: ${worth} (${line.source})`;
  });
  const total = `${totalName(view, score)}: ${figure(score.total)}`;
  const beside = score.uncapped !== score.total ? [say("sheet.uncapped", { uncapped: score.uncapped })] : [];
  const heading = [hand, view.headline ?? "", subtitle(view), ""];
  return [...heading, ...lines, total, ...beside, ...assumed(view)].join("\n");
}
