/**
 * The parts of a hand, and which tiles can lie in which.
 *
 * @import { Role } from "./types.js"
 */

import { say } from "./words.js";

/** From above to below, as they are seen. @type {Role[]} */
export const ROLES = ["exposed", "concealed", "seasons", "set_apart"];

/** @param {Role} role */
export function partName(role) {
  return say(`part.${role}`);
}

/** @param {string} code */
export function isSeason(code) {
  return /[fs]$/.test(code);
}

/** Why these tiles cannot lie in that part, "" where they can. @param {string[]} codes @param {Role} role */
export function obstacle(codes, role) {
  if (role === "seasons") return codes.every(isSeason) ? "" : say("place.seasons");
  if (codes.some(isSeason)) return say("place.season");
  return role === "set_apart" && codes.length > 1 ? say("place.apart") : "";
}

/** The parts in which all these tiles can lie. @param {string[]} codes */
export function placesOf(codes) {
  return ROLES.filter((role) => !obstacle(codes, role));
}
