// Every segment as a dot, and how much segments gain and lose, for what is chosen: a rectangle or a bar lists its segments.
import { Brush } from "./brush.js";
import { ReportData } from "../data.js";
import { make, makeDrawn } from "../elements.js";
import { numberText } from "../filters/condition_words.js";
import { nameText } from "../filters/filter_conditions.js";
import { PLOT, dotPath, layHistogram, layScatter } from "./plot_layout.js";
import { coordinate } from "./axis.js";
import { SegmentList, writeNumber } from "../segment_list.js";
import { systemScores } from "../segment_scores.js";
import { settle } from "../live/settling.js";

/** @typedef {import("./brush.js").Box} Box */
/** @typedef {import("./plot_layout.js").Bar} Bar */
/** @typedef {import("./plot_layout.js").ScatterLayout} ScatterLayout */

const SAME = 1e-9;
const BAR_HEIGHT = 92;
const FLOOR = 96;

/** The plots of two systems; nothing where a page has none. */
export class SegmentPlots {
  #turn = 0;
  /** @type {Int32Array} places of the segments that are drawn */
  #segments = new Int32Array(0);
  /** @type {[number, number]} */
  #pair = [0, 0];
  #metric = 0;
  /** @type {Float64Array[]} of both systems, all segments */
  #scores = [];
  /** @type {ScatterLayout | null} */
  #layout = null;

