// Judging by single keys. Those that are pressed while the next question is on its way are meant for it.
import { isField } from "../keys.js";
import { showReason } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").JudgingState} JudgingState */

/** @param {KeyboardEvent} event */
const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);

/** @param {JudgingState} state */
export function listenToKeys(state) {
  // before all others
  addEventListener("keydown", (event) => { if (state.isMoving && isPlain(event)) keepKey(state, event); }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (!isPlain(event) || !state.form || document.querySelector("dialog[open]") || isField(event.target)) return;
    pressKey(state, state.form, event);
  });
}

/**
 * @param {JudgingState} state
 * @param {KeyboardEvent} event
 */
function keepKey(state, event) {
  if (event.key !== "Enter" && event.key.length !== 1 && !state.answerKeys.includes(event.key)) return;
  const field = isField(event.target) && event.target instanceof Element ? event.target : null;
  if (field && !state.form?.contains(field)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // a comment to what is on its way comes too late, and must not be read as keys
  if (!event.repeat && (!field || field.matches("[data-typed-score]"))) state.pressed.push(event.key);
}

/**
 * @param {JudgingState} state
 * @param {HTMLFormElement} form
 * @param {KeyboardEvent} event
 */
function pressKey(state, form, event) {
  if (!state.asking.press(state, form, event)) {
    if (event.key !== "Enter" || (event.target instanceof Element && event.target.closest("a, button, summary, input"))) return;
    form.requestSubmit();
  }
  event.preventDefault();
}

/**
 * Gives the keys that were pressed meanwhile to the question that is there now.
 * @param {JudgingState} state
 */
export function endMoving(state) {
  if (state.isLeaving) return; // the question that can still be seen is answered
  state.isMoving = false;
  const keys = state.pressed.splice(0);
  const typed = state.form?.querySelector("[data-typed-score]");
  let score = "";
  for (const key of keys) {
    if (typed instanceof HTMLInputElement && /^[\d.]$/.test(key)) score += key;
    else if (state.answerKeys.includes(key)) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    // nobody has seen this question when it was pressed, and what comes after it is meant for what it does
    else break;
  }
  if (typed instanceof HTMLInputElement && score) { // at once: half a number is none
    typed.value = score;
    typed.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (keys.includes("Enter")) showReason(state, say("script.enter-too-early"));
}
