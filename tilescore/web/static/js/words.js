/** The page's texts, from the one words file, which the template embeds. */

/** @type {Record<string, string | Record<string, string>>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const language = document.documentElement.lang || "en";
const plurals = new Intl.PluralRules(language);
const figures = new Intl.NumberFormat(language);
/** In the page's language, and where the person reads that too, as the person's country writes it. */
const moments = new Intl.DateTimeFormat([...navigator.languages.filter(isOfPage), language], {
  dateStyle: "medium",
  timeStyle: "short",
});

/** @param {string} tag */
function isOfPage(tag) {
  return tag.split("-")[0] === language;
}

/**
 * The text of that name with its {fields} filled in. `count` also chooses between singular and plural.
 *
 * @param {string} name
 * @param {Record<string, string | number>} [fields]
 * @returns {string}
 */
export function say(name, fields = {}) {
  const entry = words[name];
  if (entry === undefined) throw new Error(`there are no words for ${name}`);
  const text = typeof entry === "string" ? entry : (entry[plurals.select(Number(fields.count))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (_, field) => {
    const value = fields[field];
    return typeof value === "number" ? figures.format(value) : String(value);
  });
}

/** @param {string} name */
export function known(name) {
  return name in words;
}

/**
 * A tile's name in words: "5 of characters".
 *
 * @param {string} code
 */
export function tileName(code) {
  const tiles = /** @type {Record<string, string>} */ (words.tiles);
  return tiles[code] ?? code;
}

/** What the server says, and what is put together here, as a sentence: with a capital and a full stop. @param {string} text */
export function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!…]$/.test(begun) ? begun : `${begun}.`;
}

/** @param {number} number */
export function figure(number) {
  return figures.format(number);
}

/** A day and a time of it. @param {Date} date */
export function moment(date) {
  return moments.format(date);
}

/**
 * A gain or a loss with its sign, the minus a real one.
 *
 * @param {number} number
 */
export function signed(number) {
  if (number === 0) return "0";
  return `${number > 0 ? "+" : "−"}${figures.format(Math.abs(number))}`;
}
