// What is said where nothing is chosen yet.
import { say } from "../../answering/words.js";

/**
 * Of a card by its number.
 * @param {HTMLFormElement} form
 */
export function noAnswer(form) {
  const { card } = form.dataset;
  return card ? say("script.missing-card", { card }) : say("script.missing");
}
