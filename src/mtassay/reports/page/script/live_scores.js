// The scores of systems, computed anew: of two side by side, or of all, ranked and each against each.
import { changeMarks, drawHead, drawRow, intervalMarks, rowAxis } from "./charts/row_charts.js";
import { ReportData } from "./data.js";
import { make } from "./elements.js";
import { everyPair } from "./page_choices.js";
import { indistinguishable, placeBars, rankSystems } from "./ranking.js";
import { scoresBy } from "./scores.js";
import { writeNumber } from "./segment_list.js";
import { isBetter, writeP } from "./verdicts.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./data.js").MetricData} MetricData */
/** @typedef {Awaited<ReturnType<typeof scoresBy>>} Scores */
/**
 * @typedef {object} DrawnRow what stood in a row of two systems when the page was opened
 * @property {{value: string, range: string}[]} cells
 * @property {string} p
 * @property {string} tone
 */

const NOT_HERE = "not here";
const MOST_PERCENT = 100; // of a score near 0 a difference may be thousands of percent, beside which all others are none
const TURNED = new Map([["up", "down"], ["down", "up"]]);

/** All tables of scores. */
export class LiveScores {
  /** @param {ReportData} data */
  constructor(data) {
    this.data = data;
    this.header = data.header;
    /** @type {Map<Element, DrawnRow>} */
    this.rows = new Map();
    for (const row of document.querySelectorAll('[data-scores="pair"] [data-metric]')) this.rows.set(row, readRow(row));
    /** @type {Map<Element, Node[]>} what was drawn of all systems */
    this.drawn = new Map();
    for (const element of document.querySelectorAll("[data-ranking], [data-test], [data-scores=systems] tbody")) {
      this.drawn.set(element, [...element.childNodes]);
    }
  }

  /**
   * Compute the scores for a plan; what is returned shows them.
   * @param {Plan} plan
   * @param {Uint8Array | null} mask
   * @param {[number, number]} pair
   * @returns {Promise<() => void>}
   */
  async compute(plan, mask, pair) {
    const isPair = this.rows.size > 0;
    const everyOther = everyPair(this.header).filter(([first, second]) => first < second);
    const own = { ...plan, pairs: isPair ? [pair] : everyOther };
    const isDrawn = !mask && !isPair;
    const scores = isDrawn ? [] : await Promise.all(this.header.metrics.map((_, metric) => scoresBy(this.data, metric, own)));
    const partial = await Promise.all(
      this.header.metrics.map(({ known }, metric) => (typeof known === "number" ? scoresBy(this.data, metric, own) : null)),
    );
    return () => {
      fillCoverage(partial, plan.segments.length);
      for (const [element, nodes] of this.drawn) if (!mask) element.replaceChildren(...nodes);
      if (isPair) this.#fillPair(scores, mask, pair);
      if (!mask) return;
      for (const test of document.querySelectorAll("[data-test]")) test.textContent = ", jackknife";
      for (const block of document.querySelectorAll("[data-ranking]")) {
        this.#fillRanking(/** @type {HTMLElement} */ (block), scores, own);
      }
      for (const body of document.querySelectorAll("[data-scores=systems] tbody")) this.#fillSystems(body, scores, own);
    };
  }

