/**
 * The hand, part by part, as tiles to tap, drag and walk through by keyboard.
 *
 * @import { HandState } from "./state.js"
 * @import { Role, Tile } from "./types.js"
 */

import { announce, Roving, tellHeight } from "./a11y.js";
import { byId, face, h, icon } from "./dom.js";
import { makeDraggable } from "./drag.js";
import { notify } from "./notice.js";
import { obstacle, partName, placesOf, ROLES } from "./places.js";
import { say, tileName } from "./words.js";

/** The keys that move a tile, by the parts' first letters (F for flowers, A for apart). */
const MOVES = /** @type {Record<string, Role>} */ ({ e: "exposed", c: "concealed", f: "seasons", a: "set_apart" });

/** A tile in words, with its part and whether to look at it. @param {Tile} tile @param {Role} role */
function tileLabel(tile, role) {
  const state = tile.doubtful ? ".doubtful" : isCorrected(tile) ? ".edited" : "";
  return say(`tile.label${state}`, { tile: tileName(tile.tile), part: partName(role).toLowerCase() });
}

/** A tile of the photo that a person named; one that was added was never wrong. @param {Tile} tile */
function isCorrected({ edited, corners }) {
  return edited && corners !== null;
}

/**
 * @typedef {object} StripActions
 * @property {(key: number) => void} open  The person wants to correct that tile.
 * @property {(role: Role) => void} insert  A tile of that part was missed.
 * @property {(key: number | null) => void} point  The tile under pointer or focus.
 */

export class Strip {
  /** @type {Set<number>} */
  #selected = new Set();
  #selecting = false;
  /** The keys of all tiles as they were drawn last, part by part. @type {number[][]} */
  #drawn = [];

