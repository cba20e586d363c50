/**
 * The page of one hand: wires photo, hand, questions, sheet and bar to the state, and redraws them when it
 * changes.
 */

import { announce, closeDialogs, prepareDialogs, tellHeight } from "./a11y.js";
import { BookDialog } from "./book.js";
import { byId, h } from "./dom.js";
import { drawn, inWords } from "./notation.js";
import { hush, leaveBehind, notify, prepareNotice, withdraw } from "./notice.js";
import { prepareOutcome } from "./outcome.js";
import { prepareOwn } from "./own.js";
import { Palette } from "./palette.js";
import { PhotoView } from "./photo.js";
import { Picture } from "./picture.js";
import { unlessPressed } from "./press.js";
import { drawFacts, drawQuestions } from "./questions.js";
import { followSettings, rememberedSettings, SettingsDialog } from "./settings.js";
import { drawSheet, totalWords } from "./sheet.js";
import { photograph, pickPicture, preparePictures } from "./source.js";
import { HandState } from "./state.js";
import { Strip } from "./strip.js";
import { rememberedTable } from "./table.js";
import { figure, known, say, sentence } from "./words.js";

/**
 * @import { Kept } from "./state.js"
 * @import { Problem, Seat } from "./types.js"
 */

const state = new HandState(rememberedSettings(), seatInAddress());
const photo = new PhotoView(state, (key) => palette.open({ key }));
const palette = new Palette(state, photo, (part) => strip.focusAdd(part));
const strip = new Strip(state, {
  open: (key) => palette.open({ key }),
  insert: (part) => palette.open({ part }),
  point: (key) => photo.point(key),
});
const settings = new SettingsDialog(
  () => state.wanted,
  async (changed) => {
    await state.change(changed);
    return state.error?.message ?? "";
  },
);
const book = new BookDialog(
  (kept, picture, id) => void reopen(kept, picture, id),
  (id) => state.forgotten(id),
);

/** The settling page sends for a seat's hand: /?seat=S. @returns {Seat | ""} */
function seatInAddress() {
  const seat = new URLSearchParams(location.search).get("seat");
  return seat && "ESWN".includes(seat) && seat.length === 1 ? /** @type {Seat} */ (seat) : "";
}

/** The settling page sends for a hand that lies on it, to be looked at again: /?seat=S&open. */
function openAgain() {
  if (!state.seat || !new URLSearchParams(location.search).has("open")) return;
  // A page that is loaded again goes on with what became of it.
  history.replaceState(null, "", `${location.pathname}?seat=${state.seat}`);
  const { scored } = rememberedTable().hands[state.seat];
  if (scored) void resume(scored.kept);
}

/** Also for a page that is loaded again, as phones do when they come back from the camera. */
function forgetSeat() {
  state.seat = "";
  history.replaceState(null, "", location.pathname);
}

/** Shows the photo at once and reads it meanwhile. @param {{blob: Blob, name: string}} taken */
async function receive(taken) {
  // A sheet that is open would change a tile of the hand from before, and finds one of the next.
  closeDialogs();
  hush();
  photo.show(null);
  const reading = state.read(taken);
  /** @type {Picture | null} */
  let shown = null;
  try {
    const picture = await Picture.of(taken.blob);
    if (state.photo === taken) {
      shown = picture;
      photo.show(picture);
    } else {
      picture.close();
    }
  } catch {
    // A picture that nobody can show is refused by the reading, with a better reason.
  }
  await reading;
  // By then the picture may be that of another hand, as of one from the game book.
  if (!state.photo && photo.picture === shown) photo.show(null);
}

/**
 * Takes up a hand from before.
 *
 * @param {Kept} kept
 * @param {Blob | null} [picture]  A picture to look at; the photo itself was not kept.
 */
async function resume(kept, picture = null) {
  hush();
  photo.show(null);
  await state.resume(kept);
  const shown = picture && (await Picture.of(picture));
  // Another hand may have been begun meanwhile.
  if (shown && state.keptSettings === (kept.settings ?? null)) photo.show(shown);
  else shown?.close();
}

/** Takes up a hand of the game book, which it is until it is changed. @param {Kept} kept @param {Blob | null} picture @param {number} id */
async function reopen(kept, picture, id) {
  const resuming = resume(kept, picture);
  state.keptAs({ number: id, hand: JSON.stringify(state.document) });
  await resuming;
}

/** An empty hand, of which nothing is true that was said of a photo; the keyboard goes on where its tiles come. */
async function layOut() {
  hush();
  await state.layOut();
  unlessPressed(() => strip.focusAdd("exposed"));
}

async function takeAnotherRow() {
  const taken = await state.takeAnotherRow();
  if (taken === null) return;
  unlessPressed(() => notify(say(taken ? "photo.other" : "photo.onlyrow"), { good: true }));
}

