// How many different words the first words of each text are: twin of the table of analyses/profile.py.
import { meanOf } from "./measures.js";
import { listWords, textOf } from "./words.js";

/** @typedef {import("./data.js").ReportData} ReportData */
/** @typedef {{words: number, reference: number | null, systems: number[]}} Variety of so many words of each text */
/** @typedef {{starts: Int32Array, numbers: Int32Array, size: number}} NumberedTexts numbers below `size`; equal ones are equal words */

/**
 * Of the segments that are meant; null where the report has no texts.
 * @param {ReportData} report
 * @param {Int32Array} segments
 * @returns {Promise<Variety | null>}
 */
export async function varietyOf(report, segments) {
  const { texts, systems } = report.header;
  if (!texts) return null;
  const [ofReference] = texts.references;
  const outputs = await Promise.all(texts.runs.map((name) => numberedWords(report, name)));
  const references = ofReference ? [await numberedWords(report, ofReference)] : [];
  const every = [...outputs, ...references];
  const words = Math.min(...every.map((text) => countWords(text, segments)));
  const counts = every.map((text) => countDifferent(text, segments, words));
  return {
    words,
    reference: references.length ? counts[outputs.length] : null,
    systems: systems.map(({ runs }) => meanOf(runs, (run) => counts[run])),
  };
}

/**
 * Number the words of all texts, one text after the other.
 * @param {ReportData} report
 * @param {() => Promise<void>} pause between two texts
 */
export async function numberAllWords(report, pause) {
  const { runs = [], references = [] } = report.header.texts ?? {};
  for (const name of [...runs, ...references.slice(0, 1)]) {
    await numberedWords(report, name);
    await pause();
  }
}

/**
 * The words of all texts as numbers, made once: a filter then goes over numbers alone.
 * @param {ReportData} report
 * @param {string} name
 * @returns {Promise<NumberedTexts>}
 */
function numberedWords(report, name) {
  return report.once(`numbered words ${name}`, async () => {
    const texts = await report.texts(name);
    const isBySpaces = report.header.splitting === "space";
    const known = new Map();
    const starts = new Int32Array(texts.length + 1);
    const numbers = [];
    for (const [segment, held] of texts.entries()) {
      for (const word of listWords(isBySpaces ? textOf(held) : held)) {
        let number = known.get(word);
        if (number === undefined) known.set(word, (number = known.size));
        numbers.push(number);
      }
      starts[segment + 1] = numbers.length;
    }
    return { starts, numbers: Int32Array.from(numbers), size: known.size };
  });
}

/**
 * @param {NumberedTexts} text
 * @param {Int32Array} segments
 */
function countWords({ starts }, segments) {
  let count = 0;
  for (const segment of segments) count += starts[segment + 1] - starts[segment];
  return count;
}

/**
 * @param {NumberedTexts} text
 * @param {Int32Array} segments
 * @param {number} most
 */
function countDifferent({ starts, numbers, size }, segments, most) {
  const isKnown = new Uint8Array(size);
  let left = most;
  let count = 0;
  for (const segment of segments) {
    for (let place = starts[segment]; place < starts[segment + 1] && left; place++, left--) {
      count += 1 - isKnown[numbers[place]];
      isKnown[numbers[place]] = 1;
    }
    if (!left) break;
  }
  return count;
}
