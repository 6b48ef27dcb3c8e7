// The conditions of a filter, as text, in words, and as masks: twin of analyses/filters/filter_conditions.py.
import { foldCase } from "./case_folding.js";
import { amountWords, either, gapWords, numberText, placeWords } from "./condition_words.js";
import { FilterError, didYouMean, listNames } from "./filter_errors.js";
import { compilePattern } from "./patterns.js";
import { GIVEN_NUMBERS } from "./segment_fields.js";
import { compareByCodePoints } from "../words.js";

/** @typedef {import("./segment_fields.js").SegmentFields} SegmentFields */
/** @typedef {import("./segment_fields.js").Values} Values */
/** @typedef {NumberCondition | LabelCondition | TextCondition | NgramCondition | FindingCondition} Condition */
/** @typedef {GivenNumber | LabelNumber | OutputNumber} Quantity */

export const TEXT_SIDES = ["source", "reference"];
export const KEYWORDS = ["and", "or", "not", "in"];
export const ERROR_CLASSES = ["case", "inflection", "order", "missing", "extra", "lexical"]; // a test compares them
/** @type {Record<string, (system: string, words: string) => string>} */
export const NGRAM_KINDS = {
  right: (system, words) => `where ${system} says ${words} as the reference does`,
  over: (system, words) => `where ${system} says ${words} more often than the reference`,
  under: (system, words) => `where ${system} says ${words} less often than the reference`,
};

// names that mean a label, a system or a metric only in quotes
const RESERVED = [...GIVEN_NUMBERS, ...TEXT_SIDES, ...KEYWORDS, "difference", "ngram", "errors", "found"];
const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.:+-]*$/;
const SAME_NUMBER = 1e-9; // scores carry rounding: 7 is meant to be within 7

/** The number of a segment, or how many words its reference or source has. */
export class GivenNumber {
  isGiven = true;

  /** @param {string} name one of GIVEN_NUMBERS */
  constructor(name) {
    this.name = name;
    this.text = name;
  }

  /**
   * @param {string} sign
   * @param {number[]} numbers
   */
  inWords(sign, numbers) {
    if (this.name === "segment") return placeWords(sign, numbers);
    return `with a ${this.name === "length" ? "reference" : "source"} of ${amountWords(sign, numbers, "word")}`;
  }

  /**
   * @param {SegmentFields} fields
   * @returns {Promise<Values>}
   */
  values(fields) {
    if (this.name === "segment") return fields.numbers();
    return this.name === "length" ? fields.lengths() : fields.sourceLengths();
  }
}

/** A label whose values are numbers. */
export class LabelNumber {
  isGiven = true;

  /** @param {string} label */
  constructor(label) {
    this.label = label;
    this.text = nameText(label);
  }

  /**
   * @param {string} sign
   * @param {number[]} numbers
   */
  inWords(sign, numbers) {
    return `with ${this.label} ${amountWords(sign, numbers)}`;
  }

  /** @param {SegmentFields} fields */
  values(fields) {
    return fields.labelNumbers(this.label);
  }
}

/** A number of every output: a metric's `score`, its words less the reference's, or its words of an error class. */
export class OutputMeasure {
  /**
   * @param {"score" | "difference" | "errors"} kind
   * @param {string} [name]
   */
  constructor(kind, name = "") {
    this.kind = kind;
    this.name = name;
    this.text = kind === "score" ? nameText(name) : kind === "difference" ? kind : `errors.${name}`;
  }

  /** What is counted, to be followed by of and a system. */
  get noun() {
    if (this.kind === "score") return this.name;
    return this.kind === "difference" ? "the number of words" : `the number of words of error class ${this.name}`;
  }

  /**
   * @param {SegmentFields} fields
   * @param {string} system
   * @returns {Promise<Values>}
   */
  values(fields, system) {
    const run = fields.findOutput(system);
    if (this.kind === "score") return fields.scores(this.name, run);
    return this.kind === "difference" ? fields.lengthDifferences(run) : fields.errorCounts(this.name, run);
  }
}

/** A measure of a system's output, or that less another system's. */
export class OutputNumber {
  isGiven = false;

  /**
   * @param {OutputMeasure} measure
   * @param {string} system
   * @param {string | null} other
   */
  constructor(measure, system, other) {
    this.measure = measure;
    this.system = system;
    this.other = other;
    const first = `${measure.text}(${nameText(system)})`;
    this.text = other === null ? first : `${first} - ${measure.text}(${nameText(other)})`;
  }

