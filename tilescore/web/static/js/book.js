/**
 * The game book: the hands that somebody asked to keep, to be opened again or deleted.
 *
 * @import { Kept } from "./state.js"
 */

import { openDialog } from "./a11y.js";
import { ApiError, forgetHand, keptHand, keptHands, keptPhoto } from "./api.js";
import { byId, h, icon } from "./dom.js";
import { notify } from "./notice.js";
import { say } from "./words.js";

/** @typedef {{id: number, kept: string, notation: string, total: number, seat: string}} Entry  A kept hand in short. */

export class BookDialog {
  /**
   * @param {(hand: Kept, picture: Blob | null) => void} take  Takes up a
   *   kept hand, with the picture that was kept of it.
   */
  constructor(take) {
    this.take = take;
    this.dialog = byId("book-dialog", HTMLDialogElement);
    this.list = byId("book-list", HTMLElement);
  }

  async open() {
    await this.#attempt(async () => {
      await this.#draw();
      openDialog(this.dialog);
    });
  }

  async #draw() {
    const { hands } = await keptHands();
    const entries = hands.map((/** @type {Entry} */ kept) => this.#entry(kept));
    this.list.replaceChildren(...(entries.length ? entries : [h("li", {}, say("book.empty"))]));
  }

  /** @param {Entry} kept */
  #entry({ id, kept, notation, total, seat }) {
    const when = new Date(kept).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    return h(
      "li",
      { class: "book-entry" },
      h("p", { class: "book-words" }, `${say(`seat.${seat}`)} · ${say("book.entry", { total })}`, h("small", {}, notation), h("small", {}, when)),
      h("button", { type: "button", class: "chip", onclick: () => void this.#resume(id) }, say("book.open")),
      h(
        "button",
        { type: "button", class: "square is-danger", "aria-label": say("book.delete"), onclick: () => void this.#forget(id) },
        icon("delete"),
      ),
    );
  }

  /** @param {number} id */
  async #resume(id) {
    await this.#attempt(async () => {
      const { reading, typed, steps, photo } = await keptHand(id);
      const picture = photo ? await keptPhoto(id) : null;
      this.dialog.close();
      this.take({ reading, typed, steps: steps ?? [] }, picture);
    });
  }

  /** @param {number} id */
  async #forget(id) {
    await this.#attempt(async () => {
      await forgetHand(id);
      await this.#draw();
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
