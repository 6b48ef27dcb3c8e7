// A text with marks that say how it differs from another: the same pieces and numbers as alignment/marked_text.py, which
// says why they are as they are. A contract test compares the two.
import { isSpace, runsTogether, weightOf, wordsOf } from "./words.js";
import { DELETE, INSERT, MATCH, editSteps, longestRuns, numberWords } from "./word_runs.js";

const MOST_PAIRS = 16_000_000; // of words that are compared: 64 MB
const SHORTEST_MOVE = 2; // words
// no word has these numbers, and they are not equal, so that no move reaches over what stays
const RUN_END = -1;
const OTHER_RUN_END = -2;

/** @typedef {import("./words.js").Words} Words */
/** @typedef {"equal" | "inserted" | "deleted" | "replaced" | "moved"} Kind */
/** @typedef {{ kind: Kind, text: string }} Piece what is deleted is text of the reference, all else of the hypothesis */
/** @typedef {{ pieces: Piece[], replaced: number, inserted: number, deleted: number, moves: number }} MarkedText */
/** @typedef {{ isEqual: boolean, start: number, end: number, otherStart: number, otherEnd: number }} Run up to before the ends */

/**
 * What a reader should look at.
 * @param {string} hypothesis as the report holds it
 * @param {string} reference likewise
 * @returns {MarkedText}
 */
export function markDifferences(hypothesis, reference) {
  const words = wordsOf(hypothesis);
  const nothing = { replaced: 0, inserted: 0, deleted: 0, moves: 0 };
  if (hypothesis === reference) return { pieces: words.text ? [{ kind: "equal", text: words.text }] : [], ...nothing };
  const others = wordsOf(reference);
  const [numbers, otherNumbers] = numberWords(words.texts, others.texts);
  const runs = runsOf(numbers, otherNumbers);
  const { moved, gone } = movesOf(runs, numbers, otherNumbers, words);
  const pieces = new Pieces(words, others);
  const counts = { ...nothing, moves: countMoves(moved) };
  for (const run of runs) {
    if (run.isEqual) {
      pieces.add("equal", run.start, run.end - 1);
      continue;
    }
    const fresh = placesOf(run.start, run.end).filter((place) => !moved.has(place));
    const old = placesOf(run.otherStart, run.otherEnd).filter((place) => !gone.has(place));
    const pairs = Math.min(fresh.length, old.length);
    const firstInserted = fresh[pairs] ?? run.end;
    /** @type {(place: number) => Kind} */
    const kindOf = (place) => (moved.has(place) ? "moved" : place < firstInserted ? "replaced" : "inserted");
    for (let place = run.start, last = place; place < run.end; place = last + 1) {
      const kind = kindOf(place);
      last = place;
      while (last + 1 < run.end && kindOf(last + 1) === kind) last += 1;
      pieces.add(kind, place, last);
    }
    pieces.delete(old.slice(pairs));
    counts.replaced += pairs;
    counts.inserted += fresh.length - pairs;
    counts.deleted += old.length - pairs;
  }
  return { pieces: pieces.finish(), ...counts };
}

/**
 * @param {number} start
 * @param {number} end
 */
