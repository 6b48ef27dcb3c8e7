// Answers on their way to the server: kept in this browser until the server has them, and sent in their order.
// The server knows an answer by its token, so that sending it again adds nothing.

import { fetchInTime, isUnanswered } from "../fetch_in_time.js";
import { PREFIX } from "./kept_answers.js";

/**
 * @typedef {{ token: string, base: string, query: string, judge: string, target: number, fields: [string, string][] }} Answer
 * @typedef {{ title: string, message: string, details?: Record<string, any> }} Problem
 * @typedef {Answer & { at: number, refused: { problem: Problem, status: number } | null }} Waiting
 * @typedef {{ target: number, judgment: number, revision: number, is_new: boolean }} Saved `judgment` is the number of the answer
 */

const LAST = "mtassay-last-answer"; // which question this window has sent the last answer to
const SHORTEST = 1000; // ms before the next attempt
const LONGEST = 15_000;
const AGAIN = [401, 403, 408, 429]; // what another attempt may change, like all that is the server's fault

/** @type {Map<string, Waiting>} what this browser has no room for, or is told not to keep: as long as the page is open */
const unkept = new Map();

/** @returns {Waiting[]} of all judges and projects, the oldest first */
export function keptAnswers() {
  const found = [...unkept.values()];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX) || unkept.has(name.slice(PREFIX.length))) continue;
      const text = localStorage.getItem(name);
      if (text) found.push(JSON.parse(text)); // else another window has just sent it
    }
  } catch {
    // switched off
  }
  return found.sort((one, other) => one.at - other.at);
}

/** @param {Waiting} entry */
function keep(entry) {
  try {
    localStorage.setItem(PREFIX + entry.token, JSON.stringify(entry));
    unkept.delete(entry.token);
  } catch {
    unkept.set(entry.token, entry);
  }
}

/** @returns {string} */
export function newToken() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The address of a route of judging, with the name of the judge: an answer must not be taken for somebody else's.
 * @param {string} base
 * @param {string} query
 * @param {string} judge
 * @param {Record<string, string>} [more]
 */
export function addressOf(base, query, judge, more = {}) {
  const fields = new URLSearchParams(query);
  fields.set("judge", judge);
  for (const [name, value] of Object.entries(more)) fields.set(name, value);
  return `${base}?${fields}`;
}

/** @param {Pick<Answer, "base" | "query" | "judge" | "target">} question */
const nameOf = (question) => [question.base, question.query, question.judge, question.target].join(" ");

/** @param {string} name */
function rememberLast(name) {
  try {
    sessionStorage.setItem(LAST, name);
  } catch {
    // switched off
  }
}

/**
 * Whether the last answer of this window was to this question: a page that asks it again was made before the answer
 * arrived, from the page that was left. Says so once.
 * @param {Pick<Answer, "base" | "query" | "judge" | "target">} question
 */
export function isJustAnswered(question) {
  try {
    const isSame = sessionStorage.getItem(LAST) === nameOf(question);
    sessionStorage.removeItem(LAST);
    return isSame;
  } catch {
    return false; // switched off
  }
}

export class AnswerQueue {
  /**
   * @param {string} base
   * @param {string} judge
   * @param {string} csrf
   * @param {{ onSaved: (entry: Waiting, saved: Saved) => void, onRefused: (entry: Waiting, problem: Problem, status: number) => void, onState: (isReached: boolean, waiting: number, status: number) => void }} tell
   */
  constructor(base, judge, csrf, tell) {
    this.base = base;
    this.judge = judge;
    this.csrf = csrf;
    this.tell = tell;
    this.pause = SHORTEST;
    /** @type {Promise<boolean> | null} */
    this.underWay = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    addEventListener("online", () => void this.flush());
  }

  /** What is kept of this judge in this project; the rest is for other pages. */
  get kept() {
    return keptAnswers().filter((entry) => entry.base === this.base && entry.judge === this.judge);
  }

  get waiting() {
    return this.kept.filter((entry) => entry.refused === null);
  }

  /** What the server will not take: kept until the judge has seen it and said what becomes of it. */
  get refused() {
    return this.kept.filter((entry) => entry.refused !== null);
  }

  /** @param {Answer} answer */
  add(answer) {
    const last = keptAnswers().at(-1)?.at ?? 0;
    keep({ ...answer, at: Math.max(Date.now(), last + 1), refused: null });
  }

  /** @param {string} token */
  remove(token) {
    unkept.delete(token);
    try {
      localStorage.removeItem(PREFIX + token);
    } catch {
      // switched off
    }
  }

  /**
   * Sends all that waits.
   * @returns {Promise<boolean>} whether all of it has arrived
   */
  flush() {
    this.underWay ??= this.sendAll().finally(() => { this.underWay = null; });
    return this.underWay;
  }

  async sendAll() {
    clearTimeout(this.timer);
    for (let entry = this.waiting[0]; entry; entry = this.waiting[0]) {
      const status = await this.send(entry);
      if (status) {
        this.tell.onState(false, this.waiting.length, status);
        this.timer = setTimeout(() => void this.flush(), this.pause);
        this.pause = Math.min(2 * this.pause, LONGEST);
        return false;
      }
    }
    this.pause = SHORTEST;
    this.tell.onState(true, 0, 0);
    return true;
  }

  /**
   * @param {Waiting} entry
   * @returns {Promise<number>} 0 where the server has answered for good; else why it has not
   */
  async send(entry) {
    /** @type {Response} */
    let response;
    try {
      response = await this.post(entry);
      if (response.status === 403 && await this.renew()) response = await this.post(entry);
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      return -1;
    }
    if (AGAIN.includes(response.status) || response.status >= 500) return response.status;
    const answer = await response.json().catch(() => null);
    // not from our server: from one in between, which asks for a fee or is out of order
    if (response.ok ? !answer?.judgment : !answer?.error) return response.status;
    if (response.ok) {
      this.remove(entry.token);
      rememberLast(nameOf(entry));
      this.tell.onSaved(entry, answer);
    } else {
      const refused = { problem: answer.error, status: response.status };
      // unless it was taken back meanwhile, or in another window
      if (this.kept.some((one) => one.token === entry.token)) keep({ ...entry, refused });
      this.tell.onRefused(entry, answer.error, response.status);
    }
    return 0;
  }

  /** @param {Answer} entry */
  post(entry) {
    return fetchInTime(addressOf(`${entry.base}/answer`, entry.query, entry.judge), {
      method: "POST",
      headers: { "X-CSRF-Token": this.csrf, "X-Requested-With": "mtassay", Accept: "application/json" },
      body: new URLSearchParams(entry.fields),
    });
  }

  /** A page that was opened before somebody signed in again has an old token; the same page has the new one. */
  async renew() {
    const response = await fetchInTime(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const { csrf, judge, local } = page.body.dataset;
    if (!csrf || (local === undefined && judge !== this.judge)) return false;
    const isNew = csrf !== this.csrf;
    this.csrf = csrf;
    return isNew;
  }
}
