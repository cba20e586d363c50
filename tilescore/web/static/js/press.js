/**
 * Drawing that waits for a press to end. What appears or goes in the midst of a tap moves what is tapped away
 * from under the finger, and then nothing is clicked.
 */

let pressed = false;
/** @type {Set<() => void>} */
const waiting = new Set();

/**
 * Does it soon, once nothing on the page is held down.
 *
 * @param {() => void} act  Asked for several times meanwhile, it is done once.
 */
export function afterPress(act) {
  waiting.add(act);
  setTimeout(release);
}

/**
 * Does it at once, or as soon as what is held down on the page is let go of.
 *
 * @param {() => void} act  Asked for several times meanwhile, it is done once.
 */
export function unlessPressed(act) {
  if (pressed) {
    waiting.add(act);
    return;
  }
  waiting.delete(act);
  act();
}

function release() {
  if (pressed) return;
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
}

/** A list of choices opens when it is pressed; that it is let go of, the page may never learn. */
document.addEventListener("pointerdown", ({ button, target }) => {
  pressed = button === 0 && !(target instanceof HTMLSelectElement);
});

function letGo() {
  pressed = false;
  setTimeout(release);
}

for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, letGo);
// A tile that is dragged opens no menu, and is still held.
document.addEventListener("contextmenu", (event) => {
  if (!event.defaultPrevented) letGo();
});
// What is let go of in another window the page may never learn.
window.addEventListener("blur", letGo);
