// The bar that chooses segments and systems: every figure of the page is computed anew for what it leaves.
import { ReportData } from "./data.js";
import { make, makeSelect } from "./elements.js";
import { LiveFigures } from "./live_figures.js";
import { SegmentList } from "./segment_list.js";

const SIGNS = /** @type {[string, string][]} */ ([[">=", "at least"], ["<=", "at most"]]);
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_.:+-]*$/;

/**
 * @typedef {object} Condition what somebody asks of segments; all of it was known before any system translated
 * @property {string} field
 * @property {string} sign
 * @property {string} value
 * @property {(segment: number) => boolean} holds
 */

/**
 * A name or value as filters are written.
 * @param {string} text
 * @returns {string}
 */
const quoted = (text) => (PLAIN.test(text) ? text : `"${text.replaceAll('"', '""')}"`);

/** Chips for the conditions that hold, and controls to add one. */
export class FilterBar {
  /** @type {Condition[]} */
  #conditions = [];
  /** @type {[number, number]} */
  #pair;

  /**
   * @param {ReportData} data
   * @param {HTMLElement} place
   * @param {SegmentList} list which shows the same segments
   * @param {string} command that makes the report again
   */
  constructor(data, place, list, command) {
    this.data = data;
    this.header = data.header;
    this.place = place;
    this.list = list;
    this.command = command;
    this.#pair = this.header.pair ?? [0, 0];
    this.figures = new LiveFigures(data);
    this.chips = make("span", { class: "chips" });
    this.status = make("span", { class: "result", role: "status", "data-filter-status": "" });
    this.copy = make("button", { class: "btn quiet", type: "button" }, "Copy as command");
    this.copy.hidden = true;
    this.copy.addEventListener("click", () => void this.#copyCommand());
  }

  /** Show the bar. */
  async open() {
    const { lengths, sourceLengths, labels, systems } = this.header;
    const fields = /** @type {[string, string][]} */ ([
      ...(lengths ? [["length", "words of the reference"]] : []),
      ...(sourceLengths ? [["source-length", "words of the source"]] : []),
      ...Object.keys(labels).map((name) => [`label ${name}`, name]),
    ]);
    const parts = [];
    if (systems.length > 2) {
      const names = /** @type {[string, string][]} */ (systems.map((system, place) => [String(place), system.name]));
      parts.push(
        makeSelect("Tables compare", names, String(this.#pair[1]), (value) => this.#compare(this.#pair[0], Number(value))),
        makeSelect("with", names, String(this.#pair[0]), (value) => this.#compare(Number(value), this.#pair[1])),
      );
    }
    if (fields.length) parts.push(this.#form(fields));
    this.status.textContent = this.#said(this.header.segments);
    this.place.replaceChildren(...parts, this.chips, this.status, this.copy);
    this.place.hidden = false;
  }

  /**
   * The controls for one more condition.
   * @param {[string, string][]} fields
   * @returns {HTMLElement}
   */
  #form(fields) {
    const form = /** @type {HTMLFormElement} */ (make("form", { class: "adding" }));
    const rest = make("span", {});
    let field = fields[0][0];
    const choose = (/** @type {string} */ chosen) => {
      field = chosen;
      if (chosen.startsWith("label ")) {
        const values = this.header.labels[chosen.slice("label ".length)].values.map((value) => [value, value]);
        rest.replaceChildren(makeSelect("is", /** @type {[string, string][]} */ (values), values[0][1], () => {}));
        return;
      }
      const number = make("input", { type: "number", min: "0", step: "1", value: "20", "aria-label": "words" });
      rest.replaceChildren(makeSelect("are", SIGNS, ">=", () => {}), " ", number);
    };
    form.append(
      makeSelect("Only segments whose", fields, field, choose),
      " ",
      rest,
      " ",
      make("button", { class: "btn", type: "submit" }, "Add filter"),
    );
    choose(field);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const sign = /** @type {HTMLSelectElement} */ (rest.querySelector("select")).value;
      const number = /** @type {HTMLInputElement | null} */ (rest.querySelector("input"));
      if (number && !Number.isFinite(number.valueAsNumber)) return;
      void this.#add(field, sign, number ? number.valueAsNumber : null);
    });
    return form;
  }

  /**
   * @param {string} field
   * @param {string} chosen a sign, or the value of a label
   * @param {number | null} number
   */
  async #add(field, chosen, number) {
    if (number === null) {
      const name = field.slice("label ".length);
      const { values, of } = this.header.labels[name];
      const places = await this.data.numbers(of);
      const wanted = values.indexOf(chosen);
      this.#conditions.push({ field: name, sign: "=", value: chosen, holds: (segment) => places[segment] === wanted });
    } else {
      const blob = field === "length" ? this.header.lengths : this.header.sourceLengths;
      const lengths = await this.data.numbers(blob ?? "");
      const holds = (/** @type {number} */ segment) => (chosen === ">=" ? lengths[segment] >= number : lengths[segment] <= number);
      this.#conditions.push({ field, sign: chosen, value: String(number), holds });
    }
    await this.#show();
  }

  /**
   * @param {number} first
   * @param {number} second
   */
  #compare(first, second) {
    this.#pair = [first, second];
    void this.#show();
  }

  /** Compute everything for what is chosen, and say what is left. */
  async #show() {
    const mask = new Uint8Array(this.header.segments);
    let count = 0;
    for (let segment = 0; segment < mask.length; segment++) {
      mask[segment] = Number(this.#conditions.every((condition) => condition.holds(segment)));
      count += mask[segment];
    }
    this.chips.replaceChildren(...this.#conditions.map((condition) => this.#chip(condition)));
    this.copy.hidden = !this.#conditions.length || !this.command;
    if (!count) {
      this.status.textContent = "No segment is left; take a filter away.";
      return;
    }
    const refusal = await this.figures.show(this.#conditions.length ? mask : null, this.#pair, "");
    this.status.textContent = [this.#said(count), refusal].filter(Boolean).join(" ");
    this.list.choose(this.#conditions.length ? mask : null, this.#pair);
  }

  /**
   * @param {number} count
   * @returns {string}
   */
  #said(count) {
    const all = this.header.segments.toLocaleString("en");
    if (!this.#conditions.length) return `All ${all} segments. A filter computes the tables anew.`;
    return `${count.toLocaleString("en")} of ${all} segments; tables, scores and the list are of these.`;
  }

  /**
   * @param {Condition} condition
   * @returns {HTMLElement}
   */
  #chip(condition) {
    const text = `${condition.field} ${condition.sign} ${condition.value}`;
    const button = make("button", { class: "chip", type: "button", title: "Take this filter away" }, text, " ×");
    button.addEventListener("click", () => {
      this.#conditions = this.#conditions.filter((other) => other !== condition);
      void this.#show();
    });
    return button;
  }

  /** The command that computes the same figures. */
  async #copyCommand() {
    const written = this.#conditions.map(({ field, sign, value }) => `${quoted(field)} ${sign} ${quoted(value)}`);
    const command = `${this.command} --where '${written.join(" and ").replaceAll("'", "'\\''")}'`;
    try {
      await navigator.clipboard.writeText(command);
      this.copy.textContent = "Copied";
    } catch {
      this.status.textContent = command; // browsers may keep the clipboard from files
    }
  }
}
