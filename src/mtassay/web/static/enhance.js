// Forms with data-enhance are sent without leaving the page. The answer is a whole page, as without script:
// its main part takes the place of this one's. A form with data-live is sent whenever it changes, and only
// what is marked data-result is replaced, so that whoever is typing is not disturbed; a button of it that has an
// address of its own sends it as any other form is sent.
import { keepForReturn } from "./again.js";
import { replaceContent, replaceMain } from "./content.js";
import { isLate, isUnanswered } from "./fetch_in_time.js";
import { createNotice } from "./notice.js";

const PATIENCE = 300; // ms before grey bars
const PAUSE = 400; // ms without a change before a live form is sent
const LIMIT = 120_000; // ms for an answer that has to be computed
const LIMIT_WITH_FILES = 900_000; // and for files, which a slow line takes its time for

/** @type {WeakMap<HTMLFormElement, AbortController>} */
const underWay = new WeakMap();
/** @type {WeakMap<HTMLFormElement, number>} */
const timers = new WeakMap();

/**
 * Whether only results are wanted, because somebody is still choosing.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
const isLiveBy = (form, submitter) => form.hasAttribute("data-live") && !submitter?.hasAttribute("formaction");

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @param {FormData} data
 * @returns {Request}
 */
function requestOf(form, submitter, data) {
  const address = new URL(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href, location.href);
  const headers = { "X-Requested-With": "mtassay", Accept: "text/html" };
  const hasFiles = form.enctype === "multipart/form-data";
  const fields = new URLSearchParams();
  if (!hasFiles) for (const [name, value] of data) if (typeof value === "string") fields.append(name, value);
  if (form.method === "get") {
    address.search = fields.toString();
    return new Request(address, { headers });
  }
  return new Request(address, { method: "POST", headers, body: hasFiles ? data : fields });
}

/**
 * Shows that a form is under way until the function that it returns is called.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function showSending(form, submitter) {
  const isLive = isLiveBy(form, submitter);
  const button = isLive ? null : submitter ?? form.querySelector("button[type=submit], button:not([type])");
  const label = button ? [...button.childNodes] : [];
  form.setAttribute("aria-busy", "true");
  if (button) {
    button.replaceChildren("Sending");
    button.setAttribute("aria-disabled", "true");
  }
  /** @type {Element[]} */
  const bars = [];
  const results = [...document.querySelectorAll("main [data-result]")];
  const timer = setTimeout(() => {
    for (const result of results) {
      result.setAttribute("aria-busy", "true");
      if (result.childElementCount || result instanceof HTMLSpanElement) continue; // within a line bars would move it
      for (const length of ["short", "long", "long"]) {
        const bar = document.createElement("span");
        bar.className = `skel ${length}`;
        bars.push(bar);
        result.append(bar);
      }
    }
  }, PATIENCE);
  return () => {
    clearTimeout(timer);
    form.removeAttribute("aria-busy");
    for (const result of results) result.removeAttribute("aria-busy");
    for (const bar of bars) bar.remove();
    if (!button) return;
    button.replaceChildren(...label);
    button.removeAttribute("aria-disabled");
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {Element | null} notice none takes away the one that is there
 * @param {boolean} isLive whoever is choosing keeps the focus
 */
function showProblem(form, notice, isLive) {
  let place = form.querySelector("[data-problem]");
  if (!place) {
    if (!notice) return;
    place = document.createElement("div");
    place.setAttribute("data-problem", "");
    form.append(place);
  }
  place.replaceChildren(...(notice ? [document.adoptNode(notice)] : []));
  if (notice instanceof HTMLElement && !isLive) {
    notice.tabIndex = -1;
    notice.focus();
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Response} response
 * @param {Document} page
 * @param {boolean} isLive
 */
function showAnswer(form, response, page, isLive) {
  if (!response.ok) {
    const unknown = createNotice(`The server answered ${response.status}.`, "Nothing was changed by this page. Try again, or reload it.");
    showProblem(form, page.querySelector(".notice") ?? unknown, isLive);
    return;
  }
  showProblem(form, null, isLive);
  const isGet = form.method === "get";
  if (isLive) {
    const focused = document.activeElement?.id;
    const fresh = [...page.querySelectorAll("main [data-result]")];
    document.querySelectorAll("main [data-result]").forEach((old, index) => {
      if (fresh[index]) replaceContent(old, fresh[index]);
    });
    // a control that was replaced with the results is still the one that somebody uses
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
    if (isGet) history.replaceState(null, "", response.url);
    return;
  }
  if (!replaceMain(page)) {
    location.assign(response.url);
    return;
  }
  if (response.redirected || isGet) history.pushState(null, "", response.url);
  scrollTo({ top: 0 });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function send(form, submitter) {
  underWay.get(form)?.abort(); // the older answer is of no use any more
  const controller = new AbortController();
  underWay.set(form, controller);
  const data = new FormData(form, submitter);
  const request = requestOf(form, submitter, data);
  const stopShowing = showSending(form, submitter);
  const isLive = isLiveBy(form, submitter);
  const limit = form.enctype === "multipart/form-data" ? LIMIT_WITH_FILES : LIMIT;
  const timer = setTimeout(() => controller.abort(new DOMException("no answer", "TimeoutError")), limit);
  try {
    const response = await fetch(request, { signal: controller.signal });
    const text = await response.text();
    if (controller.signal.aborted) return;
    stopShowing();
    if (response.ok && !response.redirected) keepForReturn(form, data);
    showAnswer(form, response, new DOMParser().parseFromString(text, "text/html"), isLive);
  } catch (error) {
    stopShowing();
    if (controller.signal.aborted && !isLate(error)) return;
    if (!isUnanswered(error)) throw error;
    const again = () => form.requestSubmit(submitter);
    const notice = isLate(error) && form.method !== "get"
      ? createNotice("No answer.", "The server took this and does not answer. It may have been done: look in another window before you send it again.", "Send again", again)
      : createNotice("Not sent.", "The server does not answer. What you entered is still here.", "Try now", again);
    showProblem(form, notice, isLive);
  } finally {
    clearTimeout(timer);
    if (underWay.get(form) === controller) underWay.delete(form);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-enhance") || event.defaultPrevented) return;
  if (event.submitter?.hasAttribute("data-plain")) return; // its answer is a file
  event.preventDefault();
  // a second click sends nothing twice
  if (event.submitter?.getAttribute("aria-disabled") === "true" || (underWay.has(form) && !form.hasAttribute("data-live"))) return;
  clearTimeout(timers.get(form));
  void send(form, event.submitter);
});

/**
 * Whether a field differs from what the server sent.
 * @param {Element} field
 */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return field.selectedOptions[0] !== (options.findLast((option) => option.defaultSelected) ?? options[0]);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === "file") return false;
  return ["radio", "checkbox"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** @param {Event} event */
function sendLater(event) {
  const form = event.target instanceof Element ? event.target.closest("form") : null;
  if (!form?.hasAttribute("data-live")) return;
  clearTimeout(timers.get(form));
  timers.set(form, setTimeout(() => form.requestSubmit(), PAUSE));
}
document.addEventListener("input", sendLater);
document.addEventListener("change", sendLater);
// what somebody typed or chose before this script had come is sent too
for (const field of document.querySelectorAll("form[data-live] :is(input:not([type=hidden]), select, textarea)")) {
  if (isChanged(field)) field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
  const form = event.target instanceof Element ? event.target.closest("form") : null;
  if (!form) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector("button.primary[type=submit]"));
});

// what a page held before it was replaced is not kept: the server has it
addEventListener("popstate", () => location.reload());
