// In how many ways a pattern can read a text: twin of analyses/filters/pattern_cost.py, which says why it matters.
import { faultAt } from "./filter_errors.js";
import { joinRanges, overlap } from "./pattern_tree.js";

/** @typedef {import("./pattern_tree.js").PatternNode} PatternNode */
/** @typedef {import("./pattern_tree.js").Ranges} Ranges */
/** @typedef {import("./pattern_tree.js").Repeat} Repeat */

const MOST_WAYS = 100_000;
const LONG_TEXT = 100; // characters: at so many places it can end a repetition without limit

/**
 * Refuses a pattern that can take very long.
 * @param {PatternNode} tree
 * @param {string} text
 */
export function checkCost(tree, text) {
  if (countWays(tree, [], text) > MOST_WAYS) {
    throw faultAt(
      "the pattern",
      text,
      0,
      "it can be read in too many ways, so it can take very long; use fewer of .* and ?, " +
        "or write several conditions, joined by 'and'",
    );
  }
}

/**
 * How many ways there are from a place in a text.
 * @param {PatternNode} node
 * @param {Ranges} after the characters that what follows begins with
 * @param {string} text
 * @returns {number}
 */
function countWays(node, after, text) {
  switch (node.kind) {
    case "characters":
    case "anchor":
      return 1;
    case "chain": {
      refuseNeighbours(node.parts, text);
      let ways = 1;
      for (const part of [...node.parts].reverse()) {
        ways *= countWays(part, after, text);
        after = canBeEmpty(part) ? joinRanges(beginnings(part), after) : beginnings(part);
      }
      return Math.min(ways, MOST_WAYS + 1);
    }
    case "choice": {
      const ofBranches = node.branches.map((branch) => countWays(branch, after, text));
      return beginAlike(node.branches, after) ? ofBranches.reduce((sum, ways) => sum + ways) : Math.max(...ofBranches);
    }
    case "repeat":
      return countRepeated(node, after, text);
  }
}

/**
 * Refuses repetitions without limit side by side that can take the same characters: all cuts would be tried.
 * @param {PatternNode[]} parts
 * @param {string} text
 */
function refuseNeighbours(parts, text) {
  for (let place = 1; place < parts.length; place++) {
    const [left, right] = [parts[place - 1], parts[place]];
    if (left.kind !== "repeat" || right.kind !== "repeat") continue;
    if (left.most !== Infinity || right.most !== Infinity || !overlap(beginnings(left), beginnings(right))) continue;
    throw faultAt(
      "the pattern", text, right.place, "two repetitions of the same characters stand side by side; write one",
    );
  }
}

/**
 * @param {Repeat} node
 * @param {Ranges} after
 * @param {string} text
 * @returns {number}
 */
function countRepeated({ part, least, most, place }, after, text) {
  if (canBeEmpty(part)) {
    throw faultAt(
      "the pattern", text, place, "what is repeated here can be empty; leave out a *, a ? or the group",
    );
  }
  const begins = beginnings(part);
  const inside = countWays(part, most === 1 ? after : joinRanges(begins, after), text);
  if (most === Infinity && inside > 1) {
    throw faultAt(
      "the pattern",
      text,
      place,
      "what is repeated here can be read in several ways, so it can take for ever; repeat nothing inside of what " +
        "is repeated, and write what alternatives have in common once: (a+)+ as a+, (ab|ac)+ as (a[bc])+",
    );
  }
  const hasSeveralEnds = most !== least && overlap(begins, after);
  const ends = !hasSeveralEnds ? 1 : most === Infinity ? LONG_TEXT : most - least + 1;
  return Math.min(ends * inside ** (most === Infinity ? 1 : most || 1), MOST_WAYS + 1);
}

/**
 * Whether the next character does not say which branch to take.
 * @param {PatternNode[]} branches
 * @param {Ranges} after
 */
function beginAlike(branches, after) {
  /** @type {Ranges} */
  let seen = [];
  for (const branch of branches) {
    const begins = canBeEmpty(branch) ? joinRanges(beginnings(branch), after) : beginnings(branch);
    if (overlap(seen, begins)) return true;
    seen = joinRanges(seen, begins);
  }
  return branches.filter(canBeEmpty).length > 1;
}

/**
 * The characters that a part can begin with.
 * @param {PatternNode} node
 * @returns {Ranges}
 */
function beginnings(node) {
  switch (node.kind) {
    case "characters":
      return node.ranges;
    case "anchor":
      return [];
    case "chain": {
      const end = node.parts.findIndex((part) => !canBeEmpty(part));
      return joinRanges(...node.parts.slice(0, end < 0 ? undefined : end + 1).map(beginnings));
    }
    case "choice":
      return joinRanges(...node.branches.map(beginnings));
    case "repeat":
      return node.most === 0 ? [] : beginnings(node.part);
  }
}

/**
 * @param {PatternNode} node
 * @returns {boolean}
 */
function canBeEmpty(node) {
  switch (node.kind) {
    case "characters":
      return false;
    case "anchor":
      return true;
    case "chain":
      return node.parts.every(canBeEmpty);
    case "choice":
      return node.branches.some(canBeEmpty);
    case "repeat":
      return node.least === 0 || canBeEmpty(node.part);
  }
}
