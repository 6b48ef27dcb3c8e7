// What stands out: the strongest evidence of all analyses, and what the metrics say: twin of analyses/standouts.py.
import { isBetter } from "./verdicts.js";
import { joinWords } from "./words.js";

/** @typedef {import("./data.js").Header} Header */
/** @typedef {import("./data.js").FigureCounts} FigureCounts */
/** @typedef {import("./figures.js").FigureTable} FigureTable */
/** @typedef {import("./ngrams.js").NgramTable} NgramTable */
/** @typedef {{value: number, q: number | null}} Tested */

/**
 * @typedef {object} Standout a figure that is beyond chance
 * @property {string} about
 * @property {number} before
 * @property {number} after
 * @property {number} places
 * @property {number} p
 * @property {boolean | null} isBetter
 */

const MOST_LINES = 8;
const MOST_SENTENCES = 4;

/**
 * Of two systems: at most a gain and a loss from each analysis, the strongest evidence first, nothing twice.
 * @param {Header} header
 * @param {{table: FigureCounts, figures: FigureTable | null}[]} tables
 * @param {NgramTable[]} ngrams
 * @param {[number, number]} pair
 * @param {number} place of the pair among those that were compared
 * @returns {Standout[]}
 */
export function chooseStandouts(header, tables, ngrams, pair, place) {
  /** @type {Map<string, Standout>} */
  const chosen = new Map();
  for (const spec of header.analyses) {
    const own = tables.filter(({ table }) => table.spec === spec);
    const all = own.flatMap(({ table, figures }) => (figures ? ofFigures(header, table, figures, pair, place) : []));
    if (spec === header.ngrams?.spec) all.push(...ngrams.flatMap((table) => ofNgrams(header, table)));
    for (const standout of all) {
      const key = `${spec} ${standout.isBetter}`;
      const known = chosen.get(key);
      if (!known || standout.p < known.p) chosen.set(key, standout);
    }
  }
  const different = new Map([...chosen.values()].map((standout) => [JSON.stringify(standout), standout]));
  return [...different.values()].sort((left, right) => left.p - right.p).slice(0, MOST_LINES);
}

/**
 * A total is left out where one of its parts stands out in the same direction: the part says more.
 * @param {Header} header
 * @param {FigureCounts} table
 * @param {FigureTable} figures
 * @param {[number, number]} pair
 * @param {number} place
 * @returns {Standout[]}
 */
function ofFigures(header, table, figures, [first, second], place) {
  const told = new Set();
  /** @type {Standout[]} */
  const chosen = [];
  for (const isTotal of [false, true]) {
    const before = new Set(told);
    for (const [number, line] of figures.lines.entries()) {
      const { p, q } = line.differences[0][place];
      if (line.isTotal !== isTotal || p === null || q === null || q >= header.alpha) continue;
      const { measures, about, title } = table.lines[number];
      const [measure] = measures;
      const [from, to] = [line.values[0][first].value, line.values[0][second].value];
      const verdict = isBetter(measure.direction, from, to);
      if (isTotal && before.has(verdict)) continue;
      told.add(verdict);
      const said = `${about || title || table.title}, ${measure.title}`;
      chosen.push({ about: said, before: from, after: to, places: measure.places, p, isBetter: verdict });
    }
  }
  return chosen;
}

/**
 * @param {Header} header
 * @param {NgramTable} table
 * @returns {Standout[]}
 */
function ofNgrams(header, { kind, firstMore, lines }) {
  if (kind === "balance") return [];
  // the test is about units: counts that say the opposite would only confuse
  const line = lines.find(({ first, second }) => first > second === firstMore);
  if (!line || line.p === null || line.q === null || line.q >= header.alpha) return [];
  const where = kind === "right" ? "where the reference has it" : "more often than the reference";
  const { first, second, p, words } = line;
  const verdict = second > first === (kind === "right");
  return [{ about: `“${joinWords(words, header.splitting === "space")}” ${where}`, before: first, after: second, places: 0, p, isBetter: verdict }];
}

/**
 * Of some pairs who is better by which metrics, and whom nobody can tell apart.
 * @param {Header} header
 * @param {({scores: {value: number}[], differences: Tested[]} | null)[]} scores by metric; null where it is not computed
 * @param {[number, number][]} compared the pairs that scores have differences of
 * @param {[number, number][]} pairs those that are told
 * @returns {string}
 */
export function sentenceOf(header, scores, compared, pairs) {
  const said = pairs.slice(0, MOST_SENTENCES).map((pair) => ofPair(header, scores, compared, pair));
  if (pairs.length > MOST_SENTENCES) said.push(`${pairs.length - MOST_SENTENCES} more pairs are in the tables.`);
  return said.join(" ");
}

/**
 * @param {Header} header
 * @param {({scores: {value: number}[], differences: Tested[]} | null)[]} scores
 * @param {[number, number][]} compared
 * @param {[number, number]} pair
 * @returns {string}
 */
function ofPair({ systems, metrics, alpha }, scores, compared, [first, second]) {
  const [before, after] = [systems[first].name, systems[second].name];
  const at = placeOfPair(compared, [first, second]);
  /** @type {Record<"better" | "worse" | "unclear", string[]>} */
  const byVerdict = { better: [], worse: [], unclear: [] };
  for (const [number, { label, places, higher }] of metrics.entries()) {
    const done = scores[number];
    if (!done) continue;
    const change = done.scores[second].value - done.scores[first].value;
    const { q } = done.differences[at];
    if (q === null || q >= alpha || change === 0) byVerdict.unclear.push(label);
    else byVerdict[change > 0 === higher ? "better" : "worse"].push(`${label} (${writeChange(change, places)})`);
  }
  const { better, worse, unclear } = byVerdict;
  if (!better.length && !worse.length) return unclear.length ? `${after} cannot be told apart from ${before} by ${listed(unclear)}.` : "";
  let said = `${after} is ${better.length ? "better" : "worse"} than ${before} by ${listed(better.length ? better : worse)}`;
  if (better.length && worse.length) said = `The metrics disagree: ${said}, and worse by ${listed(worse)}`;
  if (unclear.length) said += `; they cannot be told apart by ${listed(unclear)}`;
  return `${said}.`;
}

/**
 * Where a pair stands among pairs, in either order; -1 where it does not.
 * @param {[number, number][]} pairs
 * @param {[number, number]} pair
 * @returns {number}
 */
export function placeOfPair(pairs, [first, second]) {
  return pairs.findIndex((each) => each.includes(first) && each.includes(second));
}

/**
 * @param {number} change
 * @param {number} places
 */
const writeChange = (change, places) => (change < 0 ? "\u2212" : "+") + Math.abs(change).toFixed(places);

/** @param {string[]} names */
const listed = (names) =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
