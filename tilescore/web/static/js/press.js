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

for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
  document.addEventListener(end, () => {
    pressed = false;
    setTimeout(release);
  });
}
