// How the page writes p-values, and what is said of a difference.

const NO_P = "–";

/**
 * A p-value as the page writes them.
 * @param {number | null} p
 * @returns {string}
 */
export function writeP(p) {
  if (p === null || Number.isNaN(p)) return NO_P;
  if (p < 0.001) return "< .001";
  return p.toFixed(p < 0.0995 ? 3 : 2).replace(/^0/, "");
}

/**
 * Whether a difference is one for the better; null where nobody can say.
 * @param {string} direction
 * @param {number} before
 * @param {number} after
 * @returns {boolean | null}
 */
export function isBetter(direction, before, after) {
  if (direction === "none" || before === after || Number.isNaN(before) || Number.isNaN(after)) return null;
  if (direction === "near 1") return Math.abs(after - 1) < Math.abs(before - 1);
  return (after > before) === (direction === "higher");
}
