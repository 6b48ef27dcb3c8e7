// The data of a report as Python wrote them: a header, and blobs that are inflated when somebody first asks for them.

/** @typedef {Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array} Numbers */
/** @typedef {{name: string, runs: number[]}} System */
/** @typedef {{above: number[], below: number[], scale: number}} Ratio places of columns; one may stand there twice */
/**
 * @typedef {{key: string, title: string, places: number, direction: string, ratios?: Ratio[], metric?: number}} Measure
 * either ratios of its table's columns, or the score of a metric
 */
/**
 * @typedef {object} TableLine
 * @property {string} key
 * @property {string} title
 * @property {Measure[]} measures
 * @property {number[]} part columns that are its own; none means all
 * @property {number[]} size columns whose sum is its size; none means the number of its segments
 * @property {string | null} segments the blob with their places; null means all
 * @property {boolean} total
 * @property {string} [about] what it is about in a sentence of its own; else its title
 * @property {string} [condition] the filter that leaves its segments, where there is one for all systems
 */
/**
 * @typedef {object} FigureCounts rows of numbers, and lines that are read off their sums
 * @property {string} key
 * @property {string} spec of the analysis
 * @property {string} title
 * @property {string[]} columns
 * @property {string | null} rows
 * @property {number | null} metric whose rows these are, where it has none of its own
 * @property {TableLine[]} lines
 * @property {Measure | null} whole
 */
/** @typedef {{name: string, [setting: string]: any}} Formula */
/**
 * @typedef {object} MetricData
 * @property {string} key
 * @property {string} name
 * @property {string} spec
 * @property {string} label
 * @property {number} places
 * @property {boolean} higher
 * @property {number} columns
 * @property {number | null} [known] the column that counts segments with a score, where some may lack one
 * @property {string | null} rows
 * @property {Formula | null} formula
 * @property {string | null} scores null where they are computed from rows
 * @property {Formula | null} [segmentFormula] how a segment alone is scored
 */
/**
 * @typedef {object} Header
 * @property {number} segments
 * @property {string | null} numbers
 * @property {string[]} runs
 * @property {System[]} systems
 * @property {number} alpha
 * @property {number} fewest units below which nothing is tested
 * @property {{name: string, of: string} | null} unit
 * @property {"unicode" | "space"} [splitting] how texts were cut into words
 * @property {MetricData[]} metrics
 * @property {string[]} analyses specs in the order of their results
 * @property {FigureCounts[]} tables
 * @property {(FigureCounts & {documents: number})[]} documentTables whose rows are documents: no filter cuts them
 * @property {{key: string, places: string}[]} outcomes the line of each segment, by run
 * @property {Record<string, {values: string[], of: string}>} labels
 * @property {string | null} lengths
 * @property {string | null} sourceLengths
 * @property {string | null} [differences]
 * @property {{classes: string[], counts: string} | null} [errors]
 * @property {{names: string[], found: string} | null} [checks] all of them, also those that find nothing
 * @property {NgramData | null} [ngrams]
 * @property {{held?: string | null, source: string | null, references: string[], runs: string[],
 *   nearest: string[] | null} | null} texts
 *   null where the file has none; of `held` it has 1 for the segments whose texts are there, null means all;
 *   nearest are places of the references that outputs are compared with, by run, where there are several
 * @property {{runs: string[]} | null} classes
 * @property {{metric: number, runs: (string | null)[]}[]} [marked] errors that metrics mark: a line of JSON a segment
 * @property {string} [refusal] why nothing is tested, where that is so
 * @property {[number, number] | null} [pair] places of the systems that are compared at first
 * @property {boolean} [live] whether figures can be computed anew: a large file has some segments alone
 * @property {[number, number][]} pairs that tables compare, and correct for each other
 * @property {[number, number][]} scorePairs the same of scores
 * @property {Record<string, BlobData>} blobs
 */
/**
 * @typedef {object} NgramData all that a table of any two systems and any segments can list
 * @property {string} spec
 * @property {string} words of each n-gram, with U+001F between words and U+001E between n-grams
 * @property {string} starts of their postings
 * @property {string} steps from one segment that has an n-gram to the next, of the first from 0
 * @property {string} outputs by run and posting
 * @property {string} references the same, or one series where all runs have the same references
 * @property {number} least units that must differ
 * @property {number} alpha what the share adds to both counts
 */
