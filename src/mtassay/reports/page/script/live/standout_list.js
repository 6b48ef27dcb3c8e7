// What stands out and the sentence on top, said anew for the segments and systems that somebody chooses.
import { writeNumber } from "../segment_list.js";

/** @typedef {import("../standouts.js").Standout} Standout */

/** The list, and the sentence as it was drawn. */
export class StandoutList {
  constructor() {
    this.list = document.querySelector("[data-standouts]");
    this.note = document.querySelector("[data-standouts-note]");
    this.lead = /** @type {HTMLElement | null} */ (document.querySelector("[data-sentence]"));
    this.drawn = this.lead?.textContent ?? "";
  }

  /**
   * @param {Standout[]} standouts
   * @param {string} refusal why nothing is tested, where that is so
   * @param {string} leftOut what is not among them
   */
  draw(standouts, refusal, leftOut) {
    this.list?.replaceChildren(...standouts.map(item));
    if (!this.note) return;
    const none = standouts.length ? "" : "No part of the test set and no words stand out beyond chance.";
    this.note.textContent = refusal || [none, leftOut].filter(Boolean).join(" ");
    this.note.toggleAttribute("hidden", !this.note.textContent);
  }

  /**
   * @param {string | null} sentence null for that of the whole, as it was drawn; empty where nothing is tested
   */
  say(sentence) {
    if (!this.lead) return;
    this.lead.textContent = sentence ?? this.drawn;
    this.lead.hidden = !this.lead.textContent;
  }
}

/**
 * @param {Standout} standout
 * @returns {Node}
 */
function item({ about, before, after, places, isBetter }) {
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector("[data-standout]"));
  const line = /** @type {Element} */ (template.content.cloneNode(true).firstChild);
  const [verdict, said, values] = line.children;
  verdict.className = isBetter === null ? "muted" : isBetter ? "up" : "down";
  verdict.textContent = isBetter === null ? "other" : isBetter ? "better" : "worse";
  said.textContent = about;
  const digits = Math.max(places - 1, 0);
  values.prepend(writeNumber(before, digits));
  const last = values.querySelector("b");
  if (last) last.textContent = writeNumber(after, digits);
  return line;
}
