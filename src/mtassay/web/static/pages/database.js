// The database: j and k move through sources or targets, choosing one changes only the panes that show it, and the
// buttons say how many targets are ticked.
import { onContent, replaceContent } from "../content.js";
import { fetchInTime } from "../fetch_in_time.js";

/** @returns {Element | null} */
function panes() {
  return document.querySelector("[data-database]");
}

/** @param {EventTarget | null} target */
function isField(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}

/** Says on each button how many targets are ticked; with none it has nothing to do. */
function countChosen() {
  const form = document.querySelector("form#chosen");
  const count = form?.querySelectorAll("input[name=targets]:checked").length ?? 0;
  for (const button of document.querySelectorAll("[data-chosen]")) {
    button.textContent = `${button.getAttribute("data-chosen")}${count ? ` ${count}` : ""}`;
    button.setAttribute("aria-disabled", count ? "false" : "true");
    button.setAttribute("title", count ? "" : "Tick translations in the list first");
  }
}

/**
 * Shows what a link of a pane leads to, and leaves the list that it stands in where it is.
 * @param {HTMLAnchorElement} link
 */
async function open(link) {
  const response = await fetchInTime(link.href, { headers: { "X-Requested-With": "mtassay", Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const kept = link.dataset.pane === "3" ? [".p3"] : [".p2", ".p3"];
  if (!response.ok || kept.some((name) => !page.querySelector(name))) {
    location.assign(link.href);
    return;
  }
  for (const old of link.closest("ol")?.querySelectorAll("[aria-current]") ?? []) {
    old.removeAttribute("aria-current");
    old.closest(".tgt")?.classList.remove("now");
  }
  link.setAttribute("aria-current", "true");
  link.closest(".tgt")?.classList.add("now");
  for (const name of kept) {
    const [old, fresh] = [document.querySelector(name), page.querySelector(name)];
    if (old && fresh) replaceContent(old, fresh);
  }
  const pane = document.getElementById(`p${link.dataset.pane}`);
  if (pane instanceof HTMLInputElement) pane.checked = true;
  history.replaceState(null, "", response.url);
}

/**
 * Moves to the next row of the list that has the focus, or of the targets.
 * @param {number} step
 */
function move(step) {
  const list = document.activeElement?.closest("[data-rows]") ?? document.querySelector("[data-rows=sources]");
  const links = [...(list?.querySelectorAll("a[data-pane]") ?? [])];
  const current = document.activeElement?.closest("li")?.querySelector("a[data-pane]");
  const place = current ? links.indexOf(current) : links.findIndex((link) => link.hasAttribute("aria-current")) - (step > 0 ? 1 : -1);
  const next = links[Math.max(0, Math.min(links.length - 1, place + step))];
  if (next instanceof HTMLElement) next.focus();
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest("[data-chosen]");
  if (button?.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    return;
  }
  const choose = target?.closest("[data-choose-all]");
  if (choose) {
    const boxes = [...document.querySelectorAll("form#chosen input[name=targets]")].filter((box) => box instanceof HTMLInputElement);
    const all = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !all;
    countChosen();
    return;
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.removeAttribute("open");
  const link = target?.closest("a[data-pane]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(link).catch(() => location.assign(link.href));
});

document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name === "targets") countChosen();
});

document.addEventListener("keydown", (event) => {
  if (!panes() || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") for (const menu of document.querySelectorAll("details.menu[open]")) menu.removeAttribute("open");
  const row = document.activeElement?.closest(".tgt");
  if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
  else if (event.key === "l" || event.key === "h") {
    const link = document.querySelector(`[data-rows=${event.key === "l" ? "targets" : "sources"}] a[aria-current], [data-rows=${event.key === "l" ? "targets" : "sources"}] a`);
    if (link instanceof HTMLElement) link.focus();
  } else if (event.key === "x" && row) {
    const box = row.querySelector("input[type=checkbox]");
    if (box instanceof HTMLInputElement) box.click();
  } else return;
  event.preventDefault();
});

onContent((root) => {
  for (const button of root.querySelectorAll("[data-choose-all]")) if (button instanceof HTMLElement) button.hidden = false;
  if (panes()) countChosen();
});
