/** One clear sentence above everything else, with what to do about it. */

import { byId, h } from "./dom.js";
import { say } from "./words.js";

/**
 * @param {string} text
 * @param {{good?: boolean, retry?: () => void, links?: HTMLElement[]}} [manner]  Trouble unless `good`.
 */
export function notify(text, { good = false, retry, links = [] } = {}) {
  const notice = byId("notice", HTMLElement);
  const again = byId("notice-retry", HTMLButtonElement);
  notice.classList.toggle("is-good", good);
  byId("notice-text", HTMLElement).textContent = text;
  byId("notice-link", HTMLElement).replaceChildren(...links);
  again.hidden = !retry;
  again.onclick = () => {
    hush();
    retry?.();
  };
  notice.hidden = false;
  bringInSight(notice);
}

/** Behind an open dialog it could be neither seen nor used: it stands in it until that is closed. @param {HTMLElement} notice */
function bringInSight(notice) {
  const dialog = document.querySelector("dialog:modal");
  if (!dialog || dialog.contains(notice)) return;
  const back = () => byId("main", HTMLElement).prepend(notice);
  dialog.addEventListener("close", back, { once: true });
  dialog.querySelector(".dialog-head")?.after(notice);
}

/** A button for a notice of what was done, which undoes it. @param {() => void} undo */
export function takeBack(undo) {
  const act = () => {
    undo();
    hush();
  };
  return h("button", { type: "button", class: "chip", onclick: act }, say("takeback"));
}

export function hush() {
  const notice = byId("notice", HTMLElement);
  // What is hidden cannot keep the focus, which would be nowhere then.
  if (notice.contains(document.activeElement)) {
    /** @type {HTMLElement | null} */
    const close = document.querySelector("dialog:modal [data-close]");
    (close ?? byId("main", HTMLElement)).focus({ preventScroll: true });
  }
  notice.hidden = true;
}

/** Takes a notice back that no longer holds; any other that took its place stays. @param {string} text */
export function withdraw(text) {
  if (byId("notice-text", HTMLElement).textContent === text) hush();
}

/** Lets the notice be dismissed. */
export function prepareNotice() {
  byId("notice-close", HTMLButtonElement).addEventListener("click", hush);
}
