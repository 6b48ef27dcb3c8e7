// Errors that are marked in the texts, then a score: by keys, by mouse or by touch.
import { Marking } from "../spans/marking.js";
import { knowsCharacters } from "../spans/units.js";
import { da } from "./da.js";

/** @type {Marking | null} of the question that is shown */
let marking = null;
let isListening = false;
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Words are selected with Ctrl, on a Mac with Alt: keys that pages do not get else. */
function listen() {
  isListening = true;
  document.addEventListener("keydown", (event) => {
    if (!marking?.form.isConnected || event.metaKey || !ARROWS.includes(event.key) || event.isComposing) return;
    if (!(isApple ? event.altKey : event.ctrlKey && !event.altKey) || isElsewhere(event.target) || document.querySelector("dialog[open]")) return;
    if (marking.move(event)) event.preventDefault();
  });
  document.addEventListener("selectionchange", () => { if (marking?.form.isConnected) marking.takeSelection(); });
}

/** @param {EventTarget | null} target */
const isElsewhere = (target) => target instanceof Element && target.matches("input, textarea, select");

/** @param {HTMLFormElement} form */
export function markingOf(form) {
  return marking?.form === form ? marking : null;
}

/** @type {import("../seat_form.js").ProtocolForm} */
export const esa = {
  prepare(form) {
    const [box, field] = [form.querySelector("[data-spans]"), form.querySelector("textarea[name=spans]")];
    da.prepare(form);
    marking = null;
    if (!knowsCharacters || !(box instanceof HTMLElement) || !(field instanceof HTMLTextAreaElement)) return;
    const own = marking = new Marking(form, box, field);
    if (!isListening) listen();
    box.addEventListener("pointerdown", (event) => { // a press on a button takes no selection away
      if (event.target instanceof Element && event.target.closest("[data-dock] button")) event.preventDefault();
    });
    box.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-dock] button") : null;
      if (!(button instanceof HTMLElement)) return;
      if (button.dataset.severity) own.mark(button.dataset.severity);
      else if (button.hasAttribute("data-missing")) own.markMissing();
      else if (button.hasAttribute("data-remove")) own.remove();
      else own.clear();
      own.draw();
    });
  },

  press(form, event) {
    const own = markingOf(form);
    if (!own) return da.press(form, event);
    const isSlider = event.target instanceof HTMLInputElement && event.target.type === "range";
    if (ARROWS.includes(event.key) || event.key === "Home" || event.key === "End") {
      if (isSlider) return da.press(form, event);
      return !isElsewhere(event.target) && own.move(event);
    }
    if (event.key === "Tab") {
      const isText = own.texts.some(({ paragraph }) => paragraph === document.activeElement) || document.activeElement === document.body;
      return isText && own.goOn(event.shiftKey);
    }
    if (event.key === "m") own.mark("minor");
    else if (event.key === "M") own.mark("major");
    else if (event.key === "z") own.markMissing();
    else if (event.key === "x") own.remove();
    else if (event.key === "Escape") own.clear();
    else return da.press(form, event);
    own.draw();
    return true;
  },

  missing(form) {
    return da.missing(form);
  },

  changed(form) {
    const own = markingOf(form);
    da.changed(form);
    if (!own) return;
    if (own.field.value !== own.written) own.read();
    else own.draw();
  },

  said(fields) {
    return fields.find(([name]) => name === "score")?.[1] ?? "";
  },
};
