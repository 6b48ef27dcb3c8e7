// What filters ask of a report, and how they find what they name there: twin of analyses/filters/segment_fields.py.
import { foldCase } from "./case_folding.js";
import { segmentScores } from "../segment_scores.js";
import { postingsOf } from "../ngrams.js";
import { FilterError, didYouMean, listNames } from "./filter_errors.js";
import { splitWords, textOf, wordsOf } from "../words.js";

/** @typedef {import("../data.js").ReportData} ReportData */
/** @typedef {import("../data.js").Numbers} Numbers */
/** @typedef {ArrayLike<number>} Values a number of each segment */

export const GIVEN_NUMBERS = ["segment", "length", "source-length"];

const EMPTY_CELL = /^[ \t-\r]*$/;
const LABEL_NUMBER = /^[ \t-\r]*[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?[ \t-\r]*$/;
// 1,234 may be a thousand and more, so three digits behind the comma are none, unless a 0 or nothing stands before
const WITH_COMMA = /^[ \t-\r]*[-+]?(?:0*,[0-9]+|[0-9]+,(?:[0-9]{1,2}|[0-9]{4,}))[ \t-\r]*$/;
const NO_TEXTS = "the texts are not in this file, so it cannot be asked here; use the command";

/**
 * A number with a point in place of its comma, where that can only be one of decimals; anything else as it is.
 * @param {string} text
 * @returns {string}
 */
export const withPoint = (text) => (WITH_COMMA.test(text) ? text.replace(",", ".") : text);

/** The segments of a report as a filter sees them. */
export class SegmentFields {
  /** @param {ReportData} report */
  constructor(report) {
    this.report = report;
    this.size = report.header.segments;
  }

  /**
   * The numbers of the segments, from 1 on in the whole test set.
   * @returns {Promise<Values>}
   */
  async numbers() {
    const { numbers } = this.report.header;
    return numbers ? this.report.numbers(numbers) : Array.from({ length: this.size }, (_, place) => place + 1);
  }

  /** The words of the references. */
  lengths() {
    return this.#needed(this.report.header.lengths, "references");
  }

  /** The words of the sources. */
  sourceLengths() {
    return this.#needed(this.report.header.sourceLengths, "sources");
  }

  /**
   * The place of the output that is meant: a run, or the only run of a system.
   * @param {string} name
   * @param {string[]} [others] names that could stand in its place, and that the writer may have meant
   * @returns {number}
   */
  findOutput(name, others = []) {
    const { runs, systems, labels } = this.report.header;
    if (runs.includes(name)) return runs.indexOf(name);
    const system = systems.find((each) => each.name === name);
    if (system?.runs.length === 1) return system.runs[0];
    if (system) {
      throw new FilterError(
        `${name} has ${system.runs.length} runs; write one of ${listNames(system.runs.map((run) => runs[run]))}`,
      );
    }
    if (Object.hasOwn(labels, name)) {
      throw new FilterError(`'${name}' is a label, and no system; write ${name} = and one of its values`);
    }
    const near = didYouMean(name, [...runs, ...systems.map((each) => each.name), ...others]);
    throw new FilterError(`there is no system '${name}'${near}; there are ${listNames(runs) || "none"}`);
  }

  /**
   * The values of a label, and which of them each segment has.
   * @param {string} name
   * @returns {Promise<{values: string[], of: Numbers}>}
   */
  async findLabel(name) {
    const { labels, runs } = this.report.header;
    if (Object.hasOwn(labels, name)) {
      return { values: labels[name].values, of: await this.report.numbers(labels[name].of) };
    }
    if (runs.includes(name)) {
      throw new FilterError(`'${name}' is a system, and of its output one asks what it holds: ${name} ~ "text"`);
    }
    const known = Object.keys(labels);
    throw new FilterError(
      `there is no label '${name}'${didYouMean(name, [...GIVEN_NUMBERS, ...known])}; ` +
        `there are ${listNames(known) || "no labels"}, and every segment has segment, length and source-length`,
    );
  }

  /**
   * The values of a label as numbers.
   * @param {string} name
   * @returns {Promise<Values>}
   */
  async labelNumbers(name) {
    const { values, of } = await this.findLabel(name);
    const numbers = values.map((value) => {
      const text = withPoint(value);
      return LABEL_NUMBER.test(text) ? Number(text) : NaN;
    });
    const other = numbers.findIndex((number, place) => !Number.isFinite(number) && !EMPTY_CELL.test(values[place]));
    if (other >= 0) {
      throw new FilterError(
        `not all values of ${name} are numbers, '${values[other]}' is none; ` +
          "write = or !=, or in and the values in brackets",
      );
    }
    return Float64Array.from(of, (place) => numbers[place]);
  }

  /**
   * The score of each segment alone by a metric that is meant by a name, a spec or a heading.
   * @param {string} metric
   * @param {number} run
   * @returns {Promise<Values>}
   */
  async scores(metric, run) {
    const { metrics } = this.report.header;
    const wanted = metric.toLowerCase();
    let fits = metrics.filter(({ label, spec }) => [label, spec].some((name) => name.toLowerCase() === wanted));
    if (!fits.length) fits = metrics.filter(({ name }) => name.toLowerCase() === wanted);
    if (fits.length > 1) {
      throw new FilterError(
        `'${metric}' fits several metrics; write one of ${fits.map(({ label }) => label).join(", ")}`,
      );
    }
    if (!fits.length) {
      const near = didYouMean(metric, metrics.flatMap(({ label, spec, name }) => [label, spec, name]));
      const known = metrics.map(({ label }) => label).join(", ") || "none";
      throw new FilterError(`'${metric}' is not among the metrics of this run${near}; there are ${known}`);
    }
    const values = await segmentScores(this.report, metrics.indexOf(fits[0]));
    return values.subarray(run * this.size, (run + 1) * this.size);
  }

  /**
   * Words of outputs less those of their references.
   * @param {number} run
   * @returns {Promise<Values>}
   */
  async lengthDifferences(run) {
    await this.lengths();
    return this.#series(this.report.header.differences, run);
  }

  /**
   * How many words are of a class of errors.
   * @param {string} errorClass
   * @param {number} run
   * @returns {Promise<Values>}
   */
  async errorCounts(errorClass, run) {
    await this.lengths();
    const { errors, runs } = this.report.header;
    return this.#series(errors?.counts, (errors?.classes.indexOf(errorClass) ?? 0) * runs.length + run);
  }

  /**
   * Where a check finds something in an output.
   * @param {string} check
   * @param {number} run
   * @returns {Promise<Values>}
   */
  async findings(check, run) {
    const { checks, runs } = this.report.header;
    return this.#series(checks?.found, (checks?.names.indexOf(check) ?? 0) * runs.length + run);
  }

  /**
   * The texts of the sources, of an output, or of the references one after the other, as they were or with case folded.
   * @param {"source" | "reference" | number} side
   * @param {boolean} isFolded
   * @returns {Promise<string[][]>}
   */
  async texts(side, isFolded) {
    const { texts, lengths, sourceLengths } = this.report.header;
    if (side === "source") await this.#needed(sourceLengths, "sources");
    if (side === "reference") await this.#needed(lengths, "references");
    if (texts?.held) throw new FilterError(NO_TEXTS); // of most segments
    const names = side === "source" ? [texts?.source] : side === "reference" ? texts?.references : [texts?.runs[side]];
    return Promise.all((names ?? [undefined]).map((name) => this.#plain(name, isFolded)));
  }

  /**
   * How often each output and its reference have words in a row.
   * @param {string} words
   * @param {number} run
   * @returns {Promise<[Values, Values]>}
   */
  async ngramCounts(words, run) {
    await this.lengths();
    const isBySpaces = this.report.header.splitting === "space";
    const ngram = isBySpaces ? wordsOf(words, true).texts : splitWords(words);
    return (await this.#listedCounts(ngram, run)) ?? this.#countedAnew(ngram, run, isBySpaces);
  }

  /**
   * From the postings of n-grams; null where this one is not listed.
   * @param {string[]} ngram
   * @param {number} run
   * @returns {Promise<[Values, Values] | null>}
   */
  async #listedCounts(ngram, run) {
    if (!this.report.header.ngrams) return null;
    const { ngrams, starts, segments, outputs, references } = await postingsOf(this.report);
    const places = await this.report.once("places of n-grams", async () => {
      return new Map(ngrams.map((words, place) => [words.join("\u001f"), place]));
    });
    const place = places.get(ngram.join("\u001f"));
    if (place === undefined) return null;
    const [said, expected] = [new Float64Array(this.size), new Float64Array(this.size)];
    const from = run * segments.length;
    for (let posting = starts[place]; posting < starts[place + 1]; posting++) {
      said[segments[posting]] = outputs[from + posting];
      expected[segments[posting]] = references[(from % references.length) + posting];
    }
    return [said, expected];
  }

  /**
   * From the texts.
   * @param {string[]} ngram
   * @param {number} run
   * @param {boolean} isBySpaces
   * @returns {Promise<[Values, Values]>}
   */
  async #countedAnew(ngram, run, isBySpaces) {
    const { texts } = this.report.header;
    if (!texts || texts.held) throw new FilterError(NO_TEXTS);
    const outputs = await this.report.texts(texts.runs[run]);
    const references = await Promise.all(texts.references.map((name) => this.report.texts(name)));
    const nearest = texts.nearest ? await this.report.numbers(texts.nearest[run]) : new Uint8Array(this.size);
    if (nearest.some((place) => place >= references.length)) throw new FilterError(NO_TEXTS); // some have fewer than others
    /** @param {string} held */
    const count = (held) => countNgram(held, ngram, isBySpaces);
    const chosen = outputs.map((_, segment) => references[nearest[segment]][segment]);
    return [outputs.map(count), chosen.map(count)];
  }

  /**
   * @param {string | null | undefined} blob
   * @param {string} what
   * @returns {Promise<Values>}
   */
  async #needed(blob, what) {
    if (blob) return this.report.numbers(blob);
    throw new FilterError(`this test set has no ${what}; ${what === "sources" ? "give them" : "it needs some"}`);
  }

  /**
   * The numbers of one of several series of all segments.
   * @param {string | null | undefined} blob
   * @param {number} series
   * @returns {Promise<Values>}
   */
  async #series(blob, series) {
    if (!blob) throw new FilterError("this is not in the file, so it cannot be asked here; use the command");
    return (await this.report.numbers(blob)).subarray(series * this.size, (series + 1) * this.size);
  }

  /**
   * @param {string | null | undefined} name
   * @param {boolean} isFolded
   * @returns {Promise<string[]>}
   */
  async #plain(name, isFolded) {
    if (!name) throw new FilterError(NO_TEXTS);
    return this.report.once(`${isFolded ? "folded" : "plain"} ${name}`, async () => {
      if (isFolded) return (await this.#plain(name, false)).map(foldCase);
      return (await this.report.texts(name)).map(textOf);
    });
  }
}

/**
 * How often a text has some words in a row.
 * @param {string} held
 * @param {string[]} ngram
 * @param {boolean} isBySpaces
 * @returns {number}
 */
function countNgram(held, ngram, isBySpaces) {
  const text = isBySpaces ? textOf(held) : held;
  if (!ngram.length || !ngram.every((word) => text.includes(word))) return 0; // which is most of them
  const words = wordsOf(text, isBySpaces).texts;
  let count = 0;
  for (let start = 0; start + ngram.length <= words.length; start++) {
    if (ngram.every((word, place) => words[start + place] === word)) count += 1;
  }
  return count;
}
