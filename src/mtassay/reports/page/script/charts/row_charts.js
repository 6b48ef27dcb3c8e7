// Charts in the rows of a table, on one scale that its head shows: dots of systems, and intervals.
import { Axis, coordinate } from "./axis.js";
import { makeDrawn } from "../elements.js";

const ROW_LEFT = 4;
const ROW_RIGHT = 96;
const ROW_HEIGHT = 30;
const MIDDLE = ROW_HEIGHT / 2;

/**
 * The axis of a table for these values.
 * @param {number[]} values
 * @param {number} places
 * @returns {Axis}
 */
export const rowAxis = (values, places) => Axis.over(values.filter(Number.isFinite), places, ROW_LEFT, ROW_RIGHT);

/**
 * Draw the ticks of the head anew.
 * @param {Element | null | undefined} chart
 * @param {Axis} axis
 */
export function drawHead(chart, axis) {
  const ticks = axis.ticks();
  chart?.replaceChildren(
    ...ticks.map(([value, label], number) => {
      const kind = `dim mid${ticks.length > 3 && number % 2 ? " opt" : ""}`;
      return makeDrawn("text", { class: kind, x: across(axis, value), y: "12" }, label);
    }),
  );
}

/**
 * Draw a row anew: its title, the grid, a line where zero or a baseline is, and marks.
 * @param {Element | null} chart
 * @param {Axis} axis
 * @param {string} title
 * @param {number | null} zero
 * @param {SVGElement[]} marks
 */
export function drawRow(chart, axis, title, zero, marks) {
  const upright = (/** @type {string} */ kind, /** @type {number} */ value) =>
    makeDrawn("line", { class: kind, x1: across(axis, value), x2: across(axis, value), y1: "0", y2: String(ROW_HEIGHT) });
  chart?.replaceChildren(
    makeDrawn("title", {}, title),
    ...axis.ticks().map(([value]) => upright("grid", value)),
    ...(zero === null ? [] : [upright("zero", zero)]),
    ...marks,
  );
}

/**
 * An open dot for the first system, a full one for the second, a line between; others are small.
 * @param {Axis} axis
 * @param {number[]} values of all systems
 * @param {[number, number]} pair
 * @param {string} tone
 * @returns {SVGElement[]}
 */
export function pairMarks(axis, values, pair, tone) {
  const [first, second] = pair.map((system) => values[system]);
  const others = values.filter((value, system) => !pair.includes(system) && Number.isFinite(value));
  const marks = others.map((value) => dotAt(axis, value, "pt other", "2.5"));
  if (Number.isFinite(first) && Number.isFinite(second)) marks.push(linkBetween(axis, first, second, tone));
  if (Number.isFinite(first)) marks.push(dotAt(axis, first, "pt base"));
  if (Number.isFinite(second) && pair[0] !== pair[1]) marks.push(dotAt(axis, second, `pt ${tone}`));
  return marks;
}

/**
 * A difference: a dot, and a line to it from zero.
 * @param {Axis} axis
 * @param {number} value
 * @param {string} tone
 * @returns {SVGElement[]}
 */
export function changeMarks(axis, value, tone) {
  return Number.isFinite(value) ? [linkBetween(axis, 0, value, tone), dotAt(axis, value, `pt ${tone}`)] : [];
}

/**
 * A score with its interval.
 * @param {Axis} axis
 * @param {number} value
 * @param {[number, number] | null} interval
 * @param {boolean} isBaseline
 * @returns {SVGElement[]}
 */
export function intervalMarks(axis, value, interval, isBaseline) {
  const base = isBaseline ? " base" : "";
  const marks = [];
  if (interval) {
    const [start, stop] = interval.map((end) => across(axis, end));
    const [above, below] = [String(MIDDLE - 4), String(MIDDLE + 4)];
    marks.push(
      makeDrawn("line", { class: `ci${base}`, x1: start, x2: stop, y1: String(MIDDLE), y2: String(MIDDLE) }),
      makeDrawn("line", { class: "ci", x1: start, x2: start, y1: above, y2: below }),
      makeDrawn("line", { class: "ci", x1: stop, x2: stop, y1: above, y2: below }),
    );
  }
  return [...marks, dotAt(axis, value, `pt${base}`)];
}

/**
 * @param {Axis} axis
 * @param {number} value
 */
const across = (axis, value) => `${coordinate(axis.position(value))}%`;

/**
 * @param {Axis} axis
 * @param {number} value
 * @param {string} kind
 * @param {string} [radius]
 */
function dotAt(axis, value, kind, radius = "4") {
  return makeDrawn("circle", { class: kind, cx: across(axis, value), cy: String(MIDDLE), r: radius });
}

/**
 * @param {Axis} axis
 * @param {number} from
 * @param {number} to
 * @param {string} tone
 */
function linkBetween(axis, from, to, tone) {
  const middle = String(MIDDLE);
  return makeDrawn("line", { class: `link ${tone}`, x1: across(axis, from), x2: across(axis, to), y1: middle, y2: middle });
}
