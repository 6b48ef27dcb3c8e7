// What a script adds to a report: filters, all segments to sort, search and mark; light or dark; keys.
import { ReportData, canReadData } from "./data.js";
import { FilterBar } from "./filter_bar.js";
import { SegmentList } from "./segment_list.js";

const THEMES = ["system", "light", "dark"];

/** Light, dark, or what the system has. */
function offerThemes() {
  const button = document.querySelector("[data-theme-button]");
  if (!(button instanceof HTMLButtonElement)) return;
  let place = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    place = (place + 1) % THEMES.length;
    if (place === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = THEMES[place];
    button.textContent = `Theme: ${THEMES[place]}`;
  });
}

/** j and k go from segment to segment, / finds text. */
function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    if (event.key === "/") {
      event.preventDefault();
      const search = document.querySelector("[data-find]");
      if (search instanceof HTMLInputElement) search.focus();
      return;
    }
    const step = { j: 1, k: -1 }[event.key];
    if (!step) return;
    const items = [...document.querySelectorAll("[data-segment]")];
    const current = document.activeElement?.closest("[data-segment]");
    const next = items[current ? items.indexOf(current) + step : 0];
    if (next instanceof HTMLElement) next.focus();
  });
}

offerThemes();
listenToKeys();
const listPlace = document.querySelector("[data-list]");
const barPlace = document.querySelector("[data-live]");
if (listPlace instanceof HTMLElement && document.getElementById("report-data") && canReadData()) {
  const data = ReportData.of(document);
  const list = new SegmentList(data, listPlace);
  void list.open();
  const command = document.querySelector("[data-command]")?.textContent ?? "";
  if (barPlace instanceof HTMLElement) void new FilterBar(data, barPlace, list, command).open();
}