  /**
   * @param {ReportData} data
   * @param {SegmentList} list
   */
  constructor(data, list) {
    this.data = data;
    this.header = data.header;
    this.list = list;
    this.scatter = document.querySelector("[data-scatter]");
    this.histogram = document.querySelector("[data-histogram]");
    this.legend = document.querySelector("[data-plot-legend]");
    this.brush = new Brush((box) => settle(this.#choose(box)), () => settle(this.#list(false)));
    this.chosen = makeDrawn("path", { class: "dots chosen" });
    this.status = make("p", { class: "brushed no-print", role: "status", "data-brushed": "" });
    this.scatter?.after(this.brush.element);
    this.scatter?.parentElement?.after(this.status);
    this.histogram?.setAttribute("role", "group");
    this.histogram?.addEventListener("keydown", (event) => this.#step(/** @type {KeyboardEvent} */ (event)));
    const forget = list.onForget;
    list.onForget = () => {
      forget();
      this.#clear();
    };
  }

  /**
   * Draw what is chosen; a later call wins over one that still waits for its data.
   * @param {Uint8Array | null} mask
   * @param {[number, number]} pair
   * @param {number} metric
   */
  async show(mask, pair, metric) {
    if (!this.scatter) return;
    const turn = ++this.#turn;
    const scores = await systemScores(this.data, metric);
    if (turn !== this.#turn) return;
    this.#scores = pair.map((system) => scores[system]);
    this.#pair = pair;
    this.#metric = metric;
    const places = Int32Array.from({ length: this.header.segments }, (_, place) => place);
    const isKnown = (/** @type {number} */ place) => this.#scores.every((each) => Number.isFinite(each[place]));
    this.#segments = places.filter((place) => (!mask || mask[place] === 1) && isKnown(place));
    this.#drawScatter();
    this.#drawHistogram();
  }

  get #names() {
    return this.#pair.map((system) => this.header.systems[system].name);
  }

  get #drawnScores() {
    return this.#scores.map((each) => Float64Array.from(this.#segments, (place) => each[place]));
  }

  #drawScatter() {
    const metric = this.header.metrics[this.#metric];
    const [first, second] = this.#drawnScores;
    const layout = layScatter(first, second, metric.places, metric.higher);
    const { across, upward, layers, better, even } = layout;
    const [before, after] = this.#names;
    const [left, right, top, bottom] = [PLOT.left, PLOT.right, PLOT.top, PLOT.bottom].map((edge) => `${edge}%`);
    const ticks = across.ticks().flatMap(([value, label]) => {
      const [x, y] = [across, upward].map((axis) => `${coordinate(axis.position(value))}%`);
      return [
        makeDrawn("line", { class: "grid", x1: left, x2: right, y1: y, y2: y }),
        makeDrawn("line", { class: "grid", x1: x, x2: x, y1: top, y2: bottom }),
        makeDrawn("text", { class: "dim end", x: "5.5%", y, dy: "4" }, label),
        makeDrawn("text", { class: "dim mid", x, y: bottom, dy: "15" }, label),
      ];
    });
    const segments = `${count(better[1])} segment${better[1] === 1 ? "" : "s"}`;
    this.scatter?.replaceChildren(
      makeDrawn("title", {}, `Scores of segments by ${metric.label}, ${before} across and ${after} upward`),
      makeDrawn("desc", {}, `${after} is better on ${segments}, ${before} on ${count(better[0])}, ${count(even)} are even.`),
      ...ticks,
      makeDrawn("line", { class: "diag", x1: left, x2: right, y1: bottom, y2: top }),
      makeDrawn(
        "svg",
        { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%" },
        ...layers.map((d) => makeDrawn("path", { class: "dots", d })),
        this.chosen,
      ),
      makeDrawn("text", { class: "dim", x: left, y: "11" }, `${after}, ${metric.label} of a segment`),
      makeDrawn("text", { class: "dim end", x: right, y: "100%", dy: "-3" }, `${before}, ${metric.label} of a segment`),
    );
    const said = [[after, better[1]], [before, better[0]]].map(([name, number]) =>
      make("span", {}, make("bdi", {}, String(name)), " better: ", make("b", {}, count(Number(number)))),
    );
    this.legend?.replaceChildren(said[0], " ", said[1]);
    this.#layout = layout;
    this.brush.use(across);
    this.#clear();
  }

  #drawHistogram() {
    const metric = this.header.metrics[this.#metric];
    const [first, second] = this.#drawnScores;
    const { bars, axis } = layHistogram(second.map((score, place) => score - first[place]), metric.places, metric.higher);
    const [before, after] = this.#names;
    const title = `Differences of segments, ${after} less ${before}, ${metric.label}`;
    this.histogram?.setAttribute("aria-label", title);
    this.histogram?.replaceChildren(
      makeDrawn("title", {}, title),
      ...bars.map((bar, number) => this.#bar(bar, number === 0)),
      ...axis.ticks().map(([value, label]) =>
        makeDrawn("text", { class: "dim mid", x: `${coordinate(axis.position(value))}%`, y: "114" }, label),
      ),
    );
  }

  /**
   * A bar that lists its segments; one of them can be reached by Tab, the others by arrows.
   * @param {Bar} bar
   * @param {boolean} isReached
   */
  #bar(bar, isReached) {
    const said = `${bar.said}: ${count(bar.count)} segment${bar.count === 1 ? "" : "s"}`;
    const [x, width] = [bar.x, bar.width].map((value) => `${coordinate(value)}%`);
    const height = (BAR_HEIGHT * bar.height) / 100;
    const button = makeDrawn(
      "g",
      { class: "bar-button", role: "button", tabindex: isReached ? "0" : "-1", "aria-label": said },
      makeDrawn("rect", { class: bar.sign > 0 ? "wins" : "losses", x, width, y: coordinate(FLOOR - height), height: coordinate(height) }),
      makeDrawn("rect", { class: "hit", x, width, y: String(FLOOR - BAR_HEIGHT), height: String(BAR_HEIGHT) }),
      makeDrawn("title", {}, said),
    );
    const [before, after] = this.#names;
    const list = () => {
      const listing = {
        places: bar.members.map((member) => this.#segments[member]),
        words: `${after} less ${before}, ${this.header.metrics[this.#metric].label}: ${bar.said}`,
        condition: this.#barCondition(bar),
        from: button,
      };
      settle(this.list.listOnly(listing));
    };
    button.addEventListener("click", list);
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      list();
    });
    return button;
  }

  /** @param {KeyboardEvent} event */
  #step(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const bars = /** @type {SVGElement[]} */ ([...(this.histogram?.querySelectorAll(".bar-button") ?? [])]);
    const place = bars.indexOf(/** @type {SVGElement} */ (event.target));
    const next = bars[place + (step ?? 0)];
    if (!step || place < 0 || !next) return;
    event.preventDefault();
    bars[place].setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  /** @param {Bar} bar */
  #barCondition({ low, high, isFirst, isLast }) {
    const [before, after] = this.#measures();
    if (!before) return "";
    const bounds = [];
    // a bar beside 0 has nothing that is even; those at the ends hold all that is there
    if (!isFirst) bounds.push(`${after} - ${before} ${low === 0 ? ">" : ">="} ${bound(low)}`);
    if (!isLast) bounds.push(`${after} - ${before} < ${bound(high)}`);
    return bounds.join(" and ");
  }

  /**
   * What filters call the scores of both systems; nothing where a system has several runs.
   * @returns {string[]}
   */
  #measures() {
    const { metrics, systems } = this.header;
    const { name, spec } = metrics[this.#metric];
    if (this.#pair.some((system) => systems[system].runs.length > 1)) return ["", ""];
    const isAlone = metrics.filter((metric) => metric.name === name).length === 1;
    return this.#names.map((system) => `${nameText(isAlone ? name : spec)}(${nameText(system)})`);
  }

  /**
   * Mark and list the segments in a rectangle; the reader stays at the plot.
   * @param {Box | null} box
   */
  async #choose(box) {
    if (box) await this.#list(true);
    else if (!this.list.goBack()) this.#clear();
  }

  /** @param {boolean} isQuiet */
  async #list(isQuiet) {
    const { box } = this.brush;
    const layout = this.#layout;
    if (!box || !layout) return;
    const [first, second] = this.#scores;
    const { low, high } = layout.across;
    const isIn = (/** @type {number} */ score, /** @type {number} */ from, /** @type {number} */ to) =>
      (from <= low || score >= from - SAME) && (to >= high || score <= to + SAME);
    const places = this.#segments.filter((place) => isIn(first[place], box.left, box.right) && isIn(second[place], box.bottom, box.top));
    const dots = Array.from(places, (place) => dotPath(layout.across, layout.upward, first[place], second[place]));
    const [before, after] = this.#names;
    const digits = Math.max(0, this.header.metrics[this.#metric].places - 1);
    const span = (/** @type {number} */ from, /** @type {number} */ to) => `${writeShort(from, digits)} to ${writeShort(to, digits)}`;
    const ranges = `${before} ${span(box.left, box.right)}, ${after} ${span(box.bottom, box.top)}`;
    const condition = this.#boxCondition(box, low, high);
    await this.list.listOnly({
      places,
      words: `${this.header.metrics[this.#metric].label}: ${ranges}`,
      condition,
      isQuiet,
      from: this.brush.element,
    });
    this.chosen.setAttribute("d", dots.join(""));
    this.#say(places.length, ranges, condition);
  }

  /**
   * @param {Box} box
   * @param {number} low
   * @param {number} high
   */
  #boxCondition(box, low, high) {
    const [before, after] = this.#measures();
    if (!before) return "";
    const bounds = [
      box.left > low && `${before} >= ${bound(box.left)}`,
      box.right < high && `${before} <= ${bound(box.right)}`,
      box.bottom > low && `${after} >= ${bound(box.bottom)}`,
      box.top < high && `${after} <= ${bound(box.top)}`,
    ];
    return bounds.filter(Boolean).join(" and ");
  }

  /**
   * What is chosen, and what can be done with it.
   * @param {number} number
   * @param {string} ranges
   * @param {string} condition
   */
  #say(number, ranges, condition) {
    const button = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {() => void} */ act) => {
      const element = make("button", { class: kind, type: "button" }, text);
      element.addEventListener("click", act);
      return element;
    };
    const close = button("btn quiet", "×", () => settle(this.#choose(null)));
    close.setAttribute("aria-label", "Choose nothing");
    this.status.replaceChildren(
      make("span", {}, make("b", {}, `${count(number)} segment${number === 1 ? "" : "s"}`), ` chosen: ${ranges}`),
      button("btn", "List", () => settle(this.#list(false))),
      ...(condition ? [button("btn", "Filter by this", () => this.list.onFilter(condition))] : []),
      close,
    );
  }

  #clear() {
    this.brush.clear();
    this.chosen.setAttribute("d", "");
    this.status.replaceChildren("Drag over dots to choose segments, or press a bar.");
  }
}

/** @param {number} number */
const count = (number) => number.toLocaleString("en");

/**
 * A bound as filters write it, without what binary fractions added.
 * @param {number} value
 */
const bound = (value) => numberText(Number(value.toPrecision(12)));

/**
 * Without decimals where there are none.
 * @param {number} value
 * @param {number} digits
 */
const writeShort = (value, digits) => writeNumber(value, Number.isInteger(value) ? 0 : digits);
