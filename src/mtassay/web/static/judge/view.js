// What the judging page shows of its state: saved or not, progress, the item at hand, and what is missing.

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
      const answers = waiting === 1 ? "1 answer waits" : `${waiting} answers wait`;
      const isSignedOut = status === 401 || status === 403;
      if (since) since.textContent = isSignedOut ? "Not signed in as this judge." : `Offline since ${state.offlineSince}.`;
      if (words) words.textContent = `${waiting ? answers : "Nothing waits"} on this computer${waiting ? (isSignedOut ? " and will be sent when you have signed in again." : " and will be sent when the server answers.") : "."}`;
    } else state.offlineSince = "";
  }
  if (place) {
    place.hidden = false;
    place.className = `push saved${isReached ? "" : " failed"}`;
    if (!isReached) place.textContent = waiting ? "Not saved, kept here" : "No connection";
    else if (state.savedAt) showSavedAgo(state);
    else place.hidden = true;
  }
}

export function showSaving() {
  const place = part("[data-state]");
  if (!place) return;
  place.hidden = false;
  place.className = "push saved saving";
  place.textContent = "Saving";
}

/** @param {JudgingState} state */
export function showSavedAgo(state) {
  const place = part("[data-state]");
  if (!place || !state.savedAt || place.matches(".failed, .saving")) return;
  const ago = Math.round((Date.now() - state.savedAt) / 1000);
  place.textContent = ago < 2 ? "Saved just now" : ago < 60 ? `Saved ${ago} s ago` : `Saved ${Math.floor(ago / 60)} min ago`;
}

/**
 * @param {JudgingState} state
 * @param {number} target
 * @param {string} mark
 */
export function markBox(state, target, mark) {
  const box = [...state.root.querySelectorAll("[data-box]")].find((one) => (one.getAttribute("data-box") ?? "").split(",").includes(String(target)));
  if (!box) return;
  const isSingle = box.getAttribute("data-box") === String(target);
  if (mark === "now") {
    for (const other of state.root.querySelectorAll(".boxes .now")) {
      other.classList.remove("now");
      other.removeAttribute("aria-current");
    }
    box.classList.add("now");
    box.setAttribute("aria-current", "step");
    return;
  }
  const words = /** @type {Record<string, string>} */ ({ done: "done", open: "open", skip: "put off", flag: "contradicts another" })[mark];
  box.classList.remove("done", "open", "skip", "flag", "part");
  box.classList.add(isSingle ? mark : mark === "flag" ? "flag" : "part");
  if (isSingle) box.setAttribute("aria-label", `${(box.getAttribute("aria-label") ?? "").split(",")[0]}, ${words}`);
}

/** @param {JudgingState} state */
export function showProgress(state) {
  const { done, target, total } = state;
  markBox(state, target, "now");
  const place = part("[data-place]");
  const boxes = [...state.root.querySelectorAll("[data-box]")];
  const number = boxes.length === total ? boxes.findIndex((box) => box.getAttribute("data-box") === String(target)) + 1 : Math.min(done + 1, total);
  if (place) place.textContent = number ? `${number} of ${total}` : "Revisited";
  const bar = part("[data-progress]");
  if (bar instanceof HTMLProgressElement) bar.value = done;
  const left = part("[data-left]");
  if (!left || !state.seconds.length) return;
  const ordered = [...state.seconds].sort((one, other) => one - other);
  const usual = ordered[Math.floor(ordered.length / 2)];
  const minutes = usual * (total - done) / 60;
  const words = minutes < 1 ? "less than a minute left" : `about ${Math.ceil(minutes)} min left`;
  left.textContent = done >= total ? "" : `${words}, ${Math.round(usual)} s each`;
}

/**
 * @param {JudgingState} state
 * @param {number} [item] the one that is at hand from now on
 */
export function showItem(state, item = state.item) {
  const { form, rows } = state;
  state.item = item;
  rows.forEach((row, number) => row.classList.toggle("now", number === item));
  for (const piece of form?.querySelectorAll("[data-item]") ?? []) piece.classList.toggle("now", piece.getAttribute("data-item") === String(item + 1));
  const classed = rows.filter((row) => row.querySelector("input:checked")).length;
  const place = form?.querySelector("[data-classed]");
  if (place) place.textContent = `${classed} of ${rows.length}`;
  state.nearest?.showVerdicts();
}

/**
 * Moves the focus to the item that is at hand.
 * @param {JudgingState} state
 */
export function focusItem(state) {
  const row = state.rows[state.item];
  const choice = row?.querySelector("input:checked") ?? row?.querySelector("input");
  if (choice instanceof HTMLElement) choice.focus();
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
      else if (control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type === "number")) control.value = value;
    }
  }
  showItem(state);
}
