// A text with marks. They are painted behind it, each where its words stand, so that no word ever moves.
import { Units } from "./units.js";

/**
 * @typedef {object} Paint
 * @property {number} start in UTF-16
 * @property {number} end
 * @property {string} kind a class of the mark
 * @property {string} [number] above its start
 */

export class MarkedText {
  /** @param {HTMLElement} place with the paragraph in it */
  constructor(place) {
    this.place = place;
    this.side = place.dataset.side ?? "";
    const paragraph = place.querySelector("p");
    this.paragraph = paragraph ?? document.createElement("p");
    // parsers of HTML change ends of lines, which would shift all that comes behind them
    this.node = document.createTextNode(JSON.parse(place.dataset.text ?? '""'));
    this.paragraph.replaceChildren(this.node);
    this.units = new Units(this.node.data, this.paragraph.lang);
    this.layer = document.createElement("div");
    this.layer.className = "marks";
    this.layer.setAttribute("aria-hidden", "true");
    place.append(this.layer);
  }

  get isRightToLeft() {
    return getComputedStyle(this.paragraph).direction === "rtl";
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  rectangles(start, end) {
    const range = document.createRange();
    range.setStart(this.node, start);
    range.setEnd(this.node, end);
    return [...range.getClientRects()];
  }

  /**
   * Where a caret stands: at the edge of the character behind it, or of the one before the end.
   * @param {number} at
   */
  edge(at) {
    const { ends, text } = this.units;
    const isLast = at >= text.length && text.length > 0;
    const [start, end] = isLast ? [ends[ends.length - 2], at] : [at, ends.find((other) => other > at) ?? at];
    const rectangle = this.rectangles(start, end)[isLast ? this.rectangles(start, end).length - 1 : 0] ?? this.paragraph.getBoundingClientRect();
    const x = isLast === this.isRightToLeft ? rectangle.left : rectangle.right;
    return { x, top: rectangle.top, height: rectangle.height };
  }

  /**
   * The place one line above or below, nearest in its line; null where there is no such line.
   * @param {number} at
   * @param {boolean} isUp
   */
  inNextLine(at, isUp) {
    const from = this.edge(at);
    const others = this.units.ends.map((end) => ({ end, ...this.edge(end) }));
    const beyond = others.filter(({ top }) => (isUp ? top < from.top - from.height / 2 : top > from.top + from.height / 2));
    if (!beyond.length) return null;
    const line = isUp ? Math.max(...beyond.map(({ top }) => top)) : Math.min(...beyond.map(({ top }) => top));
    const inLine = beyond.filter(({ top, height }) => Math.abs(top - line) < height / 2);
    return inLine.reduce((best, other) => (Math.abs(other.x - from.x) < Math.abs(best.x - from.x) ? other : best)).end;
  }

  /**
   * What the pointer or a finger has selected in this text; null where the selection is elsewhere.
   * @param {Selection} selection
   * @returns {[number, number] | null}
   */
  selected(selection) {
    if (!selection.rangeCount) return null;
    const range = selection.getRangeAt(0);
    if (selection.anchorNode !== this.node && !(range.startContainer === this.node || range.endContainer === this.node)) return null;
    const start = range.startContainer === this.node ? range.startOffset : 0;
    const end = range.endContainer === this.node ? range.endOffset : this.node.length;
    return range.collapsed ? [this.units.floor(start), this.units.floor(start)] : [this.units.floor(start), this.units.ceiling(end)];
  }

  /**
   * @param {Paint[]} paints
   * @param {number | null} caret
   */
  draw(paints, caret) {
    const origin = this.place.getBoundingClientRect();
    const marks = paints.flatMap(({ start, end, kind, number }) => this.rectangles(start, end).filter(({ width }) => width > 0).map((rectangle, place) => {
      const mark = document.createElement("span");
      mark.className = kind;
      mark.style.cssText = `left:${rectangle.left - origin.left}px;top:${rectangle.top - origin.top}px;width:${rectangle.width}px;height:${rectangle.height}px`;
      if (number && !place) {
        mark.dataset.n = number;
        mark.dir = this.isRightToLeft ? "rtl" : "ltr";
      }
      return mark;
    }));
    if (caret !== null) {
      const { x, top, height } = this.edge(caret);
      const line = document.createElement("span");
      line.className = "caret";
      line.style.cssText = `left:${x - origin.left}px;top:${top - origin.top}px;height:${height}px`;
      marks.push(line);
    }
    this.layer.replaceChildren(...marks);
  }
}
