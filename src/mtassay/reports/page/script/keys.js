// Single keys: outside of fields, and without Ctrl, Alt or Command.
import { make } from "./elements.js";
import { FilterBar } from "./filter_bar.js";
import { SegmentList } from "./segment_list.js";

/** @type {[string[], string][]} keys, and what people read of them */
const SHOWN_KEYS = [
  [["j", "k"], "next and previous segment"],
  [["/"], "find text in segments"],
  [["f"], "write a filter"],
  [["m"], "next metric"],
  [["x"], "swap the two systems"],
  [["]", "["], "next and previous pair of systems"],
  [["l"], "list the segments of the number, bar or rectangle that has the focus"],
  [["Esc"], "leave a field; back to where a list was asked for"],
  [["?"], "these keys"],
];

/** Listens to keys, and shows them. */
export class Keys {
  /**
   * @param {SegmentList} list
   * @param {FilterBar | null} bar
   */
  constructor(list, bar) {
    this.list = list;
    this.bar = bar;
    this.shown = /** @type {HTMLDialogElement} */ (
      make("dialog", { class: "keys", "aria-label": "Keys" }, make("h2", {}, "Keys"), listOfKeys(), closingForm())
    );
    /** @type {Record<string, () => void>} */
    this.actions = {
      j: () => this.#goOn(1),
      k: () => this.#goOn(-1),
      "/": () => focusOn("[data-find]"),
      f: () => focusOn("[data-filter]"),
      m: () => this.bar?.nextMetric(),
      x: () => this.bar?.swap(),
      "]": () => this.bar?.nextPair(1),
      "[": () => this.bar?.nextPair(-1),
      l: () => listFocused(),
      Escape: () => void this.list.goBack(),
      "?": () => this.shown.showModal(),
    };
  }

  /** From now on. */
  listen() {
    document.body.append(this.shown);
    const button = document.querySelector("[data-keys]");
    if (button instanceof HTMLElement) {
      button.hidden = false;
      button.addEventListener("click", () => this.shown.showModal());
    }
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.shown.open) return;
    if (isField(event.target)) {
      if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
      return;
    }
    if (!Object.hasOwn(this.actions, event.key)) return;
    event.preventDefault();
    this.actions[event.key]();
  }

  /** @param {number} step */
  #goOn(step) {
    const items = [...document.querySelectorAll("[data-segment]")];
    const current = document.activeElement?.closest("[data-segment]");
    const next = items[current ? items.indexOf(current) + step : 0];
    if (next instanceof HTMLElement) next.focus();
  }
}

/**
 * Whether somebody writes or chooses there.
 * @param {EventTarget | null} target
 */
function isField(target) {
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button"].includes(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** @param {string} selector */
function focusOn(selector) {
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement) element.focus();
}

/** Press what has the focus where that lists segments; in a row of a table its first number. */
function listFocused() {
  const active = document.activeElement;
  const pressed = active?.closest("button.number, .bar-button, [data-lists]") ?? active?.closest("tr")?.querySelector("button.number");
  pressed?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

function listOfKeys() {
  const lines = SHOWN_KEYS.flatMap(([keys, words]) => [
    make("dt", {}, ...keys.flatMap((key) => [make("kbd", {}, key), " "])),
    make("dd", {}, words),
  ]);
  return make("dl", {}, ...lines);
}

/** A button that closes what it stands in. */
function closingForm() {
  return make("form", { method: "dialog" }, make("button", { class: "btn", type: "submit" }, "Close"));
}
