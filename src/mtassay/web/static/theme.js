// Light, dark, or what the system has; remembered in this browser.
import { onContent } from "./content.js";

const NAME = "mtassay-theme";
const THEMES = ["system", "light", "dark"];

/** @returns {string} */
function remembered() {
  try {
    const theme = localStorage.getItem(NAME) ?? "system";
    return THEMES.includes(theme) ? theme : "system";
  } catch {
    return document.documentElement.dataset.theme ?? "system"; // storage is switched off
  }
}

/** @param {string} theme */
function apply(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** @param {string} theme */
function remember(theme) {
  apply(theme);
  try {
    localStorage.setItem(NAME, theme);
  } catch {
    // it holds until the next page
  }
}

apply(remembered());

onContent((root) => {
  const button = root.querySelector("[data-theme-button]");
  if (!(button instanceof HTMLButtonElement)) return;
  const show = () => { button.textContent = `Theme: ${remembered()}`; };
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    remember(THEMES[(THEMES.indexOf(remembered()) + 1) % THEMES.length]);
    show();
  });
});
