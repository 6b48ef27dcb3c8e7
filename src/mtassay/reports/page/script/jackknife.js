// The jackknife: how much a score or a difference hangs on single units. Twin of significance/jackknife.py.
import { tQuantile, twoSided } from "./student.js";

const SAME_SCORE = 1e-9; // what differs by less than this share of scores is rounding

/**
 * How much of a difference of such scores may come from rounding.
 * @param {number} first
 * @param {number} second
 */
export const rounding = (first, second) => SAME_SCORE * Math.max(Math.abs(first), Math.abs(second));

/**
 * The standard error, from what a score is without each unit.
 * @param {Float64Array} leftOut
 * @param {number} units how many of them there are
 * @returns {number}
 */
export function jackknifeError(leftOut, units) {
  let mean = 0;
  for (let unit = 0; unit < units; unit++) mean += leftOut[unit];
  mean /= units;
  let squares = 0;
  for (let unit = 0; unit < units; unit++) squares += (leftOut[unit] - mean) ** 2;
  return Math.sqrt(((units - 1) / units) * squares);
}

/**
 * How often chance alone gives a difference at least as large, two-sided.
 * @param {number} first the score of one system
 * @param {number} second that of the other
 * @param {number} error of their difference
 * @param {number} units
 * @returns {number}
 */
export function jackknifeP(first, second, error, units) {
  const difference = Math.abs(second - first);
  const slack = rounding(first, second);
  if (difference <= slack) return 1;
  return error > slack ? twoSided(difference / error, units - 1) : 0;
}

/**
 * A confidence interval as wide on both sides of a value.
 * @param {number} value
 * @param {number} error
 * @param {number} units
 * @param {number} [level]
 * @returns {[number, number]}
 */
export function jackknifeInterval(value, error, units, level = 0.95) {
  const reach = tQuantile((1 + level) / 2, units - 1) * error;
  return [value - reach, value + reach];
}
