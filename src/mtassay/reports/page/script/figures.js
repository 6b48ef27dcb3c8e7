// Figures of a table: values, errors, differences and contributions of each line. Twin of analyses/figures.py.
import { benjaminiHochberg } from "./corrections.js";
import { jackknifeError, jackknifeP } from "./jackknife.js";
import { leaveOutEach, meanOf, measuredBy } from "./measures.js";
import { UnitRows, gatherRows, rowsOf } from "./unit_rows.js";

/** @typedef {import("./data.js").ReportData} ReportData */
/** @typedef {import("./data.js").FigureCounts} FigureCounts */
/** @typedef {import("./data.js").TableLine} TableLine */
/** @typedef {import("./data.js").System} System */
/** @typedef {import("./measures.js").Measured} Measured */
/** @typedef {import("./plan.js").Plan} Plan */

/** @typedef {{value: number, error: number | null, units: number}} Value */
/**
 * @typedef {object} Difference the second system less the first
 * @property {number} value
 * @property {number | null} error
 * @property {number | null} p
 * @property {number | null} q corrected for all differences of a measure in the table
 * @property {number | null} contribution of its line to the whole difference
 */
/**
 * @typedef {object} FigureLine
 * @property {string} key
 * @property {boolean} isTotal
 * @property {number} segments how many it is about
 * @property {Value[][]} values by measure and system
 * @property {Difference[][]} differences by measure and pair
 * @property {number[]} sizes by system; none where a line is about all segments and says no size
 */
/** @typedef {{key: string, lines: FigureLine[], whole: number[]}} FigureTable */

/**
 * The figures of a table for what a plan says; null where a metric is not computed here.
 * @param {ReportData} report
 * @param {FigureCounts} table
 * @param {Plan} plan
 * @returns {Promise<FigureTable | null>}
 */
export async function figuresOf(report, table, plan) {
  const measures = new Map();
  for (const measure of [...table.lines.flatMap((line) => line.measures), ...(table.whole ? [table.whole] : [])]) {
    const measured = measuredBy(report, measure);
    if (!measured) return null;
    measures.set(measure, measured);
  }
  const blob = table.metric === null ? table.rows : report.header.metrics[table.metric].rows;
  const columns = table.metric === null ? table.columns.length : report.header.metrics[table.metric].columns;
  const every = await gatherRows(report, blob ?? "", columns, plan);
  const rows = await rowsOf(report, blob ?? "");
  /** @param {Int32Array} segments */
  const gather = (segments) => new UnitRows(rows, columns, report.header.runs.length, segments, plan);
  const whole = table.whole && measures.get(table.whole);
  const { systems, fewest } = report.header;
  const lines = [];
  for (const line of table.lines) {
    const segments = await segmentsOf(report, line, plan);
    const own = segments ? gather(segments) : every;
    const figures = line.measures.map((measure) => compareSystems(measures.get(measure), own, systems, plan, fewest));
    /** @type {FigureLine} */
    const done = {
      key: line.key,
      isTotal: line.total,
      segments: (segments ?? plan.segments).length,
      values: figures.map(({ values }) => values),
      differences: figures.map(({ differences }) => differences),
      sizes: sizesOf(line, own, segments, systems),
    };
    if (whole && (segments || line.part.length)) addContributions(done, line, whole, every, own, systems, plan);
    lines.push(done);
  }
  correct(lines);
  return { key: table.key, lines, whole: whole ? wholeDifferences(whole, every, systems, plan) : [] };
}

/**
 * The segments of a line that are meant; null where it is about all of them.
 * @param {ReportData} report
 * @param {TableLine} line
 * @param {Plan} plan
 * @returns {Promise<Int32Array | null>}
 */
async function segmentsOf(report, { segments }, plan) {
  if (segments === null) return null;
  const own = await report.numbers(segments);
  const isOwn = new Uint8Array(report.header.segments);
  for (const segment of own) isOwn[segment] = 1;
  return plan.segments.filter((segment) => isOwn[segment]);
}

/**
 * A measure of all systems, and of all pairs, with errors by leaving out each unit in turn.
 * @param {Measured} measured
 * @param {UnitRows} rows
 * @param {System[]} systems
 * @param {Plan} plan
 * @param {number} fewest
 */
