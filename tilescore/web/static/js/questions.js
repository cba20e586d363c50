/**
 * The questions that matter, costliest first: what is proposed is marked, one tap answers. Below them, in
 * `facts`, everything else about the hand that a person may want to say.
 *
 * @import { HandState } from "./state.js"
 * @import { PhotoView } from "./photo.js"
 * @import { Choice, Question } from "./types.js"
 */

import { byId, face, h } from "./dom.js";
import { drawTile } from "./picture.js";
import { known, say, tileName } from "./words.js";

/** At most so many at once; answering one brings up the next. */
const SHOWN = 4;

/** @param {HandState} state @param {PhotoView} photo */
export function drawQuestions(state, photo) {
  const questions = state.shown?.questions ?? [];
  const list = byId("questions-list", HTMLElement);
  byId("questions", HTMLElement).hidden = questions.length === 0;
  const at = document.activeElement;
  const before = [...list.children];
  const place = before.findIndex((each) => each.contains(at));
  list.replaceChildren(...questions.slice(0, SHOWN).map((question) => card(question, state, photo)));
  if (place >= 0) goOn(list, [at?.id ?? "", before[place].id], place);
}

/**
 * The focus stays where it was as long as that question is asked, and then passes to the one that took its place:
 * not to a choice, which a key pressed twice would answer it by. After the last answer the sheet is what one wants
 * to know.
 *
 * @param {HTMLElement} list
 * @param {string[]} ids  Of what had the focus, and of its question.
 * @param {number} place  Of that question in the list.
 */
function goOn(list, ids, place) {
  const same = ids.map((id) => document.getElementById(id)).find((each) => each !== null);
  const next = same ?? list.children[place] ?? list.firstElementChild ?? byId("sheet-title", HTMLElement);
  /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
}

/**
 * @param {Question} question
 * @param {HandState} state
 * @param {PhotoView} photo
 */
function card(question, state, photo) {
  const tile = question.id.startsWith("tile-");
  const kind = isOfTiles(question) ? "is-tiles" : ["seat", "prevailing"].includes(question.id) ? "is-seats" : "";
  const answer = (/** @type {string} */ value) => void state.take(answerStep(question.id, value));
  const choices = h(
    "div",
    { class: `choices ${kind}`.trim() },
    question.choices.map((choice) => choiceButton(question, choice, answer)),
  );
  const crop = tile && cropOf(question.keys[0], state, photo);
  return h(
    "fieldset",
    { class: "question", id: `question-${question.id}`, tabindex: -1 },
    h("legend", {}, questionText(question, state), h("span", { class: "stake" }, stakeText(question))),
    crop ? h("div", { class: "question-tile" }, crop, choices) : choices,
  );
}

/**
 * @param {Question} question
 * @param {Choice} choice
 * @param {(value: string) => void} answer
 */
function choiceButton(question, choice, answer) {
  const stands = choice.value === question.value;
  const worth = choice.total === null ? say("questions.nohand") : say("questions.worth", { total: choice.total });
  const drawn = isOfTiles(question);
  return h(
    "button",
    {
      type: "button",
      class: "choice",
      id: `question-${question.id}-${choice.value}`,
      "aria-pressed": String(stands),
      onclick: () => answer(choice.value),
      onkeydown: pressOnce,
    },
    drawn && face(choice.value),
    h("span", { class: drawn ? "unseen" : "" }, choiceText(question, choice)),
    h("span", { class: "choice-worth" }, worth),
  );
}

/** A key that is held down answers once, not again for as long as the server takes. @param {KeyboardEvent} event */
function pressOnce(event) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** A tile's face as the photo shows it. @param {number} key @param {HandState} state @param {PhotoView} photo */
function cropOf(key, state, photo) {
  const corners = state.find(key)?.tile.corners;
  if (!corners || !photo.picture || !state.reading) return null;
  const canvas = h("canvas", { class: "question-crop", width: 144, height: 180, role: "img", "aria-label": say("tile.crop") });
  drawTile(canvas, photo.picture, corners, state.reading.size);
  return canvas;
}

/** @param {Question} question @param {HandState} state */
function questionText(question, state) {
  if (question.id.startsWith("tile-")) return say("questions.tile");
  if (question.id.startsWith("kong-")) {
    const found = state.find(question.keys[0]);
    return say("questions.kong", { tile: tileName(found?.tile.tile ?? "?") });
  }
  return question.text;
}

/** @param {Question} question */
function stakeText(question) {
  return question.at_stake > 0
    ? say("questions.stake", { count: question.at_stake })
    : say("questions.together");
}

/** @param {Question} question @param {Choice} choice */
function choiceText(question, choice) {
  return isOfTiles(question) ? tileName(choice.value) : choice.text;
}

/** Whether the choices are tiles, and so are drawn. @param {Question} question */
function isOfTiles({ id }) {
  return id.startsWith("tile-") || id === "win";
}

/** @param {string} question @param {string} value */
function answerStep(question, value) {
  return { do: "answer", question, value };
}

/**
 * Everything that can be said about the hand besides its tiles, each as one list to choose from. What has not
 * changed is left alone: a list may be open, and would close.
 *
 * @param {HandState} state
 */
export function drawFacts(state) {
  const area = byId("facts", HTMLElement);
  const focused = document.activeElement?.id;
  const before = [...area.children];
  const rows = (state.shown?.facts ?? []).map((fact) => {
    const row = factRow(fact, state);
    const same = before.find((each) => each.isEqualNode(row)) ?? row;
    /** @type {HTMLSelectElement} */ (same.lastElementChild).value = isOpen(fact, state) ? "" : fact.value;
    return same;
  });
  for (const row of before.filter((each) => !rows.includes(each))) row.remove();
  rows.forEach((row, place) => {
    if (row !== area.children[place]) area.insertBefore(row, area.children[place] ?? null);
  });
  if (focused?.startsWith("fact-")) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Of a hand that is being laid out it would look said already, and could not be chosen any more. @param {Question} fact @param {HandState} state */
function isOpen({ id, value, answered }, { view }) {
  return id === "won" && value === "no" && !answered && Boolean(view?.unfinished);
}

/** A list of choices, in which nothing is chosen yet. @param {Question} fact @param {HandState} state */
function factRow(fact, state) {
  const id = `fact-${fact.id}`;
  const select = h(
    "select",
    { id },
    isOpen(fact, state) && h("option", { value: "" }, say("facts.open")),
    fact.choices.map((choice) => h("option", { value: choice.value }, choiceText(fact, choice))),
  );
  select.addEventListener("change", () => void state.take(answerStep(fact.id, select.value)));
  const name = known(`facts.${fact.id}`) ? say(`facts.${fact.id}`) : questionText(fact, state);
  return h("div", { class: "fact" }, h("label", { for: id }, name), select);
}
