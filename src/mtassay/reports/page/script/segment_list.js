// The list of segments: all of them, in the order and with the marks that somebody chooses.
import { ReportData } from "./data.js";
import { make, makeSelect } from "./elements.js";
import { drawDifferences, drawErrors, drawLegend, drawMarkedErrors } from "./marked_nodes.js";
import { markDifferences } from "./marks.js";
import { systemScores } from "./segment_scores.js";
import { settle } from "./live/settling.js";
import { textOf } from "./words.js";

const FIRST = 20;
const MORE = 50;
const MINUS = "\u2212";
/** @type {Map<number, Intl.NumberFormat>} made once for each number of places: a list writes hundreds of numbers */
const FORMATS = new Map();

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
 * @typedef {object} Listing some segments, and how somebody came to them
 * @property {Iterable<number>} places
 * @property {string} words what they are
 * @property {string} condition the text of a filter that means them; empty where there is none
 * @property {boolean} [isQuiet] whether the reader stays where they are
 * @property {Element} [from] where Escape goes back to; else what has the focus
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
  let format = FORMATS.get(places);
  if (!format) {
    format = new Intl.NumberFormat("en", { minimumFractionDigits: places, maximumFractionDigits: places });
    FORMATS.set(places, format);
  }
  const digits = format.format(Math.abs(value));
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
  /** @type {number[]} the segments that are listed, also those that are not shown yet */
  #listedOrder = [];
  /** @type {{mask: Uint8Array, words: string, condition: string} | null} */
  #only = null;
  /** @type {{element: Element | null, height: number} | null} where somebody was before */
  #origin = null;

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
    /** @type {(condition: string) => void} makes a condition a filter of everything */
    this.onFilter = () => {};
    /** Called when what was listed alone no longer is. */
    this.onForget = () => {};
    this.status = make("span", { class: "result", role: "status" });
    this.legend = make("span", { class: "diffkey", "aria-hidden": "true" });
    this.listed = make("p", { class: "listed no-print" });
    this.listed.hidden = true;
    this.list = make("ol", { class: "seglist" });
    this.more = make("button", { class: "btn quiet", type: "button" });
    this.more.addEventListener("click", () => settle(this.#showMore()));
  }

  /** Put the controls and the list in the place of what was drawn. */
  async open() {
    const hasPair = this.header.systems.length > 1;
    const sorts = /** @type {[string, string][]} */ ([
      ["loss", hasPair ? "largest loss" : "worst first"],
      ["gain", hasPair ? "largest gain" : "best first"],
      ["place", "as in the test set"],
    ]);
    const marks = /** @type {[string, string][]} */ ([
      ...(this.header.texts?.references.length ? [["reference", "against the reference"]] : []),
      ...(hasPair ? [["system", "against the first system"]] : []),
      ...(this.header.classes ? [["errors", "classes of errors"]] : []),
      ...(this.header.marked ?? []).map(({ metric }, place) => [`marked ${place}`, `errors that ${this.header.metrics[metric].label} marks`]),
      ["none", "no marks"],
    ]);
    this.#choices.marks = marks[0][0];
    const search = make("input", { type: "search", placeholder: "Find text", "aria-label": "Find text", "data-find": "" });
    search.addEventListener("input", () => this.#change({ search: /** @type {HTMLInputElement} */ (search).value }));
    const controls = make(
      "div",
      { class: "filters no-print" },
      makeSelect("Sort", sorts, "loss", (value) => this.#change({ sort: value })),
      ...(this.header.texts
        ? [makeSelect("Marks", marks, this.#choices.marks, (value) => this.#change({ marks: value })), search, this.legend]
        : []),
      this.status,
    );
    for (const drawn of document.querySelectorAll("[data-drawn-marks]")) drawn.remove(); // the controls say it
    await this.draw();
    this.place.replaceChildren(controls, this.listed, this.list, make("p", { class: "note no-print" }, this.more));
  }

  /**
   * Show only some segments, and two systems, by a metric.
   * @param {Uint8Array | null} mask
   * @param {[number, number]} pair
   * @param {number} metric
   */
  choose(mask, [first, second], metric) {
    const { first: before, second: after } = this.#choices;
    // by another metric the same segments stay listed; of other systems or under a filter they are others
    if (mask !== this.mask || first !== before || second !== after) this.#forget();
    this.mask = mask;
    this.#change({ first, second, metric });
  }

  /**
   * List these segments alone, of those that the filter leaves, until somebody goes back to where they came from.
   * @param {Listing} listing
   */
  async listOnly({ places, words, condition, isQuiet = false, from = document.activeElement ?? undefined }) {
    const mask = new Uint8Array(this.header.segments);
    for (const place of places) mask[place] = 1;
    if (this.#only && this.#origin?.element !== from) this.onForget();
    if (!this.#origin || !from || !this.place.contains(from)) this.#origin = { element: from ?? null, height: window.scrollY };
    this.#only = { mask, words, condition };
    this.#shown = FIRST;
    this.#showListed();
    await this.draw();
    if (isQuiet) return;
    this.place.scrollIntoView({ block: "start" });
    const first = this.list.firstElementChild ?? this.listed.querySelector("button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /**
   * List all segments that the filter leaves, and go back to where a listing was asked for.
   * @returns {boolean} whether there was one
   */
  goBack() {
    if (!this.#only) return false;
    const origin = this.#origin;
    this.#forget();
    this.#change({});
    window.scrollTo({ top: origin?.height ?? 0 });
    if (origin?.element instanceof HTMLElement || origin?.element instanceof SVGElement) {
      origin.element.focus({ preventScroll: true });
    }
    return true;
  }

  #forget() {
    if (this.#only) this.onForget();
    this.#only = null;
    this.#origin = null;
    this.#showListed();
  }

  /** Say what is listed, and offer to filter by it. */
  #showListed() {
    const only = this.#only;
    this.listed.hidden = !only;
    if (!only) return;
    const close = make("button", { type: "button", "aria-label": "List all again", title: "List all again (Esc)" }, "×");
    close.addEventListener("click", () => this.goBack());
    const parts = [make("span", { class: "chip", "data-listed": "" }, make("span", {}, only.words), close)];
    if (only.condition) {
      const filter = make("button", { class: "btn", type: "button", title: only.condition }, "Filter by this");
      filter.addEventListener("click", () => this.onFilter(only.condition));
      parts.push(filter);
    }
    this.listed.replaceChildren(...parts);
  }

  /** @param {Partial<Choices>} changed */
  #change(changed) {
    Object.assign(this.#choices, changed);
    this.#shown = FIRST;
    settle(this.draw());
  }

  /** Draw the segments that are chosen; a later call wins over one that still waits for its data. */
  async draw() {
    const turn = ++this.#made;
    const choices = { ...this.#choices };
    const scores = await systemScores(this.data, choices.metric);
    const order = await this.#order(choices, scores);
    const items = await Promise.all(order.slice(0, this.#shown).map((segment) => this.#item(segment, choices)));
    if (turn !== this.#made) return;
    this.#listedOrder = order;
    this.list.replaceChildren(...items);
    this.legend.replaceChildren(...drawLegend(choices.marks));
    const count = order.length.toLocaleString("en");
    this.status.textContent = choices.search || this.mask || this.#only ? `${count} of ${this.header.segments.toLocaleString("en")} segments` : `${count} segments`;
    this.#offerMore();
  }

  /** Add segments below those that are there. */
  async #showMore() {
    const turn = ++this.#made;
    const choices = { ...this.#choices };
    const next = this.#listedOrder.slice(this.#shown, this.#shown + MORE);
    const items = await Promise.all(next.map((segment) => this.#item(segment, choices)));
    if (turn !== this.#made) return;
    this.#shown += items.length;
    this.list.append(...items);
    this.#offerMore();
    items[0]?.focus({ preventScroll: true }); // the button went on, and may be gone
  }

  #offerMore() {
    const left = this.#listedOrder.length - this.#shown;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show ${Math.min(MORE, left)} more`;
  }

  /**
   * @param {Choices} choices
   * @param {Float64Array[]} scores
   * @returns {Promise<number[]>}
   */
  async #order(choices, scores) {
    let segments = Array.from({ length: this.header.segments }, (_, segment) => segment);
    for (const mask of [this.mask, this.#only?.mask]) {
      if (mask) segments = segments.filter((segment) => mask[segment]);
    }
    const wanted = choices.search.trim().toLowerCase();
    if (wanted) {
      const texts = await Promise.all(this.#shownTexts(choices).map((name) => this.data.texts(name)));
      segments = segments.filter((segment) => texts.some((each) => textOf(each[segment]).toLowerCase().includes(wanted)));
    }
    if (choices.sort === "place") return segments;
    const sign = (this.header.metrics[choices.metric].higher ? 1 : -1) * (choices.sort === "gain" ? -1 : 1);
    const value = (/** @type {number} */ segment) =>
      this.header.systems.length > 1 ? scores[choices.second][segment] - scores[choices.first][segment] : scores[0][segment];
    const rank = (/** @type {number} */ segment) => {
      const own = sign * value(segment);
      return Number.isNaN(own) ? Infinity : own; // what has no score comes last
    };
    return segments.sort((one, other) => (rank(one) === rank(other) ? one - other : rank(one) - rank(other)));
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
    const isHeld = !texts?.held || (await this.data.numbers(texts.held))[segment];
    if (!texts || !isHeld) {
      lines.append(make("dt", {}, "texts"), make("dd", { class: "text soft" }, "not in this file"));
      return this.#framed(segment, choices, lines);
    }
    if (texts.source) add("source", textOf((await this.data.texts(texts.source))[segment]), "text soft");
    const references = await Promise.all(texts.references.map((name) => this.data.texts(name)));
    for (const each of references) add("reference", textOf(each[segment]));
    for (const system of this.#systems(choices)) {
      add(this.header.systems[system].name, await this.#marked(segment, system, choices, references[0]));
    }
    return this.#framed(segment, choices, lines);
  }

  /**
   * A segment with its number and its scores.
   * @param {number} segment
   * @param {Choices} choices
   * @param {HTMLElement} lines
   * @returns {Promise<HTMLElement>}
   */
  async #framed(segment, choices, lines) {
    const number = this.header.numbers ? (await this.data.numbers(this.header.numbers))[segment] : segment + 1;
    return make(
      "li",
      { tabindex: "-1", "data-segment": String(number) },
      make("div", { class: "id" }, String(number), ...(await this.#badges(segment, choices))),
      lines,
      await this.#table(segment, choices),
    );
  }

  /**
   * What checks found in the outputs that are shown.
   * @param {number} segment
   * @param {Choices} choices
   * @returns {Promise<(Node | string)[]>}
   */
  async #badges(segment, choices) {
    const { checks, runs, segments } = this.header;
    if (!checks) return [];
    const found = await this.data.numbers(checks.found);
    const shown = this.#systems(choices).map((system) => this.header.systems[system].runs[0]);
    return checks.names.flatMap((check, number) =>
      shown
        .filter((run) => found[(number * runs.length + run) * segments + segment])
        .flatMap((run) => [" ", make("span", { class: "badge" }, shown.length > 1 ? `${check}: ${runs[run]}` : check)]),
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
    for (const [place, { metric, runs }] of (this.header.marked ?? []).entries()) {
      const blob = runs[run];
      if (choices.marks !== `marked ${place}` || blob === null) continue;
      const line = (await this.data.text(blob)).split("\n")[segment];
      return drawMarkedErrors(held, JSON.parse(line), this.header.metrics[metric].label);
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
        const scores = await systemScores(this.data, place);
        const values = systems.map((system) => scores[system][segment]);
        const cells = values.map((value) => make("td", {}, writeNumber(value, Math.max(metric.places - 1, 0))));
        if (values.length > 1) {
          const change = values[1] - values[0];
          const tone = !change ? "" : change > 0 === metric.higher ? "up" : "down";
          cells.push(make("td", { class: tone }, writeNumber(change, Math.max(metric.places - 1, 0), true)));
        }
        return make("tr", {}, make("th", { scope: "row" }, metric.label), ...cells);
      }),
    );
    return make("table", { class: "mini" }, make("thead", {}, make("tr", {}, make("td", {}), ...heads)), make("tbody", {}, ...rows));
  }
}
