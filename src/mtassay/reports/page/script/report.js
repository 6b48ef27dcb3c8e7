// What a script adds to a report: filters, all segments to sort, search and mark; light or dark; keys.
import { ReportData, canReadData } from "./data.js";
import { FilterBar } from "./filter_bar.js";
import { Keys } from "./keys.js";
import { SegmentList } from "./segment_list.js";
import { settle } from "./live/settling.js";

const THEMES = ["system", "light", "dark"];

/** Light, dark, or what the system has. */
function offerThemes() {
  const button = document.querySelector("main [data-theme-button]"); // the workbench has one of its own outside
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

offerThemes();
const listPlace = document.querySelector("[data-list]");
const barPlace = document.querySelector("[data-live]");
if (listPlace instanceof HTMLElement && document.getElementById("report-data") && canReadData()) {
  const data = ReportData.of(document);
  const list = new SegmentList(data, listPlace);
  settle(list.open());
  const command = document.querySelector("[data-command]")?.textContent ?? "";
  const bar = barPlace instanceof HTMLElement ? new FilterBar(data, barPlace, list, command) : null;
  if (bar) settle(bar.open());
  new Keys(list, bar).listen();
}
