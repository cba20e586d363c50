/**
 * The game book: the hands that somebody asked to keep, to be opened again or deleted.
 *
 * @import { Reading, Step } from "./types.js"
 */

import { openDialog } from "./a11y.js";
import { ApiError, forgetHand, keptHand, keptHands } from "./api.js";
import { byId, h, icon } from "./dom.js";
import { notify } from "./notice.js";
import { say } from "./words.js";

/** @typedef {{id: number, kept: string, notation: string, total: number | null, seat: string}} Kept */

export class BookDialog {
  /** @param {(hand: {reading: Reading | null, steps: Step[]}) => void} take  Opens a kept hand. */
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
    const entries = hands.map((/** @type {Kept} */ kept) => this.#entry(kept));
    this.list.replaceChildren(...(entries.length ? entries : [h("li", {}, say("book.empty"))]));
  }

  /** @param {Kept} kept */
  #entry({ id, kept, notation, total, seat }) {
    const when = new Date(kept).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const worth = total === null ? "" : say("book.entry", { total });
    return h(
      "li",
      { class: "book-entry" },
      h("p", { class: "book-words" }, [say(`seat.${seat}`), worth].filter(Boolean).join(" · "), h("small", {}, notation), h("small", {}, when)),
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
      const { reading = null, steps = [] } = await keptHand(id);
      this.dialog.close();
      this.take({ reading, steps });
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