  /**
   * Two systems: of all segments the drawn intervals and p-values stay, as they are those of the test that was chosen.
   * @param {Scores[]} scores
   * @param {Uint8Array | null} mask
   * @param {[number, number]} pair
   */
  #fillPair(scores, mask, pair) {
    const changes = this.header.metrics.map(({ higher }, metric) => {
      const [before, after] = pair.map((system) => scores[metric]?.scores[system].value ?? NaN);
      return (100 * (after - before) * (higher ? 1 : -1)) / Math.abs(before);
    });
    const marked = changes.map((change) => Math.min(MOST_PERCENT, Math.max(-MOST_PERCENT, change)));
    const axis = rowAxis([...marked, 0], 1);
    drawHead(document.querySelector("[data-scores] thead .plotcol svg"), axis);
    const names = pair.map((system) => this.header.systems[system].name);
    for (const [row, drawn] of this.rows) {
      const place = Number(/** @type {HTMLElement} */ (row).dataset.metric);
      const metric = this.header.metrics[place];
      const done = scores[place];
      const difference = done?.differences[0];
      const fresh = toneOf(metric, difference, this.header.alpha);
      const tone = mask ? fresh : pair[0] < pair[1] ? drawn.tone : (TURNED.get(drawn.tone) ?? "");
      for (const [side, system] of pair.entries()) {
        const { value, range } = mask ? writtenScore(metric, done?.scores[system]) : drawn.cells[system];
        fillScore(row.querySelector(`[data-side="${side}"]`), value, range);
      }
      const cell = row.querySelector('[data-figure="difference"] span');
      if (cell) {
        cell.textContent = writeNumber(difference?.value ?? NaN, placesOfScore(metric), true);
        cell.setAttribute("class", tone);
      }
      const p = row.querySelector('[data-figure="p"]');
      if (p) p.textContent = mask ? writeP(difference?.q ?? null) : drawn.p;
      const change = changes[place];
      const said = `${writeNumber(Math.abs(change), 1)} % ${change > 0 ? "better" : "worse"} than ${names[0]}`;
      drawRow(row.querySelector("svg"), axis, `${metric.label}: ${names[1]} is ${said}`, 0, changeMarks(axis, marked[place], tone));
    }
  }

  /**
   * One system, or several that nothing is tested of.
   * @param {Element} body
   * @param {Scores[]} scores
   * @param {Plan} plan
   */
  #fillSystems(body, scores, plan) {
    const rows = this.header.systems.map(({ name }, system) => {
      const cells = this.header.metrics.flatMap((metric, place) => {
        const { value, range } = writtenScore(metric, scores[place]?.scores[system]);
        const cell = make("td", { class: "num" });
        fillScore(cell, value, range, true);
        if (!this.header.pair) return [cell];
        const number = plan.pairs.findIndex(([first, second]) => first === 0 && second === system);
        const difference = scores[place]?.differences[number];
        return [cell, ...this.#differenceCells(metric, difference)];
      });
      return make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, name)), ...cells);
    });
    body.replaceChildren(...rows);
  }

  /**
   * A difference and its p; two empty cells where there is none.
   * @param {MetricData} metric
   * @param {{value: number, q: number | null} | undefined} difference
   */
  #differenceCells(metric, difference) {
    if (!difference) return [make("td", { class: "num" }), make("td", { class: "num" })];
    const written = writeNumber(difference.value, placesOfScore(metric), true);
    const tone = toneOf(metric, difference, this.header.alpha);
    return [
      make("td", { class: "num" }, make("span", { class: tone }, written)),
      make("td", { class: "num" }, writeP(difference.q)),
    ];
  }

  /**
   * A ranking by one metric: rows, groups, and all pairs below it.
   * @param {HTMLElement} block
   * @param {Scores[]} scores
   * @param {Plan} plan
   */
  #fillRanking(block, scores, plan) {
    const place = Number(block.dataset.ranking);
    const metric = this.header.metrics[place];
    const done = scores[place];
    if (!done) {
      block.replaceChildren(make("p", { class: "soft" }, `${metric.label} is not computed here; the command does.`));
      return;
    }
    const drawn = make("div", {});
    drawn.append(...(this.drawn.get(block) ?? []).map((node) => node.cloneNode(true)));
    const values = done.scores.map(({ value }) => value);
    const ranked = rankSystems(values, metric.higher);
    const verdict = (/** @type {number} */ first, /** @type {number} */ second) => {
      const number = plan.pairs.findIndex((pair) => pair.includes(first) && pair.includes(second));
      const sign = plan.pairs[number]?.[0] === first ? 1 : -1;
      const { value, q } = done.differences[number];
      return { value: sign * value, q, tone: toneOf(metric, { value: sign * value, q }, this.header.alpha) };
    };
    const isTested = done.differences.every(({ q }) => q !== null);
    const groups = isTested ? indistinguishable(ranked, (first, second) => verdict(first, second).tone !== "") : [];
    this.#fillRankedRows(drawn, place, scores, ranked, groups, verdict);
    const apart = isTested ? ranked.flatMap((first, row) => ranked.slice(row + 1).flatMap((second, more) => {
      const isJoined = groups.some(([start, end]) => start <= row && row + 1 + more <= end);
      return verdict(first, second).tone === "" && !isJoined ? [[first, second]] : [];
    })) : [];
    this.#fillAcross(drawn, apart);
    this.#fillMatrix(drawn.querySelector(".matrix"), metric, ranked, verdict);
    const details = drawn.querySelector("details");
    if (details) details.open = block.querySelector("details")?.open ?? false;
    block.replaceChildren(...drawn.childNodes);
  }

  /**
   * @param {Element} drawn
   * @param {number} place
   * @param {Scores[]} scores
   * @param {number[]} ranked
   * @param {[number, number][]} groups
   * @param {(first: number, second: number) => {value: number, q: number | null, tone: string}} verdict
   */
  #fillRankedRows(drawn, place, scores, ranked, groups, verdict) {
    const metric = this.header.metrics[place];
    const own = /** @type {NonNullable<Scores>} */ (scores[place]).scores;
    const ends = own.flatMap(({ value, interval }) => [value, ...(interval ?? [])]);
    const axis = rowAxis(ends, metric.places);
    const bars = placeBars(groups);
    const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1));
    const table = drawn.querySelector("table");
    drawHead(table?.querySelector("thead .plotcol svg"), axis);
    table?.querySelector("thead .clu")?.remove();
    if (lanes) {
      const head = make("th", { class: "clu", colspan: String(lanes) }, make("span", { class: "sr" }, "Group"));
      table?.querySelector("thead tr")?.prepend(head);
    }
    const rows = ranked.map((system, row) => {
      const beside = Array.from({ length: lanes }, (_, lane) => {
        const bar = bars.find((each) => each.lane === lane && each.first <= row && row <= each.last);
        const ofRow = bars.filter((each) => each.first <= row && row <= each.last).map(({ number }) => number);
        const said = `${ofRow.length > 1 ? "groups" : "group"} ${ofRow.join(" and ")}`;
        const kind = bar ? `${bar.first === row ? "first " : ""}${bar.last === row ? "last" : ""}` : "";
        return make("td", { class: "clu" }, ...(bar ? [make("i", { class: kind })] : []), ...(lane ? [] : [make("span", { class: "sr" }, said)]));
      });
      const { value, interval } = own[system];
      const written = writtenScore(metric, own[system]);
      const cell = make("td", { class: "num" });
      fillScore(cell, written.value, written.range, true, "ends");
      const chart = make("td", { class: "plotcol" });
      chart.append(emptyChart(table));
      const said = written.value + (interval ? `, 95 % interval ${written.range.replace("–", " to ")}` : "");
      drawRow(chart.firstElementChild, axis, said, own[0].value, intervalMarks(axis, value, interval, system === 0));
      const compared =
        system === 0
          ? [make("td", { class: "num muted" }, "baseline"), make("td", {})]
          : this.#differenceCells(metric, verdict(0, system));
      const others = this.header.metrics.flatMap((other, number) => {
        if (number === place) return [];
        const { value: shown } = writtenScore(other, scores[number]?.scores[system]);
        return [make("td", { class: "num opt" }, shown)];
      });
      const name = make("th", { scope: "row" }, make("bdi", {}, this.header.systems[system].name));
      return make("tr", {}, ...beside, name, cell, chart, ...compared, ...others);
    });
    table?.querySelector("tbody")?.replaceChildren(...rows);
  }

  /**
   * Pairs that no bar joins although they cannot be told apart.
   * @param {Element} drawn
   * @param {number[][]} pairs
   */
  #fillAcross(drawn, pairs) {
    const note = drawn.querySelector("[data-across]");
    if (!note) return;
    const names = pairs.slice(0, 3).map((pair) => pair.map((system) => this.header.systems[system].name).join(" and "));
    const more = pairs.length > 3 ? ` and ${pairs.length - 3} more pair${pairs.length > 4 ? "s" : ""}` : "";
    const why = "cannot be told apart either; no bar joins them, as it would also join a pair that differs.";
    note.replaceChildren(...(pairs.length ? [make("p", { class: "note" }, `${names.join(", ")}${more} ${why}`)] : []));
  }

  /**
   * The row less the column.
   * @param {Element | null} matrix
   * @param {MetricData} metric
   * @param {number[]} ranked
   * @param {(first: number, second: number) => {value: number, q: number | null, tone: string}} verdict
   */
  #fillMatrix(matrix, metric, ranked, verdict) {
    const name = (/** @type {number} */ system) => make("bdi", {}, this.header.systems[system].name);
    const heads = ranked.map((system) => make("th", { scope: "col" }, name(system)));
    const rows = ranked.map((system) => {
      const cells = ranked.map((other) => {
        if (other === system) return make("td", { class: "self" });
        const { value, q, tone } = verdict(other, system);
        const [kind, words] = { up: ["win", "better"], down: ["lose", "worse"] }[tone] ?? ["tie", "cannot be told apart"];
        const said = q === null ? "" : `, ${words}, p ${writeP(q)}`;
        const written = writeNumber(value, placesOfScore(metric), true);
        return make("td", { class: kind, title: `p ${writeP(q)}` }, written, make("span", { class: "sr" }, said));
      });
      return make("tr", {}, make("th", { scope: "row" }, name(system)), ...cells);
    });
    matrix?.querySelector("thead tr")?.replaceChildren(make("td", {}), ...heads);
    matrix?.querySelector("tbody")?.replaceChildren(...rows);
  }
}

