// The bar that chooses segments and systems: every figure of the page is computed anew for what it leaves.
import { ReportData } from "./data.js";
import { make, makeSelect } from "./elements.js";
import { FilterError } from "./filters/filter_errors.js";
import { LiveFigures } from "./live_figures.js";
import { SegmentFilter } from "./filters/segment_filter.js";
import { SegmentList } from "./segment_list.js";

const PLACEHOLDER = 'length >= 20 and reference ~ "word"';

/** A field with the filter, chips for its conditions, and what is left. */
export class FilterBar {
  #filter = new SegmentFilter([]);
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
    this.field = /** @type {HTMLInputElement} */ (
      make("input", { type: "text", "data-filter": "", placeholder: PLACEHOLDER, spellcheck: "false" })
    );
    this.chips = make("span", { class: "chips" });
    this.status = make("span", { class: "result", role: "status", "data-filter-status": "" });
    this.copy = make("button", { class: "btn quiet", type: "button" }, "Copy as command");
    this.copy.hidden = true;
    this.copy.addEventListener("click", () => void this.#copyCommand());
  }

  /** Show the bar, with the filter that the address names. */
  async open() {
    const { systems } = this.header;
    const parts = [];
    if (systems.length > 2) {
      const names = /** @type {[string, string][]} */ (systems.map((system, place) => [String(place), system.name]));
      parts.push(
        makeSelect("Tables compare", names, String(this.#pair[1]), (value) => this.#compare(this.#pair[0], Number(value))),
        makeSelect("with", names, String(this.#pair[0]), (value) => this.#compare(Number(value), this.#pair[1])),
      );
    }
    const form = make(
      "form",
      { class: "adding" },
      make("label", { class: "nowrap" }, "Only segments where ", this.field),
      make("button", { class: "btn", type: "submit" }, "Filter"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#read(this.field.value);
    });
    this.status.textContent = this.#said(this.header.segments);
    this.place.replaceChildren(...parts, form, this.chips, this.status, this.copy);
    this.place.hidden = false;
    const asked = new URLSearchParams(location.hash.slice(1)).get("where");
    if (asked) await this.#read(asked);
  }

  /**
   * Take a text for the filter; what is wrong with it is said, and nothing changes.
   * @param {string} text
   */
  async #read(text) {
    try {
      const filter = SegmentFilter.parse(text, this.data);
      const mask = await filter.mask(this.data);
      if (!mask.includes(1)) throw new FilterError("No segment is left; ask for less.");
      this.#filter = filter;
      this.field.value = filter.text;
      this.field.removeAttribute("aria-invalid");
      await this.#show(mask);
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      this.field.setAttribute("aria-invalid", "true");
      this.status.textContent = error.message;
    }
  }

  /**
   * @param {number} first
   * @param {number} second
   */
  async #compare(first, second) {
    this.#pair = [first, second];
    await this.#show(await this.#filter.mask(this.data));
  }

  /**
   * Compute everything for what is chosen, and say what is left.
   * @param {Uint8Array} mask
   */
  async #show(mask) {
    const filter = this.#filter;
    const count = mask.reduce((sum, each) => sum + each, 0);
    this.chips.replaceChildren(...filter.conditions.map((condition) => this.#chip(condition.text)));
    this.copy.hidden = filter.isEverything || !this.command;
    const refusal = await this.figures.show(filter.isEverything ? null : mask, this.#pair, filter.whyUntested);
    this.status.textContent = [this.#said(count), refusal].filter(Boolean).join(" ");
    this.list.choose(filter.isEverything ? null : mask, this.#pair);
    const address = filter.isEverything ? location.pathname : `#${new URLSearchParams({ where: filter.text })}`;
    history.replaceState(null, "", address);
  }

  /**
   * @param {number} count
   * @returns {string}
   */
  #said(count) {
    const all = this.header.segments.toLocaleString("en");
    if (this.#filter.isEverything) return `All ${all} segments. A filter computes the tables anew.`;
    return `${count.toLocaleString("en")} of ${all} segments; tables, scores and the list are of these.`;
  }

  /**
   * A condition, which goes when it is pressed.
   * @param {string} text
   * @returns {HTMLElement}
   */
  #chip(text) {
    const button = make("button", { class: "chip", type: "button", title: "Take this condition away" }, text, " ×");
    button.addEventListener("click", () => {
      const others = this.#filter.conditions.filter((condition) => condition.text !== text);
      void this.#read(others.map((condition) => condition.text).join(" and "));
    });
    return button;
  }

  /** The command that computes the same figures. */
  async #copyCommand() {
    const command = `${this.command} --where '${this.#filter.text.replaceAll("'", "'\\''")}'`;
    try {
      await navigator.clipboard.writeText(command);
      this.copy.textContent = "Copied";
    } catch {
      this.status.textContent = command; // browsers may keep the clipboard from files
    }
  }
}