function openNextDoubtful() {
  const doubtful = state.tiles.filter(({ tile }) => tile.doubtful).map(({ tile }) => tile.key);
  if (doubtful.length === 0) return;
  const here = Number(document.activeElement?.getAttribute("data-key"));
  palette.open({ key: doubtful[(doubtful.indexOf(here) + 1) % doubtful.length] });
}

/** Whether the last touch was on the hand, or on the sheet of one of its tiles. */
let touchedHand = false;

/**
 * Redraws, and where the browser does not see to it itself, scrolls so that the hand stays under the finger
 * although questions above it came or went.
 */
function redraw() {
  const hand = byId("hand", HTMLElement);
  const before = hand.getBoundingClientRect().top;
  draw();
  if (!touchedHand || CSS.supports("overflow-anchor", "auto")) return;
  window.scrollBy(0, hand.getBoundingClientRect().top - before);
}

function draw() {
  const { view, photo: taken } = state;
  const begun = Boolean(view || taken);
  const start = byId("start", HTMLElement);
  // What is hidden cannot keep the focus of whoever pressed it.
  if (begun && start.contains(document.activeElement)) byId("main", HTMLElement).focus({ preventScroll: true });
  // Nor does what follows begin where that was scrolled to.
  if (begun && !start.hidden) window.scrollTo({ top: 0 });
  start.hidden = begun;
  byId("resume", HTMLElement).hidden = begun || !HandState.remembered();
  byId("work", HTMLElement).hidden = !begun;
  byId("bar", HTMLElement).hidden = !begun;
  byId("hand", HTMLElement).hidden = !view;
  byId("count", HTMLElement).hidden = !view;
  drawTitle();
  photo.draw();
  drawNotes();
  // That an empty table is no hand need not be said.
  drawProblems(state.tiles.length > 0 ? (view?.problems ?? []) : []);
  drawBar();
  // On a phone they stand outside of what is hidden without a hand.
  drawQuestions(state, photo);
  if (view) {
    strip.draw();
    drawSheet(view, state.isBehind);
    drawKeptSettings();
    drawFacts(state);
  }
  // What is wrong with the settings they say themselves.
  if (!settings.isOpen) drawTrouble();
  else if (!state.error && !state.busy) settings.withdraw();
}

/** Whose hand is asked for, where the settling page sent for one. */
function drawTitle() {
  const { seat } = state;
  const player = seat && (rememberedTable().players[seat] || say(`seat.${seat}`));
  byId("start-title", HTMLElement).textContent = player ? say("start.title.player", { player }) : say("start.title");
}

/** What was said last of why a change did not succeed. */
let trouble = "";

function drawTrouble() {
  const { error, busy } = state;
  if (error) {
    trouble = error.message;
    notify(trouble, error.passing ? { retry: () => void state.retry() } : {});
  } else if (busy) {
    leaveBehind();
  } else {
    withdraw(trouble);
  }
}

/** By which book a hand of the game book is scored, since that may be another than the table plays. */
function drawKeptSettings() {
  const { keptSettings } = state;
  const words = byId("sheet-kept", HTMLElement);
  words.hidden = !keptSettings;
  if (!keptSettings) return;
  const name = `settings.rules.${keptSettings.rules}`;
  words.textContent = say("sheet.kept", { book: known(name) ? say(name) : keptSettings.rules });
}

/** How a reading says that another row of the photo may be the hand, too. */
const SEVERAL_ROWS = /^Of several rows that may be the hand\b/;

function drawNotes() {
  const notes = state.reading?.problems ?? [];
  const list = byId("photo-notes", HTMLElement);
  list.hidden = notes.length === 0;
  list.replaceChildren(...notes.map((note) => h("li", {}, note)));
  byId("photo-another", HTMLElement).hidden = !state.photo || !notes.some((note) => SEVERAL_ROWS.test(note));
}

/** @param {Problem[]} problems */
function drawProblems(problems) {
  byId("problems", HTMLElement).hidden = problems.length === 0;
  byId("problems-list", HTMLElement).replaceChildren(
    ...problems.map(({ message, keys = [] }) =>
      h(
        "li",
        {},
        h("span", {}, drawn(message)),
        keys.length > 0 &&
          h(
            "button",
            { type: "button", class: "quiet", "aria-label": say("problems.show.tiles"), onclick: () => strip.show(keys) },
            say("problems.show"),
          ),
      ),
    ),
  );
}

