// On somebody's own machine the name of the judge is typed once and remembered in this browser.

const NAME = "mtassay-judge";

/** @returns {string} empty where none is */
export function rememberedName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return ""; // storage is switched off
  }
}

/**
 * Remembers what a form with data-rename says, and goes to the page of the remembered name where the address has none.
 * @returns {boolean} whether the page is left
 */
export function goToRememberedName() {
  const form = document.querySelector("form[data-rename]");
  if (!(form instanceof HTMLFormElement)) return false;
  try {
    form.addEventListener("submit", () => localStorage.setItem(NAME, String(new FormData(form).get("judge") ?? "").trim()));
    const address = new URL(location.href);
    const name = localStorage.getItem(NAME);
    if (!name || address.searchParams.has("judge") || name === form.dataset.judge) return false;
    address.searchParams.set("judge", name);
    location.replace(address);
    return true;
  } catch {
    return false; // storage is switched off
  }
}
