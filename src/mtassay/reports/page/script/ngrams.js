// N-grams that two systems have unequally often, in the segments that are meant: twin of analyses/ngrams.py.
import { benjaminiHochberg } from "./corrections.js";
import { compareByCodePoints } from "./words.js";

/** @typedef {import("./data.js").ReportData} ReportData */
/** @typedef {import("./data.js").Numbers} Numbers */
/** @typedef {import("./plan.js").Plan} Plan */

/** @typedef {"right" | "over" | "under"} Counted where output and reference have it, where one has more */
/** @typedef {Uint16Array | Float64Array} PostingCounts */
/** @typedef {"right" | "over" | "balance"} NgramKind where a reference has it, where none has, or both of one system */
/**
 * @typedef {object} NgramLine
 * @property {string[]} words
 * @property {number} first how often the first system has it; a mean over runs
 * @property {number} second
 * @property {number} firstUnits in how many units the first system has more of it
 * @property {number} secondUnits
 * @property {number} share of the first system
 * @property {number | null} p
 * @property {number | null} q
 * @property {string[][]} folded n-grams below that contain it or are contained, and say the same of the same units
 */
/**
 * @typedef {object} NgramTable the strongest evidence first
 * @property {NgramKind} kind
 * @property {boolean} firstMore whether the first system has more of these
 * @property {number} tested how many n-grams differ in enough units, in either direction
 * @property {number | null} beyondChance how many of them pass the test; null where nothing may be tested
 * @property {NgramLine[]} lines
 */
/**
 * @typedef {object} Postings
 * @property {string[][]} ngrams
 * @property {Numbers} starts
 * @property {Numbers} segments
 * @property {Numbers} outputs by run and posting
 * @property {Numbers} references the same, or one series that all runs have in common
 */
/**
 * @typedef {object} Difference of an n-gram
 * @property {number} ngram
 * @property {number} first
 * @property {number} second
 * @property {number} firstUnits
 * @property {number} secondUnits
 * @property {Set<number>} units in which the systems differ
 */

const SAME_UNITS = 0.8;
const SAME_COUNT = 1e-9; // means over runs are sums of fractions
const SAME_DIGITS = 12;
const JOIN = "\u001f";
/** @type {Map<number, number>} */
const COIN_TOSSES = new Map();

/**
 * The tables of a pair of systems, or of one system alone; none where the report has no n-grams.
 * @param {ReportData} report
 * @param {Plan} plan
 * @param {[number, number] | [number]} systems
 * @returns {Promise<NgramTable[]>}
 */
export async function ngramTables(report, plan, systems) {
  if (!report.header.ngrams) return [];
  const postings = await postingsOf(report);
  const [first, second = first] = systems;
  /** @type {[NgramKind, Counted, Counted][]} */
  const kinds = systems.length > 1 ? [["right", "right", "right"], ["over", "over", "over"]] : [["balance", "over", "under"]];
  const tables = [];
  for (const [kind, before, after] of kinds) {
    const counts = await Promise.all([countsOf(report, first, before), countsOf(report, second, after)]);
    tables.push(...compareCounts(report, plan, postings, kind, ...counts));
  }
  return tables;
}

/**
 * What is counted of each posting, the mean over the runs of a system: the same for all filters, and so made once.
 * @param {ReportData} report
 * @param {number} system
 * @param {Counted} counted
 * @returns {Promise<PostingCounts>}
 */
function countsOf(report, system, counted) {
  return report.once(`n-grams ${counted} ${system}`, async () => {
    const { segments, outputs, references } = await postingsOf(report);
    const { runs } = report.header.systems[system];
    const isSmall = runs.length === 1 && [outputs, references].every((each) => each.BYTES_PER_ELEMENT <= 2);
    const counts = isSmall ? new Uint16Array(segments.length) : new Float64Array(segments.length);
    for (const run of runs) {
      const from = run * segments.length;
      const fromReference = from % references.length;
      for (let posting = 0; posting < counts.length; posting++) {
        const output = outputs[from + posting];
        const reference = references[fromReference + posting];
        const more = counted === "over" ? output - reference : reference - output;
        const count = counted === "right" ? (output < reference ? output : reference) : more > 0 ? more : 0;
        counts[posting] += count / runs.length;
      }
    }
    return counts;
  });
}

/**
 * @param {ReportData} report
 * @returns {Promise<Postings>}
 */
export function postingsOf(report) {
  return report.once("postings", async () => {
    const blobs = /** @type {import("./data.js").NgramData} */ (report.header.ngrams);
    const [starts, steps, outputs, references] = await Promise.all(
      [blobs.starts, blobs.steps, blobs.outputs, blobs.references].map((blob) => report.numbers(blob)),
    );
    const segments = new Int32Array(steps.length);
    for (let ngram = 0; ngram + 1 < starts.length; ngram++) {
      let segment = 0;
      for (let posting = starts[ngram]; posting < starts[ngram + 1]; posting++) {
        segment += steps[posting];
        segments[posting] = segment;
      }
    }
    const words = await report.text(blobs.words);
    const ngrams = words ? words.split("\u001e").map((ngram) => ngram.split(JOIN)) : [];
    return { ngrams, starts, segments, outputs, references };
  });
}

