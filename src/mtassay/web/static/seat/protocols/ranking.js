// Ranks of outputs: a digit ranks the one at hand and goes on to the next; = gives the rank of the one above.
import { say } from "../../answering/words.js";

/** @param {HTMLFormElement} form */
const rowsOf = (form) => [...form.querySelectorAll(".rank > li")];

/** @param {Element | undefined} row */
function rankOf(row) {
  const chosen = row?.querySelector("input:checked");
  return chosen instanceof HTMLInputElement ? Number(chosen.value) : 0;
}

/**
 * @param {Element[]} rows
 * @param {number} place
 */
function goTo(rows, place) {
  rows.forEach((row, number) => row.classList.toggle("now", number === place));
  rows[place]?.scrollIntoView({ block: "nearest" });
}

/** @type {import("../seat_form.js").ProtocolForm} */
export const ranking = {
  prepare(form) {
    const rows = rowsOf(form);
    rows.forEach((row, place) => row.addEventListener("change", () => goTo(rows, place)));
    goTo(rows, Math.max(0, rows.findIndex((row) => !rankOf(row))));
  },

  press(form, event) {
    const rows = rowsOf(form);
    const at = rows.findIndex((row) => row.matches(".now"));
    const last = rows.length - 1;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      goTo(rows, Math.max(0, Math.min(last, at + (event.key === "ArrowDown" ? 1 : -1))));
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
      return true;
    }
    const rank = event.key === "=" ? rankOf(rows[at - 1]) : /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    const choice = rank ? rows[at]?.querySelector(`input[value="${rank}"]`) : null;
    if (!(choice instanceof HTMLInputElement)) return false;
    choice.checked = true;
    choice.dispatchEvent(new Event("input", { bubbles: true }));
    goTo(rows, Math.min(last, at + 1));
    return true;
  },

  missing(form) {
    const rows = rowsOf(form);
    const open = rows.filter((row) => !rankOf(row));
    if (!open.length) return null;
    const letters = open.map((row) => row.getAttribute("data-letter") ?? "");
    const listed = letters.length > 1 ? say("script.and", { first: letters.slice(0, -1).join(", "), last: letters.at(-1) ?? "" }) : letters[0];
    const list = form.querySelector(".rank");
    return { words: say("script.missing-rank", { n: letters.length, letters: listed }), at: list instanceof HTMLElement ? list : null };
  },

  changed(form) {
    const rows = rowsOf(form);
    form.querySelectorAll(".order li").forEach((place, number) => {
      const letters = rows.filter((row) => rankOf(row) === number + 1).map((row) => row.getAttribute("data-letter"));
      place.classList.toggle("on", letters.length > 0);
      const words = place.querySelector("b");
      if (words) words.textContent = letters.join(" = ");
    });
  },
};
