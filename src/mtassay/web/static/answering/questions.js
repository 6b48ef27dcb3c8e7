// From one question to the next, or to another one, without leaving the page.
import { replaceContent } from "../content.js";
import { isUnanswered } from "../fetch_in_time.js";
import { showLegend } from "../keys.js";
import { endMoving } from "./keys.js";
import { inPatience, keepAhead, keepDraft, takeKept } from "./offline.js";
import { askQuestion } from "./requests.js";
import { fill, showConnection, showProgress, showReason } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").JudgingState} JudgingState */

/**
 * @param {JudgingState} state
 * @param {string} html from this server, by DOMParser, which runs no script
 */
function showQuestion(state, html) {
  showInstead(state, new DOMParser().parseFromString(html, "text/html").body.childNodes);
  return state.form !== null;
}

/**
 * @param {JudgingState} state
 * @param {Iterable<Node>} content
 */
function showInstead(state, content) {
  const old = state.root.querySelector("[data-question]");
  if (!old) return;
  const fresh = document.createElement("div");
  fresh.setAttribute("data-question", "");
  fresh.append(...content);
  replaceContent(old, fresh);
  prepareQuestion(state);
}

/**
 * Begins with the question that is on the page.
 * @param {JudgingState} state
 */
export function prepareQuestion(state) {
  const element = state.root.querySelector("form#answer");
  const form = element instanceof HTMLFormElement ? element : null;
  state.form = form;
  state.isDirty = false;
  for (const words of state.root.querySelectorAll("[data-keys]")) if (words instanceof HTMLElement) words.hidden = false;
  state.root.querySelector("[data-show-keys]")?.addEventListener("click", showLegend);
  if (form === null) {
    state.asking.prepare(state, null);
    return;
  }
  form.noValidate = true; // what is missing is said beside the button
  state.clock.restart(Number(new FormData(form).get("seconds")));
  state.asking.prepare(state, form);
  showProgress(state);
  const focus = form.querySelector("[data-typed-score]") ?? form.querySelector("[data-focus]");
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  const card = form.querySelector("[aria-current=true]"); // of a document, of which much may stand above it
  if (card) card.scrollIntoView({ block: "nearest" });
  else scrollTo({ top: 0 });
}

const SHORTEST = 1000; // ms before a question is asked for again
const LONGEST = 15_000;

/**
 * Where no question came: asks again, later and later, until one does.
 * @param {JudgingState} state
 */
function waitForQuestion(state) {
  const notice = document.createElement("div");
  notice.className = "empty";
  notice.setAttribute("data-unanswered", "");
  const parts = [document.createElement("b"), document.createElement("span"), document.createElement("button")];
  ["script.no-question", "script.no-question-why", "script.try-now"].forEach((key, place) => { parts[place].textContent = say(key); });
  parts[2].className = "btn";
  parts[2].setAttribute("type", "button");
  parts[2].setAttribute("data-try", "");
  notice.append(...parts);
  showInstead(state, [notice]);
  clearTimeout(state.askTimer);
  state.askPause = Math.min(2 * state.askPause || SHORTEST, LONGEST);
  state.askTimer = setTimeout(() => void fetchOn(state), state.askPause);
}

/**
 * The server may be back: what waits is sent, and then comes the question that is missing, or those that are kept.
 * @param {JudgingState} state
 */
export async function fetchOn(state) {
  if (state.queue.waiting.length && !await state.queue.flush()) {
    if (isWithoutQuestion(state)) waitForQuestion(state);
  } else if (isWithoutQuestion(state)) await move(state, () => goOn(state));
  else await keepAhead(state);
}

/** @param {JudgingState} state */
const isWithoutQuestion = (state) => state.root.querySelector("[data-unanswered]") !== null;

/** @param {JudgingState} state */
function showKept(state) {
  const html = takeKept(state);
  return html !== undefined && showQuestion(state, html);
}

/**
 * The next question, from the server or of those that are kept.
 * @param {JudgingState} state
 */
export async function goOn(state) {
  if (state.offlineSince && showKept(state)) return;
  const after = state.lastJudgment;
  state.lastJudgment = 0;
  try {
    const html = await askQuestion(state, { ahead: state.ahead.join(","), ...(after ? { after: String(after) } : {}) });
    if (!html.includes("data-target=")) { // those ahead are done: the server says what else there is
      leave(state, () => location.assign(state.asking.address(state, after ? { after: String(after) } : {})));
      return;
    }
    state.askPause = 0;
    showQuestion(state, html);
    if (state.offlineSince && !state.queue.waiting.length) showConnection(state, true, 0, 0);
    const { target } = state;
    state.ahead = state.ahead.slice(state.ahead.indexOf(target) + 1);
    state.kept.set(target, html);
    void keepAhead(state);
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    showConnection(state, false, state.queue.waiting.length, -1);
    if (state.queue.waiting.length) void state.queue.flush(); // an empty queue would take the server for one that is there
    if (!showKept(state)) waitForQuestion(state);
  }
}

/**
 * Keys do nothing from now on, until somebody comes back.
 * @param {JudgingState} state
 * @param {() => void} go
 */
export function leave(state, go) {
  state.isMoving = state.isLeaving = true;
  go();
}

/**
 * @param {JudgingState} state
 * @param {number} target
 * @param {[string, string][]} [fields] what was chosen, where the server does not know it
 */
export async function goTo(state, target, fields) {
  await inPatience(state, keepDraft(state));
  const current = state.target;
  const wasOpen = state.form?.dataset.answered === "no";
  try {
    state.kept.set(target, await askQuestion(state, { at: String(target) }));
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    if (!state.kept.has(target)) {
      showReason(state, say("script.not-kept"));
      return;
    }
  }
  if (current && wasOpen && current !== target) state.ahead.unshift(current);
  state.ahead = state.ahead.filter((one) => one !== target);
  showQuestion(state, state.kept.get(target) ?? "");
  if (fields) fill(state, fields);
  void keepAhead(state);
}

/**
 * Does something that ends with another question; keys wait for that.
 * @param {JudgingState} state
 * @param {() => Promise<void>} go
 */
export async function move(state, go) {
  if (state.isMoving) return;
  state.isMoving = true;
  try {
    await go();
  } finally {
    endMoving(state);
  }
}

/**
 * @param {JudgingState} state
 * @param {number} target
 */
export function visit(state, target) {
  return move(state, () => goTo(state, target));
}
