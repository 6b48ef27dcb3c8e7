// What a judge does with a question: saves an answer, puts it off, or takes the last answer back.
import { isJustAnswered } from "./answer_queue.js";
import { handIn, inPatience, keepDraft } from "./offline.js";
import { goOn, goTo, move } from "./questions.js";
import { post } from "./requests.js";
import { focusItem, markBox, showConnection, showItem, showReason } from "./view.js";

/** @typedef {import("./state.js").JudgingState} JudgingState */

/**
 * Whether an answer can be saved; else the page says what is missing.
 * @param {JudgingState} state
 * @param {HTMLFormElement} form
 */
function isComplete(state, form) {
  const scale = form.querySelector(".scalebox");
  if (!String(new FormData(form).get("value") ?? "").trim()) {
    showReason(state, "A score is missing. Choose one.");
    if (scale instanceof HTMLElement) scale.focus();
    return false;
  }
  const typed = form.querySelector("[data-typed-score]");
  if (typed instanceof HTMLInputElement && !typed.checkValidity()) {
    showReason(state, `The score is not between ${typed.min} and ${typed.max}. Change it.`);
    typed.focus();
    return false;
  }
  const open = state.rows.map((row, number) => (row.querySelector("input:checked") ? 0 : number + 1)).filter(Boolean);
  if (open.length && state.warned !== open.join()) {
    state.warned = open.join();
    showReason(state, `${named(open)} still open. Save again to leave ${open.length === 1 ? "it" : "them"} open.`);
    showItem(state, open[0] - 1);
    focusItem(state);
    return false;
  }
  return true;
}

/** @param {number[]} open numbers of items */
const named = (open) => (open.length === 1 ? `Item ${open[0]} is` : `Items ${open.slice(0, -1).join(", ")} and ${open.at(-1)} are`);

/** @param {JudgingState} state */
export async function save(state) {
  const { form } = state;
  if (!form || state.isMoving || !isComplete(state, form)) return;
  await move(state, async () => {
    clearTimeout(state.draftTimer);
    state.isDirty = false;
    const { base, query, judge, target } = state;
    const entry = { base, query, judge, target, fields: state.fields };
    state.seconds.push(state.clock.seconds);
    state.done += Number(form.dataset.answered === "no");
    markBox(state, target, "done");
    // an answer is on this computer before it is on its way: where nobody takes it, judging goes on all the same
    const isTaken = await inPatience(state, handIn(state, entry));
    if (!isTaken && !state.offlineSince) showConnection(state, false, state.queue.waiting.length, -1);
    await goOn(state);
  });
}

/** @param {JudgingState} state */
export async function skip(state) {
  if (!state.form) return;
  await move(state, async () => {
    const { target } = state;
    await inPatience(state, keepDraft(state).then(() => post(state, "skip", { target: String(target) })));
    markBox(state, target, "skip");
    state.ahead = [...state.ahead.filter((one) => one !== target), target];
    state.putOff.add(target);
    await goOn(state);
  });
}

/** @param {JudgingState} state */
export function undo(state) {
  return move(state, async () => {
    const { base, query, judge, queue } = state;
    const unsent = queue.waiting.at(-1);
    if (unsent && queue.underWay) {
      showReason(state, "The last answer is on its way. Undo it when it is saved.");
      return;
    }
    if (unsent) { // the server has not heard of it
      queue.remove(unsent.token);
      state.done -= 1;
      markBox(state, unsent.target, "open");
      await goTo(state, unsent.target, unsent.fields);
      return;
    }
    await inPatience(state, keepDraft(state));
    const last = state.answered.pop();
    const taken = await post(state, "undo", last ? { revision: String(last.revision) } : {});
    if (!taken) {
      if (last && taken === undefined) {
        state.answered.push(last); // or the next attempt would take back the one before
        showReason(state, "The server does not answer. Nothing was undone; try again.");
      }
      return;
    }
    isJustAnswered({ base, query, judge, target: taken.target }); // it is open again
    state.done -= 1;
    markBox(state, taken.target, "open");
    await goTo(state, taken.target);
    showReason(state, `Undid ${taken.value}. Judge it again.`);
  });
}
