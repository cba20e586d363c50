/**
 * One hand under discussion, as the browser holds it: the photo, the reading and the steps taken since.
 *
 * The server keeps nothing. Every change posts reading and steps and gets the whole state back, so undo is
 * dropping a step, and a server that was restarted has forgotten nothing.
 *
 * @import { Confirmed, Part, Question, Reading, Role, Seat, Settings, Step, Tile } from "./types.js"
 */

import * as api from "./api.js";
import { Newest } from "./newest.js";
import { joinedSettings, rememberSettings } from "./settings.js";
import { recall, remember } from "./storage.js";

/**
 * @typedef {object} Beginning  What a discussion begins with.
 * @property {Reading | null} reading
 * @property {string | null} typed  A hand in notation, where there is no reading.
 * @property {number} choice  Which of several rows of the photo was taken for the hand.
 * @property {Settings | null} settings  Those of this hand alone; null where it is scored by what the table plays.
 *
 * @typedef {{steps: Step[], from?: Beginning}} Turn  What is undone at once: steps, or a beginning anew, as from another row.
 * @typedef {Partial<Beginning> & {steps: Step[], seat?: Seat | "", heard?: number}} Kept  What a hand began with and became, for whose it was opened, and how many of the steps the server has accepted: all, where that is not said.
 * @typedef {{from?: Beginning, view?: Confirmed, settings?: Settings}} Answer  `settings` are those of the table, where they were accepted.
 * @typedef {{tile: Tile, role: Role, group: Tile[], set: number}} Found  `set` counts exposed sets from 1.
 */

/** @type {Beginning} */
const NOTHING = { reading: null, typed: null, choice: 0, settings: null };

export class HandState extends EventTarget {
  /** @type {{blob: Blob, name: string} | null} */
  photo = null;
  /** @type {Confirmed | null} */
  view = null;
  busy = false;
  /** Whether another row of the photo is looked for. */
  looksOn = false;
  /** @type {api.ApiError | null} */
  error = null;
  /** The settings that are asked about next: they wait for a photo that is being read. @type {Settings} */
  wanted;
  /** Tries again what failed last. @type {() => Promise<void>} */
  retry = async () => undefined;

  #origin = NOTHING;
  /** @type {Turn[]} */
  #past = [];
  /** @type {Turn[]} */
  #future = [];
  #asking = new Newest();
  /** The hand that `view` is of, as the server takes it. */
  #viewed = "";
  /** What that began with, and the steps after which it is of that. @type {{from: Beginning, steps: Step[]}} */
  #heard = { from: NOTHING, steps: [] };
  /** Whether the server did not answer when it was asked last. */
  #unheard = false;
  /** The hand of this page that was kept last: its number in the game book, and what it was then. @type {{number: number, hand: string} | null} */
  #kept = recall("session", "kept");
  /** How often the server has refused a change, which was then taken back. */
  #refusals = 0;
  /** The table's settings as the server took them last, from this tab or from another one. @type {Settings} */
  #accepted;

  /**
   * @param {Settings} settings  What the table plays.
   * @param {Seat | ""} [seat]  For whose hand this page was opened, if for one.
   */
  constructor(settings, seat = "") {
    super();
    this.settings = settings;
    this.wanted = settings;
    this.#accepted = settings;
    this.seat = seat;
    // By then what failed may no longer be what the person is offered to try again.
    api.server.addEventListener("back", () => void this.sayAgain());
    addEventListener("online", () => void this.sayAgain());
  }

  /** Whether `view` is not of the hand as it was changed last, since the server could not be told of that. */
  get isBehind() {
    return this.view !== null && this.#unheard && this.#viewed !== JSON.stringify(this.document);
  }

  /** Says once more what the server has not heard; not while it is being said. */
  async sayAgain() {
    if (this.busy) return;
    if (this.error?.passing) await this.retry();
    else if (this.isBehind) await this.refresh();
  }

