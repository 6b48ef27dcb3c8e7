// The form of one score and the classes of information items, with the nearest judged translations beside it.
import { addressOf } from "../answering/answer_queue.js";
import { post } from "../answering/requests.js";
import { markBox } from "../answering/view.js";
import { compareNearest } from "./nearest.js";

/**
 * @typedef {import("../answering/state.js").JudgingState} JudgingState
 * @typedef {import("../answering/state.js").Waiting} Waiting
 * @typedef {import("../answering/state.js").Problem} Problem
 */

/** @param {number[]} open numbers of items */
const named = (open) => (open.length === 1 ? `Item ${open[0]} is` : `Items ${open.slice(0, -1).join(", ")} and ${open.at(-1)} are`);

/** @implements {import("../answering/state.js").Asking} */
export class SserForm {
  constructor() {
    /** @type {HTMLFormElement | null} */
    this.form = null;
    /** @type {ReturnType<typeof compareNearest> | null} */
    this.nearest = null;
    this.item = 0;
    /** the open items that the judge was told of, and may leave open */
    this.warned = "";
  }

  /** The rows of information items of the question that is shown. */
  get rows() {
    return [...(this.form?.querySelectorAll("[data-item-row]") ?? [])];
  }

  /**
   * @param {JudgingState} state
   * @param {HTMLFormElement | null} form
   */
  prepare(state, form) {
    this.form = form;
    this.nearest = form && compareNearest(form);
    this.warned = "";
    const contradiction = state.root.querySelector("[data-contradiction]");
    if (contradiction instanceof HTMLElement) {
      markBox(state, Number(contradiction.dataset.said), "flag");
      void post(state, "revise", { target: contradiction.dataset.said ?? "", is_needed: "yes" });
    }
    const open = this.rows.findIndex((row) => !row.querySelector("input:checked"));
    this.showItem(Math.max(open, 0));
  }

  /**
   * @param {JudgingState} state
   * @param {HTMLFormElement} form
   */
  missing(state, form) {
    const scale = form.querySelector(".scalebox");
    if (!String(new FormData(form).get("value") ?? "").trim()) {
      if (scale instanceof HTMLElement) scale.focus();
      return "A score is missing. Choose one.";
    }
    const typed = form.querySelector("[data-typed-score]");
    if (typed instanceof HTMLInputElement && !typed.checkValidity()) {
      typed.focus();
      return `The score is not between ${typed.min} and ${typed.max}. Change it.`;
    }
    const open = this.rows.map((row, number) => (row.querySelector("input:checked") ? 0 : number + 1)).filter(Boolean);
    if (open.length && this.warned !== open.join()) {
      this.warned = open.join();
      this.showItem(open[0] - 1);
      this.focusItem();
      return `${named(open)} still open. Save again to leave ${open.length === 1 ? "it" : "them"} open.`;
    }
    return "";
  }

  /**
   * @param {JudgingState} state
   * @param {HTMLFormElement} form
   * @param {KeyboardEvent} event
   */
  press(state, form, event) {
    const { item, rows } = this;
    const { key } = event;
    const score = form.querySelector(`[data-score="${CSS.escape(key)}"]`);
    const typed = form.querySelector("[data-typed-score]");
    const classed = rows[item]?.querySelector(`[data-class="${CSS.escape(key)}"]`);
    if (score instanceof HTMLInputElement) {
      score.click();
      score.focus();
    } else if (typed instanceof HTMLInputElement && /^\d$/.test(key)) {
      typed.focus(); // and the digit goes there
      return false;
    } else if (classed instanceof HTMLInputElement) {
      classed.checked = true;
      classed.dispatchEvent(new Event("input", { bubbles: true }));
      this.showItem(Math.min(this.item + 1, rows.length - 1));
      if (document.activeElement?.closest("[data-item-row]")) this.focusItem();
    } else if (key === "j" || key === "k") {
      this.showItem(Math.max(0, Math.min(rows.length - 1, item + (key === "j" ? 1 : -1))));
    } else if (key === "ArrowDown" || key === "ArrowUp") this.nearest?.move(key === "ArrowDown" ? 1 : -1);
    else return false;
    return true;
  }

  changed() {
    const row = document.activeElement?.closest("[data-item-row]");
    this.showItem(row ? this.rows.indexOf(row) : this.item);
  }

  /**
   * @param {JudgingState} state
   * @param {MouseEvent} event
   */
  click(state, event) {
    if (!(event.target instanceof Element)) return false;
    const keep = event.target.closest("a[data-keep]");
    if (keep instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      void post(state, "revise", { target: keep.dataset.keep ?? "", is_needed: "no" });
      markBox(state, Number(keep.dataset.keep), "done");
      keep.closest(".notice")?.remove();
      return true;
    }
    const row = event.target.closest("[data-item-row]");
    if (row) this.showItem(this.rows.indexOf(row));
    return false;
  }

  /**
   * @param {Waiting} entry
   * @param {Problem} problem
   */
  versions(entry, problem) {
    const stored = problem.details?.stored;
    const mine = entry.fields.find(([name]) => name === "value")?.[1] ?? "";
    return { mine, theirs: stored ? String(stored.value) : null, version: stored?.judgment ?? 0 };
  }

  settle() {
    return false;
  }

  together() {
    return [];
  }

  /**
   * @param {JudgingState} state
   * @param {Record<string, string>} more
   */
  address(state, more) {
    return addressOf(state.base, state.query, state.judge, more);
  }

  /** @param {number} item the one that is at hand from now on */
  showItem(item) {
    const { form, rows } = this;
    this.item = item;
    rows.forEach((row, number) => row.classList.toggle("now", number === item));
    for (const piece of form?.querySelectorAll("[data-item]") ?? []) piece.classList.toggle("now", piece.getAttribute("data-item") === String(item + 1));
    const classed = rows.filter((row) => row.querySelector("input:checked")).length;
    const place = form?.querySelector("[data-classed]");
    if (place) place.textContent = `${classed} of ${rows.length}`;
    this.nearest?.showVerdicts();
  }

  focusItem() {
    const row = this.rows[this.item];
    const choice = row?.querySelector("input:checked") ?? row?.querySelector("input");
    if (choice instanceof HTMLElement) choice.focus();
  }
}
