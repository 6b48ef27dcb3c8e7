// One score, by its key, and a class for each information item: a letter classes the one at hand and goes on.
import { say } from "../../answering/words.js";
import { noAnswer } from "./no_answer.js";

/** @param {HTMLFormElement} form */
const rowsOf = (form) => [...form.querySelectorAll("[data-item-row]")];

/** @param {Element} row */
const isOpen = (row) => !row.querySelector("input:checked");

/** @param {HTMLFormElement} form */
const atHand = (form) => Math.max(0, rowsOf(form).findIndex((row) => row.matches(".now")));

/**
 * @param {HTMLFormElement} form
 * @param {number} place
 */
function show(form, place) {
  const rows = rowsOf(form);
  rows.forEach((row, number) => row.classList.toggle("now", number === place));
  const counted = form.querySelector("[data-classed]");
  const done = rows.filter((row) => !isOpen(row)).length;
  if (counted) counted.textContent = say("script.classed", { done, total: rows.length });
}

/**
 * @param {HTMLFormElement} form
 * @param {number} place
 */
function focus(form, place) {
  const row = rowsOf(form)[place];
  const choice = row?.querySelector("input:checked") ?? row?.querySelector("input");
  if (choice instanceof HTMLElement) choice.focus();
}

/** @param {string[]} names */
const listed = (names) => (names.length === 1 ? names[0] : say("script.and", { first: names.slice(0, -1).join(", "), last: names.at(-1) ?? "" }));

/** @type {import("../seat_form.js").ProtocolForm} */
export const sser = {
  prepare(form) {
    show(form, Math.max(0, rowsOf(form).findIndex(isOpen)));
  },

  press(form, event) {
    const { key } = event;
    const rows = rowsOf(form);
    const place = atHand(form);
    const score = form.querySelector(`[data-score="${CSS.escape(key)}"]`);
    const typed = form.querySelector("[data-typed-score]");
    const chosen = rows[place]?.querySelector(`[data-class="${CSS.escape(key)}"]`);
    if (score instanceof HTMLInputElement) {
      score.click();
      score.focus();
    } else if (typed instanceof HTMLInputElement && /^\d$/.test(key)) {
      typed.focus(); // and the digit goes there
      return false;
    } else if (chosen instanceof HTMLInputElement) {
      const isIn = document.activeElement?.closest("[data-item-row]");
      chosen.checked = true;
      chosen.dispatchEvent(new Event("input", { bubbles: true }));
      const next = Math.min(place + 1, rows.length - 1);
      show(form, next);
      if (isIn) focus(form, next);
    } else if (rows.length && (key === "j" || key === "k")) {
      show(form, Math.max(0, Math.min(rows.length - 1, place + (key === "j" ? 1 : -1))));
    } else return false;
    return true;
  },

  missing(form) {
    const box = form.querySelector(".scalebox");
    const typed = form.querySelector("[data-typed-score]");
    if (typed instanceof HTMLInputElement && typed.value !== "" && !typed.checkValidity()) {
      return { words: say("script.not-a-score", { low: typed.min, high: typed.max }), at: typed };
    }
    if (String(new FormData(form).get("value") ?? "").trim()) return null;
    return { words: noAnswer(form), at: box instanceof HTMLElement ? box : null };
  },

  unsure(form) {
    const rows = rowsOf(form);
    const open = rows.flatMap((row, place) => (isOpen(row) ? [String(place + 1)] : []));
    if (!open.length || form.dataset.warned === open.join()) return null;
    form.dataset.warned = open.join(); // who saves again means it
    const place = Number(open[0]) - 1;
    show(form, place);
    const choice = rows[place].querySelector("input");
    return { words: say("script.open-items", { n: open.length, items: listed(open) }), at: choice };
  },

  changed(form) {
    const row = document.activeElement?.closest("[data-item-row]");
    show(form, row && form.contains(row) ? rowsOf(form).indexOf(row) : atHand(form));
  },
};
