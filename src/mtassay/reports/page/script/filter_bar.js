// The bar that chooses segments, a metric and systems: every figure of the page is computed anew for what it leaves.
import { ReportData } from "./data.js";
import { make, makeRadios, makeSelect } from "./elements.js";
import { FilterError } from "./filters/filter_errors.js";
import { SegmentPlots } from "./charts/segment_plots.js";
import { ListedNumbers } from "./listed_numbers.js";
import { LiveFigures } from "./live_figures.js";
import { everyPair, isOtherPair, pairText, pairsWith, readAddress, writeAddress } from "./page_choices.js";
import { SegmentFilter } from "./filters/segment_filter.js";
import { SegmentList } from "./segment_list.js";
import { settle } from "./live/settling.js";

const PLACEHOLDER = 'length >= 20 and reference ~ "word"';
const PATIENCE = 100; // milliseconds
const MOST_SEEN = 6; // more metrics than these are chosen from a list

/** A metric, two systems, a field with the filter, chips for its conditions, and what is left. */
export class FilterBar {
  #filter = new SegmentFilter([]);
  /** @type {Uint8Array | null} the segments that the filter leaves; null means all */
  #mask = null;
  /** @type {[number, number]} */
  #pair;
  #metric = 0;
  #turn = 0;
  #readings = 0;

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
    this.figures = new LiveFigures(data, list);
    this.numbers = new ListedNumbers(data, list);
    this.plots = new SegmentPlots(data, list);
    this.field = /** @type {HTMLInputElement} */ (
      make("input", { type: "text", "data-filter": "", placeholder: PLACEHOLDER, spellcheck: "false" })
    );
    this.chosen = make("span", { class: "chosen" });
    this.chips = make("span", { class: "chips" });
    this.status = make("span", { class: "result", role: "status", "data-filter-status": "" });
    this.copy = make("button", { class: "btn quiet", type: "button" }, "Copy as command");
    this.copy.hidden = true;
    this.copy.addEventListener("click", () => void this.#copyCommand());
    list.onFilter = (condition) => settle(this.add(condition));
  }

