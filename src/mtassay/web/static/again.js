// Back and Reload. What answers a form with data-again has no address of its own, so that what was sent is kept with
// this entry of the browser's history, and is sent again when somebody comes back to it. Only for forms that change
// nothing; nothing is kept by the server, and the browser forgets it with the window.
import { replaceMain } from "./content.js";

const TOKEN = "csrf";
const LIMIT = 120_000; // ms: it is computed anew

/**
 * @param {HTMLFormElement} form
 * @param {FormData} data what was sent and answered
 */
export function keepForReturn(form, data) {
  if (!form.hasAttribute("data-again")) return;
  const fields = [...data].filter(([name, value]) => name !== TOKEN && typeof value === "string");
  try {
    history.replaceState({ action: form.getAttribute("action"), fields }, "");
  } catch {
    // more than the browser keeps: whoever comes back finds the page as it was at first
  }
}

/** Whether somebody comes back; a link to the page that is open keeps what it held too, and should begin anew. */
function isReturn() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
}

async function showAgain() {
  const kept = /** @type {{ action?: string, fields?: string[][] } | null} */ (history.state);
  const form = [...document.querySelectorAll("form[data-again]")].find((one) => one.getAttribute("action") === kept?.action);
  if (!(form instanceof HTMLFormElement) || !kept?.fields || !isReturn()) return;
  const body = new URLSearchParams(kept.fields);
  body.set(TOKEN, String(new FormData(form).get(TOKEN)));
  const headers = { "X-Requested-With": "mtassay", Accept: "text/html" };
  const response = await fetch(form.action, { method: "POST", headers, body, signal: AbortSignal.timeout(LIMIT) });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (document.contains(form)) replaceMain(page);
}

// the page is whole without it, so that nobody needs to know why it failed
showAgain().catch(() => undefined);
