// The words of a text as the report holds it. U+001F stands where two words touch, so that nothing here tells words
// apart by their letters; the text itself is what remains without it.

const TOUCHING = "\u001f";
// of Python, which is not quite that of \s; U+001F is among it
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BETWEEN_WORDS = `${SPACE}\\u200b`; // Khmer and others write zero-width spaces where words end
const ANY_WORD = new RegExp(`[^${BETWEEN_WORDS}]+`, "gu");
const WORD_BETWEEN_SPACES = new RegExp(`[^${SPACE}]+`, "gu");
const ONE_SPACE = new RegExp(`^[${SPACE}]$`, "u");

// as in alignment/text_units.py; a test compares them
export const BLOCKS_WITHOUT_SPACES = [
  [0x0e01, 0x0eff], [0x0f00, 0x109f], [0x1780, 0x17ff], [0x1980, 0x19df], [0x1a20, 0x1aad], [0x1b00, 0x1b7f],
  [0x2e80, 0x312f], [0x31c0, 0x9fff], [0xa000, 0xa4cf], [0xa980, 0xa9ff], [0xaa60, 0xaadf], [0xf900, 0xfaff],
  [0xfe30, 0xfe4f], [0xff01, 0xff9f], [0x20000, 0x3ffff],
];
const BLOCKS = BLOCKS_WITHOUT_SPACES.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join("");

// what a character is to the splitter, native/words.cpp
const LONE_LETTER = `(?:(?=\\p{L})(?!\\p{Script=Latin})[${BLOCKS}])`;
const LETTER = `(?:(?!${LONE_LETTER})\\p{L})`;
const JOINERS = "\\u200c\\u200d\\xad";
const MARKS = `(?:[${JOINERS}]*\\p{M})*`;

const IS_LONE = new RegExp(`^${LONE_LETTER}$`, "u");
const IS_LETTER = new RegExp(`^${LETTER}$`, "u");
const STARTS_WORD = /^[\p{L}\p{M}\p{N}]/u;
// marks alone are a word too, unless they stand on something
const OPEN_RUN = new RegExp(`(?:${LETTER}|\\p{N}|(?:^|[${BETWEEN_WORDS}])\\p{M})[\\p{M}${JOINERS}]*$`, "u");
const OPEN_LETTERS = new RegExp(`${LETTER}${MARKS}['’.:·]$`, "u");
const OPEN_NUMBERS = new RegExp(`\\p{N}${MARKS}['’.,;]$`, "u");
const OF_RUN = `(?:${LETTER}|[\\p{N}\\p{M}])`;
const CONNECTING = `(?<=${LETTER}${MARKS})['’.:·](?=${LETTER})|(?<=\\p{N}${MARKS})['’.,;](?=\\p{N})`;
const WORD = new RegExp(`${OF_RUN}(?:[${JOINERS}]*${OF_RUN}|${CONNECTING})*|[^${BETWEEN_WORDS}]${MARKS}`, "gu");

// variants of a character are chosen behind it
const NO_BLANK = new RegExp(`(?<=[${BLOCKS}\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]) | (?=[${BLOCKS}])`, "gu");

/** @typedef {{ text: string, texts: string[], starts: number[], ends: number[] }} Words word i is text.slice(starts[i], ends[i]) */

/**
 * Words in a row as people write them, twin of `join_words` in alignment/text_units.py.
 * @param {string[]} words
 * @param {boolean} isBySpaces whether words are what stands between white space
 * @returns {string}
 */
export function joinWords(words, isBySpaces) {
  const joined = words.join(" ");
  return isBySpaces ? joined : joined.replace(NO_BLANK, "");
}

/**
 * @param {string} held
 * @returns {string} the text itself
 */
export function textOf(held) {
  return held.replaceAll(TOUCHING, "");
}

/**
 * @param {string} held
 * @param {boolean} [isBySpaces] whether words are what stands between white space, and nothing else parts them
 * @returns {Words}
 */
export function wordsOf(held, isBySpaces = false) {
  /** @type {Words} */
  const words = { text: textOf(held), texts: [], starts: [], ends: [] };
  let leftOut = 0;
  for (const match of held.matchAll(isBySpaces ? WORD_BETWEEN_SPACES : ANY_WORD)) {
    if (held[match.index - 1] === TOUCHING) leftOut += 1;
    words.texts.push(match[0]);
    words.starts.push(match.index - leftOut);
    words.ends.push(match.index - leftOut + match[0].length);
  }
  return words;
}

/**
 * The words alone, without where they stand.
 * @param {string} held
 * @returns {string[]}
 */
export function listWords(held) {
  return held.match(ANY_WORD) ?? [];
}

/**
 * The words of a text that somebody wrote here, cut as Python cuts those that the report holds.
 * @param {string} text
 * @returns {string[]}
 */
export function splitWords(text) {
  return text.match(WORD) ?? [];
}

/**
 * @param {string | undefined} character
 * @returns {boolean}
 */
export function isSpace(character) {
  return character !== undefined && ONE_SPACE.test(character);
}

/**
 * How much of a word it is: a punctuation mark is none, a character of a script without spaces is half a word.
 * @param {string} word
 * @returns {number}
 */
export function weightOf(word) {
  if (!STARTS_WORD.test(word)) return 0;
  return IS_LONE.test(word) ? 0.5 : 1;
}

/**
 * Whether a character right behind a text would belong to the text's last word.
 * @param {string} text ends in a word
 * @param {string} character
 * @returns {boolean}
 */
export function runsTogether(text, character) {
  if (/\p{M}/u.test(character)) return true;
  if (IS_LETTER.test(character)) return OPEN_RUN.test(text) || OPEN_LETTERS.test(text);
  return /\p{N}/u.test(character) && (OPEN_RUN.test(text) || OPEN_NUMBERS.test(text));
}

/**
 * As Python sorts, which does not know of halves of characters.
 * @param {string} left
 * @param {string} right
 * @returns {number}
 */
export function compareByCodePoints(left, right) {
  const [letters, others] = [[...left], [...right]];
  const place = letters.findIndex((letter, at) => letter !== others[at]);
  if (place < 0 || place >= others.length) return letters.length - others.length;
  return (letters[place].codePointAt(0) ?? 0) - (others[place].codePointAt(0) ?? 0);
}
