/** What this device remembers. A browser that forbids it costs the memory, never the page. */

/** @type {(area: "local" | "session") => Storage} */
const areaOf = (area) => (area === "local" ? localStorage : sessionStorage);

/**
 * @param {"local" | "session"} area
 * @param {string} name
 * @returns {any} What was remembered, else null.
 */
export function recall(area, name) {
  try {
    return JSON.parse(areaOf(area).getItem(`tilescore.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {"local" | "session"} area
 * @param {string} name
 * @param {unknown} value  null forgets it.
 * @returns {boolean}  Whether that was done.
 */
export function remember(area, name, value) {
  try {
    if (value === null) areaOf(area).removeItem(`tilescore.${name}`);
    else areaOf(area).setItem(`tilescore.${name}`, JSON.stringify(value));
    return true;
  } catch {
    // Storage that is full or forbidden: the hand on the screen is what counts.
    return false;
  }
}

/**
 * Is told when another tab has changed what is remembered on this device.
 *
 * @param {string} name
 * @param {() => void} act
 */
export function followMemory(name, act) {
  window.addEventListener("storage", ({ key }) => {
    if (key === `tilescore.${name}`) act();
  });
}
