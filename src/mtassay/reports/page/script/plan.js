// What is computed: of which segments, and which systems are compared.

/** @typedef {import("./data.js").ReportData} ReportData */

/**
 * @typedef {object} Plan
 * @property {Int32Array} segments places of those that are meant, in order
 * @property {Int32Array | null} units the unit of each segment of the test set, -1 of those that are not meant; null
 *   means that each segment is one
 * @property {number} unitCount
 * @property {[number, number][]} pairs places of systems; the second is compared with the first
 * @property {string} refusal why nothing is tested, where that is so
 */

/**
 * @param {ReportData} report
 * @param {Uint8Array | null} mask 1 for each segment that is meant; null means all
 * @param {[number, number][]} pairs
 * @param {string} [whyUntested] of a filter that looks at outputs
 * @returns {Promise<Plan>}
 */
export async function planFor(report, mask, pairs, whyUntested = "") {
  const { segments: size, unit, fewest } = report.header;
  const every = Int32Array.from({ length: size }, (_, place) => place);
  const segments = mask ? every.filter((place) => mask[place]) : every;
  const units = unit ? await numberUnits(report, unit.of, segments) : null;
  const unitCount = units ? units.count : segments.length;
  const nouns = `${unit ? "part" : "segment"}${unitCount === 1 ? "" : "s"}${unit ? ` by ${unit.name}` : ""}`;
  const tooFew = `The filter leaves ${unitCount} ${nouns}, too few to test anything: it takes ${fewest}.`;
  const refusal = whyUntested || (mask && unitCount < fewest ? tooFew : "");
  return { segments, units: units ? units.of : null, unitCount, pairs, refusal };
}

/**
 * The plan of a table: its rows may be documents, each a unit of its own.
 * @param {import("./data.js").FigureCounts & {documents?: number}} table
 * @param {Plan} plan
 * @returns {Plan}
 */
export function planOf({ documents }, plan) {
  if (documents === undefined) return plan;
  const segments = Int32Array.from({ length: documents }, (_, place) => place);
  return { ...plan, segments, units: null, unitCount: documents };
}

/**
 * @param {ReportData} report
 * @param {string} blob
 * @param {Int32Array} segments
 */
async function numberUnits(report, blob, segments) {
  const given = await report.numbers(blob);
  const numbers = new Map();
  const of = new Int32Array(report.header.segments).fill(-1);
  for (const segment of segments) {
    const unit = given[segment];
    if (!numbers.has(unit)) numbers.set(unit, numbers.size);
    of[segment] = numbers.get(unit);
  }
  return { of, count: numbers.size };
}
