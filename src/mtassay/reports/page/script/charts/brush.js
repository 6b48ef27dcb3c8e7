// A rectangle in a plot, drawn by mouse or moved by arrow keys.
import { Axis, coordinate, roundStep } from "./axis.js";
import { makeDrawn } from "../elements.js";
import { PLOT } from "./plot_layout.js";

/** @typedef {{left: number, right: number, bottom: number, top: number}} Box in the values of both axes */

const LABEL =
  "Choose segments in the plot. Arrow keys move a rectangle, with Shift they change its size, " +
  "Enter lists its segments, Escape takes it away.";
const SMALLEST = 1.5; // percent of the plot; less is a click
const STEPS = 20;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

/** Lies over a plot, and says which values it holds. */
export class Brush {
  /** @type {Box | null} */
  #box = null;
  /** @type {[number, number] | null} where the mouse was pressed */
  #pressed = null;

  /**
   * @param {(box: Box | null) => void} onChange
   * @param {() => void} onEnter
   */
  constructor(onChange, onEnter) {
    this.onChange = onChange;
    this.onEnter = onEnter;
    this.axis = new Axis(0, 1, PLOT.left, PLOT.right);
    this.rectangle = makeDrawn("rect", { class: "brush", visibility: "hidden" });
    this.element = makeDrawn(
      "svg",
      { class: "chart brushing no-print", tabindex: "0", role: "application", "aria-label": LABEL },
      this.rectangle,
    );
    this.element.addEventListener("pointerdown", (event) => this.#press(event));
    this.element.addEventListener("pointermove", (event) => this.#drag(event));
    this.element.addEventListener("pointerup", (event) => this.#release(event));
    this.element.addEventListener("pointercancel", () => (this.#pressed = null));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Axis} axis of both directions; what was chosen on another goes */
  use(axis) {
    this.axis = axis;
    this.clear();
  }

  /** Take the rectangle away, and tell nobody. */
  clear() {
    this.#box = null;
    this.#draw();
  }

  get box() {
    return this.#box;
  }

  /** Values are rounded to this: about a hundredth of the axis. */
  get #grain() {
    return roundStep((this.axis.high - this.axis.low) / 100);
  }

  /**
   * The values under the mouse.
   * @param {PointerEvent} event
   * @returns {[number, number]}
   */
  #valuesAt(event) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const { low, high } = this.axis;
    const share = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) =>
      low + Math.min(1, Math.max(0, (at - from) / (to - from))) * (high - low);
    const x = (100 * (event.clientX - left)) / width;
    const y = (100 * (event.clientY - top)) / height;
    return [share(x, PLOT.left, PLOT.right), share(y, PLOT.bottom, PLOT.top)];
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.#pressed = this.#valuesAt(event);
    this.element.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.#pressed) return;
    const [x, y] = this.#valuesAt(event);
    const [startX, startY] = this.#pressed;
    this.#box = this.#round({
      left: Math.min(x, startX),
      right: Math.max(x, startX),
      bottom: Math.min(y, startY),
      top: Math.max(y, startY),
    });
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (!this.#pressed) return;
    const [x, y] = this.#valuesAt(event);
    const least = (SMALLEST / 100) * (this.axis.high - this.axis.low);
    const isClick = Math.abs(x - this.#pressed[0]) < least && Math.abs(y - this.#pressed[1]) < least;
    this.#pressed = null;
    if (isClick) this.clear();
    this.onChange(this.#box);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === "Enter" || event.key === "l") && this.#box) {
      event.preventDefault();
      this.onEnter();
      return;
    }
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const { low, high } = this.axis;
    const step = Math.max(this.#grain, (high - low) / STEPS);
    const [x, y] = arrow.map((sign) => sign * step);
    if (!this.#box) {
      const [third, other] = [low + (high - low) / 3, low + (2 * (high - low)) / 3];
      this.#box = this.#round({ left: third, right: other, bottom: third, top: other });
    } else if (event.shiftKey) {
      const { left, right, bottom, top } = this.#box;
      this.#box = this.#round({
        left,
        right: Math.min(Math.max(right + x, left + this.#grain), high),
        bottom,
        top: Math.min(Math.max(top + y, bottom + this.#grain), high),
      });
    } else {
      const { left, right, bottom, top } = this.#box;
      const dx = Math.min(Math.max(x, low - left), high - right);
      const dy = Math.min(Math.max(y, low - bottom), high - top);
      this.#box = this.#round({ left: left + dx, right: right + dx, bottom: bottom + dy, top: top + dy });
    }
    this.#draw();
    this.onChange(this.#box);
  }

  /**
   * To values that people can read; what reaches the end of an axis holds all that is there.
   * @param {Box} box
   * @returns {Box}
   */
  #round(box) {
    const grain = this.#grain;
    const { low, high } = this.axis;
    const round = (/** @type {number} */ value) => {
      if (value <= low + grain / 2) return low;
      if (value >= high - grain / 2) return high;
      return Number((Math.round(value / grain) * grain).toPrecision(12));
    };
    return { left: round(box.left), right: round(box.right), bottom: round(box.bottom), top: round(box.top) };
  }

  #draw() {
    const box = this.#box;
    this.rectangle.setAttribute("visibility", box ? "visible" : "hidden");
    if (!box) return;
    const upward = new Axis(this.axis.low, this.axis.high, PLOT.bottom, PLOT.top);
    const [x, y] = [this.axis.position(box.left), upward.position(box.top)];
    const sizes = { x, y, width: this.axis.position(box.right) - x, height: upward.position(box.bottom) - y };
    for (const [name, value] of Object.entries(sizes)) this.rectangle.setAttribute(name, `${coordinate(Math.max(value, 0))}%`);
  }
}