  /**
   * @param {string} sign
   * @param {number[]} numbers
   */
  inWords(sign, numbers) {
    const { kind, noun, name } = this.measure;
    const comparedTo = kind === "difference" && this.other === null ? "the reference" : this.other;
    if (comparedTo === null && kind === "errors") {
      return `where ${this.system} has ${amountWords(sign, numbers, "word")} of error class ${name}`;
    }
    const whose = `${noun} of ${this.system}`;
    if (comparedTo === null) return `where ${whose} is ${amountWords(sign, numbers)}`;
    const by = gapWords(sign, numbers);
    if (by !== null) return `where ${whose} is ${by} that of ${comparedTo}`;
    return `where ${whose} minus that of ${comparedTo} is ${amountWords(sign, numbers)}`;
  }

  /**
   * @param {SegmentFields} fields
   * @returns {Promise<Values>}
   */
  async values(fields) {
    const values = await this.measure.values(fields, this.system);
    if (this.other === null) return values;
    const others = await this.measure.values(fields, this.other);
    return Float64Array.from(values, (value, place) => value - others[place]);
  }
}

/** That a quantity compares with a number; of several, `=` means one of them and `!=` none. */
export class NumberCondition {
  /**
   * @param {Quantity} quantity
   * @param {string} sign
   * @param {number[]} numbers
   */
  constructor(quantity, sign, numbers) {
    this.quantity = quantity;
    this.sign = sign;
    this.numbers = [...new Set(numbers.map((number) => number + 0))].sort((left, right) => left - right); // -0 is 0
    this.isGiven = quantity.isGiven;
    this.text = `${quantity.text} ${valuesText(sign, this.numbers.map(numberText))}`;
  }

  inWords() {
    return this.quantity.inWords(this.sign, this.numbers);
  }

  /**
   * @param {SegmentFields} fields
   * @returns {Promise<Uint8Array>}
   */
  async mask(fields) {
    const values = await this.quantity.values(fields);
    const { sign, numbers } = this;
    if (this.quantity.text === "segment" && sign === "=") this.#requireSegments(values);
    return Uint8Array.from(values, (value) => {
      if (sign === "=") return Number(numbers.some((number) => meets(value, sign, number)));
      return Number(numbers.every((number) => meets(value, sign, number)));
    });
  }

  /** @param {Values} values */
  #requireSegments(values) {
    const known = new Set(Array.from(values));
    const absent = this.numbers.filter((number) => !known.has(number)).map(numberText);
    if (!absent.length) return;
    const [low, high] = [Math.min, Math.max].map((end) => Array.from(values).reduce((most, value) => end(most, value)));
    throw new FilterError(`there is no segment ${either(absent)}; they have numbers from ${low} to ${high}`);
  }
}

/** That a label is one of these values (`=`), or none of them (`!=`). */
export class LabelCondition {
  isGiven = true;

  /**
   * @param {string} label
   * @param {string} sign
   * @param {string[]} values
   */
  constructor(label, sign, values) {
    this.label = label;
    this.sign = sign;
    this.values = [...new Set(values)].sort(compareByCodePoints);
    this.text = `${nameText(label)} ${valuesText(sign, this.values.map(valueText))}`;
  }

  inWords() {
    return `${this.sign === "=" ? "" : "not "}of ${this.label} ${either(this.values)}`;
  }

  /**
   * @param {SegmentFields} fields
   * @returns {Promise<Uint8Array>}
   */
  async mask(fields) {
    const { values, of } = await fields.findLabel(this.label);
    for (const value of this.values) {
      if (values.includes(value)) continue;
      const near = didYouMean(value, values);
      throw new FilterError(`no segment has the ${this.label} '${value}'${near}; there are ${listNames(values)}`);
    }
    const isChosen = values.map((value) => this.values.includes(value) === (this.sign === "="));
    return Uint8Array.from(of, (place) => Number(isChosen[place]));
  }
}

/** That a text holds something (`~`), or does not (`!~`): words in whatever case, or what fits a pattern. */
export class TextCondition {
  /**
   * @param {"source" | "reference" | "output"} side of references, of which any may hold it
   * @param {string} sign
   * @param {string} wanted
   * @param {boolean} isPattern
   * @param {string} system
   */
  constructor(side, sign, wanted, isPattern, system) {
    this.side = side;
    this.sign = sign;
    this.wanted = wanted;
    this.isPattern = isPattern;
    this.system = system;
    this.isGiven = side !== "output";
    this.written = isPattern ? `/${wanted}/` : inQuotes(wanted);
    this.text = `${side === "output" ? nameText(system) : side} ${sign} ${this.written}`;
  }

