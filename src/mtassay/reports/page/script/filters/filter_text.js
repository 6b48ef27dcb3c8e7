// The text of a filter, read from left to right: twin of analyses/filters/filter_text.py, which has the grammar.
import {
  ERROR_CLASSES,
  FindingCondition,
  GivenNumber,
  KEYWORDS,
  LabelCondition,
  LabelNumber,
  NGRAM_KINDS,
  NgramCondition,
  NumberCondition,
  OutputMeasure,
  OutputNumber,
  TEXT_SIDES,
  TextCondition,
} from "./filter_conditions.js";
import { didYouMean, faultAt } from "./filter_errors.js";
import { compilePattern } from "./patterns.js";
import { GIVEN_NUMBERS, withPoint } from "./segment_fields.js";
import { wordsOf } from "../words.js";

/** @typedef {import("./filter_conditions.js").Condition} Condition */
/** @typedef {{text: string, isQuoted: boolean, place: number}} FilterName */

const BLANKS = " \\t\\n\\r\\f\\v\\u00a0\\u3000";
const BLANK = new RegExp(`[${BLANKS}]`);
const PLAIN_WORD = new RegExp(`[^${BLANKS}"'(),<>=!~≤≥≠][^${BLANKS}"(),<>=!~≤≥≠]*`, "y");
const SIGN = /<=|>=|!=|==|!~|[<>=~≤≥≠]/y;
const NUMBER = /[-+−]?(?:[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?/y;
const LISTED_NUMBER = /[-+−]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?/y;
// Python takes İ and ı for an i where case does not matter
const IN = new RegExp(`([nN][oO][tT][${BLANKS}]+)?[iIİı][nN](?![^${BLANKS}(])`, "y");
/** @type {Record<string, string>} */
const OTHER_SIGNS = { "==": "=", "≠": "!=", "≤": "<=", "≥": ">=" };
/** @type {Record<string, string>} */
const LISTS = { in: "=", "not in": "!=" };
/** @type {Record<string, string>} */
const WITH_BRACKETS = {
  difference: "difference(A)",
  errors: "errors.order(A)",
  found: "found.numbers(A)",
  ngram: 'ngram("going to", over, A)',
};

/**
 * The conditions of a text; none where it is empty. A FilterError says what is wrong, where, and what to write.
 * @param {string} text
 * @param {string[]} checks the names of all checks
 * @returns {Condition[]}
 */
export function readConditions(text, checks) {
  return new FilterReader(text, checks).conditions();
}

/** `place` is that of the next character. */
class FilterReader {
  /**
   * @param {string} text
   * @param {string[]} checks
   */
  constructor(text, checks) {
    this.text = text;
    this.checks = checks;
    this.place = 0;
  }

  /**
   * @param {string} message
   * @param {number} [place]
   * @returns {never}
   */
  refuse(message, place = this.place) {
    throw faultAt("the filter", this.text, place, message);
  }

  next() {
    return this.text.charAt(this.place);
  }

  /**
   * What a form fits here.
   * @param {RegExp} form
   * @returns {RegExpExecArray | null}
   */
  match(form) {
    form.lastIndex = this.place;
    return form.exec(this.text);
  }

  skipBlanks() {
    while (BLANK.test(this.next())) this.place += 1;
  }

  conditions() {
    const half = this.text.search(/\p{Surrogate}/u);
    if (half >= 0) this.refuse("half a character (a lone surrogate); remove it", half);
    this.skipBlanks();
    if (!this.next()) return [];
    const conditions = [this.condition()];
    this.skipBlanks();
    while (this.next()) {
      this.takeAnd();
      conditions.push(this.condition());
      this.skipBlanks();
    }
    return conditions;
  }

  takeAnd() {
    const match = this.match(PLAIN_WORD);
    const word = match ? match[0].toLowerCase() : "";
    if (match && word === "and") {
      this.place += match[0].length;
      this.skipBlanks();
    } else if (word === "or") {
      this.refuse("conditions are joined by 'and' alone; for several values write: document in (a, b)");
    } else if (this.next() === "(") {
      this.refuse('a metric with settings stands in quotes: "bleu:lowercase=yes"(A)');
    } else {
      this.refuse("write 'and' between conditions, and quotes like these around what has blanks: \"a b\"");
    }
  }

  /** @returns {Condition} */
  condition() {
    const name = this.name("a condition, such as length >= 20 or document = a");
    this.skipBlanks();
    if (this.next() === "(") return this.ofOutputs(name);
    if (!name.isQuoted && Object.hasOwn(WITH_BRACKETS, name.text)) {
      const example = WITH_BRACKETS[name.text];
      this.refuse(`write ${example}; a label of this name stands in quotes: "${name.text}"`, name.place);
    }
    const field = !name.isQuoted && [...GIVEN_NUMBERS, ...TEXT_SIDES].includes(name.text) ? name.text : "";
    const { place } = this;
    const sign = this.sign();
    if (sign === "~" || sign === "!~") {
      if (GIVEN_NUMBERS.includes(field)) this.refuse(`${field} is a number; write = != < <= > or >=`, place);
      return this.textCondition(name.text, sign, Boolean(field));
    }
    if (TEXT_SIDES.includes(field)) this.refuse(`of a text one asks what it holds; write ${field} ~ "words"`, place);
    if (field) return new NumberCondition(new GivenNumber(field), LISTS[sign] ?? sign, this.numbers(sign));
    if (["<", "<=", ">", ">="].includes(sign)) {
      return new NumberCondition(new LabelNumber(name.text), sign, this.numbers(sign));
    }
    return new LabelCondition(name.text, LISTS[sign] ?? sign, this.values(sign, () => this.value()));
  }

  /**
   * A name, plain or in quotes.
   * @param {string} what is expected
   * @returns {FilterName}
   */
  name(what) {
    const { place } = this;
    if (this.next() === '"' || this.next() === "'") return { text: this.quoted(), isQuoted: true, place };
    const match = this.match(PLAIN_WORD);
    if (!match) this.refuse(`write here ${what}`);
    if (KEYWORDS.includes(match[0].toLowerCase())) {
      this.refuse(`write here ${what}; a name such as "${match[0]}" stands in quotes`);
    }
    this.place += match[0].length;
    return { text: match[0], isQuoted: false, place };
  }

  value() {
    return this.name("a value").text;
  }

  quoted() {
    const quote = this.next();
    const begin = this.place + 1;
    let end = this.text.indexOf(quote, begin);
    while (end >= 0 && this.text[end + 1] === quote) end = this.text.indexOf(quote, end + 2);
    if (end < 0) {
      this.refuse("this quote is not closed; write another behind the text, and one that belongs to it twice");
    }
    this.place = end + 1;
    return this.text.slice(begin, end).replaceAll(quote + quote, quote);
  }

  /**
   * A sign of comparison in its plain form, `in` or `not in`; and the blanks behind it.
   * @returns {string}
   */
  sign() {
    const match = this.match(SIGN);
    if (match) {
      this.place += match[0].length;
      this.skipBlanks();
      return OTHER_SIGNS[match[0]] ?? match[0];
    }
    const list = this.match(IN);
    if (!list) {
      this.refuse("write here a comparison: = != < <= > >= ~ !~ in or not in; a name that has blanks in quotes");
    }
    this.place += list[0].length;
    this.skipBlanks();
    return list[1] ? "not in" : "in";
  }

  /**
   * What a sign compares with: one value, or several in brackets.
   * @template T
   * @param {string} sign
   * @param {() => T} take
   * @param {() => T} [takeListed]
   * @returns {T[]}
   */
  values(sign, take, takeListed = take) {
    if (!Object.hasOwn(LISTS, sign)) return [take()];
    this.expect("(", `the values stand in brackets: ${sign} (1, 5)`);
    const values = [takeListed()];
    while (this.take(",")) values.push(takeListed());
    this.expect(")", "write a comma and another value, or ) at the end");
    return values;
  }

  /** @param {string} sign */
  numbers(sign) {
    // in brackets a comma stands between numbers, elsewhere before decimals
    return this.values(sign, () => this.number(NUMBER), () => this.number(LISTED_NUMBER));
  }

  /**
   * @param {RegExp} form
   * @returns {number}
   */
  number(form) {
    const match = this.match(form);
    const behind = match ? this.text.charAt(this.place + match[0].length) : "";
    if (!match || !(["", ")", ","].includes(behind) || BLANK.test(behind))) {
      this.refuse("write here a number, such as 20 or -2.5");
    }
    const number = Number(withPoint(match[0].replace("−", "-")));
    if (Number.isNaN(number)) {
      this.refuse("this could be a thousand or more, or a fraction; write it without a comma: 1000, or 1.5");
    }
    if (!Number.isFinite(number)) this.refuse("this number is too large; write a smaller one");
    this.place += match[0].length;
    return number;
  }

  /**
   * @param {string} name
   * @param {string} sign
   * @param {boolean} isField
   * @returns {TextCondition}
   */
  textCondition(name, sign, isField) {
    const side = !isField ? "output" : name === "source" ? "source" : "reference";
    const isPattern = this.next() === "/";
    const { place } = this;
    const wanted = isPattern ? this.pattern() : this.value();
    if (!wanted) this.refuse("an empty text is in every segment; write what to look for", place);
    return new TextCondition(side, sign, wanted, isPattern, isField ? "" : name);
  }

  pattern() {
    const begin = this.place + 1;
    let end = begin;
    while (end < this.text.length && this.text[end] !== "/") end += this.text[end] === "\\" ? 2 : 1;
    if (end >= this.text.length) {
      this.refuse("this pattern is not closed; write / behind it, and \\/ for one that belongs to it");
    }
    const pattern = this.text.slice(begin, end);
    if (pattern) compilePattern(pattern);
    this.place = end + 1;
    if (this.next() && !BLANK.test(this.next())) {
      this.refuse('nothing stands behind a pattern; for any case of letters write words in quotes: ~ "words"');
    }
    return pattern;
  }

  /**
   * @param {FilterName} name
   * @returns {Condition}
   */
  ofOutputs(name) {
    if (!name.isQuoted && name.text === "ngram") return this.ngram();
    if (!name.isQuoted && name.text.startsWith("found.")) return this.finding(name);
    const measure = this.measure(name);
    const system = this.system();
    /** @type {string | null} */
    let other = null;
    this.skipBlanks();
    if (this.next() === "-" || this.next() === "−") {
      this.place += 1;
      this.skipBlanks();
      const { place } = this;
      const second = this.name(`${measure.text} of another system`);
      this.skipBlanks();
      if (this.next() !== "(" || !isSame(this.measure(second), measure)) {
        this.refuse(
          `a difference is taken between two systems by one measure; write ${measure.text}(SYSTEM)`, place,
        );
      }
      other = this.system();
      this.skipBlanks();
    }
    const { place } = this;
    const sign = this.sign();
    if (sign === "~" || sign === "!~") this.refuse(`${measure.text} is a number; write = != < <= > or >=`, place);
    return new NumberCondition(new OutputNumber(measure, system, other), LISTS[sign] ?? sign, this.numbers(sign));
  }

  /**
   * @param {FilterName} name
   * @returns {OutputMeasure}
   */
  measure({ text, isQuoted, place }) {
    if (isQuoted) return new OutputMeasure("score", text);
    if (text === "difference") return new OutputMeasure("difference");
    const [kind, ...rest] = text.split(".");
    if (kind === "errors") {
      const errorClass = rest.join(".");
      if (!ERROR_CLASSES.includes(errorClass)) {
        const near = didYouMean(errorClass, ERROR_CLASSES);
        const known = ERROR_CLASSES.join(", ");
        this.refuse(`there is no error class '${errorClass}'${near}; write errors. and one of ${known}`, place);
      }
      return new OutputMeasure("errors", errorClass);
    }
    if ([...GIVEN_NUMBERS, ...TEXT_SIDES, "found"].includes(text)) {
      this.refuse(`${text} is no measure of an output; write chrf(A), difference(A) or ${text} alone`, place);
    }
    return new OutputMeasure("score", text);
  }

  /**
   * The system that stands in brackets.
   * @returns {string}
   */
  system() {
    this.expect("(", "write a system in brackets: (A)");
    const system = this.name("a system").text;
    this.expect(")", "write ) behind the system, whose name stands in quotes if it has blanks");
    return system;
  }

  /**
   * @param {FilterName} name
   * @returns {FindingCondition}
   */
  finding({ text, place }) {
    const check = text.slice("found.".length);
    if (!this.checks.includes(check)) {
      const near = didYouMean(check, this.checks);
      this.refuse(`there is no check '${check}'${near}; write found. and one of ${this.checks.join(", ")}`, place);
    }
    return new FindingCondition(check, this.system());
  }

  /** @returns {NgramCondition} */
  ngram() {
    const kinds = Object.keys(NGRAM_KINDS);
    this.expect("(", 'write ngram("going to", over, A)');
    let { place } = this;
    const words = wordsOf(this.name('words, such as "going to"').text, true).texts.join(" ");
    if (!words) this.refuse('write here words, such as "going to"', place);
    this.expect(",", 'write a comma: ngram("going to", over, A)');
    place = this.place;
    const kind = this.name(`one of ${kinds.join(", ")}`).text;
    if (!kinds.includes(kind)) this.refuse(`write here one of ${kinds.join(", ")}${didYouMean(kind, kinds)}`, place);
    this.expect(",", 'write a comma and a system: ngram("going to", over, A)');
    const system = this.name("a system").text;
    this.expect(")", "write ) behind the system, whose name stands in quotes if it has blanks");
    return new NgramCondition(words, kind, system);
  }

  /**
   * Whether this character is next, but for blanks; it is taken then, with blanks behind it.
   * @param {string} character
   * @returns {boolean}
   */
  take(character) {
    this.skipBlanks();
    if (this.next() !== character) return false;
    this.place += 1;
    if (character !== ")") this.skipBlanks();
    return true;
  }

  /**
   * @param {string} character
   * @param {string} message
   */
  expect(character, message) {
    if (!this.take(character)) this.refuse(message);
  }
}

/**
 * @param {OutputMeasure} left
 * @param {OutputMeasure} right
 */
const isSame = (left, right) => left.kind === right.kind && left.name === right.name;
