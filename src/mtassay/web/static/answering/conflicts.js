// Answers that the server does not take: the judge says what becomes of them.
import { handIn } from "./offline.js";
import { visit } from "./questions.js";
import { say } from "./words.js";

/**
 * @param {import("./state.js").JudgingState} state
 * @param {import("./answer_queue.js").Waiting} entry
 * @param {import("./answer_queue.js").Problem} problem
 * @param {number} status
 */
export function showConflict(state, entry, problem, status) {
  if (state.asking.settle(state, entry, problem)) return;
  const { mine, theirs, version } = state.asking.versions(entry, problem);
  const isStored = theirs !== null;
  const notice = document.createElement("div");
  notice.className = "notice bad";
  const title = document.createElement("b");
  title.textContent = say(isStored ? "script.two-answers" : "script.answer-not-saved");
  const words = document.createElement("span");
  words.textContent = isStored
    ? say("script.both-answers", { theirs, mine })
    : mine ? say("script.lost-answer", { message: problem.message, mine }) : problem.message;
  notice.append(title, words);
  const settle = () => {
    notice.remove();
    state.queue.remove(entry.token);
  };
  const saveIt = () => {
    const fields = entry.fields.map(([name, old]) => /** @type {[string, string]} */ ([name, name === "version" ? String(version) : old]));
    const { base, judge } = state;
    const handed = handIn(state, { base, query: entry.query, judge, target: entry.target, fields });
    settle(); // it has a token of its own now
    return handed;
  };
  /** @type {[string, () => unknown][]} */
  const buttons = [[isStored ? say("script.keep-theirs", { theirs }) : say("script.discard"), settle]];
  if (status === 409 && problem.details) { // it could be saved, if the judge says so
    buttons.push([say(isStored ? "script.save-mine-instead" : "script.save-mine", { mine }), saveIt]);
    buttons.push([say(isStored ? "script.compare" : "script.look"), () => void visit(state, entry.target)]);
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
