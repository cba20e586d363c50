/**
 * What the table plays: the score sheet, its options, and for those who want it a seat that is not asked.
 *
 * @import { Settings, Sheet, SheetSetting } from "./types.js"
 */

import { openDialog } from "./a11y.js";
import { sheets } from "./api.js";
import { byId, h } from "./dom.js";
import { Newest } from "./newest.js";
import { notify } from "./notice.js";
import { NumberField } from "./number.js";
import { followMemory, recall, remember } from "./storage.js";
import { known, say } from "./words.js";

const SEATS = ["E", "S", "W", "N"];

/** @type {Settings} */
const PLAIN = { rules: "", options: {}, others: {}, seat: "", prevailing: "" };

/** @param {Settings} [otherwise] @returns {Settings} What this device remembers; rules "" are those that the server was started for. */
export function rememberedSettings(otherwise) {
  return { ...PLAIN, ...(recall("local", "settings") ?? otherwise) };
}

/**
 * The limit that this device remembers for a score sheet, if it does.
 *
 * @param {string} rules
 * @param {string} otherwise  The score sheet for which the server was started.
 * @returns {number | undefined}
 */
export function rememberedLimit(rules, otherwise) {
  const { rules: played, options, others } = rememberedSettings();
  const { limit } = rules === (played || otherwise) ? options : (others[rules] ?? {});
  return /** @type {number | undefined} */ (limit);
}

/**
 * Remembers what the server has accepted, beside what another tab has changed in the same breath.
 *
 * @param {Settings} settings
 * @param {Settings} before  What was remembered, as far as this tab has heard.
 * @returns {Settings}  What is remembered now.
 */
export function rememberSettings(settings, before) {
  const all = joinedSettings(before, settings, rememberedSettings(before));
  remember("local", "settings", all);
  return all;
}

/**
 * What was changed in this tab and in another one; where both have changed the same, what this one has.
 *
 * @param {Settings} before  What stood in both.
 * @param {Settings} here
 * @param {Settings} elsewhere
 * @returns {Settings}  `here` or `elsewhere` itself where the other has changed nothing.
 */
export function joinedSettings(before, here, elsewhere) {
  if (isSame(before, elsewhere)) return here;
  if (isSame(before, here)) return elsewhere;
  const { sheets, ...rest } = joined(bySheet(before), bySheet(here), bySheet(elsewhere));
  const { [rest.rules]: options = {}, ...others } = sheets;
  return { ...rest, options, others };
}

/** With the options of the score sheet that is played among those of the others. @param {Settings} settings */
function bySheet({ options, others, ...rest }) {
  return { ...rest, sheets: { ...others, [rest.rules]: options } };
}

/** @param {any} before @param {any} here @param {any} elsewhere @returns {any} */
function joined(before, here, elsewhere) {
  if (isSame(before, elsewhere)) return here;
  if (isSame(before, here)) return elsewhere;
  if (!(here instanceof Object && elsewhere instanceof Object)) return here;
  const keys = Object.keys({ ...here, ...elsewhere });
  return Object.fromEntries(keys.map((key) => [key, joined(before?.[key], here[key], elsewhere[key])]));
}

/** @param {unknown} one @param {unknown} other */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Hears of what another tab has changed. @param {(settings: Settings) => void} take */
export function followSettings(take) {
  followMemory("settings", () => take(rememberedSettings()));
}

export class SettingsDialog {
  /** @type {{sheets: Sheet[], table: {rules: string, options: Settings["options"]}} | null} */
  #known = null;
  /** What the form shows: at once what was changed in it, whatever the server will say. @type {Settings} */
  #shown;
  #saving = new Newest();

  /**
   * @param {() => Settings} current
   * @param {(settings: Settings) => Promise<string>} change  Says why they were not accepted, if they were not.
   */
  constructor(current, change) {
    this.current = current;
    this.#shown = current();
    this.change = change;
    this.dialog = byId("settings-dialog", HTMLDialogElement);
    this.form = byId("settings-form", HTMLFormElement);
    this.trouble = h("p", { class: "trouble", role: "alert" });
    this.form.addEventListener("change", ({ target }) => this.#save(target instanceof Element ? target.id : ""));
    // Enter is the end of a number, not of the settings: what is said of it has to be seen.
    this.form.addEventListener("submit", (event) => event.preventDefault());
  }

  async open() {
    try {
      this.#known ??= await sheets();
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { retry: () => void this.open() });
      return;
    }
    this.#draw(this.current());
    openDialog(this.dialog);
  }

  get isOpen() {
    return this.dialog.open;
  }

  /** Shows what is to stand now, where the form shows something else: it was refused, or another tab has changed some. */
  catchUp() {
    if (this.isOpen && this.current() !== this.#shown) this.#draw(this.current());
  }

  get #rules() {
    return this.#shown.rules || (this.#known?.table.rules ?? "");
  }