  /**
   * @param {HandState} state
   * @param {StripActions} actions
   */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.area = byId("strip", HTMLElement);
    this.toolbar = byId("selection", HTMLElement);
    this.toggle = byId("select-toggle", HTMLButtonElement);
    this.roving = new Roving(this.area, "button.tile");
    tellHeight(this.toolbar, "--selection");
    this.toggle.addEventListener("click", () => this.#select(!this.#selecting));
    this.area.addEventListener("click", (event) => this.#clicked(event));
    this.area.addEventListener("keydown", (event) => this.#pressed(event));
    for (const type of ["pointerover", "focusin"]) {
      this.area.addEventListener(type, (event) => actions.point(keyOf(event.target)));
    }
    this.area.addEventListener("pointerleave", () => actions.point(null));
    makeDraggable(this.area, {
      handle: "button.tile",
      target: ".set, .part",
      drop: (handle, target) => this.#drop(handle, target),
    });
  }

  draw() {
    const at = document.activeElement;
    const focused = keyOf(at);
    const control = (this.area.contains(at) || this.toolbar.contains(at)) && at?.id;
    const before = this.#drawn;
    this.#drawn = ROLES.map((role) => this.state.part(role).groups.flat().map(({ key }) => key));
    const present = this.#drawn.flat();
    this.#selected = new Set([...this.#selected].filter((key) => present.includes(key)));
    this.area.replaceChildren(...ROLES.map((role) => this.#part(role)));
    this.#drawSelection();
    const again = focused === null ? null : (this.button(follower(focused, before, present)) ?? this.toggle);
    this.roving.settle(again ?? undefined);
    again?.focus({ preventScroll: true });
    if (control) document.getElementById(control)?.focus({ preventScroll: true });
  }

  /** @param {Role} role */
  focusAdd(role) {
    document.getElementById(`add-${role}`)?.focus({ preventScroll: true });
  }

  /** @param {number | null} key @returns {HTMLElement | null} */
  button(key) {
    return this.area.querySelector(`button.tile[data-key="${key}"]`);
  }

  /** Points out tiles that a problem is about. @param {number[]} keys */
  show(keys) {
    for (const button of this.roving.items) button.classList.remove("is-shown");
    const buttons = keys.map((key) => this.button(key)).filter((button) => button !== null);
    buttons[0]?.scrollIntoView({ block: "center" });
    buttons[0]?.focus({ preventScroll: true });
    for (const button of buttons) button.classList.add("is-shown");
  }

  /** @param {Role} role */
  #part(role) {
    const { groups } = this.state.part(role);
    const tiles = groups.flat();
    const heading = h(
      "h3",
      { class: "part-name", id: `part-${role}` },
      partName(role),
      " ",
      h("span", { class: "part-hint" }, tiles.length ? String(tiles.length) : say("hand.empty")),
    );
    const all =
      this.#selecting &&
      tiles.length > 0 &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          id: `all-${role}`,
          "aria-label": say("hand.select.part", { part: partName(role) }),
          onclick: () => this.#selectAll(tiles),
        },
        say("hand.select.all"),
      );
    const sets = groups.flatMap((group, place) => this.#group(group, role, place + 1));
    const add = h(
      "button",
      {
        type: "button",
        class: "add",
        id: `add-${role}`,
        "aria-label": say("hand.add", { part: partName(role) }),
        onclick: () => this.actions.insert(role),
      },
      icon("plus"),
    );
    return h(
      "section",
      { class: "part", "data-role": role, "aria-labelledby": `part-${role}` },
      h("div", { class: "part-head" }, heading, all),
      h("div", { class: "part-tiles" }, sets, add),
    );
  }

  /**
   * @param {Tile[]} group
   * @param {Role} role
   * @param {number} number
   * @returns {HTMLElement[]}
   */
  #group(group, role, number) {
    const buttons = group.map((tile) => this.#tile(tile, role));
    if (role !== "exposed") return buttons;
    const attributes = { class: "set", role: "group", "aria-label": say("hand.set", { number }), "data-set": group[0].key };
    return [h("div", attributes, buttons)];
  }

  /**
   * @param {Tile} tile
   * @param {Role} role
   */
  #tile(tile, role) {
    const classes = ["tile", tile.doubtful && "is-doubtful", isCorrected(tile) && "is-edited"];
    return h(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "data-key": tile.key,
        "aria-label": tileLabel(tile, role),
        "aria-pressed": this.#selecting ? String(this.#selected.has(tile.key)) : null,
        "aria-haspopup": this.#selecting ? null : "dialog",
      },
      face(tile.tile),
    );
  }

  /** @param {Event} event */
  #clicked(event) {
    const key = keyOf(event.target);
    if (key === null) return;
    if (this.#selecting) this.#flip(key);
    else this.actions.open(key);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const key = keyOf(event.target);
    if (key === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = this.#chosen ?? [key];
    const letter = event.key.toLowerCase();
    const role = MOVES[letter];
    if (event.key === "Delete" || event.key === "Backspace") this.#remove(keys);
    else if (letter === "x") this.#flip(key);
    else if (event.key === "Escape" && this.#selecting) this.#select(false);
    else if (role) this.#move(keys, role);
    else return;
    event.preventDefault();
  }

  /** The selected tiles in their order; null where there are none. */
  get #chosen() {
    const order = this.state.tiles.map(({ tile }) => tile.key);
    return this.#selected.size > 0 ? order.filter((key) => this.#selected.has(key)) : null;
  }

  /** @param {boolean} selecting */
  #select(selecting) {
    this.#selecting = selecting;
    this.#selected.clear();
    this.draw();
  }

  /** @param {number} key */
  #flip(key) {
    this.#selecting = true;
    if (!this.#selected.delete(key)) this.#selected.add(key);
    this.draw();
  }

