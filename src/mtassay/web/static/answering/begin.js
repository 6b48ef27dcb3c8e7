// Judging by keyboard, without leaving the page. Without script a page is a form, and there is one for each question.
import { AnswerQueue, isJustAnswered } from "./answer_queue.js";
import { save, skip, undo } from "./answers.js";
import { showConflict } from "./conflicts.js";
import { listenToKeys } from "./keys.js";
import { keepAhead, keepDraft } from "./offline.js";
import { fetchOn, leave, prepareQuestion, visit } from "./questions.js";
import { JudgingState } from "./state.js";
import { part, showConnection, showReason, showSavedAgo, showSaving } from "./view.js";
import { useWords } from "./words.js";

/** @typedef {import("./state.js").Asking} Asking */

const DRAFT_PAUSE = 2000; // ms between a change and its draft

/**
 * @param {HTMLElement} root
 * @param {Asking} asking
 * @returns {JudgingState}
 */
export function beginJudging(root, asking) {
  useWords(root.dataset.words);
  const state = new JudgingState(root, asking, createQueue);
  listenToForms(state);
  listenToClicks(state);
  listenToKeys(state);
  listenToWindow(state);
  setInterval(() => showSavedAgo(state), 1000);
  prepareQuestion(state);
  void keepAhead(state);
  settleAnswersOfBefore(state);
  return state;
}

/** @param {JudgingState} state */
function createQueue(state) {
  return new AnswerQueue(state.base, state.judge, state.root.dataset.csrf ?? "", {
    onSaved(entry, saved) {
      state.answered.push({ revision: saved.revision, target: saved.target });
      state.lastJudgment = saved.judgment;
      state.savedAt = Date.now();
    },
    onRefused(entry, problem, status) { showConflict(state, entry, problem, status); },
    onState(isReached, waiting, status) {
      const wasAway = Boolean(state.offlineSince);
      showConnection(state, isReached, waiting, status);
      if (isReached && wasAway) void fetchOn(state);
    },
  });
}

/** @param {JudgingState} state */
function listenToForms(state) {
  state.root.addEventListener("submit", (event) => {
    if (event.target !== state.form && !(event.submitter instanceof HTMLElement && event.submitter.hasAttribute("data-undo"))) return;
    event.preventDefault();
    const submitter = event.submitter;
    if (submitter instanceof HTMLButtonElement && submitter.name) void save(state, [submitter.name, submitter.value]);
    else if (submitter?.hasAttribute("data-skip")) void skip(state);
    else if (submitter?.hasAttribute("data-undo")) void undo(state);
    else void save(state);
  });
  state.root.addEventListener("input", () => {
    state.isDirty = true;
    clearTimeout(state.draftTimer);
    state.draftTimer = setTimeout(() => void keepDraft(state), DRAFT_PAUSE);
    showReason(state, "");
    state.asking.changed(state);
  });
}

/** @param {JudgingState} state */
function listenToClicks(state) {
  state.root.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (state.asking.click(state, event)) return;
    const link = event.target.closest("a[data-box], a[data-at]");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void visit(state, Number(link.dataset.at ?? new URL(link.href).searchParams.get("at")));
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-try]")) return;
    void fetchOn(state);
  });
}

/** @param {JudgingState} state */
function listenToWindow(state) {
  addEventListener("pageshow", (event) => { if (event.persisted) state.isMoving = state.isLeaving = false; });
  addEventListener("blur", () => void keepDraft(state, true));
  addEventListener("pagehide", () => void keepDraft(state, true));
  document.addEventListener("visibilitychange", () => { if (document.hidden) void keepDraft(state, true); });
}

/**
 * What was left from before: the page was closed, or loaded again, while offline.
 * @param {JudgingState} state
 */
function settleAnswersOfBefore(state) {
  const { base, query, judge, queue } = state;
  const { target, answered } = part("form#answer")?.dataset ?? {};
  if (isJustAnswered({ base, query, judge, target: Number(target) }) && answered === "no" && !queue.waiting.length) leave(state, () => location.reload());
  for (const entry of queue.refused) if (entry.refused) showConflict(state, entry, entry.refused.problem, entry.refused.status);
  if (!queue.waiting.length) return;
  showSaving();
  void queue.flush().then((isSent) => { if (isSent) leave(state, () => location.reload()); });
}
