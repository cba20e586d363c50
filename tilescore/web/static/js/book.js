/**
 * The game book: the hands that somebody asked to keep, to be opened again or deleted.
 *
 * @import { Kept } from "./state.js"
 * @import { HandRecord, Settings } from "./types.js"
 */

import { openDialog } from "./a11y.js";
import { ApiError, forgetHand, keptHand, keptHands, keptPhoto, sheets } from "./api.js";
import { byId, h, icon } from "./dom.js";
import { drawn } from "./notation.js";
import { notify } from "./notice.js";
import { followMemory, recall, remember } from "./storage.js";
import { moment, say } from "./words.js";

/** @typedef {{id: number, kept: string, notation: string, total: number, seat: string}} Entry  A kept hand in short. */

/** As many hands as the server gives at once; where there are fewer, there are no earlier ones. */
const PAGE = 100;

export class BookDialog {
  /** The entry that is asked about. @type {{id: number, item: HTMLElement} | null} */
  #doomed = null;
  /** The earliest hand listed. @type {number | undefined} */
  #earliest;

  /**
   * @param {(hand: Kept, picture: Blob | null, id: number) => void} take  Takes up a
   *   kept hand, with the picture that was kept of it.
   * @param {(id: number) => void} forgotten  Is told of one that was deleted, in this tab or in another.
   */
  constructor(take, forgotten) {
    this.take = take;
    this.forgotten = forgotten;
    this.dialog = byId("book-dialog", HTMLDialogElement);
    this.title = byId("book-title", HTMLElement);
    this.list = byId("book-list", HTMLElement);
    this.earlier = byId("book-earlier", HTMLButtonElement);
    this.question = byId("forget-dialog", HTMLDialogElement);
    this.earlier.addEventListener("click", () => void this.#showEarlier());
    byId("forget-yes", HTMLButtonElement).addEventListener("click", () => void this.#forget());
    followMemory("forgotten", () => forgotten(recall("local", "forgotten")));
  }

  async open() {
    await this.#attempt(async () => {
      await this.#draw();
      openDialog(this.dialog);
    });
  }

  async #draw() {
    const { hands } = await keptHands();
    this.list.replaceChildren(...(hands.length > 0 ? [] : [h("li", {}, say("book.empty"))]));
    this.#add(hands);
  }

  async #showEarlier() {
    await this.#attempt(async () => {
      const earliest = this.#earliest;
      const { hands } = await keptHands(earliest);
      // Asked for twice, they are listed once.
      if (earliest === this.#earliest) this.#focus(this.#add(hands)[0]);
    });
  }

  /** Lists the next hands, from the newest on. @param {Entry[]} hands */
  #add(hands) {
    const items = hands.map((kept) => this.#entry(kept));
    this.list.append(...items);
    this.#earliest = hands.at(-1)?.id;
    this.earlier.hidden = hands.length < PAGE;
    return items;
  }

  /** Where to go on: with that entry, if there is one. @param {Element | null | undefined} item */
  #focus(item) {
    (item?.querySelector("button") ?? this.title).focus();
  }

  /** @param {Entry} kept */
  #entry({ id, kept, notation, total, seat }) {
    const when = moment(new Date(kept));
    const words = `${say(`seat.${seat}`)} · ${say("book.entry", { count: total })}`;
    const item = h(
      "li",
      { class: "book-entry" },
      h("p", { class: "book-words" }, words, h("small", {}, drawn(notation)), h("small", {}, when)),
      h("button", { type: "button", class: "chip", onclick: () => void this.#resume(id) }, say("book.open")),
      h(
        "button",
        { type: "button", class: "square is-danger", "aria-label": say("book.delete"), onclick: () => ask() },
        icon("delete"),
      ),
    );
    const ask = () => {
      this.#doomed = { id, item };
      byId("forget-words", HTMLElement).textContent = `${words}, ${when}`;
      openDialog(this.question);
    };
    return item;
  }

  /** @param {number} id */
  async #resume(id) {
    await this.#attempt(async () => {
      const { reading, typed, steps, settings, hand, photo } = await keptHand(id);
      const own = await settingsOf(hand, settings);
      const picture = photo ? await keptPhoto(id) : null;
      this.dialog.close();
      this.take({ reading, typed, settings: own, steps: steps ?? [] }, picture, id);
    });
  }

  /** Deletes the hand that was asked about. */
  async #forget() {
    const doomed = this.#doomed;
    this.question.close();
    if (!doomed) return;
    await this.#attempt(async () => {
      await forgetHand(doomed.id);
      this.forgotten(doomed.id);
      // No number is given twice, so that the other tabs hear of each.
      remember("local", "forgotten", doomed.id);
      const next = doomed.item.nextElementSibling ?? doomed.item.previousElementSibling;
      doomed.item.remove();
      if (!next) await this.#draw();
      this.#focus(next);
    });
  }

  /** @param {() => Promise<void>} act */
  async #attempt(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.dialog.close();
      notify(error.message, error.passing ? { retry: () => void this.#attempt(act) } : {});
    }
  }
}

/**
 * The settings by which a hand was kept, whatever this device or the server's table plays by now: every option
 * is named.
 *
 * @param {HandRecord} hand
 * @param {Partial<Settings> | null} posted
 * @returns {Promise<Settings>}
 */
async function settingsOf({ rules = "", options = {} }, posted) {
  const sheet = (await sheets()).sheets.find(({ id }) => id === rules);
  const inBook = Object.fromEntries((sheet?.settings ?? []).map((setting) => [setting.id, setting.default]));
  return { seat: "", prevailing: "", ...posted, rules, options: { ...inBook, ...options }, others: {} };
}
