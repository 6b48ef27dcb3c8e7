// Numbers that list the segments behind them: each becomes a button that looks like the number.
import { ReportData } from "./data.js";
import { make } from "./elements.js";
import { SegmentFilter } from "./filters/segment_filter.js";
import { nameText } from "./filters/filter_conditions.js";
import { SegmentList } from "./segment_list.js";
import { settle } from "./live/settling.js";

/** @typedef {import("./data.js").FigureCounts} FigureCounts */
/** @typedef {import("./data.js").TableLine} TableLine */
/** @typedef {import("./segment_list.js").Listing} Listing */

const NUMBERS = '[data-table] [data-line] [data-figure="value"], [data-where]';

/** The numbers of all tables of figures and of outcomes. */
export class ListedNumbers {
  /**
   * @param {ReportData} data
   * @param {SegmentList} list
   */
  constructor(data, list) {
    this.data = data;
    this.header = data.header;
    this.list = list;
    /** @type {[number, number]} places of the systems whose numbers are shown */
    this.pair = this.header.pair ?? [0, 0];
    this.tables = new Map(this.header.tables.map((table) => [table.key, table]));
  }

  /** Make buttons of all numbers that are there. */
  open() {
    for (const cell of document.querySelectorAll(NUMBERS)) {
      const table = cell.closest("[data-table]")?.getAttribute("data-table");
      if (table && !this.tables.has(table)) continue; // its rows are not those of segments
      const how = cell.closest("tr")?.getAttribute("title");
      const title = [how, "Press to list the segments."].filter(Boolean).join(". ");
      const button = make("button", { type: "button", class: "number", title }, ...cell.childNodes);
      button.addEventListener("click", () => settle(this.#press(cell)));
      cell.append(button);
    }
  }

  /** @param {Element} cell */
  async #press(cell) {
    const listing = await this.#listing(/** @type {HTMLElement} */ (cell));
    if (listing) await this.list.listOnly(listing);
  }

  /**
   * @param {HTMLElement} cell
   * @returns {Promise<Listing | null>}
   */
  async #listing(cell) {
    const { where, words, side } = cell.dataset;
    if (where) return { places: await placesWhere(this.data, where), words: words ?? where, condition: where };
    const table = this.tables.get(cell.closest("[data-table]")?.getAttribute("data-table") ?? "");
    const key = cell.closest("[data-line]")?.getAttribute("data-line");
    const line = table?.lines.find((each) => each.key === key);
    if (!table || !line) return null;
    const system = this.pair[Number(side)];
    return {
      places: await segmentsBehind(this.data, table, line, system),
      words: `${table.title}: ${line.title}, ${this.header.systems[system].name}`,
      condition: this.#condition(table, line, system),
    };
  }

  /**
   * The filter that means the same segments; empty where there is none.
   * @param {FigureCounts} table
   * @param {TableLine} line
   * @param {number} system
   */
  #condition(table, line, system) {
    const { errors, checks, systems } = this.header;
    if (line.condition) return line.condition;
    const { name, runs } = systems[system];
    const spec = table.key.split("/")[0];
    if (runs.length > 1) return ""; // a filter names one run
    if (spec === "errors" && errors?.classes.includes(line.key)) return `errors.${line.key}(${nameText(name)}) > 0`;
    return spec === "checks" && checks?.names.includes(line.key) ? `found.${line.key}(${nameText(name)})` : "";
  }
}

/**
 * The places of segments that a filter means.
 * @param {ReportData} data
 * @param {string} where
 * @returns {Promise<number[]>}
 */
async function placesWhere(data, where) {
  const mask = await SegmentFilter.parse(where, data).mask(data);
  return [...mask.keys()].filter((place) => mask[place]);
}

/**
 * The places of segments that a line is about, or in which it counts something of a system.
 * @param {ReportData} data
 * @param {FigureCounts} table
 * @param {TableLine} line
 * @param {number} system
 * @returns {Promise<Iterable<number>>}
 */
async function segmentsBehind(data, table, line, system) {
  if (line.segments !== null) return data.numbers(line.segments);
  const { header } = data;
  const rows = await data.numbers(table.rows ?? "");
  const columns = countedColumns(line);
  const places = [];
  for (let place = 0; place < header.segments; place++) {
    const isCounted = header.systems[system].runs.some((run) =>
      columns.some((column) => rows[(column * header.runs.length + run) * header.segments + place] !== 0),
    );
    if (isCounted) places.push(place);
  }
  return places;
}

/**
 * The columns of a line that say where to look: what is bad where less is better, else all that it is about.
 * @param {TableLine} line
 * @returns {number[]}
 */
function countedColumns({ part, size, measures }) {
  const { direction, ratios = [] } = measures[0];
  if (part.length) return part;
  const above = ratios.flatMap((ratio) => ratio.above);
  if (direction === "lower" || !size.length) return above;
  return size;
}
