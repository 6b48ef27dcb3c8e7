// Tables with data-sort: the button in a head sorts the rows by that column, and again the other way round.
import { onContent } from "./content.js";

const collator = new Intl.Collator(undefined, { numeric: true });

/**
 * @param {Element | undefined} cell
 * @returns {string}
 */
function valueOf(cell) {
  const text = cell?.getAttribute("data-value") ?? cell?.textContent?.trim() ?? "";
  // numbers as pages write them: 1,284.5 and −3
  return /^\u2212?[\d,]+(\.\d+)?$/.test(text) ? text.replaceAll(",", "").replace("\u2212", "-") : text;
}

/**
 * @param {HTMLTableElement} table
 * @param {HTMLTableCellElement} head
 */
function sort(table, head) {
  const body = table.tBodies[0];
  const column = head.cellIndex;
  const rows = [...body.rows].map((row) => ({ row, value: valueOf(row.cells[column]) }));
  const known = rows.filter(({ value }) => value !== "");
  const isNumeric = known.every(({ value }) => Number.isFinite(Number(value)));
  const was = head.getAttribute("aria-sort");
  // numbers are most often wanted from the top, names from A
  const descends = was ? was === "ascending" : isNumeric;
  known.sort((one, other) => (isNumeric ? Number(one.value) - Number(other.value) : collator.compare(one.value, other.value)) * (descends ? -1 : 1));
  const unknown = rows.filter(({ value }) => value === "");
  body.append(...[...known, ...unknown].map(({ row }) => row));
  for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", descends ? "descending" : "ascending");
  // bars of groups hold for one order alone
  for (const mark of table.querySelectorAll(".clu i")) mark.remove();
}

onContent((root) => {
  for (const table of root.querySelectorAll("table[data-sort]")) {
    if (!(table instanceof HTMLTableElement)) continue;
    for (const head of table.tHead?.rows[0]?.cells ?? []) {
      head.querySelector("button")?.addEventListener("click", () => sort(table, head));
    }
  }
});
