/**
 * The sheet that opens for one tile: its crop from the photo, what it may be, then every face by suit. One tap
 * corrects and closes.
 *
 * @import { HandState, Found } from "./state.js"
 * @import { PhotoView } from "./photo.js"
 * @import { Role, Step } from "./types.js"
 */

import { openDialog, Roving, tellHeight } from "./a11y.js";
import { byId, face, h, icon } from "./dom.js";
import { notify } from "./notice.js";
import { drawTile } from "./picture.js";
import { isSeason, obstacle, partName, placesOf } from "./places.js";
import { unlessPressed } from "./press.js";
import { say, tileName } from "./words.js";

/** @param {string} ranks @param {string} family */
const faces = (ranks, family) => [...ranks].map((rank) => rank + family);

/** The palette, a suit a line. */
const SUITS = {
  characters: faces("123456789", "c"),
  dots: faces("123456789", "d"),
  bamboo: faces("123456789", "b"),
  winds: faces("ESWN", "w"),
  dragons: faces("RGW", "d"),
  flowers: faces("1234", "f"),
  seasons: faces("1234", "s"),
  facedown: ["?"],
};
const CODES = Object.values(SUITS).flat();

/** What a tap on a face means: the tile at `key` is it, or it was missed there. */
/** @typedef {{key: number} | {part: Role} | {after: number}} Target */

export class Palette {
  /** @type {Target | null} */
  #target = null;
  #typed = "";

