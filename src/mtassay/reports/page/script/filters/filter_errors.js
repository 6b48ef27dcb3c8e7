// What is wrong with a filter, where, and what to write.

/** A message for whoever wrote the filter. */
export class FilterError extends Error {}

/**
 * What is wrong at a place of a text, and the place.
 * @param {string} what
 * @param {string} text
 * @param {number} place
 * @param {string} message
 * @returns {FilterError}
 */
export function faultAt(what, text, place, message) {
  const number = [...text.slice(0, place)].length + 1;
  const at = place < text.length ? `${visibleText(text.slice(place), 20)} (character ${number})` : "its end";
  return new FilterError(`${what} ${visibleText(text, 80)}, at ${at}: ${message}`);
}

/**
 * The beginning of a text in quotes, as it was written but for what cannot be seen.
 * @param {string} text
 * @param {number} most
 */
function visibleText(text, most) {
  const letters = [...text];
  const shown = letters.slice(0, most).map((letter) => (/[\p{C}\p{Z}]/u.test(letter) ? escapeLetter(letter) : letter));
  return `'${shown.join("")}${letters.length > most ? "…" : ""}'`;
}

/** @param {string} letter */
function escapeLetter(letter) {
  if (letter === " ") return letter;
  const named = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[letter];
  if (named) return named;
  const code = (letter.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, "0")}`;
  return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
}

/**
 * ` (did you mean …?)` where something near is known, or nothing.
 * @param {string} word
 * @param {Iterable<string>} known
 * @returns {string}
 */
export function didYouMean(word, known) {
  let nearest = "";
  let fewest = Math.floor(Math.max(word.length, 2) / 2) + 1;
  for (const name of known) {
    const edits = countEdits(word.toLowerCase(), name.toLowerCase());
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  return nearest && ` (did you mean '${nearest}'?)`;
}

/**
 * @param {string} from
 * @param {string} to
 */
function countEdits(from, to) {
  let before = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (let row = 1; row <= from.length; row++) {
    const now = [row];
    for (let place = 1; place <= to.length; place++) {
      const exchanged = before[place - 1] + Number(from[row - 1] !== to[place - 1]);
      now.push(Math.min(exchanged, before[place] + 1, now[place - 1] + 1));
    }
    before = now;
  }
  return before[to.length];
}

/**
 * The first of some names.
 * @param {string[]} names
 * @returns {string}
 */
export function listNames(names) {
  return names.slice(0, 20).join(", ") + (names.length > 20 ? " …" : "");
}