function placesOf(start, end) {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** @param {Map<number, number>} moved */
function countMoves(moved) {
  let moves = 0;
  for (const [place, number] of moved) if (moved.get(place - 1) !== number) moves += 1;
  return moves;
}

/**
 * What is equal and what differs, in turn.
 * @param {Int32Array} words
 * @param {Int32Array} others
 * @returns {Run[]}
 */
function runsOf(words, others) {
  if (words.length * others.length > MOST_PAIRS) {
    return [{ isEqual: false, start: 0, end: words.length, otherStart: 0, otherEnd: others.length }];
  }
  const steps = editSteps(words, others);
  /** @type {Run[]} */
  const runs = [];
  for (let position = 0, start = 0, otherStart = 0; position < steps.length;) {
    const isEqual = isShownEqual(position);
    let end = start;
    let otherEnd = otherStart;
    for (; position < steps.length && isShownEqual(position) === isEqual; position += 1) {
      if (steps[position] !== DELETE) end += 1;
      if (steps[position] !== INSERT) otherEnd += 1;
    }
    runs.push({ isEqual, start, end, otherStart, otherEnd });
    [start, otherStart] = [end, otherEnd];
  }
  return runs;

  /**
   * One equal word between two differences belongs to them.
   * @param {number} position
   */
  function isShownEqual(position) {
    if (steps[position] !== MATCH) return false;
    const isBetween = position > 0 && position < steps.length - 1;
    return !isBetween || steps[position - 1] === MATCH || steps[position + 1] === MATCH;
  }
}

/**
 * The number of the move that each moved word belongs to, and the words of the reference that moved away.
 * @param {Run[]} runs
 * @param {Int32Array} numbers
 * @param {Int32Array} otherNumbers
 * @param {Words} words
 * @returns {{ moved: Map<number, number>, gone: Set<number> }}
 */
function movesOf(runs, numbers, otherNumbers, words) {
  /** @type {Map<number, number>} */
  const moved = new Map();
  /** @type {Set<number>} */
  const gone = new Set();
  const odd = runs.filter((run) => !run.isEqual);
  const places = odd.flatMap((run) => [...placesOf(run.start, run.end), RUN_END]);
  const otherPlaces = odd.flatMap((run) => [...placesOf(run.otherStart, run.otherEnd), OTHER_RUN_END]);
  const there = new Set(otherPlaces.map((place) => otherNumbers[place]));
  const common = places.filter((place) => place !== RUN_END && there.has(numbers[place]));
  // a comma and a word, as a rule: too little to be a run
  if (weightAt(common) < SHORTEST_MOVE || places.length * otherPlaces.length > MOST_PAIRS) return { moved, gone };
  const left = places.map((place) => (place === RUN_END ? RUN_END : numbers[place]));
  const right = otherPlaces.map((place) => (place === OTHER_RUN_END ? OTHER_RUN_END : otherNumbers[place]));
  for (const [number, { start, otherStart, length }] of longestRuns(left, right).entries()) {
    const run = places.slice(start, start + length);
    if (weightAt(run) < SHORTEST_MOVE) continue;
    for (const place of run) moved.set(place, number);
    for (const place of otherPlaces.slice(otherStart, otherStart + length)) gone.add(place);
  }
  return { moved, gone };

  /** @param {number[]} some */
  function weightAt(some) {
    return some.reduce((sum, place) => sum + weightOf(words.texts[place]), 0);
  }
}

/** Puts pieces together, with the white space between words as the texts have it. */
class Pieces {
  /**
   * @param {Words} words
   * @param {Words} others
   */
  constructor(words, others) {
    this.words = words;
    this.others = others;
    this.end = 0;
    this.needsSpace = false;
    /** @type {Piece[]} */
    this.pieces = [];
  }

  /**
   * Words of the hypothesis, from one to another.
   * @param {Kind} kind
   * @param {number} first
   * @param {number} last
   */
  add(kind, first, last) {
    const start = this.words.starts[first];
    const end = this.words.ends[last];
    const gap = this.words.text.slice(this.end, start) || (this.needsSpace ? " " : "");
    this.put(this.pieces.at(-1)?.kind === kind ? kind : "equal", gap);
    this.put(kind, this.words.text.slice(start, end));
    this.end = end;
    this.needsSpace = false;
  }

  /**
   * Words of the reference; what moved away from between them is not shown.
   * @param {number[]} places
   */
  delete(places) {
    if (!places.length) return;
    const { text, starts, ends } = this.others;
    const start = starts[places[0]];
    const end = ends[places[places.length - 1]];
    if (this.pieces.length && start && (isSpace(text[start - 1]) || this.wouldRunTogether(start))) this.put("equal", " ");
    let shown = "";
    places.forEach((place, index) => {
      const isNext = index > 0 && places[index - 1] === place - 1;
      const gap = isNext ? text.slice(ends[place - 1], starts[place]) : index > 0 ? " " : "";
      shown += gap + text.slice(starts[place], ends[place]);
    });
    this.put("deleted", shown);
    this.needsSpace = isSpace(text[end]);
  }

  /**
   * Whether what is deleted would look like the end of a word that stands for what was before it.
   * @param {number} start
   */
  wouldRunTogether(start) {
    const before = this.pieces[this.pieces.length - 1];
    const letter = String.fromCodePoint(this.others.text.codePointAt(start) ?? 0);
    return before.kind !== "equal" && runsTogether(before.text, letter);
  }

  finish() {
    this.put("equal", this.words.text.slice(this.end));
    return this.pieces;
  }

  /**
   * @param {Kind} kind
   * @param {string} text
   */
  put(kind, text) {
    if (!text) return;
    const last = this.pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.pieces.push({ kind, text });
  }
}
