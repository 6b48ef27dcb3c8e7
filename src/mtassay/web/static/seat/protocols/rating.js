// One number of a short scale: its digit chooses it.
import { noAnswer } from "./no_answer.js";

/** @type {import("../seat_form.js").ProtocolForm} */
export const rating = {
  prepare() {},

  press(form, event) {
    const score = form.querySelector(`[data-score="${CSS.escape(event.key)}"]`);
    if (!(score instanceof HTMLInputElement)) return false;
    score.click();
    score.focus();
    return true;
  },

  missing(form) {
    const box = form.querySelector(".scalebox");
    if (box?.querySelector("input:checked")) return null;
    return { words: noAnswer(form), at: box instanceof HTMLElement ? box : null };
  },

  changed() {},
};
