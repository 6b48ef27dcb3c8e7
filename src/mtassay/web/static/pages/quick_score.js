// Quick score: more references, metrics that are remembered, and the explanation of the chosen metric.
import { onContent, replaceContent } from "../content.js";

const REMEMBERED = "mtassay-metrics";
let chosen = "1"; // which metric of the table is explained, also of the next segment

/** @param {HTMLFormElement} form */
function boxes(form) {
  return [...form.querySelectorAll("input[name=metric]")].filter((box) => box instanceof HTMLInputElement);
}

/** @param {HTMLFormElement} form */
function rememberMetrics(form) {
  form.addEventListener("change", () => {
    const specs = boxes(form).filter((box) => box.checked).map((box) => box.value);
    try {
      localStorage.setItem(REMEMBERED, JSON.stringify(specs));
    } catch {
      // browsers may refuse to keep anything; the usual metrics are ticked next time
    }
  });
  if (!form.hasAttribute("data-fresh")) return;
  /** @type {unknown} */
  let specs = null;
  try {
    specs = JSON.parse(localStorage.getItem(REMEMBERED) ?? "null");
  } catch {
    return;
  }
  if (!Array.isArray(specs) || !specs.length) return;
  for (const box of boxes(form)) {
    box.checked = specs.includes(box.value);
    const more = box.closest("details");
    if (box.checked && more) more.open = true;
  }
}

/** @param {HTMLFormElement} form */
function offerReferences(form) {
  const button = form.querySelector("[data-add-reference]");
  if (!(button instanceof HTMLButtonElement)) return;
  const most = Number(form.dataset.mostReferences);
  form.querySelector("noscript")?.remove(); // a parsed answer holds real fields in it
  const fields = () => form.querySelectorAll("[data-reference]");
  const offer = () => { button.hidden = fields().length >= most; };
  button.addEventListener("click", () => {
    const number = fields().length + 1;
    const field = /** @type {Element} */ (fields()[0].cloneNode(true));
    const area = /** @type {HTMLTextAreaElement} */ (field.querySelector("textarea"));
    const label = /** @type {HTMLLabelElement} */ (field.querySelector("label"));
    area.id = label.htmlFor = `reference-${number}`;
    area.value = area.textContent = "";
    label.textContent = `Reference ${number}, one segment a line`;
    field.querySelector("[data-drop-status]")?.replaceChildren();
    const place = document.createElement("div");
    button.before(place);
    replaceContent(place, field);
    offer();
    area.focus();
  });
  offer();
}

/** Shows the explanation of the chosen metric, and hides the others. */
function showChosen() {
  const parts = [...document.querySelectorAll("[data-explanation]")].filter((part) => part instanceof HTMLElement);
  const number = parts.some((part) => part.dataset.explanation === chosen) ? chosen : "1";
  for (const part of parts) part.hidden = part.dataset.explanation !== number;
  for (const link of document.querySelectorAll("[data-explains]")) {
    const isChosen = parts.length > 0 && link.getAttribute("data-explains") === number;
    link.closest("tr")?.setAttribute("aria-selected", String(isChosen));
    if (isChosen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** @param {Element} link */
function choose(link) {
  chosen = link.getAttribute("data-explains") ?? "1";
  showChosen();
  const first = document.querySelector("form[data-explain] button[name=segment]");
  if (!document.querySelector("[data-explanation]") && first instanceof HTMLButtonElement) first.click();
  else bringIntoView();
}

function bringIntoView() {
  const explained = document.getElementById("explained");
  const top = explained?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > innerHeight * 0.7) explained?.scrollIntoView({ block: "start" });
}

onContent((root) => {
  const form = root.querySelector("form[data-quick-score]");
  if (form instanceof HTMLFormElement) {
    rememberMetrics(form);
    offerReferences(form);
    chosen = "1";
  }
  for (const link of root.querySelectorAll("[data-explains]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      choose(link);
    });
  }
  if (root instanceof Element && root.id === "explained") {
    showChosen();
    bringIntoView();
    const heading = root.querySelector("h2");
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
  } else if (root.querySelector("[data-explanation]")) showChosen();
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("form[data-explain] button[name=segment]") : null;
  if (!button) return;
  for (const row of button.closest("tbody")?.rows ?? []) row.setAttribute("aria-selected", String(row.contains(button)));
});
