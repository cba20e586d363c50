/**
 * Dragging tiles with mouse, pen or finger. A finger must rest a moment first, so that the page can still be
 * scrolled by touching the tiles.
 */

const STEP = 8;
const REST = 220;

/**
 * @typedef {object} Dragging
 * @property {string} handle  Selector of what can be dragged.
 * @property {string} target  Selector of what it can be dropped on, innermost first.
 * @property {(handle: HTMLElement, target: HTMLElement) => void} drop
 */

/**
 * @param {HTMLElement} area
 * @param {Dragging} dragging
 */
export function makeDraggable(area, { handle, target, drop }) {
  /** @type {Drag | null} */
  let drag = null;
  let resting = 0;

  const stop = () => {
    clearTimeout(resting);
    drag?.end();
    drag = null;
  };

  area.addEventListener("pointerdown", (event) => {
    const held = event.target instanceof Element && event.target.closest(handle);
    if (!(held instanceof HTMLElement) || event.button !== 0 || !event.isPrimary) return;
    stop();
    drag = new Drag(area, held, event);
    if (event.pointerType === "touch") resting = window.setTimeout(() => drag?.lift(), REST);
  });

  window.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.lifted && drag.distance(event) > STEP) {
      if (event.pointerType === "touch") return stop();
      drag.lift();
    }
    if (drag.lifted) drag.move(event, target);
  });

  window.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { lifted, held, over } = drag;
    stop();
    if (!lifted) return;
    swallowClick();
    if (over) drop(held, over);
  });

  window.addEventListener("pointercancel", stop);
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag?.lifted) stop();
  });
  // A lifted tile follows the finger; the page must not scroll under it, nor a menu open.
  area.addEventListener("touchmove", (event) => drag?.lifted && event.preventDefault(), { passive: false });
  area.addEventListener("contextmenu", (event) => drag && event.preventDefault());
}

class Drag {
  /** @type {HTMLElement | null} */
  over = null;
  /** @type {HTMLElement | null} */
  #ghost = null;

  /**
   * @param {HTMLElement} area
   * @param {HTMLElement} held
   * @param {PointerEvent} event
   */
  constructor(area, held, event) {
    this.area = area;
    this.held = held;
    this.pointer = event.pointerId;
    this.start = { x: event.clientX, y: event.clientY };
  }

  get lifted() {
    return this.#ghost !== null;
  }

  /** @param {PointerEvent} event */
  distance(event) {
    return Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y);
  }

  lift() {
    const box = this.held.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (this.held.cloneNode(true));
    ghost.classList.add("ghost");
    ghost.setAttribute("aria-hidden", "true");
    ghost.removeAttribute("data-key");
    ghost.style.left = `${box.left}px`;
    ghost.style.top = `${box.top}px`;
    ghost.style.width = `${box.width}px`;
    document.body.append(ghost);
    this.#ghost = ghost;
    this.held.classList.add("is-lifted");
    this.area.classList.add("is-dragging");
  }

  /**
   * @param {PointerEvent} event
   * @param {string} target
   */
  move(event, target) {
    const across = event.clientX - this.start.x;
    const down = event.clientY - this.start.y;
    if (this.#ghost) this.#ghost.style.transform = `translate(${across}px, ${down}px) scale(1.12)`;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const found = below?.closest(target);
    const over = found instanceof HTMLElement && this.area.contains(found) ? found : null;
    if (over === this.over) return;
    this.over?.classList.remove("is-target");
    over?.classList.add("is-target");
    this.over = over;
  }

  end() {
    this.#ghost?.remove();
    this.#ghost = null;
    this.over?.classList.remove("is-target");
    this.held.classList.remove("is-lifted");
    this.area.classList.remove("is-dragging");
  }
}

/** The click that follows a drag is not meant as one. */
function swallowClick() {
  const swallow = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
}
