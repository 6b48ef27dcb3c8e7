// What the judging page asks the server for, and tells it beside answers, which answer_queue.js sends.
import { fetchInTime, isUnanswered } from "../fetch_in_time.js";
import { addressOf } from "./answer_queue.js";
import { numbersIn } from "./state.js";
import { showReason } from "./view.js";

/** @typedef {import("./state.js").JudgingState} JudgingState */

/**
 * A question, as HTML.
 * @param {JudgingState} state
 * @param {Record<string, string>} more
 */
export async function askQuestion(state, more) {
  const address = addressOf(`${state.base}/question`, state.query, state.judge, more);
  const response = await fetchInTime(address, { headers: { "X-Requested-With": "mtassay", Accept: "text/html" } });
  if (!response.ok) throw new TypeError(`the server answered ${response.status}`);
  return response.text();
}

/**
 * The numbers of the questions behind the one that is shown, and whether there are more of them.
 * @param {JudgingState} state
 * @returns {Promise<{ ahead: number[], hasMore: boolean }>}
 */
export async function askAhead(state) {
  const at = state.target ? { at: String(state.target) } : {};
  const response = await fetchInTime(addressOf(state.base, state.query, state.judge, at), { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const root = page.querySelector("[data-judging]");
  if (!response.ok || !(root instanceof HTMLElement)) throw new TypeError(`the server answered ${response.status}`);
  return { ahead: numbersIn(root.dataset.ahead), hasMore: root.dataset.more === "yes" };
}

/**
 * @param {JudgingState} state
 * @param {string} what
 * @param {Record<string, string> | [string, string][]} fields
 * @param {boolean} [staysAlive] also when the page is left
 * @returns {Promise<any>} what came of it; null where it is refused, nothing where the server does not answer
 */
export async function post(state, what, fields, staysAlive = false) {
  try {
    const response = await fetchInTime(addressOf(`${state.base}/${what}`, state.query, state.judge), {
      method: "POST",
      keepalive: staysAlive,
      headers: { "X-CSRF-Token": state.queue.csrf, "X-Requested-With": "mtassay", Accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    const answer = await response.json();
    if (!response.ok) {
      showReason(state, answer.error?.message ?? "");
      return response.status < 500 ? null : undefined;
    }
    return answer;
  } catch (error) {
    if (!(isUnanswered(error) || error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
