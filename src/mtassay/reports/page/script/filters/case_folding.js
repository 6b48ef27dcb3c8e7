// What searches compare, the same for letters in whatever case and Unicode form: twin of human/collection.py.

const NOT_ASCII = /[^\0-\x7f]/gu;
/** @type {Map<string, string>} those that upper and lower case alone would not give: ı is no i */
const FOLDED = new Map([["ı", "ı"], ["ẞ", "ss"]]);

/**
 * @param {string} text
 * @returns {string}
 */
export function foldCase(text) {
  const composed = text.normalize("NFC");
  // letter by letter, because a sigma at the end of a word has a form of its own
  const folded = composed.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(NOT_ASCII, foldLetter);
  return folded.normalize("NFC"); // once more, because letters that have no case take others apart
}

/**
 * @param {string} letter
 * @returns {string}
 */
function foldLetter(letter) {
  let folded = FOLDED.get(letter);
  if (folded === undefined) FOLDED.set(letter, (folded = letter.toUpperCase().toLowerCase()));
  return folded;
}
