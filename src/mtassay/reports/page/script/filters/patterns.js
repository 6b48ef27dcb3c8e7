// Patterns that mean the same here and to Python: twin of analyses/filters/patterns.py, which says what is refused.
import { faultAt } from "./filter_errors.js";
import { checkCost } from "./pattern_cost.js";
import { complement, joinRanges, patternSource } from "./pattern_tree.js";

/** @typedef {import("./pattern_tree.js").PatternNode} PatternNode */
/** @typedef {import("./pattern_tree.js").Ranges} Ranges */

const MOST_REPEATED = 1000; // the largest number in braces
const LONGEST_PATTERN = 1000; // characters
const DEEPEST_GROUP = 20;
/** @type {Ranges} */
const LINE_ENDS = [[10, 10], [13, 13], [0x2028, 0x2029]];
const A_GROUP_AGAIN = "the text once more; a pattern cannot refer to a group";
/** @type {Record<string, string>} */
const WITHOUT_ESCAPE = {
  d: "[0-9]",
  D: "[^0-9]",
  w: "the characters that you mean, such as [A-Za-z0-9_]",
  W: "the characters that you mean, such as [^A-Za-z0-9_]",
  s: "a blank, or the characters that you mean, such as [ \\t]",
  S: "[^ ], or the characters that you mean",
  b: "what stands beside a word, such as (^|[ (])word($|[ .,])",
  B: "what stands beside, such as [a-z]word",
  A: "^",
  Z: "$",
  z: "$",
  p: "the characters that you mean, such as [A-Za-z]",
  P: "the characters that you mean, such as [^A-Za-z]",
  U: "the character itself",
  N: "the character itself",
  0: "\\x00",
  ...Object.fromEntries([..."123456789k"].map((character) => [character, A_GROUP_AGAIN])),
};
/** @type {Record<string, number>} */
const CONTROLS = { t: 9, n: 10, v: 11, f: 12, r: 13 };
const PATTERN_SYNTAX = "^$\\.*+?()[]{}|/";

/**
 * The pattern; a FilterError says what cannot be accepted, and where.
 * @param {string} text
 * @returns {RegExp}
 */
export function compilePattern(text) {
  const tree = new PatternParser(text).parse();
  checkCost(tree, text);
  return new RegExp(patternSource(tree), "u");
}

