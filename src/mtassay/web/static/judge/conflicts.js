// Answers that the server does not take: the judge says what becomes of them.
import { handIn } from "./offline.js";
import { visit } from "./questions.js";

/**
 * @param {import("./state.js").JudgingState} state
 * @param {import("./answer_queue.js").Waiting} entry
 * @param {import("./answer_queue.js").Problem} problem
 * @param {number} status
 */
export function showConflict(state, entry, problem, status) {
  const stored = problem.details?.stored;
  const notice = document.createElement("div");
  notice.className = "notice bad";
  const title = document.createElement("b");
  title.textContent = stored ? "Two answers to one translation." : "Not saved.";
  const words = document.createElement("span");
  const value = entry.fields.find(([name]) => name === "value")?.[1] ?? "";
  words.textContent = stored
    ? `Stored from another window: ${stored.value}. Not saved from this one: ${value}.`
    : `${problem.message} The score was ${value}.`;
  notice.append(title, words);
  const settle = () => {
    notice.remove();
    state.queue.remove(entry.token);
  };
  const saveIt = () => {
    const version = String(stored?.judgment ?? 0);
    const fields = entry.fields.map(([name, old]) => /** @type {[string, string]} */ ([name, name === "version" ? version : old]));
    const { base, judge } = state;
    const handed = handIn(state, { base, query: entry.query, judge, target: entry.target, fields });
    settle(); // it has a token of its own now
    return handed;
  };
  /** @type {[string, () => unknown][]} */
  const buttons = [[stored ? `Keep ${stored.value}` : "Discard it", settle]];
  if (status === 409 && problem.details) { // it could be saved, if the judge says so
    buttons.push([stored ? `Save ${value} instead` : `Save ${value} all the same`, saveIt]);
    buttons.push([stored ? "Compare both" : "Look at it", () => void visit(state, entry.target)]);
  }
  for (const [label, act] of buttons) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.textContent = label;
    button.addEventListener("click", act);
    notice.append(button);
  }
  const place = state.root.querySelector("[data-conflicts]") ?? state.root;
  place.prepend(notice);
}