function drawBar() {
  const { view, busy, tiles, isBehind } = state;
  const [total, counted] = totalWords(view);
  const note = isBehind ? say("behind") : counted;
  const doubtful = tiles.filter(({ tile }) => tile.doubtful).length;
  byId("bar", HTMLElement).classList.toggle("is-busy", busy || isBehind);
  byId("bar-total", HTMLElement).textContent = total;
  byId("bar-note", HTMLElement).textContent = busy && !view ? say("busy") : note;
  drawBehind(isBehind);
  drawTool("undo", state.canUndo);
  drawTool("redo", state.canRedo);
  drawTool("next", doubtful > 0);
  const next = byId("next", HTMLButtonElement);
  const badge = byId("next-count", HTMLElement);
  next.setAttribute("aria-label", `${say("hand.next")}: ${say("hand.doubtful", { count: doubtful })}`);
  badge.hidden = doubtful === 0;
  badge.textContent = figure(doubtful);
  if (!view || busy) return;
  const said = [`${total} ${note}`, ...view.problems.map(({ message }) => inWords(message))];
  announce(said.map(sentence).join(" "));
}

/** That the total is of the hand before it was changed last. @param {boolean} isBehind */
function drawBehind(isBehind) {
  const line = byId("behind", HTMLElement);
  if (!isBehind && line.contains(document.activeElement)) byId("main", HTMLElement).focus({ preventScroll: true });
  line.hidden = !isBehind;
}

/** A button that has nothing left to do keeps the focus of whoever pressed it. @param {string} id @param {boolean} serves */
function drawTool(id, serves) {
  byId(id, HTMLButtonElement).setAttribute("aria-disabled", String(!serves));
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  const { target } = event;
  const isIn = (/** @type {string} */ places) => target instanceof Element && target.closest(places) !== null;
  if (isIn("input, textarea, dialog") || !state.view) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && key === "z") void (event.shiftKey ? state.redo() : state.undo());
  else if ((event.ctrlKey || event.metaKey) && key === "y") void state.redo();
  // In a list of choices letters choose; there is nothing else to be undone in it.
  else if (key === "n" && !event.ctrlKey && !event.metaKey && !event.altKey && !isIn("select")) openNextDoubtful();
  else return;
  event.preventDefault();
}

function prepare() {
  prepareNotice();
  prepareDialogs();
  preparePictures((taken) => void receive(taken));
  prepareOutcome(state);
  prepareOwn(state);
  placeQuestions();
  tellHeight(byId("bar", HTMLElement), "--bar");
  const ways = {
    take: () => void photograph((taken) => void receive(taken)),
    pick: pickPicture,
    type: () => void layOut(),
  };
  for (const [way, act] of Object.entries(ways)) {
    document.querySelector(`[data-way="${way}"]`)?.addEventListener("click", act);
  }
  byId("resume", HTMLButtonElement).addEventListener("click", () => {
    const remembered = HandState.remembered();
    if (remembered) void resume(remembered);
  });
  byId("undo", HTMLButtonElement).addEventListener("click", () => void state.undo());
  byId("redo", HTMLButtonElement).addEventListener("click", () => void state.redo());
  byId("behind-again", HTMLButtonElement).addEventListener("click", () => void state.sayAgain());
  byId("next", HTMLButtonElement).addEventListener("click", openNextDoubtful);
  byId("new", HTMLButtonElement).addEventListener("click", startAgain);
  byId("photo-another", HTMLButtonElement).addEventListener("click", () => void takeAnotherRow());
  byId("settings-open", HTMLButtonElement).addEventListener("click", () => void settings.open());
  byId("book-open", HTMLButtonElement).addEventListener("click", () => {
    void book.open();
    void state.lookUp();
  });
  document.addEventListener("keydown", shortcut);
  document.addEventListener("pointerdown", ({ target }) => {
    touchedHand = target instanceof Element && target.closest("#hand, #tile-dialog") !== null;
  });
  settings.dialog.addEventListener("close", () => {
    // What was refused has not happened; what may yet succeed stands in the settings still.
    if (state.error?.passing) drawTrouble();
  });
  state.addEventListener("change", () => unlessPressed(redraw));
  followSettings((changed) => {
    const followed = state.follow(changed);
    settings.catchUp();
    void followed.then(() => settings.catchUp());
  });
  draw();
  openAgain();
  void state.lookUp();
}

/** The questions stand right below the photo on a phone, at the head of the second column on a desk. */
function placeQuestions() {
  const questions = byId("questions", HTMLElement);
  const desk = matchMedia("(min-width: 900px)");
  const place = () => {
    if (desk.matches) byId("count", HTMLElement).prepend(questions);
    else byId("hand", HTMLElement).before(questions);
  };
  desk.addEventListener("change", place);
  place();
}

/** Back to the first screen, where the three ways to begin are; the hand can be taken up again there. */
function startAgain() {
  photo.show(null);
  // The seat for which the page was opened has its hand by now: the next one is another player's.
  if (state.seat && rememberedTable().hands[state.seat].notation) forgetSeat();
  state.clear();
  hush();
  document.querySelector('[data-way="take"]')?.scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null} */ (document.querySelector('[data-way="take"]'))?.focus();
}

prepare();
