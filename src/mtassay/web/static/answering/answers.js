// What a judge does with a question: saves an answer, puts it off, or takes the last answer back.
import { isJustAnswered } from "./answer_queue.js";
import { handIn, inPatience, keepDraft } from "./offline.js";
import { goOn, goTo, leave, move } from "./questions.js";
import { post } from "./requests.js";
import { markBox, showConnection, showReason } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").JudgingState} JudgingState */

/**
 * @param {JudgingState} state
 * @param {[string, string]} [instead] a field that says why there is no answer
 */
export async function save(state, instead) {
  const { form } = state;
  if (!form || state.isMoving) return;
  const missing = instead ? "" : state.asking.missing(state, form);
  if (missing) {
    showReason(state, missing);
    return;
  }
  await move(state, async () => {
    clearTimeout(state.draftTimer);
    state.isDirty = false;
    const { base, query, judge, target } = state;
    const entry = { base, query, judge, target, fields: instead ? [...state.fields, instead] : state.fields };
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
    const together = [...state.asking.together(state, target), target].sort((one, other) => one - other);
    state.ahead = [...state.ahead.filter((one) => !together.includes(one)), ...together];
    for (const one of together) state.putOff.add(one);
    await goOn(state);
  });
}

/** @param {JudgingState} state */
export function undo(state) {
  return move(state, async () => {
    const { base, query, judge, queue } = state;
    const unsent = queue.waiting.at(-1);
    if (unsent && queue.underWay) {
      showReason(state, say("script.on-its-way"));
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
        showReason(state, say("script.nothing-undone"));
      }
      return;
    }
    state.done -= 1;
    if (!taken.target) { // nobody asks it here any more
      leave(state, () => location.assign(state.asking.address(state, {})));
      return;
    }
    isJustAnswered({ base, query, judge, target: taken.target }); // it is open again
    markBox(state, taken.target, "open");
    await goTo(state, taken.target);
    showReason(state, taken.value === undefined ? say("script.undone") : say("script.undid", { value: taken.value }));
  });
}
