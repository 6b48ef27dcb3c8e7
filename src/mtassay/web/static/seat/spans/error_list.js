// The list of marked errors, and the bar that says what is selected.
import { say } from "../../answering/words.js";

/** @typedef {import("./marking.js").Marking} Marking */

/** @param {Marking} marking */
export function drawErrors(marking) {
  const { box, spans } = marking;
  const list = box.querySelector("[data-errors]");
  const isInside = list?.contains(document.activeElement);
  list?.replaceChildren(...spans.map((span, place) => errorRow(marking, span, place + 1)));
  const current = list?.querySelector("[aria-current]");
  current?.scrollIntoView({ block: "nearest" });
  if (isInside) marking.text("target")?.paragraph.focus({ preventScroll: true }); // the button is gone
  const count = box.querySelector("[data-count]");
  if (count) count.textContent = spans.length ? counted(spans) : say("script.no-errors");
  drawDock(marking);
}

/** @param {import("./marking.js").Span[]} spans */
function counted(spans) {
  const severities = [...new Set(spans.map(({ severity }) => severity))].sort();
  return severities.map((severity) => `${spans.filter((span) => span.severity === severity).length} ${severityWord(severity)}`).join(", ");
}

/**
 * Which sign a severity has; those of one's own look like the worst.
 * @param {string} severity
 */
export function signOf(severity) {
  return severity === "minor" || severity === "neutral" ? severity : "major";
}

/** @param {string} severity */
export function severityWord(severity) {
  return severity === "minor" ? say("script.minor") : severity === "major" ? say("script.major") : severity;
}

/**
 * @param {Marking} marking
 * @param {import("./marking.js").Span} span
 * @param {number} number
 */
function errorRow(marking, span, number) {
  const row = document.createElement("li");
  if (span === marking.now) row.setAttribute("aria-current", "true");
  const [label, quote, severity, remove] = [document.createElement("span"), document.createElement("q"), document.createElement("span"), document.createElement("button")];
  label.className = "n";
  label.textContent = String(number);
  quote.dir = "auto";
  quote.textContent = marking.quote(span);
  severity.className = "sev";
  const sign = document.createElement("i");
  sign.className = `sevkey ${signOf(span.severity)}`;
  remove.type = "button";
  remove.className = "linkbtn";
  remove.textContent = "×";
  remove.setAttribute("aria-label", say("script.remove-error", { number }));
  remove.addEventListener("click", (event) => {
    event.stopPropagation();
    marking.remove(span);
  });
  severity.append(sign, severityWord(span.severity), remove);
  row.append(label, quote, severity);
  if (marking.hasCategories) {
    const category = document.createElement("button");
    category.type = "button";
    category.className = `linkbtn cat${span.category ? "" : " todo-cat"}`;
    category.textContent = span.category ? span.category.split("/").join(" › ") : say("script.no-category-yet");
    category.addEventListener("click", (event) => {
      event.stopPropagation();
      marking.choose(span);
      marking.onMarked(span);
    });
    row.append(category);
  }
  row.addEventListener("click", () => marking.choose(span));
  return row;
}

/** @param {Marking} marking */
function drawDock(marking) {
  const what = marking.box.querySelector("[data-what]");
  const [start, end] = marking.selection;
  const isSelected = start < end;
  for (const button of marking.box.querySelectorAll("[data-severity]")) button.toggleAttribute("data-useless", !isSelected && !marking.now);
  for (const button of marking.box.querySelectorAll("[data-remove], [data-clear]")) button.toggleAttribute("data-useless", !isSelected && !marking.now);
  if (!what) return;
  const quote = document.createElement("b");
  quote.dir = "auto";
  what.classList.toggle("told", Boolean(marking.words));
  if (marking.words) what.replaceChildren(marking.words);
  else if (isSelected) {
    quote.textContent = marking.selectedWords;
    what.replaceChildren(`${say("script.selected")} `, quote);
  } else if (marking.now) {
    quote.textContent = marking.quote(marking.now);
    what.replaceChildren(`${say("script.error-number", { number: marking.spans.indexOf(marking.now) + 1 })} `, quote, `, ${severityWord(marking.now.severity)}`);
  } else what.replaceChildren(isLow(marking) ? say("script.low-score") : say("script.nothing-selected"));
}

/**
 * A low score for an output without an error: perhaps the errors were forgotten.
 * @param {Marking} marking
 */
function isLow(marking) {
  const score = marking.form.querySelector("[data-da] [data-value]");
  return score instanceof HTMLInputElement && score.value !== "" && Number(score.value) < 80 && !marking.spans.length;
}
