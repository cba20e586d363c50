/** What keyboard and screen reader need beyond plain HTML. */

import { byId } from "./dom.js";

/** What was announced last. */
let announced = "";

/**
 * Says something to a screen reader, politely. What is visible changes anyway.
 *
 * @param {string} text
 */
export function announce(text) {
  if (text === announced) return;
  announced = text;
  bringInHearing().textContent = text;
}

/**
 * Behind an open dialog nothing is heard: what is announced stands in the one on top. It leaves its words behind,
 * which would be announced again where it comes.
 */
function bringInHearing() {
  const live = byId("live", HTMLElement);
  const place = openDialogs().at(-1) ?? document.body;
  if (live.parentElement === place) return live;
  live.textContent = "";
  place.append(live);
  return live;
}

/**
 * Makes one tab stop of many buttons: arrow keys go from one to the next, up and down to the nearest in the
 * next line, Home and End to the ends. The buttons may be replaced; `settle` is called after each redrawing.
 */
export class Roving {
  /**
   * @param {HTMLElement} container
   * @param {string} selector  The buttons, in reading order.
   */
  constructor(container, selector) {
    this.container = container;
    this.selector = selector;
    container.addEventListener("keydown", (event) => this.#move(event));
    container.addEventListener("focusin", (event) => {
      if (event.target instanceof HTMLElement && event.target.matches(selector)) this.settle(event.target);
    });
  }

  /** @returns {HTMLElement[]} */
  get items() {
    return [...this.container.querySelectorAll(this.selector)].filter((item) => item instanceof HTMLElement);
  }

  /** Exactly one of the buttons can be tabbed to: `wanted`, else the first. @param {HTMLElement} [wanted] */
  settle(wanted) {
    const { items } = this;
    const stop = wanted && items.includes(wanted) ? wanted : items[0];
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    const { items } = this;
    const place = items.indexOf(event.target);
    if (place < 0) return;
    const next = this.#neighbour(items, place, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /**
   * @param {HTMLElement[]} items
   * @param {number} place
   * @param {string} key
   */
  #neighbour(items, place, key) {
    switch (key) {
      case "ArrowRight":
        return items[place + 1];
      case "ArrowLeft":
        return items[place - 1];
      case "Home":
        return items[0];
      case "End":
        return items.at(-1);
      case "ArrowDown":
        return nearestLine(items, items[place], 1);
      case "ArrowUp":
        return nearestLine(items, items[place], -1);
      default:
        return undefined;
    }
  }
}

/**
 * The item of the next line down (`way` 1) or up (-1) that is nearest to `from` across.
 *
 * @param {HTMLElement[]} items
 * @param {HTMLElement} from
 * @param {1 | -1} way
 */
function nearestLine(items, from, way) {
  const here = from.getBoundingClientRect();
  const beyond = items
    .map((item) => ({ item, box: item.getBoundingClientRect() }))
    .filter(({ box }) => way * (box.top - here.top) > here.height / 2);
  const line = Math.min(...beyond.map(({ box }) => way * box.top));
  const near = beyond.filter(({ box }) => Math.abs(way * box.top - line) < here.height / 2);
  near.sort((one, other) => Math.abs(one.box.left - here.left) - Math.abs(other.box.left - here.left));
  return near[0]?.item;
}

/**
 * Tells the styles how high something is that stays in sight, so that what gets the focus is scrolled clear of it;
 * so is what the keyboard is at when it grows.
 *
 * @param {HTMLElement} element
 * @param {string} property  In pixels; 0 while it is hidden.
 */
export function tellHeight(element, property) {
  const tell = () => {
    document.documentElement.style.setProperty(property, `${element.offsetHeight}px`);
    document.querySelector(":focus-visible:not(main)")?.scrollIntoView({ block: "nearest" });
  };
  new ResizeObserver(tell).observe(element);
}

/**
 * Opens a dialog: focus is held inside by the browser and returns where it came from; Escape and a tap beside
 * it close it.
 *
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  dialog.scrollTop = 0;
  // Before there is something to say: only what changes while it is there is heard.
  bringInHearing();
}

/** Of several the one on top is the last. */
function openDialogs() {
  return [.../** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog:modal"))];
}

/** Closes what is open, of several the one on top first: what it is about has given way. */
export function closeDialogs() {
  for (const dialog of openDialogs().reverse()) dialog.close();
}

/** Lets every dialog of the page close by a tap beside it and by its close buttons. */
export function prepareDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      const closes = event.target instanceof Element && event.target.closest("[data-close]");
      if (event.target === dialog || closes) dialog.close();
    });
    dialog.addEventListener("close", () => bringInHearing());
  }
}
