// Which words of two texts belong together, in order or not. Of several best ways it is always the one that the native
// functions take (native/edits.cpp, native/runs.cpp): pages and reports show the same marks.

export const MATCH = 0;
export const SUBSTITUTE = 1;
export const DELETE = 2; // a word of the reference that the hypothesis lacks
export const INSERT = 3; // a word of the hypothesis that the reference lacks

/**
 * The words as numbers, equal ones by the same: they are compared millions of times.
 * @param {...string[]} lists
 * @returns {Int32Array[]} a list of numbers for each list of words
 */
export function numberWords(...lists) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  return lists.map((words) => Int32Array.from(words, (word) => {
    const known = numbers.get(word) ?? numbers.size;
    if (known === numbers.size) numbers.set(word, known);
    return known;
  }));
}

/**
 * The steps of one cheapest alignment, from left to right. After common ends are cut off, from the end on a deletion is
 * preferred to an insertion, and an insertion that costs no more than a match to a match or substitution.
 * @param {Int32Array} hypothesis
 * @param {Int32Array} reference
 * @returns {number[]}
 */
export function editSteps(hypothesis, reference) {
  const shorter = Math.min(hypothesis.length, reference.length);
  let front = 0;
  while (front < shorter && hypothesis[front] === reference[front]) front += 1;
  let back = 0;
  while (back < shorter - front && hypothesis.at(-1 - back) === reference.at(-1 - back)) back += 1;
  const words = hypothesis.subarray(front, hypothesis.length - back);
  const others = reference.subarray(front, reference.length - back);

  const columns = others.length + 1;
  const costs = new Int32Array((words.length + 1) * columns);
  for (let j = 1; j < columns; j += 1) costs[j] = j;
  for (let i = 1; i <= words.length; i += 1) {
    const row = i * columns;
    const word = words[i - 1];
    costs[row] = i;
    for (let j = 1; j < columns; j += 1) {
      const diagonal = costs[row - columns + j - 1] + (word === others[j - 1] ? 0 : 1);
      costs[row + j] = Math.min(diagonal, costs[row - columns + j] + 1, costs[row + j - 1] + 1);
    }
  }

  /** @type {number[]} */
  const steps = new Array(back).fill(MATCH); // from right to left
  for (let i = words.length, j = others.length; i > 0 || j > 0;) {
    const step = stepTo(i, j);
    if (step !== DELETE) i -= 1;
    if (step !== INSERT) j -= 1;
    steps.push(step);
  }
  for (let place = 0; place < front; place += 1) steps.push(MATCH);
  return steps.reverse();

  /**
   * @param {number} i
   * @param {number} j
   */
  function stepTo(i, j) {
    if (i === 0) return DELETE;
    if (j === 0) return INSERT;
    const cell = i * columns + j;
    const diagonal = costs[cell - columns - 1];
    if (costs[cell - 1] + 1 === costs[cell]) return DELETE;
    if (costs[cell - columns] < diagonal) return INSERT;
    return words[i - 1] === others[j - 1] ? MATCH : SUBSTITUTE;
  }
}

/** @typedef {{ start: number, otherStart: number, length: number }} CommonRun */

/**
 * Equal runs of two words or more, the longest first, then those that come first in the hypothesis and in the reference;
 * no word is in two of them.
 * @param {ArrayLike<number>} hypothesis
 * @param {ArrayLike<number>} reference
 * @returns {CommonRun[]}
 */
export function longestRuns(hypothesis, reference) {
  /** @type {CommonRun[][]} */
  const byLength = [];
  /** @param {CommonRun} run */
  const keep = (run) => {
    if (run.length > 1) (byLength[run.length] ??= []).push(run);
  };
  for (const run of commonRuns(hypothesis, reference)) keep(run);

  const isTaken = new Uint8Array(hypothesis.length);
  const isOtherTaken = new Uint8Array(reference.length);
  /** @type {CommonRun[]} */
  const taken = [];
  for (let length = byLength.length - 1; length > 1; length -= 1) {
    const runs = byLength[length] ?? [];
    for (const run of runs.sort((a, b) => a.start - b.start || a.otherStart - b.otherStart)) {
      // what of a run is free is shorter than the run, unless it is whole
      let begin = 0;
      for (let k = 0; k < length; k += 1) {
        if (!isTaken[run.start + k] && !isOtherTaken[run.otherStart + k]) continue;
        keep({ start: run.start + begin, otherStart: run.otherStart + begin, length: k - begin });
        begin = k + 1;
      }
      if (begin > 0) {
        keep({ start: run.start + begin, otherStart: run.otherStart + begin, length: length - begin });
      } else {
        taken.push(run);
        isTaken.fill(1, run.start, run.start + length);
        isOtherTaken.fill(1, run.otherStart, run.otherStart + length);
      }
    }
  }
  return taken;
}

/**
 * All that cannot be made longer.
 * @param {ArrayLike<number>} hypothesis
 * @param {ArrayLike<number>} reference
 * @returns {Generator<CommonRun>}
 */
function* commonRuns(hypothesis, reference) {
  /** @type {Map<number, number[]>} */
  const places = new Map();
  for (let j = 0; j < reference.length; j += 1) {
    const known = places.get(reference[j]);
    if (known) known.push(j);
    else places.set(reference[j], [j]);
  }
  for (let i = 0; i < hypothesis.length; i += 1) {
    for (const j of places.get(hypothesis[i]) ?? []) {
      if (i > 0 && j > 0 && hypothesis[i - 1] === reference[j - 1]) continue; // the middle of a run
      let length = 1;
      while (i + length < hypothesis.length && j + length < reference.length && hypothesis[i + length] === reference[j + length]) length += 1;
      yield { start: i, otherStart: j, length };
    }
  }
}
