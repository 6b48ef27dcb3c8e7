// Cutting a source into information items: gaps between words are pressed by mouse or by key, and the text beside, an
// item a line, is what is sent.
import { onContent } from "../content.js";

/** @type {Node[][]} what the editor held before each change */
let before = [];

/** @returns {HTMLElement | null} */
function cutter() {
  const found = document.querySelector("[data-pieces]");
  return found instanceof HTMLElement ? found : null;
}

/** @returns {HTMLElement[]} */
function gaps() {
  return [...(cutter()?.querySelectorAll("button.gap") ?? [])].filter((gap) => gap instanceof HTMLElement);
}

/** @returns {HTMLElement | null} the gap that has the focus, or had it last */
function current() {
  return gaps().find((gap) => gap.tabIndex === 0) ?? null;
}

/** @param {Element} gap */
function isCut(gap) {
  return gap.getAttribute("aria-pressed") === "true";
}

/**
 * @param {Element} gap
 * @param {boolean} cuts
 */
function setCut(gap, cuts) {
  const piece = gap.nextElementSibling;
  gap.setAttribute("aria-pressed", String(cuts));
  gap.setAttribute("aria-label", `${cuts ? "cut" : "no cut"} before ${piece?.textContent ?? ""}`);
}

/** @returns {HTMLElement[][]} runs of pieces from one cut to the next */
function runs() {
  /** @type {HTMLElement[][]} */
  const found = [[]];
  for (const node of cutter()?.children ?? []) {
    if (!(node instanceof HTMLElement)) continue;
    if (node.matches("button.gap")) {
      if (isCut(node)) found.push([]);
    } else found[found.length - 1].push(node);
  }
  return found;
}

/** @param {HTMLElement[]} run */
function textOf(run) {
  return run.map((piece, place) => (place && piece.previousElementSibling?.classList.contains("apart") ? " " : "") + piece.textContent).join("");
}

/** Colours the items one by one, and writes them into the form. */
function show() {
  const area = document.querySelector("form[data-cut] textarea[name=lines]");
  /** @type {string[]} */
  const lines = [];
  for (const run of runs()) {
    const isOut = run[0].hasAttribute("data-left-out");
    for (const piece of run) {
      piece.toggleAttribute("data-left-out", isOut); // what is joined to an item is as its beginning is
      piece.toggleAttribute("data-odd", lines.length % 2 === 1);
    }
    if (!isOut) lines.push(textOf(run));
  }
  if (!(area instanceof HTMLTextAreaElement) || area.value === lines.join("\n")) return;
  area.value = lines.join("\n");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

function remember() {
  before.push([...(cutter()?.childNodes ?? [])].map((node) => node.cloneNode(true)));
  before = before.slice(-100);
}

/** @param {HTMLElement} gap */
function focusOn(gap) {
  for (const other of gaps()) other.tabIndex = other === gap ? 0 : -1;
  gap.focus();
}

/** @param {number} step */
function move(step) {
  const all = gaps();
  const gap = current();
  const place = gap ? all.indexOf(gap) : -1;
  if (all.length) focusOn(all[Math.max(0, Math.min(all.length - 1, place + step))]);
}

/** @param {HTMLElement} gap */
function toggle(gap) {
  remember();
  setCut(gap, !isCut(gap));
  show();
  focusOn(gap);
}

/** Takes away the cut at the gap, or else the one before it. */
function join() {
  const all = gaps();
  const gap = current();
  if (!gap) return;
  const place = all.slice(0, all.indexOf(gap) + 1).findLastIndex(isCut);
  if (place < 0) return;
  remember();
  setCut(all[place], false);
  show();
  focusOn(all[place]);
}

/** @param {(place: HTMLElement) => void} change */
function replacePieces(change) {
  const place = cutter();
  if (!place) return;
  const hadFocus = place.contains(document.activeElement);
  const at = Math.max(0, gaps().findIndex((gap) => gap.tabIndex === 0));
  change(place);
  const all = gaps();
  for (const gap of all) gap.tabIndex = -1;
  const gap = all[Math.min(at, all.length - 1)];
  if (gap) gap.tabIndex = 0;
  if (hadFocus) gap?.focus();
  show();
}

/** @type {Record<string, () => void>} */
const ACTS = {
  toggle() {
    const gap = current();
    if (gap) toggle(gap);
  },
  "leave-out"() {
    const piece = current()?.nextElementSibling;
    const run = runs().find((one) => one.some((other) => other === piece));
    if (!run) return;
    remember();
    const isOut = run[0].hasAttribute("data-left-out");
    for (const one of run) one.toggleAttribute("data-left-out", !isOut);
    show();
  },
  propose() {
    const proposal = document.querySelector("template[data-proposal]");
    if (!(proposal instanceof HTMLTemplateElement)) return;
    remember();
    replacePieces((place) => place.replaceChildren(proposal.content.cloneNode(true)));
  },
  one() {
    remember();
    for (const gap of gaps()) setCut(gap, false);
    for (const piece of cutter()?.querySelectorAll("[data-left-out]") ?? []) piece.removeAttribute("data-left-out");
    show();
  },
  undo() {
    const last = before.pop();
    if (last === undefined) return;
    replacePieces((place) => place.replaceChildren(...last));
  },
};

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const gap = target?.closest("[data-pieces] button.gap");
  if (gap instanceof HTMLElement) {
    toggle(gap);
    return;
  }
  const act = target?.closest("[data-cutter] [data-act]")?.getAttribute("data-act");
  if (act) ACTS[act]?.();
});

document.addEventListener("keydown", (event) => {
  const place = cutter();
  if (!place?.contains(event.target instanceof Node ? event.target : null) || event.ctrlKey || event.metaKey || event.altKey) return;
  // arrows go where they point, also where text runs from right to left
  const forward = getComputedStyle(place).direction === "rtl" || isRightToLeft(place.textContent ?? "") ? "ArrowLeft" : "ArrowRight";
  const backward = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
  if (event.key === forward || event.key === "ArrowDown") move(1);
  else if (event.key === backward || event.key === "ArrowUp") move(-1);
  else if (event.key === "Home") move(-1e6);
  else if (event.key === "End") move(1e6);
  else if (event.key === "Backspace" || event.key === "Delete") join();
  else return; // space and Enter press the gap, as they press any button
  event.preventDefault();
});

/** @param {string} text */
function isRightToLeft(text) {
  return /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);
}

document.addEventListener("submit", (event) => {
  // what was cut a moment ago may not have been sent to be looked at yet
  if (!(event.target instanceof HTMLFormElement) || !event.target.hasAttribute("data-save")) return;
  const [from, to] = [document.querySelector("form[data-cut] textarea[name=lines]"), event.target.querySelector("textarea[name=lines]")];
  if (from instanceof HTMLTextAreaElement && to instanceof HTMLTextAreaElement) to.value = from.value;
}, { capture: true });

onContent((root) => {
  const section = root.querySelector("[data-cutter]");
  if (!(section instanceof HTMLElement)) return;
  before = [];
  section.hidden = false;
  root.querySelector("details[data-as-text]")?.removeAttribute("open");
  const first = gaps()[0];
  if (first) first.tabIndex = 0;
  for (const run of runs()) for (const piece of run) piece.removeAttribute("data-begins");
  colour();
});

/** Colours the items without writing them: what is stored need not be what can be shown. */
function colour() {
  let place = 0;
  for (const run of runs()) {
    if (run[0]?.hasAttribute("data-left-out")) continue;
    for (const piece of run) piece.toggleAttribute("data-odd", place % 2 === 1);
    place += 1;
  }
}
