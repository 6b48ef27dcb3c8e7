// Single keys: / goes to the search, ? shows what keys do, and any control with data-key is pressed by its key.

/** @param {EventTarget | null} target */
export function isField(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select"));
}

/** @returns {[string, string][]} */
function shortcuts() {
  /** @type {[string, string][]} */
  const found = [["?", "what keys do"], ["Esc", "leave a field or this list"], ["Ctrl Enter", "send the form"]];
  if (document.querySelector("[data-search], input[type=search]")) found.push(["/", "search"]);
  // keys of a page that presses no single control say so themselves
  for (const control of document.querySelectorAll("[data-key], [data-legend]")) {
    const name = control.getAttribute("data-key-name") ?? control.textContent?.trim() ?? "";
    found.push([control.getAttribute("data-key") ?? control.getAttribute("data-legend") ?? "", name]);
  }
  return found;
}

export function showLegend() {
  const own = document.querySelector("dialog[data-legend-dialog]"); // of a page that is not in English
  if (own instanceof HTMLDialogElement) {
    own.showModal();
    return;
  }
  const dialog = document.createElement("dialog");
  const title = document.createElement("h2");
  title.textContent = "Keys";
  const list = document.createElement("dl");
  list.className = "legend";
  for (const [key, words] of shortcuts()) {
    const name = document.createElement("dt");
    const cap = document.createElement("kbd");
    cap.textContent = key;
    name.append(cap);
    const meaning = document.createElement("dd");
    meaning.textContent = words;
    list.append(name, meaning);
  }
  const close = document.createElement("button");
  close.className = "btn";
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.append(title, list, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isField(event.target) && event.target instanceof HTMLElement) {
    event.target.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isField(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "?") showLegend();
  else if (event.key === "/") {
    const field = document.querySelector("[data-search], input[type=search]");
    if (!(field instanceof HTMLElement)) return;
    field.focus();
  } else {
    const control = [...document.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === event.key);
    if (!(control instanceof HTMLElement)) return;
    if (isField(control)) control.focus();
    else control.click();
  }
  event.preventDefault();
});
