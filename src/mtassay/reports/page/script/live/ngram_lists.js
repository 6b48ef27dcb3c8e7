// Lists of n-grams, drawn anew for the segments and systems that somebody chooses; each n-gram lists its segments.
import { make } from "../elements.js";
import { NgramCondition } from "../filters/filter_conditions.js";
import { postingsOf } from "../ngrams.js";
import { SegmentList, writeNumber } from "../segment_list.js";
import { settle } from "./settling.js";
import { writeP } from "../verdicts.js";
import { joinWords } from "../words.js";

/** @typedef {import("../data.js").ReportData} ReportData */
/** @typedef {import("../ngrams.js").NgramKind} NgramKind */
/** @typedef {import("../ngrams.js").NgramLine} NgramLine */
/** @typedef {import("../ngrams.js").NgramTable} NgramTable */
/** @typedef {{kind: NgramKind, firstMore: boolean}} Asked which list an n-gram stands in */

const MOST = 12;
/** @type {Record<string, (output: number, reference: number) => boolean>} */
const HAS = {
  right: (output, reference) => Math.min(output, reference) > 0,
  over: (output, reference) => output > reference,
  under: (output, reference) => output < reference,
};

/** The lists of a page. */
export class NgramLists {
  /**
   * @param {ReportData} data
   * @param {SegmentList} list
   */
  constructor(data, list) {
    this.data = data;
    this.header = data.header;
    this.list = list;
    this.isBySpaces = this.header.splitting === "space";
    /** @type {[number, number]} places of the systems that are compared */
    this.pair = this.header.pair ?? [0, 0];
    /** @type {HTMLElement[]} */
    this.sections = [...document.querySelectorAll("[data-ngrams]")].map((each) => /** @type {HTMLElement} */ (each));
    if (this.header.ngrams) for (const section of this.sections) this.#offer(section);
  }

  /**
   * @param {NgramTable[]} tables
   * @param {[number, number]} pair
   */
  draw(tables, pair) {
    this.pair = pair;
    for (const section of this.sections) {
      const { kind, firstMore } = askedOf(section);
      const table = tables.find((each) => each.kind === kind && each.firstMore === firstMore);
      if (table) this.#fill(section, table);
    }
  }

  /**
   * @param {HTMLElement} section
   * @param {NgramTable} table
   */
  #fill(section, table) {
    const { lines, tested, beyondChance } = table;
    const passed = lines.filter(({ q }) => q !== null && q < this.header.alpha).length;
    const count = tested.toLocaleString("en");
    setText(section, "h3", this.#title(table));
    setText(section, "[data-tested]", beyondChance === null ? `${count} differ, not tested` : `${passed.toLocaleString("en")} beyond chance of ${count} tested`);
    section.querySelector(".scroll")?.toggleAttribute("hidden", !lines.length);
    section.querySelector("[data-none]")?.toggleAttribute("hidden", lines.length > 0);
    section.querySelector("tbody")?.replaceChildren(...lines.slice(0, MOST).map((line) => this.#row(line)));
    this.#offer(section);
  }

  /** @param {NgramTable} table */
  #title({ kind, firstMore }) {
    const names = this.pair.map((system) => this.header.systems[system].name);
    const [more, less] = firstMore ? names : [names[1], names[0]];
    if (kind === "balance") return `Said too ${firstMore ? "often" : "seldom"} by ${more}`;
    return kind === "right" ? `Right more often by ${more} than by ${less}` : `Said too often by ${more}, more than by ${less}`;
  }

  /**
   * @param {NgramLine} line
   * @returns {Node}
   */
  #row({ words, first, second, firstUnits, secondUnits, q, folded }) {
    const template = /** @type {HTMLTemplateElement} */ (document.querySelector("[data-ngram-row]"));
    const row = /** @type {Element} */ (template.content.cloneNode(true).firstChild);
    row.classList.toggle("far", q === null || q >= this.header.alpha);
    const cells = [...row.querySelectorAll("td")];
    const numbers = [writeNumber(first, 0), writeNumber(second, 0), `${firstUnits}–${secondUnits}`, writeP(q)];
    numbers.forEach((text, place) => (cells[place + 1].textContent = text));
    const gram = row.querySelector(".gram");
    if (gram) fillGram(gram, words, this.isBySpaces);
    const fold = row.querySelector("details");
    if (!folded.length) fold?.remove();
    else if (fold) {
      setText(fold, "summary", `+ ${folded.length}`);
      fold.querySelector(".gram")?.remove();
      fold.append(...folded.flatMap((each) => [fillGram(make("bdi", { class: "gram" }), each, this.isBySpaces), " "]));
    }
    return row;
  }

  /**
   * Make a button of each n-gram.
   * @param {HTMLElement} section
   */
  #offer(section) {
    const asked = askedOf(section);
    for (const gram of section.querySelectorAll("bdi.gram")) {
      const words = (/** @type {HTMLElement} */ (gram).dataset.words ?? "").split(" ");
      const button = make("button", { type: "button", class: "gram", title: "List the segments" }, make("bdi", {}, ...gram.childNodes));
      button.addEventListener("click", () => settle(this.#press(words, asked)));
      gram.replaceWith(button);
    }
  }

  /**
   * List where the system that has more of it has it.
   * @param {string[]} words
   * @param {Asked} asked
   */
  async #press(words, { kind, firstMore }) {
    const system = this.header.systems[kind === "balance" || firstMore ? this.pair[0] : this.pair[1]];
    const has = kind === "balance" ? (firstMore ? "over" : "under") : kind;
    const condition = new NgramCondition(words.join(" "), has, system.name);
    await this.list.listOnly({
      places: await this.#places(words, has, system.runs),
      words: `Segments ${condition.inWords()}`,
      condition: system.runs.length > 1 ? "" : condition.text, // a filter names one run
    });
  }

  /**
   * The segments where any run of a system has an n-gram so.
   * @param {string[]} words
   * @param {string} has
   * @param {number[]} runs
   * @returns {Promise<number[]>}
   */
  async #places(words, has, runs) {
    const { ngrams, starts, segments, outputs, references } = await postingsOf(this.data);
    const wanted = words.join(" ");
    const ngram = ngrams.findIndex((each) => each.join(" ") === wanted);
    const places = [];
    for (let posting = starts[ngram]; posting < starts[ngram + 1]; posting++) {
      const isSo = runs.some((run) => {
        const from = run * segments.length;
        return HAS[has](outputs[from + posting], references[(from % references.length) + posting]);
      });
      if (isSo) places.push(segments[posting]);
    }
    return places;
  }
}

/**
 * @param {HTMLElement} section
 * @returns {Asked}
 */
function askedOf({ dataset }) {
  return { kind: /** @type {NgramKind} */ (dataset.kind), firstMore: dataset.firstMore !== undefined };
}

/**
 * @param {Element} within
 * @param {string} selector
 * @param {string} text
 */
function setText(within, selector, text) {
  const element = within.querySelector(selector);
  if (element) element.textContent = text;
}

/**
 * Write an n-gram as people write it; which words it has, its blanks do not tell.
 * @param {Element} gram
 * @param {string[]} words
 * @param {boolean} isBySpaces
 * @returns {Element}
 */
function fillGram(gram, words, isBySpaces) {
  gram.setAttribute("data-words", words.join(" "));
  gram.textContent = joinWords(words, isBySpaces);
  return gram;
}
