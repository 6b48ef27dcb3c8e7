// Rows of numbers of the segments that are meant, added up by unit.

/** @typedef {import("./data.js").ReportData} ReportData */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {Float32Array | Float64Array} Rows */

/**
 * The rows of a blob, in one of two types for speed: a loop that has seen all types of arrays is several times slower.
 * @param {ReportData} report
 * @param {string} blob
 * @returns {Promise<Rows>}
 */
export function rowsOf(report, blob) {
  return report.once(`rows ${blob}`, async () => {
    const numbers = await report.numbers(blob);
    if (numbers instanceof Float32Array || numbers instanceof Float64Array) return numbers;
    return numbers.BYTES_PER_ELEMENT < 4 ? new Float32Array(numbers) : new Float64Array(numbers);
  });
}

/** @type {WeakMap<Int32Array, Map<string, Promise<UnitRows>>>} rows of these segments, by blob */
const GATHERED = new WeakMap();

/**
 * The rows of all segments of a plan: scores and several tables are read off the same, so they are gathered once.
 * @param {ReportData} report
 * @param {string} blob
 * @param {number} columns
 * @param {Plan} plan
 * @returns {Promise<UnitRows>}
 */
export function gatherRows(report, blob, columns, plan) {
  const known = GATHERED.get(plan.segments) ?? new Map();
  GATHERED.set(plan.segments, known);
  const gather = async () =>
    new UnitRows(await rowsOf(report, blob), columns, report.header.runs.length, plan.segments, plan);
  if (!known.has(blob)) known.set(blob, gather());
  return /** @type {Promise<UnitRows>} */ (known.get(blob));
}

/** Rows of units: column c of run r and unit u is `values[(c * runs + r) * size + u]`. */
export class UnitRows {
  /**
   * @param {Rows} rows
   * @param {number} columns
   * @param {number} runs
   * @param {Int32Array} segments
   * @param {Plan} plan
   */
  constructor(rows, columns, runs, segments, { units, unitCount }) {
    this.columns = columns;
    this.runs = runs;
    this.size = units ? unitCount : segments.length;
    this.values = new Float64Array(columns * runs * this.size);
    const all = rows.length / (columns * runs);
    for (let series = 0; series < columns * runs; series++) {
      const from = series * all;
      const to = series * this.size;
      if (units) for (const segment of segments) this.values[to + units[segment]] += rows[from + segment];
      else for (let place = 0; place < segments.length; place++) this.values[to + place] = rows[from + segments[place]];
    }
    /** The sums of all columns, by run. */
    this.sums = Array.from({ length: runs }, (_, run) =>
      Float64Array.from({ length: columns }, (_, column) => this.#sum(column * runs + run)),
    );
  }

  /** @param {number} series */
  #sum(series) {
    let sum = 0;
    for (let place = series * this.size; place < (series + 1) * this.size; place++) sum += this.values[place];
    return sum;
  }

  /**
   * Marks the units whose rows are not all zero.
   * @param {number[]} columns
   * @param {number} run
   * @param {Uint8Array} marks
   */
  markCounted(columns, run, marks) {
    const { values, size } = this;
    for (const column of columns) {
      const from = (column * this.runs + run) * size;
      for (let unit = 0; unit < size; unit++) marks[unit] |= Number(values[from + unit] !== 0);
    }
  }
}