  /** @param {Tile[]} tiles */
  #selectAll(tiles) {
    for (const { key } of tiles) this.#selected.add(key);
    this.draw();
  }

  #drawSelection() {
    const keys = this.#chosen;
    this.toggle.setAttribute("aria-pressed", String(this.#selecting));
    this.toggle.textContent = say(this.#selecting ? "hand.select.done" : "hand.select");
    this.toolbar.hidden = !keys;
    if (!keys) return;
    const move = (/** @type {Role} */ role) =>
      h(
        "button",
        { type: "button", class: "chip", id: `move-${role}`, onclick: () => this.#move(keys, role) },
        partName(role),
      );
    const lie = (/** @type {Role} */ role) => keys.every((key) => this.state.find(key)?.role === role);
    // Exposed tiles may yet become one set.
    const roles = placesOf(this.#codes(keys)).filter((role) => role === "exposed" || !lie(role));
    const words = [say("hand.selected", { count: keys.length }), ...(roles.length > 0 ? [say("tile.move")] : [])];
    this.toolbar.replaceChildren(
      h("p", { class: "selection-count" }, words.join(" · ")),
      ...roles.map(move),
      h(
        "button",
        { type: "button", class: "chip is-danger", id: "selection-delete", onclick: () => this.#remove(keys) },
        icon("delete"),
        say("tile.delete"),
      ),
    );
  }

  /**
   * @param {HTMLElement} handle
   * @param {HTMLElement} target
   */
  #drop(handle, target) {
    const found = this.state.find(Number(handle.dataset.key));
    if (!found) return;
    const { key } = found.tile;
    const keys = (this.#selected.has(key) && this.#chosen) || [key];
    const role = /** @type {Role} */ (target.closest(".part")?.getAttribute("data-role"));
    const host = target.dataset.set ? Number(target.dataset.set) : null;
    const together = host !== null && found.group.some((tile) => tile.key === host);
    if (together || (host === null && role === found.role && role !== "exposed")) return;
    // The set may begin with the very tile that is dragged; any other of its tiles names it as well.
    this.#move(keys, role, host !== null && keys.includes(host) ? null : host);
  }

  /**
   * @param {number[]} keys
   * @param {Role} role
   * @param {number | null} [host]  A tile of the exposed set that they join.
   */
  #move(keys, role, host = null) {
    const trouble = obstacle(this.#codes(keys), role);
    if (trouble) return notify(trouble);
    const one = keys.length === 1 && this.state.find(keys[0]);
    if (one) announce(say("hand.moved", { tile: tileName(one.tile.tile), part: partName(role).toLowerCase() }));
    this.#done(keys);
    void this.state.take({ do: "move", keys, part: role, ...(host !== null && { with: host }) });
  }

  /** @param {number[]} keys */
  #codes(keys) {
    return keys.flatMap((key) => this.state.find(key)?.tile.tile ?? []);
  }

  /** @param {number[]} keys */
  #remove(keys) {
    this.#done(keys);
    void this.state.take({ do: "delete", keys });
  }

  /** The bar is left for the tiles it was about; from there `draw` finds what to go on with. @param {number[]} keys */
  #done(keys) {
    const first = this.roving.items.find((item) => keys.includes(Number(item.dataset.key)));
    if (this.toolbar.contains(document.activeElement)) first?.focus({ preventScroll: true });
    this.#selecting = false;
    this.#selected.clear();
  }
}

/**
 * Where the keyboard goes on: at a tile that has come, or come back; else where it was. From a tile that is gone, at
 * the next of its part or the one before, and only where that part is empty at any other.
 *
 * @param {number} key  The tile where it was.
 * @param {number[][]} before  The tiles until now, part by part.
 * @param {number[]} now
 */
function follower(key, before, now) {
  const known = before.flat();
  const part = before.find((keys) => keys.includes(key)) ?? [];
  const place = part.indexOf(key);
  const nearby = [...part.slice(place), ...part.slice(0, place).reverse(), ...now];
  return now.find((each) => !known.includes(each)) ?? nearby.find((each) => now.includes(each)) ?? null;
}

/** @param {EventTarget | null} target */
function keyOf(target) {
  const button = target instanceof Element && target.closest("button.tile");
  return button instanceof HTMLElement && button.dataset.key ? Number(button.dataset.key) : null;
}