  inWords() {
    const where = this.side === "output" ? `the output of ${this.system}` : `the ${this.side}`;
    return `${this.sign === "~" ? "with" : "without"} ${this.written} in ${where}`;
  }

  /**
   * @param {SegmentFields} fields
   * @returns {Promise<Uint8Array>}
   */
  async mask(fields) {
    const side = this.side === "output" ? fields.findOutput(this.system, TEXT_SIDES) : this.side;
    const holds = new Uint8Array(fields.size);
    const fits = this.#fits();
    for (const texts of await fields.texts(side, !this.isPattern)) {
      for (let segment = 0; segment < fields.size; segment++) if (fits(texts[segment])) holds[segment] = 1;
    }
    return this.sign === "~" ? holds : holds.map((held) => 1 - held);
  }

  /** @returns {(text: string) => boolean} */
  #fits() {
    const pattern = this.isPattern ? compilePattern(this.wanted) : null;
    const folded = foldCase(this.wanted);
    return pattern ? (text) => pattern.test(text) : (text) => text.includes(folded);
  }
}

/** That an output says words in a row as the reference does (`right`), more often (`over`) or less (`under`). */
export class NgramCondition {
  isGiven = false;

  /**
   * @param {string} words
   * @param {string} kind
   * @param {string} system
   */
  constructor(words, kind, system) {
    this.words = words;
    this.kind = kind;
    this.system = system;
    this.text = `ngram(${inQuotes(words)}, ${kind}, ${nameText(system)})`;
  }

  inWords() {
    return NGRAM_KINDS[this.kind](this.system, inQuotes(this.words));
  }

  /**
   * @param {SegmentFields} fields
   * @returns {Promise<Uint8Array>}
   */
  async mask(fields) {
    const [said, expected] = await fields.ngramCounts(this.words, fields.findOutput(this.system));
    return Uint8Array.from(said, (count, segment) => {
      if (this.kind === "right") return Number(Math.min(count, expected[segment]) > 0);
      return Number(this.kind === "over" ? count > expected[segment] : count < expected[segment]);
    });
  }
}

/** That a check finds something in an output. */
export class FindingCondition {
  isGiven = false;

  /**
   * @param {string} check
   * @param {string} system
   */
  constructor(check, system) {
    this.check = check;
    this.system = system;
    this.text = `found.${check}(${nameText(system)})`;
  }

  inWords() {
    return `where the check ${this.check} finds something in the output of ${this.system}`;
  }

  /**
   * @param {SegmentFields} fields
   * @returns {Promise<Uint8Array>}
   */
  async mask(fields) {
    return Uint8Array.from(await fields.findings(this.check, fields.findOutput(this.system)));
  }
}

/**
 * Whether a value is `=`, `!=`, `<`, `<=`, `>` or `>=` to a bound, within rounding; NaN is none of them.
 * @param {number} value
 * @param {string} sign
 * @param {number} bound
 * @returns {boolean}
 */
function meets(value, sign, bound) {
  if (sign === "<") return value < bound - SAME_NUMBER;
  if (sign === "<=") return value <= bound + SAME_NUMBER;
  if (sign === ">") return value > bound + SAME_NUMBER;
  if (sign === ">=") return value >= bound - SAME_NUMBER;
  const distance = Math.abs(value - bound);
  return sign === "=" ? distance <= SAME_NUMBER : distance > SAME_NUMBER;
}

/**
 * The name of a label, a system or a metric as filters write it: in quotes where it could be read otherwise.
 * @param {string} name
 * @returns {string}
 */
export function nameText(name) {
  const isTaken = RESERVED.includes(name) || name.startsWith("errors.") || name.startsWith("found.");
  return isTaken ? inQuotes(name) : valueText(name);
}

/**
 * The value of a label as filters write it.
 * @param {string} value
 * @returns {string}
 */
export function valueText(value) {
  return PLAIN_NAME.test(value) && !KEYWORDS.includes(value.toLowerCase()) ? value : inQuotes(value);
}

/**
 * A text in quotes, where a quote inside is written twice.
 * @param {string} text
 * @returns {string}
 */
export const inQuotes = (text) => `"${text.replaceAll('"', '""')}"`;

/**
 * @param {string} sign
 * @param {string[]} texts
 */
function valuesText(sign, texts) {
  if (texts.length === 1) return `${sign} ${texts[0]}`;
  return `${sign === "=" ? "in" : "not in"} (${texts.join(", ")})`;
}
