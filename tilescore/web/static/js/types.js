/**
 * The shapes that travel between the server and the page. Nothing here runs.
 *
 * @typedef {"exposed" | "concealed" | "seasons" | "set_apart"} Role
 * @typedef {"E" | "S" | "W" | "N"} Seat
 * @typedef {[number, number]} Point  Pixels of the upright photo.
 * @typedef {[Point, Point, Point, Point]} Corners  Top-left, top-right, bottom-right, bottom-left.
 *
 * @typedef {object} Tile  One tile of the hand as it stands.
 * @property {number} key  Names the tile through every edit.
 * @property {number} number  Its place as people count.
 * @property {string} tile  Its notation, such as "5c"; "?" is face down.
 * @property {number | null} confidence  0…1 as read; null for a face that the reading did not name.
 * @property {boolean} doubtful  A person should look at it.
 * @property {boolean} edited  A person named or added it.
 * @property {[string, number | null][]} alternatives  The next likeliest faces with their probabilities, best first.
 * @property {Corners | null} corners  Where it lies in the photo; null for a tile that was added.
 *
 * @typedef {{role: Role, groups: Tile[][]}} Part
 * @typedef {{value: string, text: string, total: number | null}} Choice
 *
 * @typedef {object} Question  A point of the hand that may be one way or another.
 * @property {string} id  "seat", "how", "tile-7", "kong-3" …
 * @property {string} text
 * @property {string} value  What stands: the answer, else what is proposed.
 * @property {boolean} answered
 * @property {Choice[]} choices
 * @property {number} at_stake  Points between the best and the worst choice.
 * @property {number[]} keys  The tiles it is about.
 *
 * @typedef {{code: string, message: string, keys?: number[]}} Problem
 * @typedef {{rule: string, text: string, points?: number, doubles?: number, running: number, source: string}} SheetLine
 *
 * @typedef {object} Score  The contract's result.
 * @property {number} points
 * @property {number} doubles
 * @property {number} uncapped
 * @property {number} total
 * @property {number} limit
 * @property {string | null} limit_hand
 * @property {boolean} dead
 * @property {string[]} problems
 * @property {string} reading
 *
 * @typedef {object} HandRecord  The contract's hand.
 * @property {string} [rules]
 * @property {Record<string, boolean | number | string>} [options]
 * @property {Seat} seat
 * @property {string} prevailing
 * @property {string[]} exposed
 * @property {string} concealed
 * @property {string} seasons
 * @property {{tile: string, from: string} | null} win
 *
 * @typedef {object} Confirmed  The whole state of a hand under discussion, as `POST /api/confirm` gives it.
 * @property {HandRecord | null} hand
 * @property {string} notation
 * @property {string | null} headline  Whose hand it is and how it was won.
 * @property {Part[]} parts
 * @property {Question[]} questions
 * @property {string[]} assumptions  What stands for each of the questions, in words.
 * @property {Question[]} facts  Every circumstance, open or not, with what each choice would score.
 * @property {Record<string, string>} answers
 * @property {Problem[]} problems
 * @property {Score | null} score
 * @property {SheetLine[]} sheet
 * @property {string | null} limit_hand  Its name in the book.
 * @property {{reading: string, total: number} | null} other  The best other way to read the same tiles.
 * @property {{laid: number, whole: number, won: boolean}} [unfinished]  Of a hand that is being laid out on the page: how many of its tiles lie there.
 *
 * @typedef {object} Reading  The contract's reading; only what the page itself looks at is named.
 * @property {string} photo
 * @property {[number, number]} size
 * @property {{role?: Role, groups: {tile: string, corners: Corners}[][]}[]} rows
 * @property {string} hand
 * @property {string[]} problems
 *
 * @typedef {{do: string, [field: string]: unknown}} Step  One correction or answer.
 *
 * @typedef {object} Settings  What the table plays; seat and prevailing wind are "" when they are asked.
 * @property {string} rules  "" for those that the server was started for.
 * @property {Record<string, boolean | number | string>} options
 * @property {Record<string, Settings["options"]>} others  The options of the other score sheets, by their ids, for when they are played again.
 * @property {Seat | ""} seat
 * @property {Seat | ""} prevailing
 *
 * @typedef {object} SheetSetting  One option of a score sheet.
 * @property {string} id
 * @property {string} words
 * @property {boolean | number | string} default  Its type says what the setting can be.
 * @property {string[]} choices  For words.
 * @property {number} least  For numbers.
 * @property {number} most  For numbers.
 *
 * @typedef {{id: string, title: string, settings: SheetSetting[]}} Sheet
 */

export {};
