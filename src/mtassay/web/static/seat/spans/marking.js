// Errors that a judge marks: what is selected, what is marked, which of it is meant now.
import { say } from "../../answering/words.js";
import { drawErrors, signOf } from "./error_list.js";
import { MarkedText } from "./marked_text.js";

/**
 * @typedef {object} Span as answers have it: offsets in code points
 * @property {string} side
 * @property {number} [start]
 * @property {number} [end]
 * @property {boolean} [missing]
 * @property {string} severity
 * @property {string} [category]
 * @property {string} [note]
 *
 * @typedef {{ side: string, anchor: number, focus: number }} Selected in UTF-16
 */

const MOST = 200;

export class Marking {
  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement} box
   * @param {HTMLTextAreaElement} field
   */
  constructor(form, box, field) {
    this.form = form;
    this.box = box;
    this.field = field;
    field.disabled = false;
    const rows = box.querySelector("[data-rows]"); // for those without script
    if (rows instanceof HTMLFieldSetElement) rows.hidden = rows.disabled = true;
    /** @type {MarkedText[]} */
    this.texts = Array.from(form.querySelectorAll("[data-side]"), (place) => (place instanceof HTMLElement ? new MarkedText(place) : [])).flat();
    /** @type {Selected} */
    this.selected = { side: "target", anchor: 0, focus: 0 };
    /** @type {Span[]} */
    this.spans = [];
    /** @type {Span | null} */
    this.now = null;
    this.words = "";
    this.hasCategories = box.hasAttribute("data-categories");
    /** @type {(span: Span) => void} after an error was marked */
    this.onMarked = () => {};
    /** after all was drawn */
    this.onDrawn = () => {};
    for (const part of box.querySelectorAll("[data-marked]")) part.toggleAttribute("hidden", false);
    for (const { paragraph } of this.texts) paragraph.tabIndex = 0;
    this.token = this.addToken();
    this.read();
    const redraw = new ResizeObserver(() => this.draw());
    for (const { paragraph } of this.texts) redraw.observe(paragraph);
    void document.fonts.ready.then(() => this.draw());
  }

  /** [MISSING], always in its place behind the translation. */
  addToken() {
    const token = document.createElement("button");
    token.type = "button";
    token.className = "gap-token";
    token.textContent = "[MISSING]";
    token.dir = "ltr";
    token.addEventListener("click", () => this.markMissing());
    this.text("target")?.paragraph.append(" ", token);
    return token;
  }

  /** @param {string} side */
  text(side) {
    return this.texts.find((text) => text.side === side);
  }

  /** What the field says, where it was filled by others. */
  read() {
    /** @type {unknown} */
    let told = [];
    try {
      told = JSON.parse(this.field.value || "[]");
    } catch {
      // nothing was marked then
    }
    this.spans = Array.isArray(told) ? told.filter((span) => this.isSpan(span)) : [];
    this.now = null;
    this.write(false);
  }

  /** @param {any} span */
  isSpan(span) {
    const text = this.text(span?.side);
    if (!text || typeof span.severity !== "string") return false;
    if (span.missing && span.side === "target") return true;
    const length = text.units.inPoints(text.node.length);
    return Number.isInteger(span.start) && Number.isInteger(span.end) && span.start >= 0 && span.start < span.end && span.end <= length;
  }

  /** @param {boolean} [isChange] */
  write(isChange = true) {
    this.spans.sort((one, other) => order(one) - order(other));
    this.field.value = JSON.stringify(this.spans);
    this.written = this.field.value;
    this.draw();
    if (isChange) this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * Where a span stands, in UTF-16; null for what is missing.
   * @param {Span} span
   * @returns {[number, number] | null}
   */
  place({ side, start, end }) {
    const units = this.text(side)?.units;
    return units && start !== undefined && end !== undefined ? [units.ofPoints(start), units.ofPoints(end)] : null;
  }

  /** @param {Span} span */
  quote(span) {
    const place = this.place(span);
    const words = place ? this.text(span.side)?.node.data.slice(...place) ?? "" : "";
    return span.missing ? `[MISSING]${words && ` “${words}”`}` : words;
  }

  /** @returns {[number, number]} what is selected, the start first */
  get selection() {
    const { anchor, focus, side } = this.selected;
    const units = this.text(side)?.units;
    const [start, end] = [Math.min(anchor, focus), Math.max(anchor, focus)];
    return units && start < end ? units.trim(start, end) : [start, end];
  }

  get selectedWords() {
    return this.text(this.selected.side)?.node.data.slice(...this.selection) ?? "";
  }

  /**
   * Marks what is selected, or makes the error that is meant another one.
   * @param {string} severity
   * @param {boolean} [isMissing]
   */
  mark(severity, isMissing = false) {
    const [from, to] = this.selection;
    const { side } = this.selected;
    const units = this.text(side)?.units;
    if (!units || from === to) {
      if (this.now) {
        this.now.severity = severity;
        this.tell("");
        this.write();
      } else this.tell(say("script.select-first"));
      return;
    }
    const [start, end] = [units.inPoints(from), units.inPoints(to)];
    const same = this.spans.find((span) => span.side === side && span.start === start && span.end === end);
    const other = this.spans.findIndex((span) => span.side === side && span.start !== undefined && span.end !== undefined && span.start < end && start < span.end);
    if (!same && other >= 0) {
      this.tell(say("script.overlap", { number: other + 1 }));
      return;
    }
    if (!same && this.spans.length >= MOST) return;
    /** @type {Span} */
    const span = same ?? { side, start, end, severity };
    span.severity = severity;
    if (isMissing) span.missing = true;
    if (!same) this.spans.push(span);
    this.selected = { side, anchor: to, focus: to };
    this.added(span);
  }

  /** Something of the source is not there: again for a major one. What of it is selected in the source says what. */
  markMissing() {
    if (this.selected.side === "source" && this.selection[0] < this.selection[1]) {
      this.mark("minor", true);
      return;
    }
    const known = this.spans.find((span) => span.missing && span.side === "target");
    /** @type {Span} */
    const span = known ?? { side: "target", missing: true, severity: "minor" };
    if (known) known.severity = known.severity === "minor" ? "major" : "minor";
    else this.spans.push(span);
    this.added(span);
  }

  /** @param {Span} span */
  added(span) {
    this.now = span;
    this.tell("");
    getSelection()?.removeAllRanges();
    this.write();
    this.onMarked(span);
  }

  /** @param {Span | null} [span] the one that is meant, or that the caret stands in */
  remove(span = this.now ?? this.at(this.selected)) {
    if (!span) return;
    this.spans = this.spans.filter((other) => other !== span);
    this.now = null;
    this.tell("");
    this.write();
  }

  /** @param {Selected} place */
  at({ side, focus }) {
    return this.spans.find((span) => {
      const [start, end] = (span.side === side && this.place(span)) || [0, 0];
      return start <= focus && focus < end;
    }) ?? null;
  }

  /**
   * The next error, or the one before; whether there is one.
   * @param {boolean} isBack
   */
  goOn(isBack) {
    const at = this.now ? this.spans.indexOf(this.now) : isBack ? this.spans.length : -1;
    const next = this.spans[at + (isBack ? -1 : 1)];
    this.choose(next ?? null);
    return next !== undefined;
  }

  /** @param {Span | null} span */
  choose(span) {
    this.now = span;
    const place = span && this.place(span);
    if (span && place) this.selected = { side: span.side, anchor: place[0], focus: place[0] };
    this.tell("");
    this.draw();
  }

  clear() {
    const { side, focus } = this.selected;
    this.selected = { side, anchor: focus, focus };
    getSelection()?.removeAllRanges();
    this.choose(null);
  }

  /**
   * A key that moves the caret, or selects.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it was one
   */
  move(event) {
    const { side, anchor, focus } = this.selected;
    const text = this.text(side);
    if (!text) return false;
    const isSelecting = event.shiftKey;
    const isByWord = event.ctrlKey || event.altKey;
    let to = focus;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const isBack = (event.key === "ArrowLeft") !== text.isRightToLeft;
      to = text.units.step(focus, { isBack, isByWord, isSelecting });
    } else if (event.key === "Home" || event.key === "End") to = event.key === "Home" ? 0 : text.node.length;
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const isUp = event.key === "ArrowUp";
      const inLine = text.inNextLine(focus, isUp);
      const other = this.text(isUp ? "source" : "target");
      if (inLine === null && !isSelecting && other && other !== text) {
        this.goTo(other.side, isUp ? other.node.length : 0);
        return true;
      }
      to = inLine ?? (isUp ? 0 : text.node.length);
    } else return false;
    this.goTo(side, to, isSelecting ? anchor : to);
    return true;
  }

  /**
   * @param {string} side
   * @param {number} focus
   * @param {number} [anchor]
   */
  goTo(side, focus, anchor = focus) {
    getSelection()?.removeAllRanges();
    this.selected = { side, anchor, focus };
    this.now = anchor === focus ? this.at(this.selected) : null;
    const paragraph = this.text(side)?.paragraph;
    if (paragraph && document.activeElement !== paragraph) paragraph.focus({ preventScroll: true });
    this.tell("");
    this.draw();
    paragraph?.closest("[data-side]")?.querySelector(".caret")?.scrollIntoView({ block: "nearest" });
  }

  /** What the pointer or a finger has selected. */
  takeSelection() {
    const selection = getSelection();
    if (!selection) return;
    for (const text of this.texts) {
      const place = text.selected(selection);
      if (!place) continue;
      const [anchor, focus] = place;
      if (anchor === focus && document.activeElement !== text.paragraph) return; // not by a click on the text
      this.selected = { side: text.side, anchor, focus };
      this.now = anchor === focus ? this.at(this.selected) : null;
      this.tell("");
      this.draw();
      return;
    }
  }

  /** @param {string} words */
  tell(words) {
    this.words = words;
  }

  draw() {
    for (const text of this.texts) {
      const isHere = this.selected.side === text.side;
      const paints = this.spans.flatMap((span, number) => {
        const place = span.side === text.side && this.place(span);
        const kind = `mk mk-${signOf(span.severity)}${span === this.now ? " mk-now" : ""}`;
        return place ? [{ start: place[0], end: place[1], kind, number: String(number + 1) }] : [];
      });
      const [start, end] = this.selection;
      if (isHere && start < end) paints.push({ start, end, kind: "mk mk-sel", number: "" });
      text.draw(paints, isHere ? this.selected.focus : null);
    }
    const missing = this.spans.findIndex((span) => span.missing && span.side === "target");
    const span = this.spans[missing];
    this.token.className = `gap-token${span ? ` mk-${span.severity === "minor" ? "minor" : "major"}` : ""}${span && span === this.now ? " mk-now" : ""}`;
    if (span) this.token.dataset.n = String(missing + 1);
    else delete this.token.dataset.n;
    this.token.setAttribute("aria-pressed", String(Boolean(span)));
    drawErrors(this);
    this.onDrawn();
  }
}

/** @param {Span} span */
const order = (span) => (span.side === "source" ? 2 ** 32 : 0) + (span.start ?? 2 ** 31);
