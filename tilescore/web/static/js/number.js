/** Fields for whole numbers. */

import { h } from "./dom.js";
import { afterPress } from "./press.js";
import { say } from "./words.js";

/**
 * A field for a whole number. What is none is taken out of it at once, as if it had not been typed, and a
 * sentence below says what will do. The field tells of a change only where that will do.
 */
export class NumberField {
  /** What was in it last and will do. */
  #standing;

  /**
   * @param {{id: string, least: number, most?: number, value?: string, [attribute: string]: unknown}} field
   */
  constructor({ id, least, most, value = "", ...attributes }) {
    this.#standing = value;
    this.trouble = h("p", { class: "trouble", id: `${id}-trouble`, role: "alert", hidden: true });
    this.input = h("input", {
      ...{ type: "number", id, min: least, max: most, step: 1, value, inputmode: "numeric" },
      ...{ "aria-describedby": this.trouble.id, ...attributes },
    });
    this.wrong =
      most === undefined ? say("number.wrong", { least }) : say("number.wrong.bounded", { least, most });
    this.input.addEventListener("change", (event) => {
      if (!this.#refuse()) this.#stand(this.input.value);
      else event.stopImmediatePropagation();
    });
    // Of letters in a field that was empty the browser tells no change.
    this.input.addEventListener("blur", () => this.#refuse());
  }

  /** Leaves the field alone while somebody may be typing in it. @param {string} value */
  show(value) {
    if (value !== this.#standing) this.#stand(value);
    if (this.input !== document.activeElement) this.input.value = value;
  }

  /** @param {string} value */
  #stand(value) {
    this.#standing = value;
    afterPress(() => this.#warn(""));
  }

  /** Whether there was something to refuse. */
  #refuse() {
    if (this.input.validity.valid) return false;
    this.input.value = this.#standing;
    afterPress(() => this.#warn(this.wrong));
    return true;
  }

  /** @param {string} trouble */
  #warn(trouble) {
    this.trouble.hidden = !trouble;
    this.trouble.textContent = trouble;
  }
}