/** Reads a pattern from left to right; `place` is the next of its characters. */
class PatternParser {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.characters = [...text];
    this.place = 0;
    this.depth = 0;
  }

  /** @returns {PatternNode} */
  parse() {
    const half = this.characters.findIndex((character) => /\p{Surrogate}/u.test(character));
    if (half >= 0) this.refuse("half a character (a lone surrogate); remove it", half);
    const { length } = this.characters;
    if (!length) this.refuse("an empty pattern fits every text; write what to look for");
    if (length > LONGEST_PATTERN) {
      this.refuse(`${length} characters; write a pattern of up to ${LONGEST_PATTERN}`, LONGEST_PATTERN);
    }
    const tree = this.choice();
    if (this.place < length) this.refuse("a ) that closes no group; write \\) for the character");
    return tree;
  }

  /**
   * @param {string} message
   * @param {number} [place]
   * @returns {never}
   */
  refuse(message, place = this.place) {
    throw faultAt("the pattern", this.text, this.characters.slice(0, place).join("").length, message);
  }

  /** @param {number} [length] */
  next(length = 1) {
    return this.characters.slice(this.place, this.place + length).join("");
  }

  /** @returns {PatternNode} */
  choice() {
    const branches = [this.chain()];
    while (this.next() === "|") {
      this.place += 1;
      branches.push(this.chain());
    }
    return branches.length === 1 ? branches[0] : { kind: "choice", branches };
  }

  /** @returns {PatternNode} */
  chain() {
    const parts = [];
    while (!["", "|", ")"].includes(this.next())) {
      const { place } = this;
      parts.push(this.repeated(this.part(), place));
    }
    return parts.length === 1 ? parts[0] : { kind: "chain", parts };
  }

  /** @returns {PatternNode} */
  part() {
    const character = this.next();
    if (character === "(") return this.group();
    if (character === "[") return { kind: "characters", ranges: this.characterClass() };
    if (character === "\\") return only(this.escaped(false));
    if ("*+?{".includes(character)) {
      this.refuse(`nothing stands before ${character} that could be repeated; write \\${character} for the character`);
    }
    if ("]}/".includes(character)) this.refuse(`write \\${character} for the character ${character}`);
    this.place += 1;
    if ("^$".includes(character)) return { kind: "anchor", sign: character };
    return character === "." ? { kind: "characters", ranges: complement(LINE_ENDS) } : only(codeOf(character));
  }

  /** @returns {PatternNode} */
  group() {
    const { place } = this;
    this.place += 1;
    if (this.next(2) === "?:") this.place += 2;
    else if (this.next() === "?") this.refuse(this.refusedGroup(), place);
    this.depth += 1;
    if (this.depth > DEEPEST_GROUP) {
      this.refuse(`more than ${DEEPEST_GROUP} groups inside each other; write fewer`, place);
    }
    const inside = this.choice();
    if (this.next() !== ")") {
      this.refuse("a group that is not closed; write ) behind it, or \\( for the character", place);
    }
    this.place += 1;
    this.depth -= 1;
    return inside;
  }

  refusedGroup() {
    if (["?=", "?!"].includes(this.next(2)) || ["?<=", "?<!"].includes(this.next(3))) {
      return "a group that looks ahead or behind; write a condition of its own, joined by 'and'";
    }
    if (["?P", "?<", "?'"].includes(this.next(2))) return "a group with a name; write ( alone";
    return "a group with flags; write (?: or ( alone, and for any case of letters a text in quotes";
  }

  /**
   * @param {PatternNode} part
   * @param {number} place
   * @returns {PatternNode}
   */
  repeated(part, place) {
    const sign = this.next();
    if (!["*", "+", "?", "{"].includes(sign)) return part;
    if (part.kind === "anchor") this.refuse(`${part.sign} cannot be repeated; write it once`);
    const [least, most] = this.counts(sign);
    const isLazy = this.next() === "?";
    if (isLazy) this.place += 1;
    if (this.next() === "+") {
      this.refuse("a + behind what is repeated already; browsers do not know that: leave it out");
    }
    if (["*", "?", "{"].includes(this.next())) {
      this.refuse(`${this.next()} behind what is repeated already; leave it out, or write a group around that`);
    }
    return { kind: "repeat", part, least, most, isLazy, place };
  }

  /**
   * @param {string} sign
   * @returns {[number, number]}
   */
  counts(sign) {
    if (sign !== "{") {
      this.place += 1;
      return [Number(sign === "+"), sign === "?" ? 1 : Infinity];
    }
    const match = /^\{([0-9]{1,9})(,?)([0-9]{0,9})\}/.exec(this.next(21));
    if (!match || (match[3] && !match[2])) {
      this.refuse("how often it is repeated is written {2}, {2,} or {2,5}; write \\{ for the character");
    }
    const least = Number(match[1]);
    const most = match[3] ? Number(match[3]) : match[2] ? Infinity : least;
    if (Math.max(least, match[3] ? most : 0) > MOST_REPEATED) this.refuse(`write numbers up to ${MOST_REPEATED}`);
    if (least > most) this.refuse(`from ${least} to ${most}: exchange the two`);
    this.place += match[0].length;
    return [least, most];
  }

  /**
   * The code point that a backslash and what follows stand for.
   * @param {boolean} isInClass
   * @returns {number}
   */
  escaped(isInClass) {
    const character = this.characters[this.place + 1] ?? "";
    if (character && (PATTERN_SYNTAX.includes(character) || (isInClass && character === "-"))) {
      this.place += 2;
      return codeOf(character);
    }
    if (character in CONTROLS) {
      this.place += 2;
      return CONTROLS[character];
    }
    const match = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/.exec(this.next(6));
    if (!match) this.refuse(refusedEscape(character));
    const code = Number.parseInt(match[1] ?? match[2], 16);
    if (code >= 0xd800 && code <= 0xdfff) this.refuse("half a character (a surrogate); write the character itself");
    this.place += match[0].length;
    return code;
  }

  /** @returns {Ranges} */
  characterClass() {
    const begin = this.place;
    this.place += 1;
    const isNegated = this.next() === "^";
    if (isNegated) this.place += 1;
    if (this.next() === "]") this.refuse("a class without characters; write \\] for the character ]", begin);
    /** @type {Ranges} */
    const ranges = [];
    while (this.next() !== "]") {
      const { place } = this;
      const first = this.member(begin);
      let last = first;
      if (this.next() === "-" && !["", "]"].includes(this.characters[this.place + 1] ?? "")) {
        this.place += 1;
        last = this.member(begin);
      }
      if (first > last) {
        const [from, to] = [first, last].map((code) => `'${String.fromCodePoint(code)}'`);
        this.refuse(`from ${from} to ${to}: exchange the two, or write \\- for the character -`, place);
      }
      ranges.push([first, last]);
    }
    this.place += 1;
    const listed = joinRanges(ranges);
    return isNegated ? complement(listed) : listed;
  }

  /**
   * @param {number} begin
   * @returns {number}
   */
  member(begin) {
    const character = this.next();
    if (!character) this.refuse("a class that is not closed; write ] behind it, or \\[ for the character", begin);
    if ("[/".includes(character)) {
      this.refuse(`write \\${character} for the character ${character}, and [a-z] for letters`);
    }
    if (character === "\\") return this.escaped(true);
    this.place += 1;
    return codeOf(character);
  }
}

/** @param {string} character */
const codeOf = (character) => character.codePointAt(0) ?? 0;

/**
 * @param {number} code
 * @returns {PatternNode}
 */
const only = (code) => ({ kind: "characters", ranges: [[code, code]] });

/**
 * @param {string} character
 * @returns {string}
 */
function refusedEscape(character) {
  if (!character) return "a \\ with nothing behind it; write \\\\ for the character";
  if ("xu".includes(character)) return "write \\x and two digits, \\u and four, or the character itself";
  if (character in WITHOUT_ESCAPE) {
    return `\\${character} means other things in a browser, or nothing; write ${WITHOUT_ESCAPE[character]}`;
  }
  return `\\ stands before one of ${PATTERN_SYNTAX} alone; write ${character} without it`;
}
