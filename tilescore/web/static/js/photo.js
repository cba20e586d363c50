/**
 * The photo with every tile outlined over it. It is for pointers: keyboard and screen reader have the same
 * tiles as buttons in the hand below.
 *
 * @import { HandState } from "./state.js"
 * @import { Picture } from "./picture.js"
 * @import { Corners, Point } from "./types.js"
 */

import { byId, svg } from "./dom.js";
import { say } from "./words.js";

/** A finger this far from a tile's middle still means that tile, in CSS pixels. */
const REACH = 32;
/** Room around the hand when the photo shows just the hand, as a share of the hand's larger side. */
const MARGIN = 0.06;

export class PhotoView {
  /** @type {Picture | null} */
  #picture = null;
  #whole = false;

  /**
   * @param {HandState} state
   * @param {(key: number) => void} choose
   */
  constructor(state, choose) {
    this.state = state;
    this.choose = choose;
    this.figure = byId("photo", HTMLElement);
    this.window = byId("photo-window", HTMLElement);
    this.stage = byId("photo-stage", HTMLElement);
    this.image = byId("photo-image", HTMLImageElement);
    this.overlay = byId("photo-overlay", SVGSVGElement);
    this.zoom = byId("photo-zoom", HTMLButtonElement);
    this.overlay.addEventListener("click", (event) => this.#tapped(event));
    this.zoom.addEventListener("click", () => {
      this.#whole = !this.#whole;
      this.draw();
    });
  }

  get picture() {
    return this.#picture;
  }

  /** @param {Picture | null} picture */
  show(picture) {
    if (this.#picture !== picture) this.#picture?.close();
    this.#picture = picture;
    this.#whole = false;
    if (picture) this.image.src = picture.url;
    else this.image.removeAttribute("src");
    this.draw();
  }

  draw() {
    const { reading, tiles, busy, looksOn } = this.state;
    this.figure.hidden = !this.#picture;
    if (!this.#picture) return;
    const { naturalWidth, naturalHeight } = this.#picture.image;
    const size = reading?.size ?? [naturalWidth, naturalHeight];
    const seen = tiles.filter(({ tile }) => tile.corners);
    this.figure.classList.toggle("is-reading", busy && (!reading || looksOn));
    this.image.alt = say("photo.alt", { count: seen.length });
    this.overlay.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.overlay.replaceChildren(...seen.map(({ tile }) => outline(tile)));
    this.zoom.hidden = seen.length === 0;
    this.zoom.setAttribute("aria-pressed", String(this.#whole));
    this.#frame(this.#whole ? [] : seen.flatMap(({ tile }) => tile.corners ?? []), size);
  }

  /** @param {number | null} key  The tile to be pointed out, if any. */
  point(key) {
    for (const shape of this.overlay.children) {
      shape.classList.toggle("is-pointed", shape.getAttribute("data-key") === String(key));
    }
  }

  /**
   * Shows the part of the photo in which the points lie, or all of it.
   *
   * @param {Point[]} points
   * @param {[number, number]} size
   */
  #frame(points, [width, height]) {
    let [left, top, right, bottom] = [0, 0, width, height];
    if (points.length > 0) {
      const across = points.map(([x]) => x);
      const down = points.map(([, y]) => y);
      const margin = MARGIN * Math.max(Math.max(...across) - Math.min(...across), 1);
      left = Math.max(0, Math.min(...across) - margin);
      top = Math.max(0, Math.min(...down) - margin);
      right = Math.min(width, Math.max(...across) + margin);
      bottom = Math.min(height, Math.max(...down) + margin);
    }
    const percent = (/** @type {number} */ share) => `${100 * share}%`;
    this.window.style.aspectRatio = `${right - left} / ${bottom - top}`;
    this.window.style.setProperty("--shape", String((right - left) / (bottom - top)));
    this.stage.style.width = percent(width / (right - left));
    this.stage.style.left = percent(-left / (right - left));
    this.stage.style.top = percent(-top / (bottom - top));
  }

  /** @param {MouseEvent} event */
  #tapped(event) {
    let nearest = { key: 0, distance: REACH };
    for (const shape of this.overlay.children) {
      const box = shape.getBoundingClientRect();
      const away = Math.hypot(
        event.clientX - (box.left + box.width / 2),
        event.clientY - (box.top + box.height / 2),
      );
      const inside = shape === event.target || shape.contains(/** @type {Node} */ (event.target));
      const distance = inside ? 0 : away;
      if (distance < nearest.distance) nearest = { key: Number(shape.getAttribute("data-key")), distance };
    }
    if (nearest.key) this.choose(nearest.key);
  }
}

/**
 * A sure tile has a thin unbroken line, a doubtful one a thick broken line and a question mark: the
 * difference is not in the colour alone.
 *
 * @param {{key: number, doubtful: boolean, corners: Corners | null}} tile
 */
function outline({ key, doubtful, corners }) {
  const shape = svg("g", { class: doubtful ? "outline is-doubtful" : "outline", "data-key": key });
  if (!corners) return shape;
  const path = corners.map(([x, y]) => `${x},${y}`).join(" ");
  shape.append(svg("polygon", { class: "outline-shade", points: path }));
  shape.append(svg("polygon", { class: "outline-line", points: path }));
  if (doubtful) {
    const [left, right] = corners;
    const size = Math.hypot(right[0] - left[0], right[1] - left[1]);
    const [x, y] = right;
    shape.append(svg("circle", { class: "outline-mark", cx: x, cy: y, r: 0.26 * size }));
    shape.append(svg("text", { class: "outline-sign", x, y, "font-size": 0.4 * size }, "?"));
  }
  return shape;
}
