// Errors with categories: each that is marked is asked for its kind at once.
import { say } from "../../answering/words.js";
import { isField } from "../../keys.js";
import { Chooser } from "../spans/chooser.js";
import { esa, markingOf } from "./esa.js";

/** @type {Chooser | null} of the question that is shown */
let chooser = null;
let isListening = false;

/** While categories are chosen, keys are for that alone. */
function listen() {
  isListening = true;
  addEventListener("keydown", (event) => {
    if (!chooser?.isOpen || !chooser.marking.form.isConnected || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isField(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && event.target instanceof Element && event.target.closest("button, a, summary")) return;
    if (!chooser.press(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
}

/** @type {import("../seat_form.js").ProtocolForm} */
export const mqm = {
  ...esa,

  prepare(form) {
    esa.prepare(form);
    chooser = null;
    const [marking, box, note] = [markingOf(form), form.querySelector("[data-chooser]"), form.querySelector("[data-note]")];
    if (!marking || !(box instanceof HTMLElement)) return;
    const own = chooser = new Chooser(box, marking);
    marking.onMarked = (span) => own.open(span);
    if (note instanceof HTMLInputElement) {
      note.addEventListener("input", (event) => {
        event.stopPropagation(); // the field of errors says it
        if (!marking.now) return;
        marking.now.note = note.value;
        marking.write();
      });
    }
    marking.onDrawn = () => {
      own.draw();
      if (!(note instanceof HTMLInputElement) || document.activeElement === note) return;
      note.value = marking.now?.note ?? "";
      note.disabled = !marking.now;
    };
    if (!isListening) listen();
    marking.onDrawn();
  },

  press(form, event) {
    const marking = markingOf(form);
    if (marking && event.key === "t") {
      const span = marking.now ?? marking.spans.find(({ category }) => !category);
      if (!span) return true;
      marking.choose(span);
      chooser?.open(span);
      return true;
    }
    const isDone = esa.press(form, event);
    if (event.key === "Tab" && isDone && marking?.now && !marking.now.category) chooser?.open(marking.now);
    return isDone;
  },

  missing(form) {
    const marking = markingOf(form);
    const open = marking ? marking.spans.findIndex(({ category }) => !category) : -1;
    if (marking && open >= 0) return { words: say("script.no-category", { number: open + 1 }), at: marking.text("target")?.paragraph ?? null };
    return form.querySelector("[data-da]") ? esa.missing(form) : null;
  },

  said(fields) {
    const spans = fields.find(([name]) => name === "spans")?.[1] ?? "[]";
    return say("script.errors", { n: JSON.parse(spans).length });
  },
};