/**
 * @typedef {object} BlobData
 * @property {string} type
 * @property {number} [length]
 * @property {number[]} [from] for each series how many series before it stands the one that was taken away, 0 for none
 * @property {number} [bytes] of each number that is left, all lowest ones first
 * @property {string} [in] the blob that has these texts among others
 * @property {number} [place] of these among the texts of a segment
 * @property {number} [of] how many texts a segment has there
 */

const ARRAYS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
};
const END_OF_SEGMENT = "\u001e";

/**
 * Whether this browser can read the data: where not, the page stays as it was drawn.
 * @returns {boolean}
 */
export function canReadData() {
  const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  try {
    return isLittleEndian && new DecompressionStream("deflate-raw") instanceof Object;
  } catch {
    return false; // there is none, or it knows older kinds alone
  }
}

/** A report's header, and its blobs by name; each is made once. */
export class ReportData {
  /** @type {Map<string, Promise<any>>} */
  #made = new Map();
  /** @type {(name: string) => string} */
  #encoded;

  /**
   * @param {Header} header
   * @param {(name: string) => string} encoded gives the base64 of a blob
   */
  constructor(header, encoded) {
    this.header = header;
    this.#encoded = encoded;
  }

  /**
   * That of a page.
   * @param {Document} page
   * @returns {ReportData}
   */
  static of(page) {
    const header = JSON.parse(page.getElementById("report-data")?.textContent ?? "null");
    const blobs = new Map();
    for (const blob of page.querySelectorAll("script[data-blob]")) blobs.set(blob.getAttribute("data-blob"), blob);
    return new ReportData(header, (name) => blobs.get(name)?.textContent ?? "");
  }

  /**
   * @param {string} name
   * @returns {Promise<Numbers>}
   */
  numbers(name) {
    return this.once(`numbers ${name}`, async () => {
      const blob = this.header.blobs[name];
      const kind = blob && ARRAYS[/** @type {keyof typeof ARRAYS} */ (blob.type)];
      const buffer = await inflate(this.#encoded(name));
      if (!kind || buffer.byteLength !== (blob.length ?? 0) * (blob.bytes ?? kind.BYTES_PER_ELEMENT)) {
        throw new Error(`the data of this file are damaged (${name}); ask for it again`);
      }
      return blob.from ? putBack(new Uint8Array(buffer), blob, new kind(blob.length ?? 0)) : new kind(buffer);
    });
  }

  /**
   * @param {string} name
   * @returns {Promise<string>}
   */
  text(name) {
    return this.once(`text ${name}`, async () => {
      const bytes = await inflate(this.#encoded(name));
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes); // the first segment may begin with one
    });
  }

  /**
   * The texts of all segments, with U+001F where two words touch.
   * @param {string} name
   * @returns {Promise<string[]>}
   */
  texts(name) {
    return this.once(`texts ${name}`, async () => {
      const { in: whole, place = 0, of: count = 1 } = this.header.blobs[name];
      if (!whole || count === 1) return (await this.text(whole ?? name)).split(END_OF_SEGMENT).slice(0, -1);
      const every = await this.texts(whole);
      return Array.from({ length: every.length / count }, (_, segment) => every[segment * count + place]);
    });
  }

  /**
   * What was made under this key, or is made now.
   * @template T
   * @param {string} key
   * @param {() => Promise<T>} make
   * @returns {Promise<T>}
   */
  once(key, make) {
    let made = this.#made.get(key);
    if (!made) this.#made.set(key, (made = make()));
    return made;
  }
}

/**
 * Add to each series the one that was taken away.
 * @param {Uint8Array} planes
 * @param {BlobData} blob
 * @param {Numbers} values where they go
 * @returns {Numbers}
 */
function putBack(planes, { from = [], bytes = 1 }, values) {
  const size = values.length / from.length;
  for (const [series, step] of from.entries()) {
    for (let place = series * size; place < (series + 1) * size; place++) {
      let folded = 0;
      for (let plane = bytes - 1; plane >= 0; plane--) folded = folded * 256 + planes[plane * values.length + place];
      const left = folded % 2 ? -(folded + 1) / 2 : folded / 2;
      values[place] = step ? left + values[place - step * size] : left;
    }
  }
  return values;
}

/**
 * @param {string} encoded base64 of raw deflate
 * @returns {Promise<ArrayBuffer>}
 */
async function inflate(encoded) {
  const characters = atob(encoded);
  const bytes = new Uint8Array(characters.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = characters.charCodeAt(place);
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(inflated).arrayBuffer();
}
