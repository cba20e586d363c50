/**
 * The table being settled, as this device remembers it: four hands of the deal and the deals before.
 *
 * @import { Seat, Settings } from "./types.js"
 */

import { recall, remember } from "./storage.js";

/** @type {Seat[]} */
export const SEATS = ["E", "S", "W", "N"];

/**
 * @typedef {object} Entry  One player's hand of this deal.
 * @property {number | null} score  What counts at the table; null while unknown.
 * @property {boolean} dead
 * @property {boolean} won
 * @property {string} notation  "" for a score that was typed.
 *
 * @typedef {object} Table
 * @property {string} rules
 * @property {Settings["options"]} options
 * @property {Record<Seat, string>} players  Names, "" where none was given.
 * @property {Record<Seat, Entry>} hands
 * @property {Seat | ""} winner
 * @property {Seat | ""} cannon
 * @property {Record<Seat, number>[]} deals  The nets of the deals before.
 */

/** @returns {Entry} */
const nothing = () => ({ score: null, dead: false, won: false, notation: "" });

/** @template Value @param {() => Value} value @returns {Record<Seat, Value>} */
const each = (value) => ({ E: value(), S: value(), W: value(), N: value() });

/** @returns {Table} */
export function newTable() {
  return {
    rules: "",
    options: {},
    players: each(() => ""),
    hands: each(nothing),
    winner: "",
    cannon: "",
    deals: [],
  };
}

/** @returns {Table} */
export function rememberedTable() {
  return { ...newTable(), ...recall("local", "table") };
}

/** @param {Table} table */
export function rememberTable(table) {
  remember("local", "table", table);
}

/**
 * The table with a scored hand laid on it, in place of what that seat had.
 *
 * @param {Table} table
 * @param {Seat} seat
 * @param {Entry} entry
 * @returns {Table}
 */
export function withHand(table, seat, entry) {
  const winner = entry.won ? seat : table.winner === seat ? "" : table.winner;
  return { ...table, winner, hands: { ...table.hands, [seat]: entry } };
}

/** The next deal: the same players, the nets written down, nothing on the table. @param {Table} table @param {Record<Seat, number>} net */
export function nextDeal(table, net) {
  return { ...table, hands: each(nothing), winner: /** @type {const} */ (""), cannon: /** @type {const} */ (""), deals: [...table.deals, net] };
}

/** The seats whose score is still missing. @param {Table} table */
export function missing(table) {
  return SEATS.filter((seat) => table.hands[seat].score === null && !table.hands[seat].dead);
}
