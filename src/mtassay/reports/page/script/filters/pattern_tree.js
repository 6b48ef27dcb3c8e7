// What a pattern is made of: sets of characters, and what is built of them. Twin of analyses/filters/pattern_tree.py.

/** @typedef {[number, number][]} Ranges first and last code points, in order; no two ranges touch */
/**
 * @typedef {{kind: "characters", ranges: Ranges}
 *   | {kind: "anchor", sign: string}
 *   | {kind: "chain", parts: PatternNode[]}
 *   | {kind: "choice", branches: PatternNode[]}
 *   | Repeat} PatternNode
 */
/**
 * @typedef {{kind: "repeat", part: PatternNode, least: number, most: number, isLazy: boolean, place: number}} Repeat
 * `most` is Infinity where there is no limit, `place` where it stands in the pattern
 */

const LAST_CODE_POINT = 0x10ffff;

/**
 * The characters of all of them.
 * @param {...Ranges} sets
 * @returns {Ranges}
 */
export function joinRanges(...sets) {
  /** @type {Ranges} */
  const joined = [];
  for (const [first, last] of sets.flat().sort((left, right) => left[0] - right[0])) {
    const before = joined[joined.length - 1];
    if (before && first <= before[1] + 1) before[1] = Math.max(last, before[1]);
    else joined.push([first, last]);
  }
  return joined;
}

/**
 * All other characters.
 * @param {Ranges} ranges
 * @returns {Ranges}
 */
export function complement(ranges) {
  /** @type {Ranges} */
  const others = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (next < first) others.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) others.push([next, LAST_CODE_POINT]);
  return others;
}

/**
 * Whether a character is in both.
 * @param {Ranges} left
 * @param {Ranges} right
 * @returns {boolean}
 */
export function overlap(left, right) {
  return left.some(([first, last]) => right.some(([begin, end]) => first <= end && begin <= last));
}

/**
 * The pattern as this browser reads it.
 * @param {PatternNode} node
 * @returns {string}
 */
export function patternSource(node) {
  switch (node.kind) {
    case "characters":
      return node.ranges.length ? `[${node.ranges.map(rangeSource).join("")}]` : "(?!)";
    case "anchor":
      return node.sign;
    case "chain":
      return node.parts.map(patternSource).join("");
    case "choice":
      return `(?:${node.branches.map(patternSource).join("|")})`;
    case "repeat":
      return `(?:${patternSource(node.part)})${countsSource(node)}`;
  }
}

/** @param {[number, number]} range */
const rangeSource = ([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`;

/** @param {Repeat} repeat */
const countsSource = ({ least, most, isLazy }) => `{${least},${most === Infinity ? "" : most}}${isLazy ? "?" : ""}`;
