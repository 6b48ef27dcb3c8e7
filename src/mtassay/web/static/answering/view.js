// What a judging page shows of its state: saved or not, progress, and what is missing.
import { say } from "./words.js";

/** @typedef {import("./state.js").JudgingState} JudgingState */

/** @param {string} selector */
export function part(selector) {
  const element = document.querySelector(selector);
  return element instanceof HTMLElement ? element : null;
}

/**
 * @param {JudgingState} state
 * @param {string} words
 */
export function showReason(state, words) {
  const place = state.form?.querySelector("[data-reason]");
  if (place) place.textContent = words;
}

/**
 * @param {JudgingState} state
 * @param {boolean} isReached
 * @param {number} waiting
 * @param {number} status
 */
export function showConnection(state, isReached, waiting, status) {
  const bar = part("[data-offline]");
  const place = part("[data-state]");
  if (bar) {
    bar.hidden = isReached;
    if (!isReached) {
      state.offlineSince ||= new Date().toTimeString().slice(0, 5);
      const since = bar.querySelector("[data-offline-since]");
      const words = bar.querySelector("[data-offline-words]");
      const isSignedOut = status === 401 || status === 403;
      if (since) since.textContent = isSignedOut ? say("script.signed-out") : say("script.offline-since", { time: state.offlineSince });
      if (words) words.textContent = waiting ? say(isSignedOut ? "script.wait-for-sign-in" : "script.wait-for-server", { n: waiting }) : say("script.nothing-waits");
    } else state.offlineSince = "";
  }
  if (place) {
    place.hidden = false;
    place.className = `push saved${isReached ? "" : " failed"}`;
    if (!isReached) place.textContent = say(waiting ? "script.not-saved" : "script.no-connection");
    else if (state.savedAt) showSavedAgo(state);
    else place.hidden = true;
  }
}

export function showSaving() {
  const place = part("[data-state]");
  if (!place) return;
  place.hidden = false;
  place.className = "push saved saving";
  place.textContent = say("script.saving");
}

/** @param {JudgingState} state */
export function showSavedAgo(state) {
  const place = part("[data-state]");
  if (!place || !state.savedAt || place.matches(".failed, .saving")) return;
  const ago = Math.round((Date.now() - state.savedAt) / 1000);
  place.textContent = ago < 2 ? say("script.saved-now") : ago < 60 ? say("script.saved-seconds", { n: ago }) : say("script.saved-minutes", { n: Math.floor(ago / 60) });
}

/**
 * @param {JudgingState} state
 * @param {number} target
 * @param {string} mark
 */
export function markBox(state, target, mark) {
  const box = [...state.root.querySelectorAll("[data-box]")].find((one) => (one.getAttribute("data-box") ?? "").split(",").includes(String(target)));
  if (!box) return;
  const targets = (box.getAttribute("data-box") ?? "").split(",");
  const isSingle = targets.length === 1;
  if (mark === "now") {
    for (const other of state.root.querySelectorAll(".boxes .now")) {
      other.classList.remove("now");
      other.removeAttribute("aria-current");
    }
    box.classList.add("now");
    box.setAttribute("aria-current", "step");
    return;
  }
  box.classList.remove("done", "open", "skip", "flag", "part");
  box.classList.add(isSingle || mark === "flag" ? mark : stateOfSeveral(box, target, mark));
  if (isSingle) box.setAttribute("aria-label", `${(box.getAttribute("aria-label") ?? "").split(",")[0]}, ${say(`script.box-${mark}`)}`);
}

/**
 * What a box shows that stands for several questions; all that is known of some is that they are begun.
 * @param {Element} box
 * @param {number} target
 * @param {string} mark
 */
function stateOfSeveral(box, target, mark) {
  const told = box.getAttribute("data-open");
  if (told === null) return "part";
  const open = new Set(told.split(",").filter(Boolean));
  if (mark === "done") open.delete(String(target));
  else open.add(String(target));
  box.setAttribute("data-open", [...open].join());
  if (mark === "skip") return mark;
  return open.size === 0 ? "done" : open.size === box.getAttribute("data-box")?.split(",").length ? "open" : "part";
}

/** @param {JudgingState} state */
export function showProgress(state) {
  const { done, form, target, total } = state;
  markBox(state, target, "now");
  const place = part("[data-place]");
  const boxes = [...state.root.querySelectorAll("[data-box]")];
  const number = boxes.length === total ? boxes.findIndex((box) => box.getAttribute("data-box") === String(target)) + 1 : Math.min(done + 1, total);
  if (place) place.textContent = form?.dataset.where ?? (number ? say("script.place", { number, total }) : say("script.revisited"));
  const bar = part("[data-progress]");
  if (bar instanceof HTMLProgressElement) bar.value = done;
  const left = part("[data-left]");
  if (!left || !state.seconds.length) return;
  const ordered = [...state.seconds].sort((one, other) => one - other);
  const usual = ordered[Math.floor(ordered.length / 2)];
  const minutes = usual * (total - done) / 60;
  const words = minutes < 1 ? say("script.nearly-done") : say("script.minutes-left", { n: Math.ceil(minutes) });
  left.textContent = done >= total ? "" : say("script.left", { words, seconds: Math.round(usual) });
}

/**
 * Puts what was chosen into the form, where the server does not know it.
 * @param {JudgingState} state
 * @param {[string, string][]} fields
 */
export function fill(state, fields) {
  for (const [name, value] of fields) {
    for (const control of state.form?.querySelectorAll(`[name="${CSS.escape(name)}"]`) ?? []) {
      if (control instanceof HTMLInputElement && control.type === "radio") control.checked = Number(control.value) === Number(value) || control.value === value;
      else if (control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && (control.type === "number" || control.matches("[data-count], [data-seconds]")))) control.value = value;
    }
  }
  state.asking.changed(state);
}
