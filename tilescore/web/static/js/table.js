/**
 * The table being settled, as this device remembers it: four hands of the deal and the deals before.
 *
 * @import { Kept } from "./state.js"
 * @import { HandRecord, Seat } from "./types.js"
 */

import { rememberedSettings } from "./settings.js";
import { recall, remember } from "./storage.js";

/** @type {Seat[]} */
export const SEATS = ["E", "S", "W", "N"];

/**
 * @typedef {object} Entry  One player's hand of this deal.
 * @property {number | null} score  What counts at the table; null while unknown.
 * @property {boolean} dead
 * @property {boolean} won
 * @property {boolean} [thirteenth]  It was East's thirteenth win in a row.
 * @property {string} notation  "" for a score that was typed.
 * @property {Scored} [scored]  Absent where the score was typed, or is remembered from before hands were kept with theirs.
 *
 * @typedef {object} Scored  A hand as it was scored.
 * @property {HandRecord} hand  With its rules and options.
 * @property {boolean} dead
 * @property {Kept} kept  What it is opened again with, to be scored by what the table plays then.
 *
 * @typedef {Seat | "draw" | ""} Winner  "" until it is said who won, or that nobody did.
 *
 * @typedef {Seat} Player  The wind with which a player began names that player, wherever the deal has led.
 *
 * @typedef {object} Table
 * @property {string} rules  The score sheet by which it was played last.
 * @property {Record<Seat, string>} players  Names, "" where none was given.
 * @property {Record<Seat, Player>} sitting  Who sits where now.
 * @property {Record<Seat, Entry>} hands
 * @property {Seat | ""} latest  Whose hand was laid on it last.
 * @property {Winner} winner
 * @property {Seat | ""} cannon
 * @property {boolean | null} passes  Whether the deal passes after this hand; null for what the books say.
 * @property {Record<Player, number>[]} deals  The nets of the deals before.
 */

/** @returns {Entry} */
const nothing = () => ({ score: null, dead: false, won: false, notation: "" });

/** @template Value @param {(seat: Seat) => Value} value @returns {Record<Seat, Value>} */
const each = (value) => ({ E: value("E"), S: value("S"), W: value("W"), N: value("N") });

/** @returns {Table} */
export function newTable() {
  return {
    rules: "",
    players: each(() => ""),
    sitting: each((seat) => seat),
    hands: each(nothing),
    latest: "",
    winner: "",
    cannon: "",
    passes: null,
    deals: [],
  };
}

/** The table where the device would not remember it: for as long as the page is open. @type {Table | null} */
let unremembered = null;

/** @returns {Table} */
export function rememberedTable() {
  return unremembered ?? { ...newTable(), ...recall("local", "table") };
}

/** @param {Table} table @returns {boolean} Whether other pages find it as well. */
export function rememberTable(table) {
  const stored = remember("local", "table", table);
  unremembered = stored ? null : table;
  return stored;
}

/** The hand that counts as it was scored: none where its score was typed, or it is said to be dead and was not, or the reverse. @param {Entry} hand */
export function handOf({ scored, dead }) {
  return scored?.dead === dead ? scored.hand : undefined;
}

/** The hand by whose rules and options all are settled: the latest that counts as it was scored. @param {Table} table */
export function leading({ hands, latest }) {
  const seats = latest ? [latest, ...SEATS] : SEATS;
  return seats.map((seat) => handOf(hands[seat])).find((hand) => hand !== undefined);
}

/**
 * The score sheet by which the table is settled: that of the hands scored on it, else what this device plays.
 *
 * @param {Table} table
 * @param {string} otherwise  What the server's table plays.
 */
export function rulesOf(table, otherwise) {
  const { hands, rules } = table;
  const scored = SEATS.some((seat) => hands[seat].notation);
  return leading(table)?.rules || (scored && rules) || rememberedSettings().rules || otherwise;
}

/** The table by that score sheet; a cannon that was named by another no longer counts. @param {Table} table @param {string} rules @returns {Table} */
export function playedBy(table, rules) {
  return rules === table.rules ? table : { ...table, rules, cannon: "" };
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
  return { ...withWinner(table, winner), hands: { ...table.hands, [seat]: entry }, latest: seat };
}

/** Another winner leaves to the books again whether the deal passes; nobody lets off a cannon to himself. @param {Table} table @param {Winner} winner @returns {Table} */
export function withWinner(table, winner) {
  if (winner === table.winner) return table;
  const cannon = winner && winner !== "draw" && winner !== table.cannon ? table.cannon : "";
  return { ...table, winner, cannon, passes: null };
}

/** Whether a hand was scored as won; a dead one has not won, whatever it was before. @param {Entry} hand */
export function hasWon({ won, dead }) {
  return won && !dead;
}

/** The seats whose hands were scored as won, or are dead or not won, where it is said otherwise who won. @param {Table} table */
export function contradicting({ hands, winner }) {
  const known = SEATS.filter((seat) => hands[seat].notation || hands[seat].dead);
  return known.filter((seat) => hasWon(hands[seat]) !== (winner === seat));
}