/**
 * The table of n-grams of which the first side has more, and that of the second.
 * @param {ReportData} report
 * @param {Plan} plan
 * @param {Postings} postings
 * @param {NgramKind} kind
 * @param {PostingCounts} first
 * @param {PostingCounts} second
 * @returns {NgramTable[]}
 */
function compareCounts(report, plan, postings, kind, first, second) {
  const { least, alpha } = /** @type {import("./data.js").NgramData} */ (report.header.ngrams);
  const differing = findDiffering(report.header.segments, plan, postings, first, second, least);
  const pValues = differing.map(({ firstUnits, secondUnits }) => signTest(firstUnits, secondUnits));
  const qValues = benjaminiHochberg(pValues);
  const isTested = !plan.refusal;
  const ranked = differing.map((difference, place) => ({
    difference,
    size: Math.round(Math.abs(difference.second - difference.first) / SAME_COUNT),
    evidence: isTested ? Number(pValues[place].toPrecision(SAME_DIGITS)) : 0,
    line: lineOf(difference, postings, alpha, isTested ? [pValues[place], qValues[place]] : [null, null]),
  }));
  ranked.sort(
    (left, right) =>
      left.evidence - right.evidence || right.size - left.size || compareWords(left.line.words, right.line.words),
  );
  const beyondChance = isTested ? qValues.filter((q) => q < report.header.alpha).length : null;
  return [true, false].map((firstMore) => {
    const lines = ranked.filter(({ difference }) => hasFirstMore(difference) === firstMore);
    return { kind, firstMore, tested: differing.length, beyondChance, lines: fold(lines) };
  });
}

/**
 * The n-grams that differ in enough units.
 * @param {number} size
 * @param {Plan} plan
 * @param {Postings} postings
 * @param {PostingCounts} first
 * @param {PostingCounts} second
 * @param {number} least
 * @returns {Difference[]}
 */
function findDiffering(size, plan, postings, first, second, least) {
  const unitOf = plan.units ?? numberSegments(size, plan.segments);
  const compare = plan.units ? compareInUnits(plan.unitCount) : compareInSegments;
  /** @type {Difference[]} */
  const differing = [];
  for (let ngram = 0; ngram < postings.ngrams.length; ngram++) {
    const found = compare(postings, ngram, unitOf, first, second, least);
    if (found) differing.push(found);
  }
  return differing;
}

/**
 * An n-gram where each segment is a unit and so has one posting at most; null where too few differ.
 * @param {Postings} postings
 * @param {number} ngram
 * @param {Int32Array} unitOf
 * @param {PostingCounts} first
 * @param {PostingCounts} second
 * @param {number} least
 * @returns {Difference | null}
 */
function compareInSegments({ starts, segments }, ngram, unitOf, first, second, least) {
  const [start, end] = [starts[ngram], starts[ngram + 1]];
  const sums = { first: 0, second: 0, firstUnits: 0, secondUnits: 0 };
  for (let posting = start; posting < end; posting++) {
    if (unitOf[segments[posting]] < 0) continue;
    const change = second[posting] - first[posting];
    sums.first += first[posting];
    sums.second += second[posting];
    if (change <= -SAME_COUNT) sums.firstUnits += 1;
    else if (change >= SAME_COUNT) sums.secondUnits += 1;
  }
  if (sums.firstUnits + sums.secondUnits < least) return null;
  const units = new Set();
  for (let posting = start; posting < end; posting++) {
    const unit = unitOf[segments[posting]];
    if (unit >= 0 && Math.abs(second[posting] - first[posting]) >= SAME_COUNT) units.add(unit);
  }
  return { ngram, ...sums, units };
}

/**
 * The same where the segments of a document, say, are one unit: their differences add.
 * @param {number} unitCount
 * @returns {typeof compareInSegments}
 */
