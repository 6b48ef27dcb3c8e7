// Measures: what is read off the sums of rows, and what each would be without each unit.
import { scoreBy } from "./formulas.js";

/** @typedef {import("./data.js").ReportData} ReportData */
/** @typedef {import("./data.js").Ratio} Ratio */
/** @typedef {import("./data.js").System} System */
/** @typedef {import("./formulas.js").Score} Score */
/** @typedef {import("./unit_rows.js").UnitRows} UnitRows */

/** A sum of ratios of columns. */
class RatioMeasured {
  /** @param {Ratio[]} ratios */
  constructor(ratios) {
    this.ratios = ratios;
    this.isPartial = false;
    this.room = new Float64Array(0);
    this.columns = [...new Set(ratios.flatMap(({ above, below }) => [...above, ...below]))];
  }

  /**
   * @param {Float64Array} sums
   * @returns {number}
   */
  score(sums) {
    let total = 0;
    for (const { above, below, scale } of this.ratios) {
      total += quotient(scale * sumOf(sums, above), sumOf(sums, below));
    }
    return total;
  }

  /**
   * @param {UnitRows} rows
   * @param {number} run
   * @returns {Float64Array}
   */
  scoreWithoutEach(rows, run) {
    const { size } = rows;
    const scores = new Float64Array(size);
    const [numerators, denominators] = this.#rooms(size);
    for (const { above, below, scale } of this.ratios) {
      leaveOut(rows, run, above, numerators);
      leaveOut(rows, run, below, denominators);
      for (let unit = 0; unit < size; unit++) scores[unit] += quotient(scale * numerators[unit], denominators[unit]);
    }
    return scores;
  }

  /**
   * Room for two columns; the same for all runs, as giving memory back takes longer than computing.
   * @param {number} size
   */
  #rooms(size) {
    if (this.room.length < 2 * size) this.room = new Float64Array(2 * size);
    return [this.room.subarray(0, size), this.room.subarray(size, 2 * size)];
  }
}

/**
 * @param {number} above
 * @param {number} below
 */
const quotient = (above, below) => (below === 0 ? NaN : above / below);

/**
 * @param {Float64Array} sums
 * @param {number[]} columns
 */
function sumOf(sums, columns) {
  let sum = 0;
  for (const column of columns) sum += sums[column];
  return sum;
}

/**
 * The sum of some columns without each unit.
 * @param {UnitRows} rows
 * @param {number} run
 * @param {number[]} columns
 * @param {Float64Array} left where it goes
 */
function leaveOut({ values, runs, size, sums }, run, columns, left) {
  left.fill(sumOf(sums[run], columns));
  for (const column of columns) {
    const from = (column * runs + run) * size;
    for (let unit = 0; unit < size; unit++) left[unit] -= values[from + unit];
  }
}

/** The score of a metric, from all of its columns. */
class MetricMeasured {
  /**
   * @param {Score} score
   * @param {number} columns
   * @param {boolean} isPartial whether segments may lack a score
   */
  constructor(score, columns, isPartial) {
    this.score = score;
    this.isPartial = isPartial;
    this.columns = Array.from({ length: columns }, (_, column) => column);
  }

  /**
   * @param {UnitRows} rows
   * @param {number} run
   * @returns {Float64Array}
   */
  scoreWithoutEach({ values, runs, size, sums, columns }, run) {
    const scores = new Float64Array(size);
    const left = new Float64Array(columns);
    for (let unit = 0; unit < size; unit++) {
      for (let column = 0; column < columns; column++) {
        left[column] = sums[run][column] - values[(column * runs + run) * size + unit];
      }
      scores[unit] = this.score(left);
    }
    return scores;
  }
}

/** @typedef {RatioMeasured | MetricMeasured} Measured */

/**
 * What a measure reads off rows; null where it is a metric that is not computed here.
 * @param {ReportData} report
 * @param {{ratios?: Ratio[], metric?: number}} measure
 * @returns {Measured | null}
 */
export function measuredBy(report, { ratios, metric }) {
  if (ratios) return new RatioMeasured(ratios);
  const { formula, columns, known } = report.header.metrics[metric ?? 0];
  return formula ? new MetricMeasured(scoreBy(formula), columns, typeof known === "number") : null;
}

/**
 * What a measure gives without each unit, by system: the mean over its runs.
 * @param {Measured} measured
 * @param {UnitRows} rows
 * @param {System[]} systems
 * @returns {Float64Array[]}
 */
export function leaveOutEach(measured, rows, systems) {
  const ofRuns = Array.from({ length: rows.runs }, (_, run) => measured.scoreWithoutEach(rows, run));
  return systems.map(({ runs }) => {
    if (runs.length === 1) return ofRuns[runs[0]];
    return Float64Array.from({ length: rows.size }, (_, unit) => meanOf(runs, (run) => ofRuns[run][unit]));
  });
}

/**
 * @param {number[]} runs
 * @param {(run: number) => number} value
 * @returns {number}
 */
export function meanOf(runs, value) {
  let sum = 0;
  for (const run of runs) sum += value(run);
  return sum / runs.length;
}
