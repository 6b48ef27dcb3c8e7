// Elements with data-job ask the page of their job until it no longer has one: then the work is over.
import { onContent, replaceContent, replaceMain } from "./content.js";
import { fetchInTime, isUnanswered } from "./fetch_in_time.js";

const SHORTEST = 700; // ms between questions; longer where the server is away
const LONGEST = 10_000;

/** @type {Map<string, { moment: number, done: number }>} when and where each job was first seen */
const firstSeen = new Map();

/**
 * @param {number} seconds
 * @returns {string}
 */
function writeLeft(seconds) {
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} s left`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${Math.round(seconds / 3600)} h left`;
}

/** @param {HTMLElement} job */
function estimate(job) {
  const place = job.querySelector("[data-left]");
  const done = Number(job.dataset.done);
  const total = Number(job.dataset.total || NaN);
  const address = job.dataset.job ?? "";
  const first = firstSeen.get(address);
  if (!first) firstSeen.set(address, { moment: performance.now(), done });
  else if (place && done > first.done && total >= done) {
    const rate = (done - first.done) / (performance.now() - first.moment);
    place.textContent = writeLeft((total - done) / rate / 1000);
  }
}

/**
 * @param {HTMLElement} job
 * @param {number} pause
 */
async function ask(job, pause) {
  if (!job.isConnected) return;
  try {
    const response = await fetchInTime(job.dataset.job ?? "", { headers: { "X-Requested-With": "mtassay", Accept: "text/html" } });
    if (!response.ok && response.status >= 500) throw new TypeError("not now");
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!job.isConnected) return;
    const fresh = [...page.querySelectorAll("[data-job]")].find((one) => one instanceof HTMLElement && one.dataset.job === job.dataset.job);
    if (!fresh) {
      firstSeen.delete(job.dataset.job ?? "");
      if (!replaceMain(page)) location.reload();
      else if (response.url) history.replaceState(null, "", response.url);
      return;
    }
    // the one who is about to press Cancel keeps the focus
    const hadFocus = job.contains(document.activeElement);
    const next = replaceContent(job, fresh); // onContent goes on from here
    if (hadFocus) next.querySelector("button")?.focus();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const place = job.querySelector("[data-left]");
    if (place) place.textContent = "The server does not answer; asking again";
    setTimeout(() => void ask(job, Math.min(2 * pause, LONGEST)), pause);
  }
}

onContent((root) => {
  const jobs = [...root.querySelectorAll("[data-job]")];
  if (root instanceof HTMLElement && root.dataset.job) jobs.push(root);
  for (const job of jobs) {
    if (!(job instanceof HTMLElement)) continue;
    estimate(job);
    setTimeout(() => void ask(job, SHORTEST), SHORTEST);
  }
});
