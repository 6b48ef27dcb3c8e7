// The tree of categories: digits choose, letters search, Backspace goes back. While it is open it has all keys.
import { say } from "../../answering/words.js";

/**
 * @typedef {import("./marking.js").Marking} Marking
 * @typedef {import("./marking.js").Span} Span
 * @typedef {{ name: string, path: string, parts: Category[], missing: boolean, source: boolean }} Category
 */

const DIGITS = 9;

export class Chooser {
  /**
   * @param {HTMLElement} box
   * @param {Marking} marking
   */
  constructor(box, marking) {
    this.box = box;
    this.marking = marking;
    /** @type {Category[]} */
    this.tree = readTree(JSON.parse(box.dataset.tree ?? "[]"), "");
    /** @type {Span | null} whose category is chosen */
    this.span = null;
    /** @type {Category[]} the branches that are open, the outermost first */
    this.way = [];
    this.text = "";
    box.addEventListener("click", (event) => {
      const path = event.target instanceof Element ? event.target.closest("button")?.dataset.path : undefined;
      const category = path === undefined ? undefined : all(this.tree).find((other) => other.path === path);
      if (category) this.take(category);
    });
  }

  get isOpen() {
    return this.span !== null && this.span === this.marking.now;
  }

  /** @param {Span} span */
  open(span) {
    const fitting = leaves(fit(this.tree, span));
    if (span.category && !fitting.some(({ path }) => path === span.category)) span.category = "";
    this.span = span;
    this.way = [];
    this.text = "";
    if (!span.category && fitting.length === 1) this.take(fitting[0]);
    else this.draw();
  }

  close() {
    this.span = null;
    this.draw();
  }

  /** The branches and kinds that digits choose from. */
  get offered() {
    if (!this.span) return [];
    const tree = fit(this.tree, this.span);
    const text = this.text;
    if (text) return leaves(tree).filter(({ name }) => name.toLowerCase().includes(text)).slice(0, DIGITS);
    const last = this.way.at(-1);
    return last ? all(tree).find(({ path }) => path === last.path)?.parts ?? [] : tree;
  }

  /** @param {Category} category */
  take(category) {
    if (!this.span) return;
    if (category.parts.length) {
      const at = this.way.findIndex((other) => category.path.startsWith(`${other.path}/`));
      this.way = [...this.way.slice(0, at + 1), category];
      this.text = "";
      this.draw();
      return;
    }
    this.span.category = category.path;
    this.span.note ??= "";
    this.close();
    this.marking.write();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key is not for others
   */
  press(event) {
    if (event.key === "Escape") this.close();
    else if (event.key === "Backspace") {
      if (this.text) this.text = this.text.slice(0, -1);
      else this.way.pop();
      this.draw();
    } else if (event.key === "Enter") {
      const [first] = this.offered;
      if (first && (this.text || this.offered.length === 1)) this.take(first);
    } else if (/^[1-9]$/.test(event.key)) {
      const category = this.offered[Number(event.key) - 1];
      if (category) this.take(category);
    } else if (/^\p{L}$/u.test(event.key)) {
      this.text += event.key.toLowerCase();
      this.draw();
    } else return event.key.length === 1 && event.key !== "?"; // others rest
    return true;
  }

  draw() {
    const isOpen = this.isOpen;
    this.box.classList.toggle("open", isOpen);
    const number = this.span ? this.marking.spans.indexOf(this.span) + 1 : 0;
    const [title, output, hint, branches, kinds] = ["title", "typed", "hint", "branches", "kinds"].map((name) => this.box.querySelector(`[data-${name}]`));
    if (title) title.textContent = isOpen ? say("script.category-of", { number }) : say("script.category");
    if (output) output.textContent = this.text;
    if (hint) hint.toggleAttribute("hidden", Boolean(this.text) || !isOpen);
    const tree = this.span ? fit(this.tree, this.span) : this.tree;
    const isTop = !this.way.length && !this.text;
    branches?.replaceChildren(...tree.map((category, place) => this.button(category, isOpen && isTop ? place + 1 : 0, category.name)));
    const shown = isOpen && !isTop ? this.offered : [];
    kinds?.replaceChildren(...shown.map((category, place) => this.button(category, place + 1, this.text ? category.path.split("/").join(" › ") : category.name)));
  }

  /**
   * @param {Category} category
   * @param {number} digit
   * @param {string} name
   */
  button(category, digit, name) {
    const [item, button, key, words] = [document.createElement("li"), document.createElement("button"), document.createElement("kbd"), document.createElement("span")];
    button.type = "button";
    button.dataset.path = category.path;
    button.disabled = !this.isOpen;
    if (category.parts.length) button.setAttribute("aria-expanded", String(this.way.some(({ path }) => path === category.path)));
    key.textContent = digit && digit <= DIGITS ? String(digit) : "";
    words.textContent = name;
    button.append(key, words);
    item.append(button);
    return item;
  }
}

/**
 * @param {any[]} told
 * @param {string} before
 * @returns {Category[]}
 */
function readTree(told, before) {
  return told.map((each) => {
    const category = typeof each === "string" ? { name: each } : each;
    const path = `${before}${category.name}`;
    return { name: category.name, path, parts: readTree(category.categories ?? [], `${path}/`), missing: Boolean(category.missing), source: Boolean(category.source) };
  });
}

/**
 * What fits an error: not all kinds are of something missing, or stand in the source.
 * @param {Category[]} tree
 * @param {Span} span
 * @returns {Category[]}
 */
function fit(tree, span) {
  return tree.flatMap((category) => {
    if (category.parts.length) {
      const parts = fit(category.parts, span);
      return parts.length ? [{ ...category, parts }] : [];
    }
    return (!span.missing || category.missing) && (span.side !== "source" || category.source) ? [category] : [];
  });
}

/**
 * @param {Category[]} tree
 * @returns {Category[]}
 */
const all = (tree) => tree.flatMap((category) => [category, ...all(category.parts)]);

/**
 * @param {Category[]} tree
 * @returns {Category[]}
 */
const leaves = (tree) => all(tree).filter(({ parts }) => !parts.length);
