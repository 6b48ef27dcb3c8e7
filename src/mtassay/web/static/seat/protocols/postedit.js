// An output that is corrected in a field: keys are counted by what they do, and the clock runs while the field has the focus.
import { say } from "../../answering/words.js";
import { changedWords } from "../changed_words.js";

const LONGEST_PAUSE = 30; // seconds without a key after which the clock stops
const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

/** @param {HTMLFormElement} form */
function fieldOf(form) {
  const field = form.querySelector("[data-edit]");
  return field instanceof HTMLTextAreaElement ? field : null;
}

/** @param {string} text */
const collapsed = (text) => text.trim().split(/\s+/).join(" ");

/**
 * What an event of a field does; which key it was is not looked at.
 * @param {string} kind
 */
function countOf(kind) {
  if (kind.startsWith("history")) return "undo";
  if (kind.startsWith("delete")) return "delete";
  return /^insertFrom(Paste|Drop|Yank)/.test(kind) ? "paste" : "insert";
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function count(form, name) {
  const field = form.querySelector(`[data-count="${name}"]`);
  if (field instanceof HTMLInputElement) field.value = String(Number(field.value) + 1);
}

/** Seconds in which a field has the focus; they are kept in the form, so that a draft goes on with them. */
class EditClock {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.first = form.querySelector('[data-seconds="first"]');
    this.edit = form.querySelector('[data-seconds="edit"]');
    /** @type {number | null} when it last went on */
    this.last = null;
  }

  start() {
    this.last = performance.now();
    this.write(0);
  }

  /** Adds the time since the last key, unless that was a break. */
  touch() {
    if (this.last === null) return;
    const now = performance.now();
    const spent = Math.min((now - this.last) / 1000, LONGEST_PAUSE);
    this.last = now;
    this.write(spent);
  }

  stop() {
    this.touch();
    this.last = null;
  }

  /** The first change: from now on it is known how long it took. */
  change() {
    this.touch();
    if (this.first instanceof HTMLInputElement && this.edit instanceof HTMLInputElement && !Number(this.first.value)) this.first.value = this.edit.value;
  }

  /** @param {number} spent */
  write(spent) {
    if (this.edit instanceof HTMLInputElement) this.edit.value = (Number(this.edit.value) + spent).toFixed(3);
  }
}

/**
 * @param {HTMLTextAreaElement} field
 * @param {string} text
 */
function put(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @type {import("../seat_form.js").ProtocolForm} */
export const postedit = {
  prepare(form) {
    const field = fieldOf(form);
    if (!field) return;
    const clock = new EditClock(form);
    for (const part of form.querySelectorAll("[data-count]")) if (part instanceof HTMLInputElement) part.value ||= "0";
    field.addEventListener("focus", () => clock.start());
    field.addEventListener("blur", () => clock.stop());
    field.addEventListener("beforeinput", (event) => {
      count(form, countOf(event.inputType));
      clock.change();
    });
    field.addEventListener("keydown", (event) => {
      clock.touch();
      if (MOVES.includes(event.key)) count(form, "move");
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault(); // a segment has no lines
      if (event.ctrlKey || event.metaKey) form.requestSubmit();
    });
    form.addEventListener("formdata", (event) => {
      clock.touch();
      const edit = form.querySelector('[data-seconds="edit"]');
      if (edit instanceof HTMLInputElement) event.formData.set(edit.name, edit.value);
    });
    const key = form.querySelector("[data-save] kbd");
    if (key) key.textContent = "Ctrl+Enter";
    const { output } = field.dataset;
    form.querySelector("[data-back]")?.addEventListener("click", () => {
      put(field, output ?? "");
      field.focus();
    });
    form.querySelector("[data-right]")?.addEventListener("click", () => {
      put(field, output ?? "");
      form.requestSubmit();
    });
  },

  press() {
    return false;
  },

  missing(form) {
    const field = fieldOf(form);
    if (!field || collapsed(field.value)) return null;
    return { words: say("script.empty-text"), at: field };
  },

  changed(form) {
    const field = fieldOf(form);
    const place = form.querySelector("[data-changes]");
    if (!field || !place) return;
    const { parts, count: words } = changedWords(collapsed(field.dataset.output ?? ""), collapsed(field.value));
    place.replaceChildren(...parts);
    const said = form.querySelector("[data-changed-words]");
    if (said) said.textContent = words ? say("script.changed-words", { n: words }) : say("script.unchanged");
  },
};
