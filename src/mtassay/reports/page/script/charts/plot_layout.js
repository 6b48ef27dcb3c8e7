// Where dots and bars of segments stand: twin of reports/page/segment_plots.py.
import { Axis, coordinate, roundStep, tickText } from "./axis.js";

/** The edges of plots in percent. */
export const PLOT = { left: 6.5, right: 98.5, top: 4, bottom: 92 };

const LAYERS = 8;
const BARS = 24;
const EVEN = 1e-9; // scores carry rounding; filters compare so too

/**
 * @typedef {object} ScatterLayout
 * @property {Axis} across
 * @property {Axis} upward
 * @property {string[]} layers
 * @property {[number, number]} better how many segments the first and the second system are better on
 * @property {number} even
 */
/**
 * @typedef {object} Bar
 * @property {number} low
 * @property {number} high
 * @property {number} x
 * @property {number} width
 * @property {number} height in percent
 * @property {number} count
 * @property {number} sign 1 for gains, -1 for losses
 * @property {string} said
 * @property {number[]} members places among the differences
 * @property {boolean} isFirst whether none can be below it
 * @property {boolean} isLast
 */

/**
 * Segment scores of two systems, the first across and the second upward, on one scale.
 * @param {ArrayLike<number>} first
 * @param {ArrayLike<number>} second
 * @param {number} places
 * @param {boolean} isHigherBetter
 * @returns {ScatterLayout}
 */
export function layScatter(first, second, places, isHigherBetter) {
  const both = [...Array.from(first), ...Array.from(second)];
  const across = Axis.over(both, places, PLOT.left, PLOT.right);
  const upward = new Axis(across.low, across.high, PLOT.bottom, PLOT.top);
  const layers = Array.from({ length: Math.min(LAYERS, first.length) }, () => "");
  const tolerance = EVEN * Math.max(1, Math.abs(across.high));
  let [higher, lower] = [0, 0];
  for (let place = 0; place < first.length; place++) {
    layers[place % LAYERS] += dotPath(across, upward, first[place], second[place]);
    higher += Number(first[place] > second[place] + tolerance);
    lower += Number(second[place] > first[place] + tolerance);
  }
  const better = /** @type {[number, number]} */ (isHigherBetter ? [higher, lower] : [lower, higher]);
  return { across, upward, layers, better, even: first.length - higher - lower };
}

/**
 * @param {Axis} across
 * @param {Axis} upward
 * @param {number} first
 * @param {number} second
 */
export const dotPath = (across, upward, first, second) =>
  `M${coordinate(across.position(first))} ${coordinate(upward.position(second))}h0`;

/**
 * How many segments differ by how much; bars are equally wide, and one ends at 0.
 * @param {ArrayLike<number>} differences
 * @param {number} places
 * @param {boolean} isHigherBetter
 * @returns {{bars: Bar[], axis: Axis}}
 */
export function layHistogram(differences, places, isHigherBetter) {
  let reach = 0;
  for (let place = 0; place < differences.length; place++) reach = Math.max(reach, Math.abs(differences[place]));
  const step = roundStep((2 * (reach || 10 ** -places)) / BARS);
  const count = Math.max(1, Math.ceil((reach || 10 ** -places) / step));
  /** @type {number[][]} */
  const members = Array.from({ length: 2 * count }, () => []);
  for (let place = 0; place < differences.length; place++) {
    if (Math.abs(differences[place]) <= EVEN) continue;
    const number = Math.floor((differences[place] + EVEN) / step);
    members[Math.min(Math.max(number, -count), count - 1) + count].push(place);
  }
  const axis = new Axis(-count * step, count * step, PLOT.left, PLOT.right);
  const most = Math.max(1, ...members.map((each) => each.length));
  const digits = step >= 1 ? 0 : 2;
  const bars = members.flatMap((each, number) => {
    if (!each.length) return [];
    const [low, high] = [(number - count) * step, (number + 1 - count) * step];
    const start = axis.position(low);
    return [{
      low,
      high,
      x: start + 0.15,
      width: axis.position(high) - start - 0.3,
      height: (100 * each.length) / most,
      count: each.length,
      sign: low >= 0 === isHigherBetter ? 1 : -1,
      said: `${tickText(low, digits, true)} to ${tickText(high, digits, true)}`,
      members: each,
      isFirst: number === 0,
      isLast: number === 2 * count - 1,
    }];
  });
  return { bars, axis };
}