  /** Show the bar, with what the address names. */
  async open() {
    if (this.header.live === false) return;
    const form = make(
      "form",
      { class: "adding" },
      make("label", { class: "nowrap" }, "Only segments where ", this.field),
      make("button", { class: "btn", type: "submit" }, "Filter"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      settle(this.#read(this.field.value));
    });
    this.#offerChoices();
    this.status.textContent = this.#said(this.header.segments);
    this.place.replaceChildren(this.chosen, form, this.chips, this.status, this.copy);
    this.place.hidden = false;
    this.numbers.open();
    window.addEventListener("hashchange", () => settle(this.#follow()));
    document.addEventListener("click", (event) => this.#goTo(event));
    this.figures.nameChoices(this.#pair, this.#metric);
    settle(this.plots.show(null, this.#pair, this.#metric));
    await this.#follow();
    if ("requestIdleCallback" in window) requestIdleCallback(() => void this.figures.prepare());
  }

  /** Choose the metric after this one. */
  nextMetric() {
    settle(this.#choose((this.#metric + 1) % this.header.metrics.length, this.#pair));
  }

  /** Compare the same two systems the other way round. */
  swap() {
    const [first, second] = this.#pair;
    if (first !== second) settle(this.#choose(this.#metric, [second, first]));
  }

  /**
   * Compare other systems: those of the next pair, or the one before.
   * @param {number} step
   */
  nextPair(step) {
    const pairs = everyPair(this.header).filter(([first, second]) => first < second);
    const place = pairs.findIndex(([first, second]) => first === Math.min(...this.#pair) && second === Math.max(...this.#pair));
    if (pairs.length > 1) settle(this.#choose(this.#metric, pairs[(place + step + pairs.length) % pairs.length]));
  }

  /**
   * Make a condition a filter of everything, beside those that are there.
   * @param {string} condition
   */
  async add(condition) {
    const { isEverything, text } = this.#filter;
    await this.#read(isEverything ? condition : `${text} and ${condition}`);
    this.field.focus();
  }

  /** Show what the address names, where it names something. */
  async #follow() {
    if (!location.hash.includes("=")) return;
    const { where, metric, pair } = readAddress(location.hash, this.header);
    this.#metric = metric;
    this.#pair = pair;
    this.#offerChoices();
    if (!(await this.#read(where))) await this.#show(); // what it names of systems and metrics holds nevertheless
  }

  /**
   * Links to sections leave the address as it is where it says what is chosen.
   * @param {MouseEvent} event
   */
  #goTo(event) {
    const link = event.target instanceof Element && event.target.closest('a[href^="#"]');
    if (!link || !location.hash.includes("=")) return;
    event.preventDefault();
    document.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.scrollIntoView();
  }

  /** The choices of metric and systems, as they are now. */
  #offerChoices() {
    const { systems, metrics } = this.header;
    const labels = /** @type {[string, string][]} */ (metrics.map(({ label }, place) => [String(place), label]));
    const names = /** @type {[string, string][]} */ (systems.map(({ name }, place) => [String(place), name]));
    const [first, second] = this.#pair;
    const parts = [];
    if (labels.length > 1) {
      const offer = labels.length > MOST_SEEN ? makeSelect : makeRadios;
      parts.push(offer("Metric", labels, String(this.#metric), (value) => settle(this.#choose(Number(value), this.#pair))));
    }
    if (names.length > 2) {
      parts.push(
        makeSelect("Compare", names, String(second), (value) => this.#compare(first, Number(value))),
        makeSelect("with", names, String(first), (value) => this.#compare(Number(value), second)),
      );
    }
    if (names.length > 1) {
      const swap = make("button", { class: "btn quiet", type: "button", "data-swap": "" }, "Swap systems");
      swap.addEventListener("click", () => this.swap());
      parts.push(swap);
    }
    this.chosen.replaceChildren(...parts);
  }

  /**
   * A system that is chosen twice takes the place of the other one.
   * @param {number} first
   * @param {number} second
   */
  #compare(first, second) {
    const [before, after] = this.#pair;
    settle(this.#choose(this.#metric, first === second ? [after, before] : [first, second]));
  }

  /**
   * @param {number} metric
   * @param {[number, number]} pair
   */
  async #choose(metric, pair) {
    const active = document.activeElement;
    const place = [...this.chosen.querySelectorAll("input, select, button")].indexOf(/** @type {Element} */ (active));
    this.#metric = metric;
    this.#pair = pair;
    this.#offerChoices();
    const controls = [...this.chosen.querySelectorAll("input, select, button")];
    const chosen = active instanceof HTMLInputElement ? controls.find((each) => each.matches(":checked")) : controls[place];
    if (place >= 0 && chosen instanceof HTMLElement) chosen.focus();
    await this.#show();
  }

  /**
   * Take a text for the filter; what is wrong with it is said, and nothing changes. A later one wins over one whose
   * data are still being unpacked.
   * @param {string} text
   * @returns {Promise<boolean>} whether it could be taken
   */
  async #read(text) {
    const turn = ++this.#readings;
    try {
      const filter = SegmentFilter.parse(text, this.data);
      const mask = await filter.mask(this.data);
      if (turn !== this.#readings) return true;
      if (!mask.includes(1)) throw new FilterError("No segment is left; ask for less.");
      this.#filter = filter;
      this.#mask = filter.isEverything ? null : mask;
      this.field.value = filter.text;
      this.field.removeAttribute("aria-invalid");
      await this.#show();
      return true;
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      if (turn !== this.#readings) return true;
      this.field.setAttribute("aria-invalid", "true");
      this.status.textContent = error.message;
      return false;
    }
  }

  /** Compute everything for what is chosen, and say what is left. */
  async #show() {
    const filter = this.#filter;
    const [mask, pair, metric] = [this.#mask, this.#pair, this.#metric];
    const count = mask ? mask.reduce((sum, each) => sum + each, 0) : this.header.segments;
    this.chips.replaceChildren(...filter.conditions.map((condition) => this.#chip(condition.text)));
    this.copy.hidden = !this.command || (filter.isEverything && !isOtherPair(pair, this.header));
    this.copy.textContent = "Copy as command";
    const address = writeAddress({ where: filter.text, metric, pair }, this.header);
    try {
      history.replaceState(null, "", address ? `#${address}` : location.pathname + location.search);
    } catch {
      // the frame of a notebook has no address of its own
    }
    this.numbers.pair = pair;
    this.list.choose(mask, pair, metric);
    settle(this.plots.show(mask, pair, metric));
    const turn = ++this.#turn;
    const main = this.place.closest("main");
    // old figures stay, dimmed, where new ones take so long that somebody could take them for these
    const dimming = setTimeout(() => turn === this.#turn && main?.setAttribute("aria-busy", "true"), PATIENCE);
    const refusal = await this.figures.show(mask, pair, filter.whyUntested, metric);
    clearTimeout(dimming);
    if (turn !== this.#turn) return;
    main?.removeAttribute("aria-busy");
    this.status.textContent = [this.#said(count), refusal].filter(Boolean).join(" ");
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
    const button = make("button", { type: "button", "aria-label": `Take away ${text}`, title: "Take this condition away" }, "×");
    button.addEventListener("click", () => {
      const others = this.#filter.conditions.filter((condition) => condition.text !== text);
      settle(this.#read(others.map((condition) => condition.text).join(" and ")));
      this.field.focus();
    });
    return make("span", { class: "chip" }, text, button);
  }

  /** The command that computes the same figures. */
  async #copyCommand() {
    const more = [];
    if (!this.#filter.isEverything) more.push("--where", inShell(this.#filter.text));
    if (isOtherPair(this.#pair, this.header)) {
      // the first is shown; the others are there because all are corrected together
      const others = pairsWith(this.header, this.#pair).filter((pair) => pair !== this.#pair);
      for (const pair of [this.#pair, ...others]) more.push("--pair", inShell(pairText(this.header, pair)));
    }
    const command = [this.command, ...more].join(" ");
    try {
      await navigator.clipboard.writeText(command);
      this.copy.textContent = "Copied";
    } catch {
      this.status.textContent = command; // browsers may keep the clipboard from files
    }
  }
}

/**
 * A word of a command, in quotes.
 * @param {string} text
 */
const inShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