/** @param {MetricData} metric */
const placesOfScore = (metric) => Math.max(metric.places - 1, 0);

/**
 * @param {MetricData} metric
 * @param {{value: number, q: number | null} | undefined} difference
 * @param {number} alpha
 */
function toneOf(metric, difference, alpha) {
  if (!difference || difference.q === null || difference.q >= alpha) return "";
  const verdict = isBetter(metric.higher ? "higher" : "lower", 0, difference.value);
  return verdict === null ? "" : verdict ? "up" : "down";
}

/**
 * @param {MetricData} metric
 * @param {{value: number, interval: [number, number] | null} | undefined} score
 */
function writtenScore(metric, score) {
  if (!score) return { value: NOT_HERE, range: "" };
  const write = (/** @type {number} */ value) => writeNumber(value, placesOfScore(metric));
  return { value: write(score.value), range: score.interval ? score.interval.map(write).join("–") : "" };
}

/**
 * @param {Element | null} cell
 * @param {string} value
 * @param {string} range
 * @param {boolean} [isStrong] null leaves it as it is
 * @param {string} [kind]
 */
function fillScore(cell, value, range, isStrong = Boolean(cell?.querySelector("b")), kind = "range") {
  cell?.replaceChildren(isStrong ? make("b", {}, value) : value, ...(range ? [make("span", { class: kind }, range)] : []));
}

