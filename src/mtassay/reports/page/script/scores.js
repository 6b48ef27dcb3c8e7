// Scores of systems on the segments that are meant, and whether they differ: what `compare` says by the jackknife.
import { holm } from "./corrections.js";
import { jackknifeError, jackknifeInterval, jackknifeP, rounding } from "./jackknife.js";
import { leaveOutEach, meanOf, measuredBy } from "./measures.js";
import { UnitRows, rowsOf } from "./unit_rows.js";

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
 * The scores by a metric; null where it is not computed here. Nothing is tested where there are too few units.
 * @param {ReportData} report
 * @param {number} metric
 * @param {Plan} plan
 * @returns {Promise<{scores: SystemScore[], differences: ScoreDifference[]} | null>}
 */
export async function scoresBy(report, metric, plan) {
  const { systems, metrics, runs, fewest } = report.header;
  const measured = measuredBy(report, { metric });
  const { rows: blob, columns } = metrics[metric];
  if (!measured || blob === null) return null;
  const rows = new UnitRows(await rowsOf(report, blob), columns, runs.length, plan.segments, plan);
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
    if (!isTested) return { value, error: null, p: null, q: null };
    const error = jackknifeError(leftOut[second].map((score, unit) => score - leftOut[first][unit]), rows.size);
    return { value, error, p: jackknifeP(values[first], values[second], error, rows.size), q: null };
  });
  if (!isTested) return { scores, differences };
  const corrected = holm(differences.map(({ p }) => p ?? 1));
  return { scores, differences: differences.map((difference, pair) => ({ ...difference, q: corrected[pair] })) };
}