/** The other seat whose player has that name. @param {Table} table @param {Seat} seat @param {string} name */
export function namesake({ players }, seat, name) {
  return SEATS.find((one) => one !== seat && name !== "" && players[one] === name);
}

/**
 * The table with the players seated and named as in another, unless that was changed since.
 *
 * @param {Table} table
 * @param {{before: Table, after: Table}} change
 * @returns {Table}
 */
export function seatedAgain(table, { before, after }) {
  const seated = (/** @type {Table} */ { players, sitting }) => JSON.stringify([players, sitting]);
  if (seated(table) !== seated(after)) return table;
  return { ...table, players: before.players, sitting: before.sitting };
}

/**
 * The table with what a seat had before a hand was laid there, unless that place was changed since. So is all that
 * came with the hand; what was said since, in another tab perhaps, stays.
 *
 * @param {Table} table
 * @param {Seat} seat
 * @param {{before: Table, after: Table}} change
 * @returns {Table}
 */
export function handAgain(table, seat, { before, after }) {
  if (!isSame(table.hands[seat], after.hands[seat])) return table;
  /** @param {(one: Table) => Partial<Table>} part */
  const again = (part) => part(isSame(part(table), part(after)) ? before : table);
  return {
    ...table,
    ...again(({ rules }) => ({ rules })),
    ...again(({ latest }) => ({ latest })),
    // The cannon and who is East next are said of the winner, and go with it.
    ...again(({ winner, cannon, passes }) => ({ winner, cannon, passes })),
    hands: { ...table.hands, [seat]: before.hands[seat] },
  };
}

/** @param {unknown} one @param {unknown} other */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The table with a name given to whoever sits there. The name of another player says that the two have changed
 * seats.
 *
 * @param {Table} table
 * @param {Seat} seat
 * @param {string} name
 * @returns {Table}
 */
export function withName(table, seat, name) {
  const { players, sitting } = table;
  const other = namesake(table, seat, name);
  if (!other) return { ...table, players: { ...players, [seat]: name } };
  const changed = each((one) => (one === seat ? other : one === other ? seat : one));
  return { ...table, players: each((one) => players[changed[one]]), sitting: each((one) => sitting[changed[one]]) };
}

/** Whether the deal passes after this hand: as was chosen, else East stays after winning, by Millington but twelve times in a row, and after a draw game. @param {Table} table */
export function passes({ passes: chosen, winner, rules, hands }) {
  if (winner === "E") return chosen ?? (rules === "millington" && hands.E.thirteenth === true);
  return chosen ?? winner !== "draw";
}

/** Who sits where when the deal has passed: South becomes East, and so on. @type {Record<Seat, Seat>} */
const CAME_FROM = { E: "S", S: "W", W: "N", N: "E" };

/**
 * The next deal: the nets written down, nothing on the table, and the same players, turned if the deal passes.
 *
 * @param {Table} table
 * @param {Record<Seat, number>} net
 * @returns {Table}
 */
export function nextDeal(table, net) {
  const before = (/** @type {Seat} */ seat) => (passes(table) ? CAME_FROM[seat] : seat);
  return {
    ...table,
    players: each((seat) => table.players[before(seat)]),
    sitting: each((seat) => table.sitting[before(seat)]),
    hands: each(nothing),
    winner: "",
    cannon: "",
    passes: null,
    deals: [...table.deals, each((player) => net[seatOf(table, player)])],
  };
}

/** Whether nothing is said of a deal since the one before was written down; names are no part of it. @param {Table} table @param {Table} after  As it was then. */
export function isUntouched(table, after) {
  const deal = (/** @type {Table} */ { players, rules, ...rest }) => rest;
  return isSame(deal(table), deal(after));
}

/**
 * The table before a deal was written down, each player by the name that is known now, unless anything is said of
 * the next deal.
 *
 * @param {Table} table
 * @param {{before: Table, after: Table}} change
 * @returns {Table}
 */
export function dealAgain(table, { before, after }) {
  if (!isUntouched(table, after)) return table;
  return { ...before, players: each((seat) => table.players[seatOf(table, before.sitting[seat])]) };
}

/** @param {Table} table @param {Player} player @returns {Seat} */
export function seatOf({ sitting }, player) {
  return SEATS.find((seat) => sitting[seat] === player) ?? player;
}

/** What a hand counts at the table: one that was typed the limit at most; one that was scored was held to its own. @param {Entry} hand @param {number} limit */
export function counting({ score, notation }, limit) {
  return score === null || notation ? score : Math.min(score, limit);
}

/** The seats whose score is not known. @param {Table} table */
export function missing(table) {
  return SEATS.filter((seat) => table.hands[seat].score === null && !table.hands[seat].dead);
}

/** Whether all is said that a settlement needs: who won, and what the four hands are worth; of a draw game only that it is one. @param {Table} table */
export function isComplete(table) {
  if (contradicting(table).length > 0) return false;
  return table.winner === "draw" || (table.winner !== "" && missing(table).length === 0);
}
