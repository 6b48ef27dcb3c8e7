// Systems in order, groups that cannot be told apart, and the bars beside them: twin of indistinguishable.py, group_bars.py.

/** @typedef {{number: number, lane: number, first: number, last: number}} GroupBar its first and last row, from 0 */

/**
 * The places of systems, best first; equal ones stay as they are.
 * @param {number[]} values
 * @param {boolean} isHigherBetter
 * @returns {number[]}
 */
export function rankSystems(values, isHigherBetter) {
  const sign = isHigherBetter ? -1 : 1;
  return values.map((_, place) => place).sort((left, right) => sign * (values[left] - values[right]) || left - right);
}

/**
 * The longest runs of a ranking in which no two differ, as their first and last place; a system may be in several.
 * @param {number[]} ranked
 * @param {(one: number, other: number) => boolean} differ
 * @returns {[number, number][]}
 */
export function indistinguishable(ranked, differ) {
  /** @type {[number, number][]} */
  const groups = [];
  let stop = 0;
  for (let start = 0; start < ranked.length; start++) {
    let end = Math.max(start + 1, stop);
    while (end < ranked.length && !ranked.slice(start, end).some((member) => differ(member, ranked[end]))) end += 1;
    if (end > stop) {
      groups.push([start, end - 1]);
      stop = end;
    }
  }
  return groups;
}

/**
 * A bar for each group; those that overlap stand in different lanes.
 * @param {[number, number][]} groups
 * @returns {GroupBar[]}
 */
export function placeBars(groups) {
  /** @type {number[]} */
  const freeFrom = [];
  return groups.map(([first, last], place) => {
    const free = freeFrom.findIndex((row) => row <= first);
    const lane = free < 0 ? freeFrom.length : free;
    freeFrom[lane] = last + 1;
    return { number: place + 1, lane, first, last };
  });
}
