// The list of segments: all of them, in the order and with the marks that somebody chooses.
import { ReportData } from "./data.js";
import { make, makeSelect } from "./elements.js";
import { drawDifferences, drawErrors } from "./marked_nodes.js";
import { markDifferences } from "./marks.js";
import { segmentScores } from "./segment_scores.js";
import { textOf } from "./words.js";

const FIRST = 20;
const MORE = 50;
const MINUS = "\u2212";

/**
 * @typedef {object} Choices what the list shows
 * @property {number} metric
 * @property {number} first places of systems
 * @property {number} second
 * @property {string} sort
 * @property {string} marks
 * @property {string} search
 */

/**
 * A number as the page writes them.
 * @param {number} value
 * @param {number} places
 * @param {boolean} isSigned
 * @returns {string}
 */
export function writeNumber(value, places, isSigned = false) {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.abs(value).toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });
  const isZero = !/[1-9]/.test(digits);
  const sign = value < 0 && !isZero ? MINUS : isSigned ? "+" : "";
  return sign + digits;
}

/** All segments of a report, below controls that choose among them. */
export class SegmentList {
  /** @type {Choices} */
  #choices;
  #shown = FIRST;
  #made = 0;

  /**
   * @param {ReportData} data
   * @param {HTMLElement} place what is drawn there is replaced
   */
  constructor(data, place) {
    this.data = data;
    this.header = data.header;
    this.place = place;
    /** @type {Uint8Array | null} */
    this.mask = null;
    const [first, second] = this.header.pair ?? [0, 0];
    this.#choices = { metric: 0, first, second, sort: "loss", marks: "reference", search: "" };
    this.status = make("span", { class: "result", role: "status" });
    this.list = make("ol", { class: "seglist" });
    this.more = make("button", { class: "btn quiet", type: "button" });
    this.more.addEventListener("click", () => { this.#shown += MORE; void this.draw(); });
  }

  /** Put the controls and the list in the place of what was drawn. */
  async open() {
    const systems = /** @type {[string, string][]} */ (this.header.systems.map((system, place) => [String(place), system.name]));
    const metrics = /** @type {[string, string][]} */ (this.header.metrics.map((metric, place) => [String(place), metric.label]));
    const hasPair = systems.length > 1;
    const sorts = /** @type {[string, string][]} */ ([
      ["loss", hasPair ? "largest loss" : "worst first"],
      ["gain", hasPair ? "largest gain" : "best first"],
      ["place", "as in the test set"],
    ]);
    const marks = /** @type {[string, string][]} */ ([
      ...(this.header.texts?.references.length ? [["reference", "against the reference"]] : []),
      ...(hasPair ? [["system", "against the first system"]] : []),
      ...(this.header.classes ? [["errors", "classes of errors"]] : []),
      ["none", "no marks"],
    ]);
    this.#choices.marks = marks[0][0];
    const search = make("input", { type: "search", placeholder: "Find text", "aria-label": "Find text", "data-find": "" });
    search.addEventListener("input", () => this.#change({ search: /** @type {HTMLInputElement} */ (search).value }));
    const controls = make(
      "div",
      { class: "filters no-print" },
      ...(hasPair
        ? [
            makeSelect("Compare", systems, String(this.#choices.second), (value) => this.#change({ second: Number(value) })),
            makeSelect("with", systems, String(this.#choices.first), (value) => this.#change({ first: Number(value) })),
          ]
        : []),
      makeSelect("by", metrics, "0", (value) => this.#change({ metric: Number(value) })),
      makeSelect("Sort", sorts, "loss", (value) => this.#change({ sort: value })),
      makeSelect("Marks", marks, this.#choices.marks, (value) => this.#change({ marks: value })),
      search,
      this.status,
    );
    await this.draw();
    this.place.replaceChildren(controls, this.list, make("p", { class: "note no-print" }, this.more));
  }

  /**
   * Show only some segments, and two systems.
   * @param {Uint8Array | null} mask
   * @param {[number, number]} pair
   */
  choose(mask, [first, second]) {
    this.mask = mask;
    this.#change({ first, second });
  }

  /** @param {Partial<Choices>} changed */
  #change(changed) {
    Object.assign(this.#choices, changed);
    this.#shown = FIRST;
    void this.draw();
  }

  /** Draw the segments that are chosen; a later call wins over one that still waits for its data. */
  async draw() {
    const turn = ++this.#made;
    const choices = { ...this.#choices };
    const scores = await this.#scores(choices.metric);
    const order = await this.#order(choices, scores);
    const items = await Promise.all(order.slice(0, this.#shown).map((segment) => this.#item(segment, choices)));
    if (turn !== this.#made) return;
    this.list.replaceChildren(...items);
    const count = order.length.toLocaleString("en");
    this.status.textContent = choices.search || this.mask ? `${count} of ${this.header.segments.toLocaleString("en")} segments` : `${count} segments`;
    this.more.hidden = order.length <= this.#shown;
    this.more.textContent = `Show ${Math.min(MORE, order.length - this.#shown)} more`;
  }

  /**
   * Scores of segments by a metric: means over the runs of each system.
   * @param {number} metric
   * @returns {Promise<Float64Array[]>}
   */
  #scores(metric) {
    const { segments, systems } = this.header;
    return this.data.once(`means ${metric}`, async () => {
      const values = await segmentScores(this.data, metric);
      return systems.map((system) => {
        const means = new Float64Array(segments);
        for (const run of system.runs) {
          for (let segment = 0; segment < segments; segment++) means[segment] += values[run * segments + segment] / system.runs.length;
        }
        return means;
      });
    });
  }

  /**
   * @param {Choices} choices
   * @param {Float64Array[]} scores
   * @returns {Promise<number[]>}
   */
  async #order(choices, scores) {
    let segments = Array.from({ length: this.header.segments }, (_, segment) => segment);
    const mask = this.mask;
    if (mask) segments = segments.filter((segment) => mask[segment]);
    const wanted = choices.search.trim().toLowerCase();
    if (wanted) {
      const texts = await Promise.all(this.#shownTexts(choices).map((name) => this.data.texts(name)));
      segments = segments.filter((segment) => texts.some((each) => textOf(each[segment]).toLowerCase().includes(wanted)));
    }
    if (choices.sort === "place") return segments;
    const sign = (this.header.metrics[choices.metric].higher ? 1 : -1) * (choices.sort === "gain" ? -1 : 1);
    const value = (/** @type {number} */ segment) =>
      this.header.systems.length > 1 ? scores[choices.second][segment] - scores[choices.first][segment] : scores[0][segment];
    return segments.sort((one, other) => sign * (value(one) - value(other)) || one - other);
  }

  /**
   * The blobs of all texts that an item shows.
   * @param {Choices} choices
   * @returns {string[]}
   */
  #shownTexts(choices) {
    const texts = this.header.texts;
    if (!texts) return [];
    const runs = this.#systems(choices).map((system) => texts.runs[this.header.systems[system].runs[0]]);
    return [...(texts.source ? [texts.source] : []), ...texts.references, ...runs];
  }

  /**
   * @param {Choices} choices
   * @returns {number[]}
   */
  #systems(choices) {
    return this.header.systems.length > 1 ? [choices.first, choices.second] : [0];
  }

  /**
   * @param {number} segment
   * @param {Choices} choices
   * @returns {Promise<HTMLElement>}
   */
  async #item(segment, choices) {
    const texts = this.header.texts;
    const lines = make("dl", { class: "lines" });
    const add = (/** @type {string} */ name, /** @type {Node | string} */ content, kind = "text") =>
      lines.append(make("dt", {}, make("bdi", {}, name)), make("dd", { class: kind, dir: "auto" }, content));
    if (texts?.source) add("source", textOf((await this.data.texts(texts.source))[segment]), "text soft");
    const references = await Promise.all((texts?.references ?? []).map((name) => this.data.texts(name)));
    for (const each of references) add("reference", textOf(each[segment]));
    for (const system of this.#systems(choices)) {
      add(this.header.systems[system].name, await this.#marked(segment, system, choices, references[0]));
    }
    const number = this.header.numbers ? (await this.data.numbers(this.header.numbers))[segment] : segment + 1;
    return make(
      "li",
      { tabindex: "-1", "data-segment": String(number) },
      make("div", { class: "id" }, String(number)),
      lines,
      await this.#table(segment, choices),
    );
  }

  /**
   * @param {number} segment
   * @param {number} system
   * @param {Choices} choices
   * @param {string[] | undefined} references
   * @returns {Promise<Node | string>}
   */
  async #marked(segment, system, choices, references) {
    const run = this.header.systems[system].runs[0];
    const held = (await this.data.texts(this.header.texts?.runs[run] ?? ""))[segment];
    if (choices.marks === "reference" && references) return drawDifferences(markDifferences(held, references[segment]));
    if (choices.marks === "system" && system !== choices.first) {
      const other = this.header.systems[choices.first];
      const against = (await this.data.texts(this.header.texts?.runs[other.runs[0]] ?? ""))[segment];
      return drawDifferences(markDifferences(held, against), other.name);
    }
    if (choices.marks === "errors" && this.header.classes) {
      const letters = (await this.data.text(this.header.classes.runs[run])).split("\n")[segment];
      if (letters) return drawErrors(held, letters, this.header.splitting === "space");
    }
    return textOf(held);
  }

  /**
   * The scores of a segment by all metrics.
   * @param {number} segment
   * @param {Choices} choices
   * @returns {Promise<HTMLElement>}
   */
  async #table(segment, choices) {
    const systems = this.#systems(choices);
    const heads = systems.map((system) => make("th", { scope: "col" }, make("bdi", {}, this.header.systems[system].name)));
    if (systems.length > 1) heads.push(make("th", { scope: "col" }, "Δ"));
    const rows = await Promise.all(
      this.header.metrics.map(async (metric, place) => {
        const scores = await this.#scores(place);
        const values = systems.map((system) => scores[system][segment]);
        const cells = values.map((value) => make("td", {}, writeNumber(value, Math.max(metric.places - 1, 0))));
        if (values.length > 1) {
          const change = values[1] - values[0];
          const tone = change === 0 ? "" : change > 0 === metric.higher ? "up" : "down";
          cells.push(make("td", { class: tone }, writeNumber(change, Math.max(metric.places - 1, 0), true)));
        }
        return make("tr", {}, make("th", { scope: "row" }, metric.label), ...cells);
      }),
    );
    return make("table", { class: "mini" }, make("thead", {}, make("tr", {}, make("td", {}), ...heads)), make("tbody", {}, ...rows));
  }
}
