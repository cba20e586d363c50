/**
 * One hand under discussion, as the browser holds it: the photo, the reading and the steps taken since.
 *
 * The server keeps nothing. Every change posts reading and steps and gets the whole state back, so undo is
 * dropping a step, and a server that was restarted has forgotten nothing.
 *
 * @import { Confirmed, Part, Reading, Role, Settings, Step, Tile } from "./types.js"
 */

import * as api from "./api.js";
import { Newest } from "./newest.js";
import { recall, remember } from "./storage.js";

/** @typedef {{reading: Reading | null, typed?: string | null, steps: Step[]}} Kept  What a hand began with and became. */
/** @typedef {{tile: Tile, role: Role, group: Tile[], set: number}} Found  `set` counts exposed sets from 1. */

export class HandState extends EventTarget {
  /** @type {{blob: Blob, name: string} | null} */
  photo = null;
  /** @type {Reading | null} */
  reading = null;
  /** A hand in notation with which the discussion began, where there is no reading. @type {string | null} */
  typed = null;
  /** @type {Confirmed | null} */
  view = null;
  /** Which of several rows was taken for the hand. */
  choice = 0;
  busy = false;
  /** @type {api.ApiError | null} */
  error = null;

  /** @type {Step[][]} Each entry is undone at once. */
  #past = [];
  /** @type {Step[][]} */
  #future = [];
  #asking = new Newest();

  /** @param {Settings} settings */
  constructor(settings) {
    super();
    this.settings = settings;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  get steps() {
    return this.#past.flat();
  }

  /** Every tile with where it lies, in the order of the parts. @returns {Found[]} */
  get tiles() {
    return (this.view?.parts ?? []).flatMap((part) =>
      part.groups.flatMap((group, place) =>
        group.map((tile) => ({ tile, role: part.role, group, set: place + 1 })),
      ),
    );
  }

  /** What the server takes to know this hand. */
  get document() {
    const { reading, typed, settings, steps } = this;
    return api.documentOf({ reading, typed, settings, steps });
  }

  /** @param {number} key */
  find(key) {
    return this.tiles.find(({ tile }) => tile.key === key) ?? null;
  }

  /** @param {Role} role @returns {Part} */
  part(role) {
    return this.view?.parts.find((part) => part.role === role) ?? { role, groups: [] };
  }

  /**
   * Reads a photo and proposes its hand. Another photo, or another row of the same, starts a new discussion.
   *
   * @param {{blob: Blob, name: string}} photo
   * @param {number} [choice]
   */
  async read(photo, choice = 0) {
    const another = photo === this.photo;
    this.photo = photo;
    if (!another) this.#begin(null);
    await this.#ask(async () => {
      const found = await this.#rowOf(photo, choice);
      const document = api.documentOf({ reading: found.reading, typed: null, settings: this.settings, steps: [] });
      return { ...found, view: await api.confirm(document) };
    });
  }

  /**
   * A row of the photo, and which one it is: behind the last the first comes again.
   *
   * @param {{blob: Blob, name: string}} photo
   * @param {number} choice
   * @returns {Promise<{reading: Reading, choice: number}>}
   */
  async #rowOf({ blob, name }, choice) {
    const { rules } = this.settings;
    try {
      return { reading: await api.read(blob, { rules, choice, name }), choice };
    } catch (error) {
      if (!(error instanceof api.ApiError) || error.code !== "fewer-hands") throw error;
      return this.#rowOf({ blob, name }, 0);
    }
  }

  /** Starts with an empty hand, to be laid out tile by tile. */
  async layOut() {
    this.photo = null;
    this.#begin(null);
    await this.refresh();
  }

  /** @param {Kept} kept  A hand from before, without its photo. */
  async resume({ reading, typed, steps }) {
    this.photo = null;
    this.#begin(reading);
    this.typed = typed ?? null;
    this.#past = steps.map((step) => [step]);
    await this.refresh();
  }

  /** The hand of before the last reload, if there was one. @returns {Kept | null} */
  static remembered() {
    return recall("session", "hand");
  }

  /**
   * Corrections and answers that belong together. What the server refuses has not happened.
   *
   * @param {...Step} steps
   */
  async take(...steps) {
    this.#past.push(steps);
    const undone = this.#future;
    this.#future = [];
    await this.refresh(() => {
      this.#past = this.#past.filter((taken) => taken !== steps);
      this.#future = undone;
    });
  }

  async undo() {
    const last = this.#past.pop();
    if (!last) return;
    this.#future.push(last);
    await this.refresh();
  }

  async redo() {
    const next = this.#future.pop();
    if (!next) return;
    this.#past.push(next);
    await this.refresh();
  }

  /** @param {Settings} settings */
  async change(settings) {
    const previous = this.settings;
    this.settings = settings;
    if (this.view) {
      await this.refresh(() => {
        this.settings = previous;
      });
    }
  }

  /** What the hand is now. `takeBack` undoes what the server would not have. @param {() => void} [takeBack] */
  async refresh(takeBack) {
    await this.#ask(
      async () => ({ view: await api.confirm(this.document) }),
      takeBack,
    );
  }

  /** Tries again what failed. */
  async retry() {
    if (this.photo && !this.reading) await this.read(this.photo, this.choice);
    else await this.refresh();
  }

  clear() {
    this.#asking.forget();
    this.busy = false;
    this.photo = null;
    this.#begin(null);
    this.#tell();
  }

  /** @param {Reading | null} reading */
  #begin(reading) {
    this.reading = reading;
    this.typed = null;
    this.view = null;
    this.choice = 0;
    this.error = null;
    this.#past = [];
    this.#future = [];
  }

  /**
   * Waits until what was changed a moment ago is answered, so that `view` is of it. What could not be answered
   * is asked once more; when that fails as well, it throws why.
   */
  async settled() {
    await this.#asking.answered();
    if (this.error?.passing) {
      void this.retry();
      await this.#asking.answered();
    }
    if (this.error?.passing) throw this.error;
  }

  /**
   * Asks the server; of several answers under way only the newest counts.
   *
   * @param {() => Promise<{reading?: Reading, view: Confirmed, choice?: number}>} question
   * @param {() => void} [takeBack]
   */
  #ask(question, takeBack) {
    return this.#asking.ask((isNewest) => this.#answer(isNewest, question, takeBack));
  }

  /**
   * @param {() => boolean} isNewest
   * @param {() => Promise<{reading?: Reading, view: Confirmed, choice?: number}>} question
   * @param {() => void} [takeBack]
   */
  async #answer(isNewest, question, takeBack) {
    this.busy = true;
    this.error = null;
    this.#tell();
    try {
      const answer = await question();
      if (!isNewest()) return;
      if (answer.reading) {
        const { photo } = this;
        this.#begin(answer.reading);
        this.photo = photo;
        this.choice = answer.choice ?? 0;
      }
      this.view = answer.view;
      remember("session", "hand", { reading: this.reading, typed: this.typed, steps: this.steps });
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      if (!error.passing) takeBack?.();
      if (!isNewest()) return;
      this.error = error;
      // What will never be read makes room for another photo; what may be, stays for another try.
      if (!error.passing && !this.view) this.photo = null;
    } finally {
      if (isNewest()) {
        this.busy = false;
        this.#tell();
      }
    }
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