/**
 * @param {Element} row
 * @returns {DrawnRow}
 */
function readRow(row) {
  const cells = [...row.querySelectorAll("[data-side]")].map((cell) => {
    const range = cell.querySelector(".range")?.textContent ?? "";
    const all = cell.textContent ?? "";
    return { value: all.slice(0, all.length - range.length), range };
  });
  const tone = row.querySelector('[data-figure="difference"] span')?.getAttribute("class") ?? "";
  return { cells, p: row.querySelector('[data-figure="p"]')?.textContent ?? "", tone };
}

/**
 * A chart like those of a table, without its marks.
 * @param {Element | null} table
 */
function emptyChart(table) {
  const chart = /** @type {Element} */ (table?.querySelector("tbody svg")?.cloneNode(false));
  return chart;
}

/**
 * How many segments have a score, by the metrics of which they may lack one.
 * @param {Scores[]} scores
 * @param {number} segments
 */
function fillCoverage(scores, segments) {
  for (const note of document.querySelectorAll("[data-coverage]")) {
    const known = scores[Number(/** @type {HTMLElement} */ (note).dataset.coverage)]?.known ?? [];
    for (const place of note.querySelectorAll("[data-known]")) {
      place.textContent = writeNumber(known[Number(/** @type {HTMLElement} */ (place).dataset.known)], 0);
    }
    const all = note.querySelector("[data-all]");
    if (all) all.textContent = writeNumber(segments, 0);
  }
}