function compareSystems(measured, rows, systems, { pairs, refusal }, fewest) {
  const ofRuns = rows.sums.map((sums) => measured.score(sums));
  const scores = systems.map(({ runs }) => meanOf(runs, (run) => ofRuns[run]));
  const counted = systems.map(({ runs }) => {
    const marks = new Uint8Array(rows.size); // of units with a row that is not zero
    for (const run of runs) rows.markCounted(measured.columns, run, marks);
    return marks;
  });
  const leftOut = refusal ? [] : leaveOutEach(measured, rows, systems);
  const chosen = new Float64Array(rows.size);
  /** @type {Value[]} */
  const values = scores.map((value, system) => {
    const marks = counted[system];
    let units = 0;
    for (let unit = 0; unit < rows.size; unit++) {
      chosen[units] = refusal ? 0 : leftOut[system][unit];
      units += marks[unit]; // faster than a branch that nobody can foresee
    }
    return { value, error: refusal ? null : errorOf(chosen, units, fewest), units };
  });
  /** @type {Difference[]} */
  const differences = pairs.map(([first, second]) => {
    const value = scores[second] - scores[first];
    if (refusal) return { value, error: null, p: null, q: null, contribution: null };
    const [marks, ofOther] = [counted[first], counted[second]];
    const [before, after] = [leftOut[first], leftOut[second]];
    let units = 0;
    for (let unit = 0; unit < rows.size; unit++) {
      chosen[units] = after[unit] - before[unit];
      units += marks[unit] | ofOther[unit];
    }
    const isFew = measured.isPartial && Math.min(values[first].units, values[second].units) < fewest;
    const error = isFew ? null : errorOf(chosen, units, fewest);
    const p = error === null ? null : jackknifeP(scores[first], scores[second], error, units);
    return { value, error, p, q: null, contribution: null };
  });
  return { values, differences };
}

/**
 * Null where there are too few units, or where what is left of them cannot be divided.
 * @param {Float64Array} leftOut
 * @param {number} units
 * @param {number} fewest
 */
function errorOf(leftOut, units, fewest) {
  if (units < fewest) return null;
  const error = jackknifeError(leftOut, units);
  return Number.isNaN(error) ? null : error;
}

/**
 * @param {TableLine} line
 * @param {UnitRows} rows
 * @param {Int32Array | null} segments
 * @param {System[]} systems
 * @returns {number[]}
 */
function sizesOf({ size }, rows, segments, systems) {
  if (!size.length) return segments ? systems.map(() => segments.length) : [];
  return systems.map(({ runs }) => meanOf(runs, (run) => size.reduce((sum, at) => sum + rows.sums[run][at], 0)));
}

/**
 * How much of the whole difference goes away where this line of the second system is that of the first.
 * @param {FigureLine} done
 * @param {TableLine} line
 * @param {Measured} whole
 * @param {UnitRows} every
 * @param {UnitRows} own
 * @param {System[]} systems
 * @param {Plan} plan
 */
function addContributions(done, { part }, whole, every, own, systems, { pairs }) {
  const columns = part.length ? part : Array.from({ length: every.columns }, (_, column) => column);
  pairs.forEach(([first, second], pair) => {
    const change = meanOf(systems[second].runs, (run) => {
      const exchanged = every.sums[run].slice();
      for (const column of columns) {
        exchanged[column] += meanOf(systems[first].runs, (before) => own.sums[before][column]) - own.sums[run][column];
      }
      return whole.score(every.sums[run]) - whole.score(exchanged);
    });
    done.differences[0][pair].contribution = change;
  });
}

/**
 * @param {Measured} whole
 * @param {UnitRows} every
 * @param {System[]} systems
 * @param {Plan} plan
 */
function wholeDifferences(whole, every, systems, { pairs }) {
  const scores = systems.map(({ runs }) => meanOf(runs, (run) => whole.score(every.sums[run])));
  return pairs.map(([first, second]) => scores[second] - scores[first]);
}

/**
 * The p-values of one measure of all lines and pairs are corrected together, those of totals apart.
 * @param {FigureLine[]} lines
 */
function correct(lines) {
  const most = Math.max(0, ...lines.map((line) => line.differences.length));
  for (let number = 0; number < most; number++) {
    for (const isTotal of [false, true]) {
      const tested = lines
        .filter((line) => line.isTotal === isTotal)
        .flatMap((line) => line.differences[number] ?? [])
        .filter((difference) => difference.p !== null);
      const corrected = benjaminiHochberg(tested.map((difference) => difference.p ?? 1));
      tested.forEach((difference, place) => (difference.q = corrected[place]));
    }
  }
}
