// Judging goes on where the server does not answer: answers and some questions are kept in this browser.
import { isUnanswered } from "../fetch_in_time.js";
import { newToken } from "./answer_queue.js";
import { askAhead, askQuestion, post } from "./requests.js";
import { showConnection, showSaving } from "./view.js";

/** @typedef {import("./state.js").JudgingState} JudgingState */

const KEPT_AHEAD = 20; // questions for when the connection is lost
const PATIENCE = 3000; // ms that a judge waits for an answer to arrive

/**
 * What comes of a request, or nothing where a judge should wait no longer for it; it goes on all the same.
 * @template T
 * @param {JudgingState} state
 * @param {Promise<T>} sent
 * @returns {Promise<T | undefined>}
 */
export function inPatience(state, sent) {
  // of a server that is away already nothing is waited for
  const patience = state.offlineSince ? 0 : PATIENCE;
  return Promise.race([sent, new Promise((resolve) => { setTimeout(resolve, patience); })]);
}

/**
 * Keeps an answer, and sends it with all others that wait.
 * @param {JudgingState} state
 * @param {Omit<import("./answer_queue.js").Answer, "token">} entry
 */
export async function handIn(state, entry) {
  const token = newToken();
  const fields = entry.fields.filter(([name]) => name !== "token");
  state.queue.add({ ...entry, token, fields: [...fields, ["token", token]] });
  showSaving();
  return state.queue.flush();
}

/**
 * Some questions for when the connection is lost.
 * @param {JudgingState} state
 */
export function keepAhead(state) {
  // once at a time: judges answer faster than twenty questions come
  state.keeping ??= fetchAhead(state).finally(() => { state.keeping = null; });
  return state.keeping;
}

/** @param {JudgingState} state */
async function fetchAhead(state) {
  try {
    for (;;) {
      if (state.hasMore && state.ahead.length < KEPT_AHEAD) await extendAhead(state);
      const target = state.ahead.slice(0, KEPT_AHEAD).find((other) => !state.kept.has(other));
      if (target === undefined) return;
      const html = await askQuestion(state, { ahead: String(target) });
      if (html.includes("data-target=")) state.kept.set(target, html);
      else state.ahead = state.ahead.filter((other) => other !== target); // somebody has answered it
    }
  } catch (error) {
    if (!isUnanswered(error)) throw error; // else not now
  }
}

/**
 * Asks which questions come after those whose numbers the page has.
 * @param {JudgingState} state
 */
async function extendAhead(state) {
  const { ahead, hasMore } = await askAhead(state);
  const next = state.ahead.filter((target) => !state.putOff.has(target)); // what was put off comes last
  // answers that came meanwhile, or are on their way, are not in what the server says
  const known = new Set([...next, state.target, ...[...state.answered, ...state.queue.waiting].map((entry) => entry.target)]);
  const more = ahead.filter((target) => !known.has(target));
  state.ahead = [...next, ...more];
  state.hasMore = hasMore && more.length > 0;
}

/**
 * The next question of those that came before, where the server does not answer.
 * @param {JudgingState} state
 * @returns {string | undefined}
 */
export function takeKept(state) {
  const next = state.ahead.find((target) => state.kept.has(target));
  if (next === undefined) return undefined;
  state.ahead = state.ahead.filter((target) => target !== next);
  return state.kept.get(next);
}

/**
 * @param {JudgingState} state
 * @param {boolean} [staysAlive] also when the page is left
 */
export async function keepDraft(state, staysAlive = false) {
  clearTimeout(state.draftTimer);
  if (!state.isDirty || !state.form) return;
  state.isDirty = false;
  const answer = await post(state, "draft", state.fields.filter(([name, value]) => name !== "value" || value), staysAlive);
  if (answer) {
    state.savedAt = Date.now();
    if (!state.queue.waiting.length) showConnection(state, true, 0, 0);
  } else state.isDirty = true; // with the next change, or when the page is left
}
