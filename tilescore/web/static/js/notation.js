/**
 * What the server writes in the notation, as people see it who never learnt that: tiles drawn, or in words.
 *
 * @typedef {{codes: string[], how: "declared" | "added" | ""}} Group  Tiles that are written together.
 */

import { face, h } from "./dom.js";
import { say, tileName } from "./words.js";

const GROUP = String.raw`\[?(?:\?|[1-9+]+[cdb]|[ESWN+]+w|[RGW+]+d|[1-4]+[fs])+\]?`;
const END = "(?=[.,:;…]*(?: |$))";

/** Groups one after another; the stroke parts the exposed from the concealed, and alone it is none. */
const TILES = new RegExp(`((?=[ /]*${GROUP}${END})(?:(?:^| )(?:${GROUP}|/)${END})+)`);

/** Which step is meant: only programs count them. */
const STEP = /^step \d+: /;

/** A tile's notation behind its name. */
const BEHIND = new RegExp(String.raw` \((?:\?|[1-9ESWNRG][cdbwfs])\)${END}`, "g");

/**
 * The text with its tiles drawn.
 *
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function drawn(text) {
  return pieces(text).flatMap((piece, place) => (place % 2 === 0 ? [piece] : [" ", picture(piece)]));
}

/**
 * The text with its tiles in words.
 *
 * @param {string} text
 */
export function inWords(text) {
  const words = pieces(text).map((piece, place) => (place % 2 === 0 ? piece : ` ${wordsOf(piece)}`));
  return words.join("").trim();
}

/** The text cut up: every second piece is notation. @param {string} text */
function pieces(text) {
  return text.replace(STEP, "").replace(BEHIND, "").split(TILES);
}

/** @param {string} notation */
function picture(notation) {
  const parts = wordsIn(notation).map((word) =>
    word === "/" ? h("span", { class: "stroke" }) : h("span", { class: "mini" }, facesOf(groupOf(word)).map(face)),
  );
  return h("span", { class: "drawn", role: "img", "aria-label": wordsOf(notation) }, parts);
}

/** Of a kong declared from the hand two tiles lie face down, by either book. @param {Group} group */
function facesOf({ codes, how }) {
  return how === "declared" ? codes.map((code, place) => (place % 3 === 0 ? "?" : code)) : codes;
}

/** @param {string} notation @returns {string} */
function wordsOf(notation) {
  const words = wordsIn(notation);
  const stroke = words.indexOf("/");
  if (stroke < 0) return words.map(groupWords).join("; ");
  const concealed = words.slice(stroke + 1).map(groupWords).join("; ");
  const exposed = words.slice(0, stroke).map(groupWords);
  return [...exposed, ...(concealed ? [say("notation.concealed", { tiles: concealed })] : [])].join("; ");
}

/** @param {string} word */
function groupWords(word) {
  const { codes, how } = groupOf(word);
  const tiles = [...new Set(codes)].map((code) => severalOf(code, codes.filter((each) => each === code).length));
  return how ? say(`notation.${how}`, { tiles: tiles.join(", ") }) : tiles.join(", ");
}

/** @param {string} code @param {number} count */
function severalOf(code, count) {
  return count === 1 ? tileName(code) : say("notation.several", { tile: tileName(code), count });
}

/** @param {string} notation */
function wordsIn(notation) {
  return notation.trim().split(" ");
}

/** @param {string} word @returns {Group} */
function groupOf(word) {
  const codes = [...word.replaceAll("+", "").matchAll(/([1-9ESWNRG]+)([cdbwfs])|\?/g)].flatMap(
    ([code, ranks, family]) => (ranks ? [...ranks].map((rank) => rank + family) : [code]),
  );
  return { codes, how: word.startsWith("[") ? "declared" : word.includes("+") ? "added" : "" };
}