  get #begun() {
    return this.#past.findLast(({ from }) => from)?.from ?? this.#origin;
  }

  get reading() {
    return this.#begun.reading;
  }

  /** The settings with which this hand was kept and by which it alone is scored, if it came from the game book. */
  get keptSettings() {
    return this.#begun.settings;
  }

  /** Whether its tiles are laid out one by one, so that more may be to come. */
  get #isLaidOut() {
    const { reading, typed, settings } = this.#begun;
    return !reading && !typed && !settings;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** All that were taken since the discussion began, or began anew. */
  get steps() {
    const begun = this.#past.findLastIndex(({ from }) => from);
    return this.#past.slice(Math.max(begun, 0)).flatMap(({ steps }) => steps);
  }

  /** How many of the steps the server has heard, in whatever hand `view` is of. */
  get #heardCount() {
    const { steps } = this;
    const differs = steps.findIndex((step, place) => JSON.stringify(step) !== JSON.stringify(this.#heard.steps[place]));
    return differs < 0 ? steps.length : differs;
  }

  /**
   * `view` with the tiles that were named and the questions that were answered since: that is seen at once. What
   * any other change comes to only the server tells.
   *
   * @returns {Confirmed | null}
   */
  get shown() {
    if (!this.view || this.#heard.from !== this.#begun) return this.view;
    return this.steps.slice(this.#heardCount).reduce(withStep, this.view);
  }

  /** Every tile with where it lies, in the order of the parts. @returns {Found[]} */
  get tiles() {
    return (this.shown?.parts ?? []).flatMap((part) =>
      part.groups.flatMap((group, place) =>
        group.map((tile) => ({ tile, role: part.role, group, set: place + 1 })),
      ),
    );
  }

  /** What the server takes to know this hand. */
  get document() {
    return this.#documentOf(this.#begun, this.steps);
  }

  /** What this hand is taken up again with. @returns {Kept} */
  get kept() {
    return { ...this.#begun, steps: this.steps, seat: this.seat };
  }

  /** Whether the game book has this very hand. */
  get isKept() {
    return this.view !== null && this.#kept?.hand === JSON.stringify(this.document);
  }

  /** That the game book has a hand; null where it no longer has the one of this page. @param {{number: number, hand: string} | null} kept */
  keptAs(kept) {
    this.#kept = kept;
    remember("session", "kept", kept);
    this.#tell();
  }

  /** A hand was taken out of the game book. @param {number} number */
  forgotten(number) {
    if (this.#kept?.number === number) this.keptAs(null);
  }

  /** Finds out whether the game book still has the hand of this page: it may have been deleted from anywhere. */
  async lookUp() {
    if (!this.#kept) return;
    const { number } = this.#kept;
    try {
      await api.keptHand(number);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      if (error.code === "no-such-hand") this.forgotten(number);
    }
  }

  /** The seat for which the page was opened counts before the table's, which it does not change. @param {Beginning} from @param {Step[]} steps */
  #documentOf({ reading, typed, settings }, steps) {
    const { seat } = this;
    const table = { ...this.settings, ...(seat && { seat }) };
    return api.documentOf({ reading, typed, settings: settings ?? table, steps });
  }

  /** @param {number} key */
  find(key) {
    return this.tiles.find(({ tile }) => tile.key === key) ?? null;
  }

  /** @param {Role} role @returns {Part} */
  part(role) {
    return this.shown?.parts.find((part) => part.role === role) ?? { role, groups: [] };
  }

  /**
   * Reads a photo and proposes its hand, which starts a new discussion.
   *
   * @param {{blob: Blob, name: string}} photo
   */
  async read(photo) {
    this.photo = photo;
    this.#begin(NOTHING);
    await this.#ask(
      async () => this.#proposed(await this.#rowOf(photo, 0)),
      // What will never be read makes room for another photo; what may be, stays for another try.
      () => {
        if (this.photo === photo) this.photo = null;
      },
    );
  }

  /**
   * Takes another row of the photo for the hand, which can be undone; behind the last the first comes again.
   *
   * @returns {Promise<boolean | null>}  Whether there is another one; null where that was not found out.
   */
  async takeAnotherRow() {
    // What was changed a moment ago is answered first, not overtaken: without another row it stays.
    await this.#asking.answered();
    const { photo, reading } = this;
    if (!photo || !reading) return null;
    /** @type {Reading | null} */
    let other = null;
    this.looksOn = true;
    await this.#ask(async () => {
      const row = await this.#rowOf(photo, this.#begun.choice + 1);
      other = row.reading;
      return sameRows(other, reading) ? {} : this.#proposed(row);
    });
    this.looksOn = false;
    // By now the hand may be that of another photo, of which this says nothing.
    if (other && this.reading === other) return true;
    return other && this.reading === reading && sameRows(other, reading) ? false : null;
  }

  /** A row and the hand that it makes. @param {Beginning} from @returns {Promise<Answer>} */
  async #proposed(from) {
    return { from, ...(await this.#confirmed(from, [])) };
  }

  /** What the server makes of a hand. @param {Beginning} from @param {Step[]} steps @returns {Promise<Answer>} */
  async #confirmed(from, steps) {
    const { settings } = this;
    const view = await api.confirm(this.#documentOf(from, steps));
    return { view, ...(!from.settings && { settings }) };
  }

  /**
   * A row of the photo: behind the last the first comes again.
   *
   * @param {{blob: Blob, name: string}} photo
   * @param {number} choice
   * @returns {Promise<Beginning & {reading: Reading}>}
   */
  async #rowOf({ blob, name }, choice) {
    const { rules } = this.settings;
    try {
      return { ...NOTHING, reading: await api.read(blob, { rules, choice, name }), choice };
    } catch (error) {
      if (!(error instanceof api.ApiError) || error.code !== "fewer-hands") throw error;
      return this.#rowOf({ blob, name }, 0);
    }
  }

  /** Starts with an empty hand, to be laid out tile by tile. */
  async layOut() {
    this.photo = null;
    this.#begin(NOTHING);
    await this.refresh();
  }

  /** @param {Kept} kept  A hand from before, without its photo. */
  async resume({ steps, seat, heard = steps.length, ...from }) {
    this.photo = null;
    if (seat !== undefined) this.seat = seat;
    this.#begin({ ...NOTHING, ...from });
    this.#past = steps.map((step) => ({ steps: [step] }));
    // What the server has never heard of it may refuse, and the hand is what it was before.
    await this.refresh(heard < steps.length ? () => this.#past.splice(heard) : undefined);
  }

  /** An empty table does not take the place of the hand before. */
  #remember() {
    if (this.tiles.length === 0) return;
    remember("session", "hand", { ...this.kept, heard: this.#heardCount });
  }

  /** The hand of before the last reload, if there was one. @returns {Kept | null} */
  static remembered() {
    return recall("session", "hand");
  }

  /**
   * Corrections and answers that belong together. What the server refuses has not happened; nor has what is done
   * to no hand, as while a photo is read. What was done just before is not done again by a second tap.
   *
   * @param {...Step} steps
   */
  async take(...steps) {
    if (!this.view) return;
    if (this.#didLast(steps)) {
      if (this.error?.passing) await this.retry();
      return;
    }
    const turn = { steps };
    const undone = this.#future;
    this.#past.push(turn);
    this.#future = [];
    await this.refresh(() => {
      this.#past = this.#past.filter((taken) => taken !== turn);
      this.#future = undone;
    });
  }

  /** Whether the last turn was the same; only what adds a tile does more each time. @param {Step[]} steps */
  #didLast(steps) {
    const adds = steps.some((step) => step.do === "insert" || step.do === "lay");
    return !adds && JSON.stringify(this.#past.at(-1)?.steps) === JSON.stringify(steps);
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

  /**
   * What the table plays from now on. It is remembered once the server has accepted it; what it refuses has not
   * been changed.
   *
   * @param {Settings} settings
   */
  async change(settings) {
    this.wanted = settings;
    // A photo that is being read just now is waited for, not overtaken.
    if (!this.view) await this.#asking.answered();
    this.settings = settings;
    await this.#ask(
      async () => {
        if (this.view && !this.keptSettings) return this.#confirmed(this.#begun, this.steps);
        // No hand is scored by them, so the server is asked with an empty one.
        await this.#confirmed(NOTHING, []);
        return { settings };
      },
      () => {
        this.#replace(settings, this.#accepted);
      },
    );
  }

  /**
   * What another tab has changed stands here as well, beside what was changed here and is not answered yet.
   *
   * @param {Settings} settings  As the other tab has remembered them.
   */
  async follow(settings) {
    const unanswered = this.wanted !== this.#accepted;
    const wanted = unanswered ? joinedSettings(this.#accepted, this.wanted, settings) : settings;
    this.#accepted = settings;
    await this.change(wanted);
  }

  /** Unless something else is wanted meanwhile. @param {Settings} settings @param {Settings} instead */
  #replace(settings, instead) {
    if (this.settings === settings) this.settings = instead;
    if (this.wanted === settings) this.wanted = instead;
  }

  /** What the hand is now. `takeBack` undoes what the server would not have. @param {() => void} [takeBack] */
  async refresh(takeBack) {
    this.#remember();
    await this.#ask((earlier) => this.#asItStands(earlier), takeBack);
  }

  /**
   * The hand after all steps. One of several under way may be refused for the sake of an earlier one, which is
   * then taken back: so before a refusal counts, those are heard, and the others are asked about anew.
   *
   * @param {Promise<unknown>} earlier
   * @returns {Promise<Answer>}
   */
  async #asItStands(earlier) {
    const before = this.#refusals;
    try {
      return await this.#confirmed(this.#begun, this.steps);
    } catch (error) {
      if (error instanceof api.ApiError && !error.passing) await earlier;
      if (this.#refusals === before) throw error;
      return this.#asItStands(earlier);
    }
  }

  clear() {
    this.#asking.forget();
    this.busy = false;
    this.photo = null;
    this.#begin(NOTHING);
    this.#tell();
  }

  /** @param {Beginning} from */
  #begin(from) {
    this.#origin = from;
    this.#past = [];
    this.#future = [];
    this.view = null;
    this.error = null;
    this.#unheard = false;
  }

  /**
   * Waits until what was changed a moment ago is answered, so that `view` is of it. What could not be answered
   * is asked once more; when that fails as well, it throws why.
   */
  async settled() {
    await this.#asking.answered();
    if (this.error?.passing || this.isBehind) {
      void this.refresh();
      await this.#asking.answered();
    }
    if (this.error?.passing) throw this.error;
  }

  /**
   * Asks the server; of several answers under way only the newest counts.
   *
   * @param {(earlier: Promise<unknown>) => Promise<Answer>} question
   * @param {() => void} [takeBack]
   */
  #ask(question, takeBack) {
    return this.#asking.ask((isNewest, earlier) => this.#answer(isNewest, earlier, question, takeBack));
  }

  /**
   * @param {() => boolean} isNewest
   * @param {Promise<unknown>} earlier
   * @param {(earlier: Promise<unknown>) => Promise<Answer>} question
   * @param {() => void} [takeBack]
   */
  async #answer(isNewest, earlier, question, takeBack) {
    this.busy = true;
    this.error = null;
    this.#tell();
    try {
      const answer = await question(earlier);
      if (!isNewest()) return;
      this.#heed(answer);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      const refused = takeBack && !error.passing;
      if (refused) {
        takeBack();
        this.#refusals += 1;
      }
      if (!isNewest()) return;
      this.#unheard ||= error.passing;
      this.error = error;
      this.retry = () => this.#ask(question, takeBack);
      if (refused && (this.view || this.#begun !== NOTHING)) await this.#catchUp(isNewest, earlier);
    } finally {
      if (isNewest()) {
        this.busy = false;
        this.#tell();
      }
    }
  }

  /** Shows what stands after a refusal: what was accepted just before may not have been looked at. @param {() => boolean} isNewest @param {Promise<unknown>} earlier */
  async #catchUp(isNewest, earlier) {
    try {
      const answer = await this.#asItStands(earlier);
      if (isNewest()) this.#heed(answer);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      this.#unheard ||= error.passing;
    }
  }

  /** @param {Answer} answer */
  #heed({ from, view, settings }) {
    if (from && this.reading) {
      this.#past.push({ from, steps: [] });
      this.#future = [];
    } else if (from) {
      this.#origin = from;
    }
    if (view) {
      this.view = this.#isLaidOut ? asFarAsLaid(view) : view;
      this.#viewed = JSON.stringify(this.document);
      this.#heard = { from: this.#begun, steps: this.steps };
      this.#unheard = false;
      this.#remember();
    }
    // What another tab has remembered is not written again: by then that tab may have changed more.
    if (settings && settings !== this.#accepted) {
      this.#accepted = rememberSettings(settings, this.#accepted);
      this.#replace(settings, this.#accepted);
    }
    // The server is heard from again: neither a photo that could not be read is kept waiting, nor are settings.
    if (!this.view && this.photo) void this.read(this.photo);
    else if (this.settings !== this.#accepted) void this.change(this.wanted);
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

/** The tiles of a hand that has not won; each kong has one more. */
const SIZE = 13;

/**
 * A hand that is being laid out, which is not dead for the tiles that are yet to come. Whoever says that it did not
 * win has laid out all there is of it: it counts as it lies.
 *
 * @param {Confirmed} view
 * @returns {Confirmed}
 */
function asFarAsLaid(view) {
  const sets = view.parts.flatMap(({ role, groups }) => (role === "seasons" ? [] : groups));
  const [{ groups: exposed }] = view.parts;
  const kongs = exposed.filter((group) => group.length === 4);
  const won = Boolean(view.hand?.win);
  const laid = sets.flat().length;
  const whole = SIZE + kongs.length + Number(won);
  const isEmpty = view.parts.every(({ groups }) => groups.length === 0);
  if (isEmpty || laid >= whole || view.answers.won === "no") return view;
  const problems = view.problems.filter(({ code }) => code !== "wrong-count");
  return { ...view, problems, score: null, sheet: [], other: null, unfinished: { laid, whole, won } };
}

/**
 * A hand with what one step says of a tile or a question.
 *
 * @param {Confirmed} view
 * @param {Step} step
 * @returns {Confirmed}
 */
function withStep(view, { do: what, key, tile, question, value }) {
  if (what === "replace") return withAnswer(view, `tile-${key}`, String(tile));
  return what === "answer" ? withAnswer(view, String(question), String(value)) : view;
}

/** A hand of which a question is answered: that about a tile names it. @param {Confirmed} view @param {string} question @param {string} value @returns {Confirmed} */
function withAnswer(view, question, value) {
  const answered = (/** @type {Question} */ one) => (one.id === question ? { ...one, value, answered: true } : one);
  const named = (/** @type {Tile} */ tile) =>
    `tile-${tile.key}` === question ? { ...tile, tile: value, doubtful: false, edited: true } : tile;
  const parts = view.parts.map(({ role, groups }) => ({ role, groups: groups.map((group) => group.map(named)) }));
  return { ...view, parts, questions: view.questions.map(answered), facts: view.facts.map(answered) };
}

/** Whether two readings propose the same hand. @param {Reading} one @param {Reading} other */
function sameRows(one, other) {
  const groups = (/** @type {Reading} */ { rows }) => JSON.stringify(rows.map((row) => row.groups));
  return groups(one) === groups(other);
}
