// What the judging page knows while somebody judges: the question that is shown, those ahead, and the answers of this page.
import { JudgingClock } from "./clock.js";

/** @typedef {import("./answer_queue.js").AnswerQueue} AnswerQueue */

export class JudgingState {
  /**
   * @param {HTMLElement} root
   * @param {(state: JudgingState) => AnswerQueue} createQueue
   */
  constructor(root, createQueue) {
    this.root = root;
    this.base = root.dataset.base ?? "";
    this.query = root.dataset.query ?? "";
    this.judge = root.dataset.judge ?? "";
    this.clock = new JudgingClock(Number(root.dataset.longestPause));
    /** @type {number[]} */
    this.ahead = (root.dataset.ahead ?? "").split(",").filter(Boolean).map(Number);
    /** @type {Map<number, string>} questions as they came, for when the connection is lost and for going back */
    this.kept = new Map();
    this.done = Number(root.dataset.done);
    this.total = Number(root.dataset.total);
    const minutes = root.dataset.minutes;
    this.seconds = minutes && this.total > this.done ? [Number(minutes) * 60 / (this.total - this.done)] : [];
    /** @type {HTMLFormElement | null} */
    this.form = null;
    /** @type {ReturnType<typeof import("./nearest.js").compareNearest> | null} */
    this.nearest = null;
    /** keys that answer, as the protocol has them */
    this.answerKeys = (root.dataset.answerKeys ?? "").split(" ");
    this.item = 0;
    this.warned = false;
    this.isDirty = false;
    this.isMoving = false;
    this.isLeaving = false;
    /** @type {string[]} keys while the next question is on its way */
    this.pressed = [];
    /** @type {number | undefined} */
    this.draftTimer = undefined;
    this.savedAt = 0;
    this.offlineSince = "";
    /** @type {{ revision: number, target: number }[]} answers of this page, for undoing */
    this.answered = [];
    this.lastJudgment = 0;
    this.queue = createQueue(this);
  }

  /** The rows of information items of the question that is shown. */
  get rows() {
    return [...(this.form?.querySelectorAll("[data-item-row]") ?? [])];
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
