// What was done and can be undone: six seconds, longer while somebody points at it or has it in focus.
import { onContent } from "./content.js";

const STAYS = 6000;

/** @param {HTMLElement} toast */
function fade(toast) {
  const hide = () => {
    if (toast.matches(":hover, :focus-within")) setTimeout(hide, 1000);
    else toast.remove();
  };
  setTimeout(hide, STAYS);
}

/**
 * @param {string} text
 * @param {() => void} [undo]
 */
export function showToast(text, undo) {
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.setAttribute("role", "status");
  const words = document.createElement("span");
  words.textContent = text;
  toast.append(words);
  if (undo) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Undo";
    button.addEventListener("click", () => {
      toast.remove();
      undo();
    });
    toast.append(button);
  }
  document.body.append(toast);
  fade(toast);
}

onContent((root) => {
  for (const toast of root.querySelectorAll("[data-toast]")) if (toast instanceof HTMLElement) fade(toast);
});
