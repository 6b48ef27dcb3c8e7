// A number from 0 to 100: typed digit by digit, or on a slider that has no place until somebody gives it one.
import { say } from "../../answering/words.js";
import { noAnswer } from "./no_answer.js";

const TYPING = 1500; // ms in which a digit belongs to the one before it
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };

let digits = "";
/** @type {number | undefined} */
let timer;

/**
 * @param {HTMLFormElement} form
 * @returns {{ slider: HTMLInputElement, field: HTMLInputElement } | null}
 */
function controls(form) {
  const slider = form.querySelector("[data-da] input[type=range]");
  const field = form.querySelector("[data-da] [data-value]");
  return slider instanceof HTMLInputElement && field instanceof HTMLInputElement ? { slider, field } : null;
}

/**
 * @param {HTMLInputElement} field
 * @param {string} value
 */
function choose(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @type {import("../seat_form.js").ProtocolForm} */
export const da = {
  prepare(form) {
    const parts = controls(form);
    if (!parts) return;
    const { field, slider } = parts;
    digits = "";
    field.placeholder = say("script.not-set");
    slider.addEventListener("input", (event) => {
      event.stopPropagation(); // the field says it
      choose(field, slider.value);
    });
    // a click on the middle, where an untouched slider stands, moves nothing
    slider.addEventListener("click", () => { if (field.value === "") choose(field, slider.value); });
  },

  press(form, event) {
    const parts = controls(form);
    if (!parts) return false;
    const { field, slider } = parts;
    const step = STEPS[event.key];
    if (step !== undefined) {
      digits = "";
      const value = Number(field.value || slider.value) + step;
      choose(field, String(Math.max(Number(field.min), Math.min(Number(field.max), value))));
    } else if (/^\d$/.test(event.key)) {
      const typed = digits + event.key;
      digits = Number(typed) <= Number(field.max) ? typed : event.key;
      choose(field, String(Number(digits)));
      clearTimeout(timer);
      timer = setTimeout(() => { digits = ""; }, TYPING);
    } else return false;
    return true;
  },

  missing(form) {
    const parts = controls(form);
    if (!parts) return null;
    const { field, slider } = parts;
    if (field.value === "" && !field.validity.badInput) return { words: noAnswer(form), at: slider };
    if (!field.checkValidity()) return { words: say("script.not-on-scale", { low: field.min, high: field.max }), at: field };
    return null;
  },

  changed(form) {
    const parts = controls(form);
    if (!parts) return;
    const { field, slider } = parts;
    const isSet = field.value !== "" && field.checkValidity();
    slider.classList.toggle("unset", !isSet);
    field.classList.toggle("none", !isSet);
    if (isSet) {
      slider.value = field.value;
      slider.removeAttribute("aria-valuetext");
    } else slider.setAttribute("aria-valuetext", say("script.not-set"));
  },
};
