// A document that is read once; its questions stand in the page too, so that a lost connection does not matter.
import { say } from "../../answering/words.js";

/** @type {WeakMap<HTMLFormElement, number>} when reading began */
const BEGUN = new WeakMap();

/** @param {HTMLFormElement} form */
const asked = (form) => [...form.querySelectorAll("[data-asked]")];

/** @param {Element} question */
function parts(question) {
  const field = question.querySelector("input[type=text]");
  const untold = question.querySelector("input[type=checkbox]");
  return {
    field: field instanceof HTMLInputElement ? field : null,
    choices: [...question.querySelectorAll("input[type=radio]")].filter((choice) => choice instanceof HTMLInputElement),
    untold: untold instanceof HTMLInputElement ? untold : null,
  };
}

/** @param {Element} question */
function isOpen(question) {
  const { field, choices, untold } = parts(question);
  return !untold?.checked && !field?.value.trim() && !choices.some((choice) => choice.checked);
}

/** @param {HTMLFormElement} form */
const isReading = (form) => form.querySelector("[data-reading]") !== null;

/** @param {HTMLFormElement} form */
function showQuestions(form) {
  const seconds = form.querySelector("[data-seconds]");
  if (seconds instanceof HTMLInputElement) seconds.value = ((performance.now() - (BEGUN.get(form) ?? performance.now())) / 1000).toFixed(1);
  form.querySelector("[data-reading]")?.remove(); // nobody looks back
  for (const part of form.querySelectorAll("[data-answering], [data-save]")) if (part instanceof HTMLElement) part.hidden = false;
  form.querySelector("button[data-read]")?.remove();
  const [first] = asked(form);
  const at = first && (parts(first).field ?? parts(first).choices[0]);
  at?.focus();
  scrollTo(0, 0);
  form.dispatchEvent(new Event("input", { bubbles: true })); // kept as a draft: who loads the page again goes on here
}

/** @type {import("../seat_form.js").ProtocolForm} */
export const comprehension = {
  prepare(form) {
    BEGUN.set(form, performance.now());
    const read = form.querySelector("button[data-read]");
    read?.addEventListener("click", (event) => {
      event.preventDefault();
      showQuestions(form);
    });
    for (const question of asked(form)) {
      const { field, choices, untold } = parts(question);
      for (const control of [field, ...choices]) control?.addEventListener("input", () => { if (untold) untold.checked = false; });
      untold?.addEventListener("input", () => {
        if (!untold.checked) return;
        if (field) field.value = "";
        for (const choice of choices) choice.checked = false;
      });
      field?.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault(); // on to what is open, and from the last one on to the next text
        form.requestSubmit();
      });
    }
    form.querySelector("[data-answering]")?.addEventListener("keydown", (event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      if (event.target instanceof HTMLInputElement && event.target.type === "text") return;
      event.preventDefault();
      form.requestSubmit();
    });
  },

  press(form, event) {
    if (!isReading(form) || event.key !== "Enter") return false;
    showQuestions(form);
    return true;
  },

  missing(form) {
    const read = form.querySelector("button[data-read]");
    if (isReading(form)) return { words: say("script.not-shown-again"), at: read instanceof HTMLElement ? read : null };
    const open = asked(form).find(isOpen);
    if (!(open instanceof HTMLElement)) return null;
    const { field, choices } = parts(open);
    return { words: say("script.question-open", { number: open.dataset.asked ?? "" }), at: field ?? choices[0] ?? null };
  },

  changed() {},

  said: (fields) => fields.filter(([name]) => name.startsWith("answer-")).map(([, value]) => value).join("; "),
};
