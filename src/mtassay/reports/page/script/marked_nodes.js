// Marked texts as nodes of a page. Text comes from outside, so that it is only ever the data of a text node.
import { textOf, wordsOf } from "./words.js";

/** @typedef {import("./marks.js").MarkedText} MarkedText */

// what HTML does not allow and nobody sees; shown as page/rendering.py shows it
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]/gu;

/** @type {Record<string, [string, string]>} element and class */
const MARK_ELEMENTS = {
  inserted: ["ins", ""],
  deleted: ["del", ""],
  replaced: ["span", "sub"],
  moved: ["span", "mov"],
};

/** @type {Record<string, [string, string, string]>} element, class and words of each class of errors */
const ERROR_ELEMENTS = {
  c: ["span", "sub case", "wrong case"],
  i: ["span", "sub inflection", "wrong form"],
  o: ["span", "mov", "wrong place"],
  e: ["ins", "", "extra"],
  l: ["span", "sub", "wrong word"],
};

/**
 * What the marks of a list mean.
 * @param {string} marks as they were chosen: reference, system, errors, `marked 0`, none
 * @returns {HTMLElement[]}
 */
export function drawLegend(marks) {
  const differences = Object.entries(MARK_ELEMENTS).map(([kind, [element, look]]) => [element, look, kind]);
  const shown = new Map([
    ["reference", differences],
    ["system", differences],
    ["errors", Object.values(ERROR_ELEMENTS)],
    ["marked", [["span", "sub", "minor"], ["span", "err", "worse"]]],
  ]).get(marks.split(" ")[0]);
  return (shown ?? []).map(([element, look, words]) => createMark(element, look, words));
}

/**
 * A text with marks for what differs, and a sentence of it for those who do not see them.
 * @param {MarkedText} marked
 * @param {string} [against]
 * @returns {DocumentFragment}
 */
export function drawDifferences(marked, against = "the reference") {
  const fragment = document.createDocumentFragment();
  for (const { kind, text } of marked.pieces) {
    const [element, look] = MARK_ELEMENTS[kind] ?? [];
    fragment.append(element ? createMark(element, look, text) : cleanText(text));
  }
  fragment.append(createMark("span", "sr", ` (${sayDifferences(marked, against)})`));
  return fragment;
}

/**
 * The same in words.
 * @param {MarkedText} marked
 * @param {string} [against]
 * @returns {string}
 */
export function sayDifferences(marked, against = "the reference") {
  const said = /** @type {const} */ (["replaced", "inserted", "deleted"])
    .filter((name) => marked[name])
    .map((name) => `${marked[name]} ${name}`);
  if (marked.moves) said.push(`${marked.moves.toLocaleString("en")} ${marked.moves === 1 ? "run" : "runs"} moved`);
  return said.length ? `against ${against}: ${said.join(", ")}` : `as ${against}`;
}

/**
 * A text with marks for the classes of its words, neighbours of one class together.
 * @param {string} held
 * @param {string} letters of the words, one each: c i o e l, or any other for a word that is right
 * @param {boolean} [isBySpaces] whether words are what stands between white space
 * @returns {DocumentFragment}
 */
export function drawErrors(held, letters, isBySpaces = false) {
  const { text, starts, ends } = wordsOf(isBySpaces ? textOf(held) : held, isBySpaces);
  const fragment = document.createDocumentFragment();
  /** @type {Map<string, number>} */
  const counts = new Map();
  let shown = 0;
  for (let first = 0, last = 0; first < starts.length; first = last + 1) {
    const [element, look, words] = ERROR_ELEMENTS[letters[first]] ?? [];
    last = first;
    if (!element) continue;
    while (last + 1 < starts.length && letters[last + 1] === letters[first]) last += 1;
    fragment.append(cleanText(text.slice(shown, starts[first])));
    const mark = createMark(element, look, text.slice(starts[first], ends[last]));
    mark.title = words;
    fragment.append(mark);
    counts.set(words, (counts.get(words) ?? 0) + last - first + 1);
    shown = ends[last];
  }
  fragment.append(cleanText(text.slice(shown)));
  const names = Object.values(ERROR_ELEMENTS).map(([, , words]) => words).filter((words) => counts.has(words));
  const said = names.map((words) => `${words}: ${counts.get(words)}`);
  fragment.append(createMark("span", "sr", ` (${said.join(", ") || "no word is wrong"})`));
  return fragment;
}

/** @typedef {[number, number, string, string]} MarkedError start, end, severity, and words; nowhere if both are 0 */

/**
 * A text with the errors that a metric marks in it; what it misses stands behind.
 * @param {string} held
 * @param {MarkedError[]} errors in the order of the text
 * @param {string} by the metric
 * @returns {DocumentFragment}
 */
export function drawMarkedErrors(held, errors, by) {
  const text = textOf(held);
  const fragment = document.createDocumentFragment();
  /** @type {Map<string, number>} */
  const counts = new Map();
  let shown = 0;
  for (const [start, end, severity, words] of errors) {
    counts.set(severity, (counts.get(severity) ?? 0) + 1);
    const isPlaced = start < end;
    fragment.append(cleanText(text.slice(shown, isPlaced ? start : undefined)));
    const mark = createMark("span", severity === "minor" ? "sub" : "err", isPlaced ? text.slice(start, end) : `[${words}]`);
    mark.title = cleanText(words);
    if (!isPlaced) fragment.append(" ");
    fragment.append(mark);
    shown = isPlaced ? end : text.length;
  }
  fragment.append(cleanText(text.slice(shown)));
  const said = [...counts].map(([severity, count]) => `${count} ${severity}`).join(", ");
  fragment.append(createMark("span", "sr", said ? ` (${by} marks: ${said})` : ` (${by} marks nothing)`));
  return fragment;
}

/**
 * @param {string} element
 * @param {string} look
 * @param {string} text
 * @returns {HTMLElement}
 */
function createMark(element, look, text) {
  const mark = document.createElement(element);
  if (look) mark.className = look;
  mark.textContent = cleanText(text);
  return mark;
}

/** @param {string} text */
function cleanText(text) {
  return text.replace(FORBIDDEN, "\ufffd");
}