function compareInUnits(unitCount) {
  const changes = new Float64Array(unitCount); // the second less the first
  const isTouched = new Uint8Array(unitCount);
  const touched = new Int32Array(unitCount);
  return ({ starts, segments }, ngram, unitOf, first, second, least) => {
    const sums = { first: 0, second: 0, firstUnits: 0, secondUnits: 0 };
    let count = 0;
    for (let posting = starts[ngram]; posting < starts[ngram + 1]; posting++) {
      const unit = unitOf[segments[posting]];
      if (unit < 0) continue;
      sums.first += first[posting];
      sums.second += second[posting];
      changes[unit] += second[posting] - first[posting];
      if (!isTouched[unit]) touched[count++] = unit;
      isTouched[unit] = 1;
    }
    const own = touched.subarray(0, count);
    for (const unit of own) {
      if (changes[unit] <= -SAME_COUNT) sums.firstUnits += 1;
      else if (changes[unit] >= SAME_COUNT) sums.secondUnits += 1;
    }
    const isEnough = sums.firstUnits + sums.secondUnits >= least;
    const units = isEnough ? new Set(own.filter((unit) => Math.abs(changes[unit]) >= SAME_COUNT)) : null;
    for (const unit of own) changes[unit] = isTouched[unit] = 0;
    return units && { ngram, ...sums, units };
  };
}

/**
 * Each segment that is meant is a unit; all others are -1.
 * @param {number} size
 * @param {Int32Array} segments
 */
function numberSegments(size, segments) {
  const numbers = new Int32Array(size).fill(-1);
  segments.forEach((segment, place) => (numbers[segment] = place));
  return numbers;
}

/**
 * Of equal evidence the shorter n-gram first, then by the alphabet.
 * @param {string[]} left
 * @param {string[]} right
 * @returns {number}
 */
function compareWords(left, right) {
  if (left.length !== right.length) return left.length - right.length;
  const place = left.findIndex((word, at) => word !== right[at]);
  return place < 0 ? 0 : compareByCodePoints(left[place], right[place]);
}

/** @param {Difference} difference */
function hasFirstMore({ first, second, firstUnits, secondUnits }) {
  return firstUnits > secondUnits || (firstUnits === secondUnits && first - second >= SAME_COUNT);
}

/**
 * @param {Difference} difference
 * @param {Postings} postings
 * @param {number} alpha what the share adds to both counts
 * @param {[number | null, number | null]} tested p and q
 * @returns {NgramLine}
 */
function lineOf({ ngram, first, second, firstUnits, secondUnits }, { ngrams }, alpha, [p, q]) {
  const share = first + second + alpha ? (first + alpha) / (first + second + 2 * alpha) : 0.5;
  return { words: ngrams[ngram], first, second, firstUnits, secondUnits, share, p, q, folded: [] };
}

/**
 * How often a fair coin gives a split at least as uneven, either way.
 * @param {number} heads
 * @param {number} tails
 * @returns {number}
 */
function signTest(heads, tails) {
  const trials = heads + tails;
  const fewer = Math.min(heads, tails);
  if (trials - 2 * fewer <= 1) return 1;
  const key = trials * (trials + 1) + fewer;
  let p = COIN_TOSSES.get(key);
  if (p === undefined) {
    // logarithms of the binomial coefficients, one from the other: exact enough for millions of tosses
    let logarithm = -trials * Math.LN2;
    let sum = Math.exp(logarithm);
    for (let tosses = 1; tosses <= fewer; tosses++) {
      logarithm += Math.log(trials - tosses + 1) - Math.log(tosses);
      sum += Math.exp(logarithm);
    }
    COIN_TOSSES.set(key, (p = Math.min(1, 2 * sum)));
  }
  return p;
}

/**
 * The n-grams that are not folded, with those that are folded behind them.
 * @param {{difference: Difference, line: NgramLine}[]} ranked
 * @returns {NgramLine[]}
 */
function fold(ranked) {
  /** @type {Map<string, number>} */
  const heads = new Map();
  /** @type {Map<string, number[]>} heads by all that they contain */
  const containing = new Map();
  /** @type {{difference: Difference, line: NgramLine}[]} */
  const shown = [];
  for (const each of ranked) {
    const { units } = each.difference;
    const parts = partsOf(each.line.words);
    const text = each.line.words.join(JOIN);
    const above = [...parts.flatMap((part) => heads.get(part) ?? []), ...(containing.get(text) ?? [])];
    const head = [...new Set(above)].sort((left, right) => left - right).find((place) => {
      let inBoth = 0;
      for (const unit of units) if (shown[place].difference.units.has(unit)) inBoth += 1;
      return inBoth >= SAME_UNITS * units.size;
    });
    if (head !== undefined) {
      shown[head].line.folded.push(each.line.words);
      continue;
    }
    heads.set(text, shown.length);
    for (const part of parts) {
      const known = containing.get(part);
      if (known) known.push(shown.length);
      else containing.set(part, [shown.length]);
    }
    shown.push(each);
  }
  return shown.map(({ line }) => line);
}

/**
 * All shorter n-grams that an n-gram contains.
 * @param {string[]} words
 * @returns {string[]}
 */
function partsOf(words) {
  const parts = new Set();
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= words.length; end++) {
      if (end - start < words.length) parts.add(words.slice(start, end).join(JOIN));
    }
  }
  return [...parts];
}
