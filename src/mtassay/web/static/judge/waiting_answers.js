// Answers that wait in this browser: every page says how many, and sends those of the judge who is here. The judging page
// has its own words for those that it sends itself.
import { rememberedName } from "./name.js";
import { AnswerQueue, addressOf, keptAnswers as keptOfAll } from "../answering/answer_queue.js";

const SEAT = "/seat"; // its own pages send what waits there, to whom no other page is sent
const ON_ITS_WAY = 5000; // ms in which an answer of another window is no news

const { csrf = "", judge, local } = document.body.dataset;
const own = local === undefined ? judge : rememberedName() || judge;
const judging = document.querySelector("[data-judging]");

const keptAnswers = () => keptOfAll().filter((entry) => entry.base !== SEAT);

/** @type {Map<string, AnswerQueue>} by project */
const queues = new Map();
/** @type {Set<string>} tokens of what the notice spoke of and was sent */
const saved = new Set();
let status = 0;

/** @param {import("../answering/answer_queue.js").Waiting} entry */
const isShownHere = (entry) => judging instanceof HTMLElement && entry.base === judging.dataset.base && entry.judge === judging.dataset.judge;

/** @param {import("../answering/answer_queue.js").Waiting} entry */
const addressOfJudging = (entry) => addressOf(entry.base, entry.query, entry.judge);

/**
 * @param {number} count
 * @param {string} one
 * @param {string} several
 */
const counted = (count, one, several) => `${count} ${count === 1 ? one : several}`;

/**
 * @param {string} fact
 * @param {string} consequence
 * @param {[string, string]} [link]
 */
function line(fact, consequence, link) {
  const [title, rest] = [document.createElement("b"), document.createElement("span")];
  title.textContent = fact;
  rest.textContent = consequence;
  const parts = [title, rest];
  if (link) {
    const anchor = document.createElement("a");
    [anchor.textContent, anchor.href] = link;
    parts.push(anchor);
  }
  return parts;
}

function show() {
  const now = Date.now();
  const kept = keptAnswers().filter((entry) => !isShownHere(entry) && (status || entry.refused || now - entry.at > ON_ITS_WAY));
  const mine = kept.filter((entry) => entry.judge === own);
  const waiting = mine.filter((entry) => !entry.refused);
  const refused = mine.filter((entry) => entry.refused);
  const others = kept.filter((entry) => entry.judge !== own);
  /** @type {HTMLElement[]} */
  const parts = [];
  if (waiting.length) {
    const isSignedOut = status === 401 || status === 403;
    parts.push(...line(`${counted(waiting.length, "answer waits", "answers wait")} on this computer.`, isSignedOut ? "To be sent when you have signed in again." : "To be sent as soon as the server answers."));
  } else if (saved.size) parts.push(...line(`${counted(saved.size, "answer", "answers")} that waited on this computer ${saved.size === 1 ? "is" : "are"} saved.`, ""));
  if (refused.length) parts.push(...line(`${counted(refused.length, "answer was", "answers were")} not saved.`, "Decide what to do with it.", ["Look at it", addressOfJudging(refused[0])]));
  if (others.length) {
    const fact = `${counted(others.length, "answer", "answers")} of ${own === undefined ? "a judge" : "another judge"} ${others.length === 1 ? "waits" : "wait"} on this computer.`;
    if (local === undefined) parts.push(...line(fact, "To be sent when that judge signs in here."));
    else parts.push(...line(fact, "To be sent when somebody judges under that name.", [`Judge as ${others[0].judge}`, addressOfJudging(others[0])]));
  }
  let notice = document.querySelector("[data-waiting-answers]");
  if (!parts.length) {
    notice?.remove();
    return;
  }
  if (!notice) {
    notice = document.createElement("div");
    notice.className = "notice";
    notice.setAttribute("role", "status");
    notice.setAttribute("data-waiting-answers", "");
    document.querySelector(".topbar")?.after(notice);
  }
  notice.replaceChildren(...parts);
}

function send() {
  if (own === undefined) return;
  for (const entry of keptAnswers()) {
    if (entry.judge !== own || entry.refused || isShownHere(entry) || queues.has(entry.base)) continue;
    const queue = new AnswerQueue(entry.base, own, csrf, {
      onSaved: (sent) => { if (document.querySelector("[data-waiting-answers]")) saved.add(sent.token); },
      onRefused: show,
      onState(isReached, waiting, why) {
        status = isReached ? 0 : why;
        show();
      },
    });
    queues.set(entry.base, queue);
    void queue.flush();
  }
}

show();
send();
addEventListener("storage", show); // another window has sent some, or has others
