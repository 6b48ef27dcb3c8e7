// Where values stand between two positions, with round ticks: twin of Axis in drawing/elements.py.

const MOST_TICKS = 5;
const MINUS_SIGN = "\u2212";

/** From `low` to `high` between two positions. */
export class Axis {
  /**
   * @param {number} low
   * @param {number} high
   * @param {number} left
   * @param {number} right
   */
  constructor(low, high, left, right) {
    this.low = low;
    this.high = high;
    this.left = left;
    this.right = right;
  }

  /**
   * From the smallest to the largest value; where these look the same, some of the last digits shown around them.
   * @param {Iterable<number>} values without any, an axis of 0 to 1
   * @param {number} places
   * @param {number} left
   * @param {number} right
   * @returns {Axis}
   */
  static over(values, places, left, right) {
    let [low, high] = [Infinity, -Infinity];
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low > high) [low, high] = [0, 1];
    if (high - low < 10 ** -places) {
      const margin = 5 * 10 ** -places;
      // scores that cannot be negative should not get an axis that is
      [low, high] = [low >= 0 ? Math.max(low - margin, 0) : low - margin, high + margin];
    }
    return new Axis(low, high, left, right);
  }

  /**
   * @param {number} value
   * @returns {number}
   */
  position(value) {
    return this.left + ((value - this.low) / (this.high - this.low)) * (this.right - this.left);
  }

  /**
   * Up to five multiples of 1, 2 or 5 times a power of ten, with their labels.
   * @returns {[number, string][]}
   */
  ticks() {
    const span = this.high - this.low;
    let power = Math.floor(Math.log10(span / MOST_TICKS));
    let step = 0;
    search: for (; ; power++) {
      for (const factor of [1, 2, 5]) {
        step = factor * 10 ** power;
        if (Math.round((span / step) * 1e6) / 1e6 < MOST_TICKS) break search;
      }
    }
    // 0.3 / 0.1 is 2.999…: the roundings take back what binary fractions lost
    const first = Math.ceil(Math.round((this.low / step) * 1e6) / 1e6);
    const last = Math.floor(Math.round((this.high / step) * 1e6) / 1e6);
    const places = Math.max(0, -power);
    return Array.from({ length: last - first + 1 }, (_, number) => {
      const value = (first + number) * step;
      return [value, tickText(value, places)];
    });
  }
}

/**
 * With a true minus sign, and never as minus zero.
 * @param {number} value
 * @param {number} places
 * @param {boolean} [isSigned]
 * @returns {string}
 */
export function tickText(value, places, isSigned = false) {
  const digits = Math.abs(value).toFixed(places);
  const isBelow = value < 0 && /[1-9]/.test(digits);
  return (isBelow ? MINUS_SIGN : isSigned ? "+" : "") + digits;
}

/**
 * A coordinate, as short as it can be written.
 * @param {number} value
 * @returns {string}
 */
export const coordinate = (value) => String(Number(value.toFixed(2)) + 0);

/**
 * 1, 2 or 5 times a power of ten, at least so much.
 * @param {number} least
 * @returns {number}
 */
export function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
}
