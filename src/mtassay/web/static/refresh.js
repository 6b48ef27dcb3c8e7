// Parts with data-refresh are asked for again every so many seconds, while somebody can see the page. A part where
// somebody is at work, by the focus, by what was typed or opened, is left alone until it is not.
import { replaceContent } from "./content.js";
import { fetchInTime, isUnanswered } from "./fetch_in_time.js";

const LONGEST_WAIT = 60_000; // ms between questions where the server is away

/** @param {Element} part */
function isAtWork(part) {
  if (part.contains(document.activeElement) && document.activeElement !== part) return true;
  if (part.querySelector("details[open]")) return true;
  return [...part.querySelectorAll("input[type=text], textarea")]
    .some((field) => (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue);
}

/** @param {Document} page */
function takeParts(page) {
  for (const part of document.querySelectorAll("[data-refresh]")) {
    const fresh = page.getElementById(part.id);
    if (!fresh || isAtWork(part) || fresh.isEqualNode(part)) continue;
    const hadFocus = part === document.activeElement;
    const scrolled = part.scrollLeft;
    const next = replaceContent(part, fresh);
    next.scrollLeft = scrolled;
    if (hadFocus && next instanceof HTMLElement) next.focus();
  }
}

/** @param {number} wait */
async function askAgain(wait) {
  const part = document.querySelector("[data-refresh]");
  const pause = 1000 * Number(part instanceof HTMLElement ? part.dataset.refresh : 5);
  let next = pause;
  if (part && !document.hidden) {
    try {
      const address = location.href;
      const response = await fetchInTime(address, { headers: { "X-Requested-With": "mtassay", Accept: "text/html" } });
      if (response.status >= 500) next = Math.min(2 * wait, LONGEST_WAIT);
      else if (response.ok && address === location.href) takeParts(new DOMParser().parseFromString(await response.text(), "text/html"));
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      next = Math.min(2 * wait, LONGEST_WAIT);
    }
  }
  setTimeout(() => void askAgain(next), next);
}

setTimeout(() => void askAgain(5000), 5000);