  /** @param {Settings} settings */
  #draw(settings) {
    this.#shown = settings;
    const rules = this.#rules;
    const { seat, prevailing } = settings;
    const sheet = this.#known?.sheets.find(({ id }) => id === rules);
    const focused = document.activeElement?.id;
    this.form.replaceChildren(
      h(
        "fieldset",
        { class: "books" },
        h("legend", {}, h("h3", {}, say("settings.rules"))),
        (this.#known?.sheets ?? []).map(({ id, title }) => bookChoice(id, title, id === rules)),
      ),
      windSetting("seat", seat),
      rules === "millington" ? windSetting("prevailing", prevailing) : "",
      h("h3", { class: "settings-part" }, say("settings.options")),
      ...(sheet?.settings ?? []).map((setting) => this.#option(setting)),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {SheetSetting} setting */
  #option(setting) {
    const label = h("label", { for: `option-${setting.id}` }, setting.words);
    return h("div", { class: "setting" }, label, ...control(setting, this.#value(setting)));
  }

  /** What stands: remembered on this device, else what the server's table has, else the book's own. @param {SheetSetting} setting */
  #value({ id, default: inBook }) {
    const table = this.#known?.table;
    const atTable = table?.rules === this.#rules ? table.options[id] : undefined;
    return this.#shown.options[id] ?? atTable ?? inBook;
  }

  /** @param {string} changed  The id of what was changed. */
  #save(changed) {
    const settings = this.#settings();
    // Other rules have other options. Anything else is drawn already, and somebody may be in the midst of the next field.
    if (settings.rules === this.#rules) this.#shown = settings;
    else this.#draw(settings);
    void this.#saving.ask(async (isNewest) => {
      const trouble = await this.change(settings);
      if (!isNewest()) return;
      this.catchUp();
      this.#warn(trouble, changed);
    });
  }

  /** What is in the form. @returns {Settings} */
  #settings() {
    const form = new FormData(this.form);
    const rules = String(form.get("rules"));
    const before = this.#rules;
    const options = this.#options(form);
    const { [rules]: again = {}, ...others } = this.#shown.others;
    return {
      rules,
      ...(rules === before ? { options, others } : { options: again, others: { ...others, [before]: options } }),
      seat: /** @type {Settings["seat"]} */ (form.get("seat")),
      // Only by Millington there is one to be said.
      prevailing: /** @type {Settings["prevailing"]} */ (form.get("prevailing") ?? this.#shown.prevailing),
    };
  }

  /** What could not be said to the server when it was changed is said by now. */
  withdraw() {
    this.trouble.remove();
  }

  /** Says what is wrong with what was changed, beside it. @param {string} trouble @param {string} changed */
  #warn(trouble, changed) {
    this.trouble.remove();
    if (!trouble) return;
    this.trouble.textContent = trouble;
    document.getElementById(changed)?.closest(".setting, .books")?.append(this.trouble);
    this.trouble.scrollIntoView({ block: "nearest" });
  }

  /** The options that differ from what would stand anyway. @param {FormData} form */
  #options(form) {
    const sheet = this.#known?.sheets.find(({ id }) => id === this.#rules);
    /** @type {Settings["options"]} */
    const options = {};
    for (const setting of sheet?.settings ?? []) {
      const value = valueIn(form, setting);
      if (value !== this.#value(setting)) options[setting.id] = value;
      else if (setting.id in this.#shown.options) options[setting.id] = this.#shown.options[setting.id];
    }
    return options;
  }
}

/** @param {FormData} form @param {SheetSetting} setting */
function valueIn(form, { id, default: inBook }) {
  const written = form.get(`option-${id}`);
  if (typeof inBook === "boolean") return written !== null;
  return typeof inBook === "number" ? Number(written) : String(written);
}

/** @param {string} id @param {string} title @param {boolean} chosen */
function bookChoice(id, title, chosen) {
  const name = `settings.rules.${id}`;
  return h(
    "label",
    { class: "book-choice" },
    h("input", { type: "radio", name: "rules", value: id, id: `rules-${id}`, checked: chosen }),
    h("span", {}, known(name) ? say(name) : title, known(name) && h("small", {}, say(`${name}.hint`))),
  );
}

/** @param {"seat" | "prevailing"} name @param {string} value */
function windSetting(name, value) {
  const id = `setting-${name}`;
  return h(
    "div",
    { class: "setting" },
    h("label", { for: id }, say(`settings.${name}`)),
    h(
      "select",
      { id, name },
      h("option", { value: "" }, say("settings.ask")),
      SEATS.map((wind) => h("option", { value: wind, selected: wind === value }, say(`seat.${wind}`))),
    ),
  );
}

/** The control, and for a number what is said of it. @param {SheetSetting} setting @param {boolean | number | string} value */
function control({ id, choices, least, most }, value) {
  const attributes = { id: `option-${id}`, name: `option-${id}` };
  if (typeof value === "boolean") return [h("input", { ...attributes, type: "checkbox", checked: value })];
  if (typeof value === "number") {
    const field = { ...attributes, least, most, value: String(value), required: true };
    const { input, trouble } = new NumberField(field);
    return [input, trouble];
  }
  const words = choices.map((choice) => {
    const name = `settings.choice.${choice}`;
    return h("option", { value: choice, selected: choice === value }, known(name) ? say(name) : choice);
  });
  return [h("select", attributes, words)];
}
