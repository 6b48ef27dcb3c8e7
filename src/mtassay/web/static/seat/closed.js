// A campaign that was closed while answers waited: they are offered as a file, for those who run it.
import { say } from "../answering/words.js";

/** @typedef {import("../answering/state.js").JudgingState} JudgingState */

/** @param {JudgingState} state */
const lateAnswers = (state) => state.queue.refused.filter((entry) => entry.refused?.problem.details?.closed);

/** @param {JudgingState} state */
function saveFile(state) {
  const answers = lateAnswers(state).map(({ token, target, at, fields }) => ({ token, target, at, fields: Object.fromEntries(fields) }));
  const content = JSON.stringify({ format: "mtassay-seat-answers", version: 1, seat: state.judge, answers }, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  link.download = `answers-${state.judge}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {JudgingState} state */
export function showClosed(state) {
  const place = state.root.querySelector("[data-conflicts]") ?? state.root;
  place.querySelector("[data-late]")?.remove();
  const late = lateAnswers(state);
  if (!late.length) return;
  const notice = document.createElement("div");
  notice.className = "notice bad";
  notice.setAttribute("data-late", "");
  const [title, words] = [document.createElement("b"), document.createElement("span")];
  title.textContent = say("script.closed");
  words.textContent = say("script.closed-answers", { n: late.length });
  notice.append(title, words);
  /** @type {[string, () => void][]} */
  const buttons = [
    [say("script.save-file"), () => saveFile(state)],
    [say("script.discard"), () => {
      for (const { token } of late) state.queue.remove(token);
      showClosed(state);
    }],
  ];
  for (const [label, act] of buttons) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.textContent = label;
    button.addEventListener("click", act);
    notice.append(button);
  }
  place.prepend(notice);
}