  /**
   * @param {HandState} state
   * @param {PhotoView} photo
   * @param {(part: Role) => void} goBack  Where the focus belongs after tiles were added to a part.
   */
  constructor(state, photo, goBack) {
    this.state = state;
    this.photo = photo;
    this.dialog = byId("tile-dialog", HTMLDialogElement);
    this.title = byId("tile-title", HTMLElement);
    this.crop = byId("tile-crop", HTMLCanvasElement);
    this.read = byId("tile-read", HTMLElement);
    this.likely = byId("tile-likely", HTMLElement);
    this.all = byId("tile-all", HTMLElement);
    this.actions = byId("tile-actions", HTMLElement);
    this.laid = byId("tile-laid", HTMLElement);
    tellHeight(this.laid, "--laid");
    this.jump = byId("tile-jump", HTMLButtonElement);
    this.jump.addEventListener("click", () => this.#showActions());
    this.dialog.addEventListener("keydown", (event) => this.#typing(event));
    const drawLaid = () => this.#drawLaid();
    state.addEventListener("change", () => unlessPressed(drawLaid));
    this.dialog.addEventListener("close", () => {
      // The button that opened the sheet was redrawn behind it, so the browser cannot go back to it.
      const lost = document.activeElement === document.body || this.dialog.contains(document.activeElement);
      if (lost && this.#target && "part" in this.#target) goBack(this.#target.part);
    });
    this.all.replaceChildren(...Object.entries(SUITS).map(([suit, codes]) => this.#suit(suit, codes)));
    this.rovingAll = new Roving(this.all, ".suit:not([hidden]) button.tile");
    this.rovingLikely = new Roving(this.likely, "button.tile");
  }

  /** @param {Target} target */
  open(target) {
    this.#target = target;
    this.#typed = "";
    const found = "key" in target ? this.state.find(target.key) : null;
    if ("key" in target && !found) return;
    this.title.textContent = say(this.#titleName(target));
    this.#drawCrop(found);
    this.#drawLikely(found);
    this.#drawActions(found);
    this.#drawLaid();
    for (const suit of this.all.children) {
      const [first] = SUITS[/** @type {keyof SUITS} */ (suit.getAttribute("data-suit"))];
      /** @type {HTMLElement} */ (suit).hidden = this.#obstacle(target, first) !== "";
    }
    this.rovingAll.settle(this.#button(found?.tile.tile));
    for (const button of this.rovingAll.items) {
      button.setAttribute("aria-pressed", String(button.dataset.code === found?.tile.tile));
    }
    openDialog(this.dialog);
    const first = this.likely.querySelector("button") ?? this.rovingAll.items[0];
    first?.focus({ preventScroll: true });
  }

  /** Whether tiles are laid out one after another: a hand without a photo is made that way. @param {Target} target */
  #laying(target) {
    return "part" in target && !this.state.photo && !this.state.reading;
  }

  /** Why that tile cannot be added there: to the Seasons none but a Season. @param {Target} target @param {string} code */
  #obstacle(target, code) {
    const part = "part" in target ? target.part : "after" in target ? this.state.find(target.after)?.role : null;
    return part === "seasons" ? obstacle([code], part) : "";
  }

  /** @param {Target} target */
  #titleName(target) {
    if ("key" in target) return "tile.title";
    return this.#laying(target) ? "tile.title.lay" : "tile.title.insert";
  }

  /** @param {string} [code] */
  #button(code) {
    return this.rovingAll.items.find((item) => item.dataset.code === code);
  }

  /**
   * @param {string} suit
   * @param {string[]} codes
   */
  #suit(suit, codes) {
    const name = say(`tile.${suit}`);
    const attributes = { class: "suit", role: "group", "aria-label": name, "data-suit": suit };
    return h(
      "div",
      attributes,
      h("h3", { class: "suit-name", "aria-hidden": "true" }, name),
      h("div", { class: "suit-tiles" }, codes.map((code) => this.#face(code))),
    );
  }

  /**
   * @param {string} code
   * @param {string} [note]  What stands below the face.
   * @param {string} [label]
   */
  #face(code, note, label) {
    return h(
      "button",
      {
        type: "button",
        class: "tile",
        "data-code": code,
        "aria-label": label ?? tileName(code),
        onclick: () => this.#choose(code),
      },
      face(code),
      note && h("span", { class: "probability", "aria-hidden": "true" }, note),
    );
  }

  /** @param {Found | null} found */
  #drawCrop(found) {
    const { picture } = this.photo;
    const corners = found?.tile.corners;
    const { reading } = this.state;
    this.crop.hidden = !(picture && corners && reading);
    if (picture && corners && reading) drawTile(this.crop, picture, corners, reading.size);
    this.read.textContent = found ? say("tile.read", { tile: tileName(found.tile.tile) }) : "";
  }

  /** @param {Found | null} found */
  #drawLikely(found) {
    const section = byId("tile-likely-section", HTMLElement);
    section.hidden = !found;
    if (!found) {
      this.likely.replaceChildren();
      return;
    }
    const { tile, confidence, alternatives } = found.tile;
    const percent = (/** @type {number | null} */ share) => {
      if (share === null) return "";
      return share < 0.01 ? say("tile.hardly") : say("tile.percent", { percent: Math.floor(100 * share) });
    };
    this.likely.replaceChildren(
      this.#face(tile, percent(confidence), say("tile.keep", { tile: tileName(tile) })),
      ...alternatives.map(([code, share]) => this.#face(code, percent(share))),
    );
    this.likely.firstElementChild?.classList.add("is-current");
    this.rovingLikely.settle();
  }

  /** @param {Found | null} found */
  #drawActions(found) {
    this.actions.hidden = !found;
    this.jump.hidden = !found;
    this.actions.replaceChildren();
    if (!found) return;
    const { tile, role, group } = found;
    const places = placesOf([tile.tile]);
    const moves = places.filter((part) => part !== role).map((part) => this.#moveButton(tile.key, part));
    if (places.includes("exposed")) moves.push(...this.#sets(found));
    if (moves.length > 0) this.actions.append(h("h3", {}, say("tile.move")), h("div", { class: "chips" }, moves));
    this.actions.append(
      h(
        "div",
        { class: "chips" },
        role === "exposed" &&
          group[0].key !== tile.key &&
          this.#action("split", say("tile.split"), { do: "split", key: tile.key }),
        this.#insertButton(tile.key),
        this.#action("delete", say("tile.delete"), { do: "delete", keys: [tile.key] }, "is-danger"),
      ),
    );
  }

  #showActions() {
    this.actions.scrollIntoView({ block: "end" });
    this.actions.querySelector("button")?.focus({ preventScroll: true });
  }

  /** What lies in the part to which tiles are being added. */
  #drawLaid() {
    const target = this.#target;
    this.laid.hidden = !(target && "part" in target);
    if (!target || !("part" in target)) return;
    const tiles = this.state.part(target.part).groups.flat();
    this.laid.replaceChildren(
      h("span", { class: "hint" }, `${partName(target.part)}: ${tiles.length || say("hand.empty")}`),
      h("span", { class: "mini" }, tiles.map(({ tile }) => face(tile))),
    );
  }

  /** Joining an exposed set, or leaving one. @param {Found} found */
  #sets({ tile, role, group, set }) {
    const sets = this.state.part("exposed").groups;
    const buttons = sets.flatMap((other, place) =>
      role === "exposed" && place + 1 === set
        ? []
        : [this.#setButton(tile.key, other.map((each) => each.tile), place + 1, other[0].key)],
    );
    if (role === "exposed" && group.length > 1) {
      buttons.push(
        this.#action(null, say("tile.move.own"), { do: "move", keys: [tile.key], part: "exposed" }),
      );
    }
    return buttons;
  }

  /**
   * @param {number} key
   * @param {string[]} codes
   * @param {number} number
   * @param {number} host
   */
  #setButton(key, codes, number, host) {
    const step = { do: "move", keys: [key], part: "exposed", with: host };
    const button = this.#action(null, say("tile.move.join", { number }), step);
    button.append(h("span", { class: "mini" }, codes.map((code) => face(code))));
    return button;
  }

