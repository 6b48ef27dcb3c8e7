// The figures of the page, computed anew for the segments and systems that somebody chooses: values change in place.
import { ReportData } from "./data.js";
import { figuresOf } from "./figures.js";
import { planFor } from "./plan.js";
import { scoresBy } from "./scores.js";
import { writeNumber } from "./segment_list.js";

const NOTHING = "–";
const LEFT = 4;
const WIDTH = 92;

/**
 * A p-value as the page writes them.
 * @param {number | null} p
 * @returns {string}
 */
export function writeP(p) {
  if (p === null || Number.isNaN(p)) return NOTHING;
  if (p < 0.001) return "< .001";
  return p.toFixed(p < 0.0995 ? 3 : 2).replace(/^0/, "");
}

/**
 * Whether a difference is one for the better; null where nobody can say.
 * @param {string} direction
 * @param {number} before
 * @param {number} after
 * @returns {boolean | null}
 */
function isBetter(direction, before, after) {
  if (direction === "none" || before === after || Number.isNaN(before) || Number.isNaN(after)) return null;
  if (direction === "near 1") return Math.abs(after - 1) < Math.abs(before - 1);
  return (after > before) === (direction === "higher");
}

/** Tables of figures and of scores. */
export class LiveFigures {
  #turn = 0;

  /** @param {ReportData} data */
  constructor(data) {
    this.data = data;
    this.header = data.header;
  }

  /**
   * Compute all that is shown; a later call wins over one that is still at work.
   * @param {Uint8Array | null} mask 1 for each segment that is meant; null means all
   * @param {[number, number]} pair
   * @param {string} why nothing is tested, where that is so
   * @returns {Promise<string>} why nothing is tested in the end
   */
  async show(mask, pair, why) {
    const turn = ++this.#turn;
    const plan = await planFor(this.data, mask, [pair], why || this.header.refusal || "");
    const done = [];
    for (const table of this.header.tables) {
      const element = document.querySelector(`[data-table="${CSS.escape(table.key)}"]`);
      if (element) done.push({ element, table, figures: await figuresOf(this.data, table, plan) });
    }
    const scores = await Promise.all(this.header.metrics.map((_, metric) => scoresBy(this.data, metric, plan)));
    if (turn !== this.#turn) return plan.refusal;
    for (const { element, table, figures } of done) this.#fillTable(element, table, figures, pair);
    this.#fillScores(scores, pair);
    for (const head of document.querySelectorAll("[data-head]")) {
      head.textContent = this.header.systems[pair[Number(/** @type {HTMLElement} */ (head).dataset.head)]].name;
    }
    return plan.refusal;
  }

  /**
   * @param {Element} element
   * @param {import("./data.js").FigureCounts} table
   * @param {import("./figures.js").FigureTable | null} figures
   * @param {[number, number]} pair
   */
  #fillTable(element, table, figures, pair) {
    for (const [place, line] of table.lines.entries()) {
      const row = element.querySelector(`[data-line="${CSS.escape(line.key)}"]`);
      if (!row) continue;
      const done = figures?.lines[place];
      const places = Math.max(line.measures[0].places - 1, 0);
      const values = pair.map((system) => done?.values[0][system].value ?? NaN);
      const difference = done?.differences[0][0];
      const isReal = difference?.q !== null && difference?.q !== undefined && difference.q < this.header.alpha;
      const verdict = isReal ? isBetter(line.measures[0].direction, values[0], values[1]) : null;
      const tone = verdict === null ? "" : verdict ? "up" : "down";
      for (const [side, value] of values.entries()) {
        fill(row, `[data-figure="value"][data-side="${side}"]`, done ? writeNumber(value, places) : "not here");
      }
      const sizes = [...new Set((done?.sizes ?? []).map((size) => Math.round(size)))];
      fill(row, '[data-figure="size"]', sizes.length === 1 ? writeNumber(sizes[0], 0) : "");
      fill(row, '[data-figure="difference"]', difference ? writeNumber(difference.value, places, true) : NOTHING, tone);
      fill(row, '[data-figure="q"]', writeP(difference?.q ?? null));
      const worth = difference?.contribution;
      fill(row, '[data-figure="worth"]', worth === null || worth === undefined ? "" : writeNumber(worth, 2, true));
      movePoints(row, /** @type {HTMLElement} */ (element), values, tone);
    }
  }

  /**
   * @param {({scores: {value: number}[], differences: {value: number, q: number | null}[]} | null)[]} scores
   * @param {[number, number]} pair
   */
  #fillScores(scores, pair) {
    for (const row of document.querySelectorAll("[data-scores] [data-metric]")) {
      const place = Number(/** @type {HTMLElement} */ (row).dataset.metric);
      const metric = this.header.metrics[place];
      const done = scores[place];
      const places = Math.max(metric.places - 1, 0);
      const values = pair.map((system) => done?.scores[system].value ?? NaN);
      const difference = done?.differences[0];
      const isReal = difference !== undefined && difference.q !== null && difference.q < this.header.alpha;
      const verdict = isReal ? isBetter(metric.higher ? "higher" : "lower", values[0], values[1]) : null;
      const tone = verdict === null ? "" : verdict ? "up" : "down";
      for (const [side, value] of values.entries()) {
        fill(row, `[data-figure="value"][data-system="${side}"]`, done ? writeNumber(value, places) : "not here");
      }
      fill(row, '[data-figure="difference"]', difference ? writeNumber(difference.value, places, true) : NOTHING, tone);
      fill(row, '[data-figure="p"]', writeP(difference?.q ?? null));
      const change = (100 * (values[1] - values[0]) * (metric.higher ? 1 : -1)) / values[0];
      movePoints(row, /** @type {HTMLElement} */ (row.closest("[data-low]")), [0, change], tone);
    }
  }
}

/**
 * @param {Element} row
 * @param {string} selector
 * @param {string} text
 * @param {string} [tone] a class, where the text has one
 */
function fill(row, selector, text, tone) {
  const cell = row.querySelector(selector);
  if (!cell) return;
  const inner = cell.querySelector("b, span:not(.range)") ?? cell;
  inner.textContent = text;
  cell.querySelector(".range")?.remove(); // the interval was that of all segments
  if (tone !== undefined && inner !== cell) inner.setAttribute("class", tone);
}

/**
 * Move the dots of a row along the scale of its table.
 * @param {Element} row
 * @param {HTMLElement | null} table
 * @param {number[]} values
 * @param {string} tone
 */
function movePoints(row, table, values, tone) {
  const low = Number(table?.dataset.low);
  const high = Number(table?.dataset.high);
  const [first, second] = values.map((value) => Math.min(100, Math.max(0, LEFT + (WIDTH * (value - low)) / (high - low))));
  const isKnown = Number.isFinite(first) && Number.isFinite(second);
  const place = (/** @type {string} */ selector, /** @type {Record<string, string>} */ attributes) => {
    const mark = row.querySelector(selector);
    mark?.toggleAttribute("hidden", !isKnown);
    if (mark && isKnown) for (const [name, value] of Object.entries(attributes)) mark.setAttribute(name, value);
  };
  place(".link", { x1: `${first}%`, x2: `${second}%`, class: `link ${tone}` });
  place(".pt.base", { cx: `${first}%` });
  place(".pt:not(.base, .other)", { cx: `${second}%`, class: `pt ${tone}` });
}
