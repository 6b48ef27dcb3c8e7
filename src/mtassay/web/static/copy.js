// Buttons with data-copy copy the text of the element with that id.
import { onContent } from "./content.js";

const SAID = 2000;

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const source = document.getElementById(button.dataset.copy ?? "");
  if (!source) return;
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    // browsers keep the clipboard from pages that come without TLS
    getSelection()?.selectAllChildren(source);
    button.textContent = "Press Ctrl C";
  }
  setTimeout(() => { button.textContent = label; }, SAID);
}

onContent((root) => {
  for (const button of root.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => void copy(button));
  }
});