  /**
   * @param {number} key
   * @param {Role} part
   */
  #moveButton(key, part) {
    return this.#action(null, partName(part), { do: "move", keys: [key], part });
  }

  /** @param {number} key */
  #insertButton(key) {
    const open = () => this.open({ after: key });
    return h("button", { type: "button", class: "chip", onclick: open }, icon("plus"), say("tile.after"));
  }

  /**
   * @param {string | null} sign
   * @param {string} words
   * @param {Step} step
   * @param {string} [kind]
   */
  #action(sign, words, step, kind = "") {
    const act = () => {
      this.dialog.close();
      void this.state.take(step);
    };
    return h("button", { type: "button", class: `chip ${kind}`.trim(), onclick: act }, sign && icon(sign), words);
  }

  /** @param {string} code */
  #choose(code) {
    const target = this.#target;
    if (!target) return;
    const trouble = this.#obstacle(target, code);
    if (trouble) return notify(trouble);
    if (!this.#laying(target)) this.dialog.close();
    void this.state.take(this.#step(target, code));
  }

  /** A missed Season lies with the Seasons, whichever part it was added to; exposed tiles make one set after another. @param {Target} target @param {string} code @returns {Step} */
  #step(target, code) {
    if ("key" in target) return { do: "replace", key: target.key, tile: code };
    const follows = "after" in target && this.state.find(target.after)?.role;
    if (isSeason(code) && follows !== "seasons") return { do: "insert", tile: code, part: "seasons" };
    if ("after" in target) return { do: "insert", tile: code, after: target.after };
    if (target.part === "exposed") return { do: "lay", tile: code };
    return { do: "insert", tile: code, part: target.part };
  }

  /** Notation typed while the sheet is open chooses the tile: "5" then "c". @param {KeyboardEvent} event */
  #typing(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1 || event.key === " ") return;
    const wanted = (this.#typed + event.key).slice(-2).toLowerCase();
    const code = CODES.find((each) => each.toLowerCase() === wanted) ?? (event.key === "?" ? "?" : null);
    this.#typed = code ? "" : event.key; // the end of one tile is not the beginning of the next
    if (code) this.#choose(code);
  }
}
