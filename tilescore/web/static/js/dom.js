/** Building pages without markup in strings: nothing a photo or a person says can become HTML. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes (true sets an empty one, false and null leave it out), listeners ("onclick" and
 * the like, as functions) and children.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element;
}

/**
 * The one element of the page with that id.
 *
 * @template {typeof Element} Kind
 * @param {string} id
 * @param {Kind} kind
 * @returns {InstanceType<Kind>}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return /** @type {InstanceType<Kind>} */ (found);
}

/**
 * An icon of the sprite in the page, drawn with the text's colour; the words beside it say what it means.
 *
 * @param {string} name
 */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#icon-${name}` }));
}

/**
 * The drawn face of a tile.
 *
 * @param {string} code
 */
export function face(code) {
  const attributes = { class: "face", viewBox: "0 0 60 80", "aria-hidden": "true" };
  return svg("svg", attributes, svg("use", { href: faceSource(code) }));
}

/**
 * Where that drawing is in the page, for `<use>`.
 *
 * @param {string} code
 */
export function faceSource(code) {
  return `#face-${code === "?" ? "down" : code}`;
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
}
