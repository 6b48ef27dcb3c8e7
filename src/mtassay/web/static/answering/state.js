// What a judging page knows while somebody judges: the question that is shown, those ahead, and the answers of this page.
import { JudgingClock } from "./clock.js";

/**
 * @typedef {import("./answer_queue.js").AnswerQueue} AnswerQueue
 * @typedef {import("./answer_queue.js").Waiting} Waiting
 * @typedef {import("./answer_queue.js").Problem} Problem
 */

/**
 * What one page asks in another way than others do: its form, its keys, its words for an answer.
 * @typedef {object} Asking
 * @property {(state: JudgingState, form: HTMLFormElement | null) => void} prepare begins with the question that is on the page
 * @property {(state: JudgingState, form: HTMLFormElement) => string} missing what is missing, where the focus goes then; else empty
 * @property {(state: JudgingState, form: HTMLFormElement, event: KeyboardEvent) => boolean} press a key; whether it meant anything
 * @property {(state: JudgingState) => void} changed after something was chosen, or filled in
 * @property {(state: JudgingState, event: MouseEvent) => boolean} click whether a click is done with
 * @property {(entry: Waiting, problem: Problem) => { mine: string, theirs: string | null, version: number }} versions both answers of a
 *   conflict in words; `theirs` is null where nothing is stored
 * @property {(state: JudgingState, entry: Waiting, problem: Problem) => boolean} settle whether a refused answer needs no decision
 * @property {(state: JudgingState, target: number) => number[]} together the questions ahead that are put off with one
 * @property {(state: JudgingState, more: Record<string, string>) => string} address of the page itself
 */

/** @param {string | undefined} text numbers with commas between */
export const numbersIn = (text) => (text ?? "").split(",").filter(Boolean).map(Number);

export class JudgingState {
  /**
   * @param {HTMLElement} root
   * @param {Asking} asking
   * @param {(state: JudgingState) => AnswerQueue} createQueue
   */
  constructor(root, asking, createQueue) {
    this.root = root;
    this.asking = asking;
    this.base = root.dataset.base ?? "";
    this.query = root.dataset.query ?? "";
    this.judge = root.dataset.judge ?? "";
    this.clock = new JudgingClock(Number(root.dataset.longestPause));
    /** @type {number[]} */
    this.ahead = numbersIn(root.dataset.ahead);
    /** @type {Map<number, string>} questions as they came, for when the connection is lost and for going back */
    this.kept = new Map();
    /** @type {Set<number>} questions that were put off from this page */
    this.putOff = new Set();
    /** whether the server has more questions than it has told the numbers of */
    this.hasMore = root.dataset.more === "yes";
    /** @type {Promise<void> | null} questions on their way, for when the connection is lost */
    this.keeping = null;
    this.done = Number(root.dataset.done);
    this.total = Number(root.dataset.total);
    const minutes = root.dataset.minutes;
    this.seconds = minutes && this.total > this.done ? [Number(minutes) * 60 / (this.total - this.done)] : [];
    /** @type {HTMLFormElement | null} */
    this.form = null;
    /** keys that answer, as the protocol has them */
    this.answerKeys = (root.dataset.answerKeys ?? "").split(" ");
    this.isDirty = false;
    this.isMoving = false;
    this.isLeaving = false;
    /** @type {string[]} keys while the next question is on its way */
    this.pressed = [];
    /** @type {number | undefined} */
    this.draftTimer = undefined;
    this.savedAt = 0;
    /** @type {number | undefined} the next attempt to get a question, where none came */
    this.askTimer = undefined;
    this.askPause = 0;
    this.offlineSince = "";
    /** @type {{ revision: number, target: number }[]} answers of this page, for undoing */
    this.answered = [];
    this.lastJudgment = 0;
    this.queue = createQueue(this);
  }

  get target() {
    return Number(this.form?.dataset.target);
  }

  /**
   * What the form holds, with the seconds that the judge has looked at it.
   * @returns {[string, string][]}
   */
  get fields() {
    /** @type {[string, string][]} */
    const fields = [];
    if (!this.form) return fields;
    for (const [name, value] of new FormData(this.form)) {
      if (typeof value !== "string" || name === "csrf" || name === "token") continue;
      fields.push([name, name === "seconds" ? this.clock.read() : value]);
    }
    return fields;
  }
}
