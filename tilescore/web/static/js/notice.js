/**
 * One clear sentence above everything else, with what to do about it. Good news leaves again; trouble stays until
 * somebody sends it away or it is over.
 */

import { tellHeight } from "./a11y.js";
import { byId, h } from "./dom.js";
import { say } from "./words.js";

/** After so long good news has been read. */
const READ = 8_000;

let reading = 0;

/**
 * @param {string} text
 * @param {{good?: boolean, retry?: () => void, links?: HTMLElement[]}} [manner]  Trouble unless `good`.
 */
export function notify(text, { good = false, retry, links = [] } = {}) {
  const notice = byId("notice", HTMLElement);
  const again = byId("notice-retry", HTMLButtonElement);
  clearTimeout(reading);
  notice.classList.toggle("is-good", good);
  notice.classList.remove("is-read");
  notice.setAttribute("role", good ? "status" : "alert");
  byId("notice-text", HTMLElement).textContent = text;
  byId("notice-link", HTMLElement).replaceChildren(...links);
  again.hidden = !retry;
  again.onclick = () => {
    hush();
    retry?.();
  };
  notice.hidden = false;
  bringInSight(notice);
  if (good) leaveWhenRead(notice);
}

/**
 * Not while somebody points at it or is in it. One that offers something stays where it stands, to be scrolled
 * away: what it undoes may be missed later.
 *
 * @param {HTMLElement} notice
 */
function leaveWhenRead(notice) {
  reading = window.setTimeout(() => {
    if (notice.matches(":hover, :focus-within")) leaveWhenRead(notice);
    else if (byId("notice-link", HTMLElement).hasChildNodes()) notice.classList.add("is-read");
    else hush();
  }, READ);
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
  clearTimeout(reading);
  notice.hidden = true;
}

/** Somebody goes on with something else: trouble that cannot be tried again is over. */
export function leaveBehind() {
  const good = byId("notice", HTMLElement).classList.contains("is-good");
  if (!good && byId("notice-retry", HTMLButtonElement).hidden) hush();
}

/** Takes a notice back that no longer holds; any other that took its place stays. @param {string} text */
export function withdraw(text) {
  if (byId("notice-text", HTMLElement).textContent === text) hush();
}

/** Lets the notice be dismissed. */
export function prepareNotice() {
  tellHeight(byId("notice", HTMLElement), "--notice");
  byId("notice-close", HTMLButtonElement).addEventListener("click", hush);
}
