// The figures of the page, computed anew for the segments and systems that somebody chooses: values change in place.
import { drawHead, drawRow, pairMarks, rowAxis } from "./charts/row_charts.js";
import { ReportData } from "./data.js";
import { figuresOf } from "./figures.js";
import { LiveFindings } from "./live/live_findings.js";
import { LiveScores } from "./live_scores.js";
import { planFor, planOf } from "./plan.js";
import { breathe, pairsWith } from "./page_choices.js";
import { scoresBy } from "./scores.js";
import { SegmentList, writeNumber } from "./segment_list.js";
import { isBetter, writeP } from "./verdicts.js";

const NOTHING = "–";

/** Tables of figures and of scores. */
export class LiveFigures {
  #turn = 0;

  /**
   * @param {ReportData} data
   * @param {SegmentList} list
   */
  constructor(data, list) {
    this.data = data;
    this.header = data.header;
    this.findings = new LiveFindings(data, list);
    this.scores = new LiveScores(data);
    /** @type {Map<Element, string>} what stood there of all segments, where that cannot be computed here */
    this.drawn = new Map();
  }

  /**
   * Compute all that is shown; a later call wins over one that is still at work.
   * @param {Uint8Array | null} mask 1 for each segment that is meant; null means all
   * @param {[number, number]} pair
   * @param {string} why nothing is tested, where that is so
   * @param {number} metric whose tables of segments are shown
   * @returns {Promise<string>} why nothing is tested in the end
   */
  async show(mask, pair, why, metric) {
    const turn = ++this.#turn;
    const pairs = pairsWith(this.header, pair);
    const plan = await planFor(this.data, mask, pairs, why || this.header.refusal || "");
    const done = [];
    for (const table of [...this.header.tables, ...(mask ? [] : this.header.documentTables)]) {
      const element = document.querySelector(`[data-table="${CSS.escape(table.key)}"]`);
      if (element) done.push({ element, table, figures: await figuresOf(this.data, table, planOf(table, plan)) });
      await breathe();
      if (turn !== this.#turn) return plan.refusal;
    }
    const showFindings = await this.findings.compute(plan, mask, pair, done);
    const fillScores = await this.scores.compute(plan, mask, pair);
    if (turn !== this.#turn) return plan.refusal;
    for (const { element, table, figures } of done) this.#fillTable(element, table, figures, pair, pairs.indexOf(pair), mask);
    fillScores();
    showFindings();
    this.nameChoices(pair, metric);
    return plan.refusal;
  }

  /** Unpack the data and compute once before anybody asks: the first time takes several times as long as the next. */
  async prepare() {
    const turn = this.#turn;
    const plan = await planFor(this.data, null, this.header.pairs ?? [], this.header.refusal ?? "");
    for (const table of this.header.tables) {
      if (turn !== this.#turn) return; // somebody asked
      await figuresOf(this.data, table, plan);
      await breathe();
    }
    for (const metric of this.header.metrics.keys()) {
      if (turn !== this.#turn) return;
      await scoresBy(this.data, metric, plan);
      await breathe();
    }
    if (turn === this.#turn) await this.findings.prepare(plan);
  }

  /**
   * @param {Element} element
   * @param {import("./data.js").FigureCounts} table
   * @param {import("./figures.js").FigureTable | null} figures
   * @param {[number, number]} pair
   * @param {number} number of the pair
   * @param {Uint8Array | null} mask
   */
  #fillTable(element, table, figures, pair, number, mask) {
    const names = this.header.systems.map(({ name }) => name);
    const all = document.querySelector(`[data-all-systems="${CSS.escape(table.key)}"]`);
    const axis = rowAxis((figures?.lines ?? []).flatMap((line) => line.values[0].map(({ value }) => value)), 1);
    drawHead(element.querySelector("thead .plotcol svg"), axis);
    for (const [place, line] of table.lines.entries()) {
      const row = element.querySelector(`[data-line="${CSS.escape(line.key)}"]`);
      if (!row) continue;
      const done = figures?.lines[place];
      const places = Math.max(line.measures[0].places - 1, 0);
      const every = names.map((_, system) => done?.values[0][system].value ?? NaN);
      const values = pair.map((system) => every[system]);
      const difference = done?.differences[0][number];
      const isReal = difference?.q !== null && difference?.q !== undefined && difference.q < this.header.alpha;
      const verdict = isReal ? isBetter(line.measures[0].direction, values[0], values[1]) : null;
      const tone = verdict === null ? "" : verdict ? "up" : "down";
      for (const [side, value] of values.entries()) {
        fill(row, `[data-figure="value"][data-side="${side}"]`, done ? writeNumber(value, places) : "not here");
      }
      const sizes = done?.sizes ?? [];
      const sizesOfPair = sizes.length ? pair.map((system) => writeNumber(sizes[system], 0)) : [];
      fill(row, '[data-figure="size"]', [...new Set(sizesOfPair)].join(" → "));
      sayHow(row, sizes.length ? names.map((name, system) => `${name} ${writeNumber(sizes[system], 0)}`).join(", ") : "");
      fill(row, '[data-figure="difference"]', difference ? writeNumber(difference.value, places, true) : NOTHING, tone);
      fill(row, '[data-figure="q"]', writeP(difference?.q ?? null));
      const worth = difference?.contribution;
      const isWorth = worth !== null && worth !== undefined;
      fill(row, '[data-figure="worth"]', isWorth ? writeNumber(worth, table.whole?.places ?? 2, true) : "");
      this.#keepDrawn(row.querySelector('[data-figure="reference"]'), mask);
      const said = every.map((value, system) => `${names[system]} ${writeNumber(value, places)}`).join(", ");
      drawRow(row.querySelector("svg"), axis, `${line.title}: ${said}`, null, pairMarks(axis, every, pair, tone));
      const ofAll = all?.querySelector(`[data-line="${CSS.escape(line.key)}"]`);
      ofAll?.querySelectorAll("td").forEach((cell, system) => (cell.textContent = writeNumber(every[system], places)));
    }
    const worth = /** @type {HTMLElement | null} */ (element.querySelector("[data-whole]"));
    if (worth) worth.title = `${worth.dataset.whole}, ${writeNumber(figures?.whole[number] ?? NaN, table.whole?.places ?? 2, true)} in all`;
  }

  /**
   * What is known of all segments alone is not shown of some.
   * @param {Element | null} cell
   * @param {Uint8Array | null} mask
   */
  #keepDrawn(cell, mask) {
    if (!cell) return;
    if (!this.drawn.has(cell)) this.drawn.set(cell, cell.textContent ?? "");
    const drawn = this.drawn.get(cell) ?? "";
    cell.textContent = mask && drawn ? NOTHING : drawn;
  }

  /**
   * Say everywhere which systems are compared, and by which metric.
   * @param {[number, number]} pair
   * @param {number} metric
   */
  nameChoices(pair, metric) {
    const [first, second] = pair.map((system) => this.header.systems[system].name);
    for (const head of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-head]"))) {
      head.textContent = Number(head.dataset.head) ? second : first;
    }
    for (const head of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-less]"))) {
      head.title = `${second} less ${first}`;
    }
    const { label } = this.header.metrics[metric];
    for (const name of document.querySelectorAll("[data-metric-name]")) name.textContent = label;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-of-metric]"))) {
      part.hidden = part.dataset.ofMetric !== label;
      if (part instanceof HTMLDetailsElement) part.open = !part.hidden;
    }
  }
}

/**
 * Say the counts behind a row where somebody points at it.
 * @param {Element} row
 * @param {string} sizes
 */
function sayHow(row, sizes) {
  const head = row.closest("[data-size-head]")?.getAttribute("data-size-head");
  const how = sizes && head ? `${head}: ${sizes}` : "";
  row.setAttribute("title", how);
  for (const button of row.querySelectorAll("button.number")) {
    button.setAttribute("title", [how, "Press to list the segments."].filter(Boolean).join(". "));
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
  const inner = cell.querySelector("b, span") ?? cell.querySelector("button") ?? cell;
  inner.textContent = text;
  if (tone !== undefined && inner !== cell) inner.setAttribute("class", tone);
}
