/**
 * Who pays whom, drawn around the table as seen from above: East at the bottom, and as the turn goes, South to
 * the right of it, West, North.
 *
 * @import { Seat } from "./types.js"
 */

import { faceSource, svg } from "./dom.js";
import { figure, say, signed } from "./words.js";

const SIDE = 400;
const FACE = { width: 42, height: 56 };
/** From a seat's middle to where its arrows end. */
const ROOM = 52;
/** Two arrows between the same players lie so far apart. */
const APART = 9;
/** How far along its arrow an amount stands; not in the middle, where arrows cross. */
const ALONG = 0.34;

/** @type {Record<Seat, [number, number]>} */
const PLACES = { E: [200, 342], S: [346, 200], W: [200, 60], N: [54, 200] };

/**
 * @param {SVGSVGElement} drawing
 * @param {{payments: {from: Seat, to: Seat, points: number}[], net: Record<Seat, number>}} settlement
 */
export function drawDiagram(drawing, { payments, net }) {
  drawing.setAttribute("viewBox", `0 0 ${SIDE} ${SIDE}`);
  const both = (/** @type {Seat} */ from, /** @type {Seat} */ to) =>
    payments.some((payment) => payment.from === to && payment.to === from);
  const arrows = payments.map(({ from, to, points }) => arrow(from, to, points, both(from, to) ? APART : 0));
  const seats = /** @type {Seat[]} */ (Object.keys(PLACES)).map((seat) => plate(seat, net[seat]));
  drawing.replaceChildren(
    svg("rect", { class: "felt", x: 2, y: 2, width: SIDE - 4, height: SIDE - 4, rx: 28 }),
    ...arrows.map(({ line }) => line),
    ...seats,
    ...arrows.map(({ amount }) => amount),
  );
}

/**
 * @param {Seat} from
 * @param {Seat} to
 * @param {number} points
 * @param {number} aside
 */
function arrow(from, to, points, aside) {
  const [x1, y1] = PLACES[from];
  const [x2, y2] = PLACES[to];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [right, down] = [(x2 - x1) / length, (y2 - y1) / length];
  /** @param {number} way */
  const at = (way) => [x1 + right * way - down * aside, y1 + down * way + right * aside];
  const [tip, end] = [at(length - ROOM), at(length - ROOM - 12)];
  const [start, middle] = [at(ROOM), at(ROOM + (length - 2 * ROOM) * ALONG)];
  const wings = [1, -1].map((side) => `${end[0] - side * down * 7},${end[1] + side * right * 7}`);
  const words = figure(points);
  const width = 16 + 8.6 * words.length;
  return {
    line: svg(
      "g",
      { class: "payment" },
      svg("line", { x1: start[0], y1: start[1], x2: end[0], y2: end[1] }),
      svg("polygon", { points: [`${tip[0]},${tip[1]}`, ...wings].join(" ") }),
    ),
    amount: svg(
      "g",
      { class: "amount" },
      svg("rect", { x: middle[0] - width / 2, y: middle[1] - 12, width, height: 24, rx: 12 }),
      svg("text", { x: middle[0], y: middle[1] }, words),
    ),
  };
}

/** A seat's wind tile and what it wins or loses. @param {Seat} seat @param {number} net */
function plate(seat, net) {
  const [x, y] = PLACES[seat];
  return svg(
    "g",
    { class: net < 0 ? "plate is-loss" : "plate" },
    svg("use", { href: faceSource(`${seat}w`), x: x - FACE.width / 2, y: y - 46, ...FACE }),
    svg("text", { class: "plate-net", x, y: y + 24 }, signed(net)),
    svg("title", {}, say("settle.net.seat", { seat: say(`seat.${seat}`), net: signed(net) })),
  );
}
