// The score of each segment alone: from the file, or computed of its row where the metric can be computed here.
import { scoreBy } from "./formulas.js";

/** @typedef {import("./data.js").ReportData} ReportData */

/**
 * By a metric, run after run.
 * @param {ReportData} report
 * @param {number} metric
 * @returns {Promise<import("./data.js").Numbers>}
 */
export function segmentScores(report, metric) {
  const { scores, rows, columns, segmentFormula } = report.header.metrics[metric];
  if (scores) return report.numbers(scores);
  return report.once(`segment scores ${metric}`, async () => {
    const values = await report.numbers(rows ?? "");
    const count = report.header.runs.length * report.header.segments;
    const score = scoreBy(/** @type {import("./data.js").Formula} */ (segmentFormula));
    const row = new Float64Array(columns);
    return Float64Array.from({ length: count }, (_, place) => {
      for (let column = 0; column < columns; column++) row[column] = values[column * count + place];
      return score(row);
    });
  });
}

/**
 * By a metric, of each system: means over its runs.
 * @param {ReportData} report
 * @param {number} metric
 * @returns {Promise<Float64Array[]>}
 */
export function systemScores(report, metric) {
  const { segments, systems } = report.header;
  return report.once(`means ${metric}`, async () => {
    const values = await segmentScores(report, metric);
    return systems.map(({ runs }) => {
      const means = new Float64Array(segments);
      for (const run of runs) {
        for (let segment = 0; segment < segments; segment++) means[segment] += values[run * segments + segment] / runs.length;
      }
      return means;
    });
  });
}
