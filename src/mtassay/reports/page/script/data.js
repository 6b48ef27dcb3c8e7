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
 */
/**
 * @typedef {object} FigureCounts rows of numbers, and lines that are read off their sums
 * @property {string} key
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
 * @property {FigureCounts[]} tables
 * @property {Record<string, {values: string[], of: string}>} labels
 * @property {string | null} lengths
 * @property {string | null} sourceLengths
 * @property {string | null} [differences]
 * @property {{classes: string[], counts: string} | null} [errors]
 * @property {{names: string[], found: string} | null} [checks] all of them, also those that find nothing
 * @property {{words: string, starts: string, segments: string, outputs: string, references: string,
 *   least?: number, alpha?: number} | null} [ngrams]
 * @property {{source: string | null, references: string[], runs: string[]} | null} texts
 * @property {{runs: string[], nearest?: string[]} | null} classes
 * @property {string} [refusal] why nothing is tested, where that is so
 * @property {[number, number] | null} [pair] places of the systems that are compared at first
 * @property {Record<string, {type: string, length?: number}>} blobs
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
      if (!kind || buffer.byteLength !== (blob.length ?? 0) * kind.BYTES_PER_ELEMENT) {
        throw new Error(`the data of this file are damaged (${name}); ask for it again`);
      }
      return new kind(buffer);
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
    return this.once(`texts ${name}`, async () => (await this.text(name)).split(END_OF_SEGMENT).slice(0, -1));
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
