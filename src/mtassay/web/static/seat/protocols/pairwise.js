// Which of two outputs is better: an arrow chooses a side, again for more where it is asked by how much.
import { say } from "../../answering/words.js";
import { noAnswer } from "./no_answer.js";

const MUCH = 3;

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function chosen(form, name) {
  const input = form.querySelector(`input[name="${name}"]:checked`);
  return input instanceof HTMLInputElement ? input : null;
}

/** @param {Element | null} input */
function choose(input) {
  if (!(input instanceof HTMLInputElement)) return;
  input.checked = true;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @type {import("../seat_form.js").ProtocolForm} */
export const pairwise = {
  prepare() {},

  press(form, event) {
    const side = form.querySelector(`[data-verdict="${CSS.escape(event.key)}"]`);
    const by = form.querySelector(`[data-by-how-much="${CSS.escape(event.key)}"]`);
    if (side instanceof HTMLInputElement) {
      const isAgain = side.checked;
      choose(side);
      side.focus();
      const more = isAgain ? Math.min(MUCH, Number(chosen(form, "by")?.value ?? 0) + 1) : 1;
      if (side.value !== "equal") choose(form.querySelector(`[data-by-how-much="${more}"]`));
      return true;
    }
    if (!by) return false;
    choose(by);
    return true;
  },

  missing(form) {
    const better = chosen(form, "better");
    const box = form.querySelector(".verdict-box");
    if (!better) return { words: noAnswer(form), at: box instanceof HTMLElement ? box : null };
    const by = form.querySelector("[data-by]");
    if (!by || better.value === "equal" || chosen(form, "by")) return null;
    const first = by.querySelector("input");
    return { words: say("script.missing-by"), at: first };
  },

  changed(form) {
    const better = chosen(form, "better");
    form.querySelectorAll(".pair .side").forEach((side, place) => {
      side.classList.toggle("chosen", better?.dataset.verdict === ["ArrowLeft", "ArrowRight"][place]);
    });
    const by = form.querySelector("[data-by]");
    if (!(by instanceof HTMLFieldSetElement)) return;
    by.disabled = better?.value === "equal";
    const degree = chosen(form, "by");
    if (by.disabled && degree) degree.checked = false;
  },
};
