// Scores of systems on the segments that are meant, and whether they differ: what `compare` says by the jackknife.
import { holm } from "./corrections.js";
import { jackknifeError, jackknifeInterval, jackknifeP, rounding } from "./jackknife.js";
import { leaveOutEach, meanOf, measuredBy } from "./measures.js";
import { gatherRows } from "./unit_rows.js";

/** @typedef {import("./data.js").ReportData} ReportData */
/** @typedef {import("./plan.js").Plan} Plan */

/** @typedef {{value: number, error: number | null, interval: [number, number] | null}} SystemScore */
/**
 * @typedef {object} ScoreDifference the second system less the first
 * @property {number} value
 * @property {number | null} error
 * @property {number | null} p
 * @property {number | null} q corrected for all pairs by Holm
 */

/**
 * @typedef {{scores: SystemScore[], differences: ScoreDifference[], known: number[]} | null} MetricScores with how many
 *   segments have a score, where some may lack one
 */

/** @type {WeakMap<Int32Array, Map<string, Promise<MetricScores>>>} what was computed of these segments */
const SCORES = new WeakMap();

/**
 * The scores by a metric; null where it is not computed here. Nothing is tested where there are too few units.
 * The sentence on top and the table ask for the same, so it is computed once for the segments of a plan.
 * @param {ReportData} report
 * @param {number} metric
 * @param {Plan} plan
 * @returns {Promise<MetricScores>}
 */
export function scoresBy(report, metric, plan) {
  const known = SCORES.get(plan.segments) ?? new Map();
  SCORES.set(plan.segments, known);
  const key = `${metric} ${plan.pairs.join(" ")} ${plan.refusal}`;
  if (!known.has(key)) known.set(key, computeScores(report, metric, plan));
  return known.get(key);
}

/**
 * @param {ReportData} report
 * @param {number} metric
 * @param {Plan} plan
 * @returns {Promise<MetricScores>}
 */
async function computeScores(report, metric, plan) {
  const { systems, metrics, fewest } = report.header;
  const measured = measuredBy(report, { metric });
  const { rows: blob, columns, known: counted } = metrics[metric];
  if (!measured || blob === null) return null;
  const rows = await gatherRows(report, blob, columns, plan);
  const isPartial = typeof counted === "number";
  const known = isPartial ? systems.map((system) => meanOf(system.runs, (run) => rows.sums[run][counted])) : [];
  const isTested = !plan.refusal && rows.size >= fewest;
  const leftOut = isTested ? leaveOutEach(measured, rows, systems) : [];
  const values = systems.map((system) => meanOf(system.runs, (run) => measured.score(rows.sums[run])));
  const scores = values.map((value, system) => {
    if (!isTested) return { value, error: null, interval: null };
    const error = jackknifeError(leftOut[system], rows.size);
    // an error that rounding alone may have made is none
    const shown = error <= rounding(value, value) ? 0 : error;
    return { value, error, interval: jackknifeInterval(value, shown, rows.size) };
  });
  const differences = plan.pairs.map(([first, second]) => {
    const value = values[second] - values[first];
    const isFew = known.length > 0 && Math.min(known[first], known[second]) < fewest;
    if (!isTested || isFew) return { value, error: null, p: null, q: null };
    const error = jackknifeError(leftOut[second].map((score, unit) => score - leftOut[first][unit]), rows.size);
    return { value, error, p: jackknifeP(values[first], values[second], error, rows.size), q: null };
  });
  if (!isTested) return { scores, differences, known };
  const corrected = holm(differences.map(({ p }) => p ?? 1));
  const withQ = differences.map((each, pair) => ({ ...each, q: each.p === null ? null : corrected[pair] }));
  return { scores, differences: withQ, known };
}
