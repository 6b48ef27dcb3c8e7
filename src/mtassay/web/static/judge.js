// The judging page by keyboard, without leaving it. Without script it is a form, and one page for each question.
import { replaceContent } from "./content.js";
import { JudgingClock } from "./judge_clock.js";
import { goToRememberedName } from "./judge_name.js";
import { compareNearest } from "./judge_nearest.js";
import { fetchInTime, isUnanswered } from "./fetch_in_time.js";
import { AnswerQueue, addressOf, isJustAnswered, newToken } from "./judge_queue.js";
import { isField, showLegend } from "./keys.js";

const DRAFT_PAUSE = 2000; // ms between a change and its draft
const KEPT_AHEAD = 5; // questions for when the connection is lost
const PATIENCE = 3000; // ms that a judge waits for an answer to arrive

const found = document.querySelector("[data-judging]");
if (found instanceof HTMLElement && !goToRememberedName()) begin(found);

/** @param {HTMLElement} root */
function begin(root) {
  const base = root.dataset.base ?? "";
  const query = root.dataset.query ?? "";
  const judge = root.dataset.judge ?? "";
  const clock = new JudgingClock(Number(root.dataset.longestPause));
  /** @type {number[]} */
  let ahead = (root.dataset.ahead ?? "").split(",").filter(Boolean).map(Number);
  /** @type {Map<number, string>} questions as they came, for when the connection is lost and for going back */
  const kept = new Map();
  let done = Number(root.dataset.done);
  const total = Number(root.dataset.total);
  const seconds = root.dataset.minutes && total > done ? [Number(root.dataset.minutes) * 60 / (total - done)] : [];
  /** @type {HTMLFormElement | null} */
  let form = null;
  /** @type {ReturnType<typeof compareNearest> | null} */
  let nearest = null;
  let item = 0;
  let warned = false;
  let isDirty = false;
  let isMoving = false;
  let isLeaving = false;
  /** @type {string[]} keys while the next question is on its way */
  const pressed = [];
  /** @type {number | undefined} */
  let draftTimer;
  let savedAt = 0;
  let offlineSince = "";
  /** @type {{ revision: number, target: number }[]} answers of this page, for undoing */
  const answered = [];
  let lastJudgment = 0;

  const queue = new AnswerQueue(base, judge, root.dataset.csrf ?? "", {
    onSaved(entry, saved) {
      answered.push({ revision: saved.revision, target: saved.target });
      lastJudgment = saved.judgment;
      savedAt = Date.now();
    },
    onRefused(entry, problem, status) { showConflict(entry, problem, status); },
    onState: showState,
  });

  // -- what is shown

  /** @param {string} selector */
  const part = (selector) => {
    const element = document.querySelector(selector);
    return element instanceof HTMLElement ? element : null;
  };

  const rows = () => [...(form?.querySelectorAll("[data-item-row]") ?? [])];

  /** @param {string} words */
  function reason(words) {
    const place = form?.querySelector("[data-reason]");
    if (place) place.textContent = words;
  }

  /**
   * @param {boolean} isReached
   * @param {number} waiting
   * @param {number} status
   */
  function showState(isReached, waiting, status) {
    const bar = part("[data-offline]");
    const state = part("[data-state]");
    if (bar) {
      bar.hidden = isReached;
      if (!isReached) {
        offlineSince ||= new Date().toTimeString().slice(0, 5);
        const since = bar.querySelector("[data-offline-since]");
        const words = bar.querySelector("[data-offline-words]");
        const answers = waiting === 1 ? "1 answer waits" : `${waiting} answers wait`;
        const isSignedOut = status === 401 || status === 403;
        if (since) since.textContent = isSignedOut ? "Not signed in as this judge." : `Offline since ${offlineSince}.`;
        if (words) words.textContent = `${waiting ? answers : "Nothing waits"} on this computer${waiting ? (isSignedOut ? " and will be sent when you have signed in again." : " and will be sent when the server answers.") : "."}`;
      } else offlineSince = "";
    }
    if (state) {
      state.hidden = false;
      state.className = `push saved${isReached ? "" : " failed"}`;
      if (!isReached) state.textContent = "Not saved, kept here";
      else tick();
    }
  }

  function showSaving() {
    const state = part("[data-state]");
    if (!state) return;
    state.hidden = false;
    state.className = "push saved saving";
    state.textContent = "Saving";
  }

  function tick() {
    const state = part("[data-state]");
    if (!state || !savedAt || state.matches(".failed, .saving")) return;
    const ago = Math.round((Date.now() - savedAt) / 1000);
    state.textContent = ago < 2 ? "Saved just now" : ago < 60 ? `Saved ${ago} s ago` : `Saved ${Math.floor(ago / 60)} min ago`;
  }

  /**
   * @param {number} target
   * @param {string} state
   */
  function markBox(target, state) {
    const box = [...root.querySelectorAll("[data-box]")].find((one) => (one.getAttribute("data-box") ?? "").split(",").includes(String(target)));
    if (!box) return;
    const isSingle = box.getAttribute("data-box") === String(target);
    if (state === "now") {
      for (const other of root.querySelectorAll(".boxes .now")) {
        other.classList.remove("now");
        other.removeAttribute("aria-current");
      }
      box.classList.add("now");
      box.setAttribute("aria-current", "step");
      return;
    }
    const words = /** @type {Record<string, string>} */ ({ done: "done", open: "open", skip: "put off", flag: "contradicts another" })[state];
    box.classList.remove("done", "open", "skip", "flag", "part");
    box.classList.add(isSingle ? state : state === "flag" ? "flag" : "part");
    if (isSingle) box.setAttribute("aria-label", `${(box.getAttribute("aria-label") ?? "").split(",")[0]}, ${words}`);
  }

  function showProgress() {
    const target = Number(form?.dataset.target);
    markBox(target, "now");
    const place = part("[data-place]");
    const boxes = [...root.querySelectorAll("[data-box]")];
    const number = boxes.length === total ? boxes.findIndex((box) => box.getAttribute("data-box") === String(target)) + 1 : Math.min(done + 1, total);
    if (place) place.textContent = number ? `${number} of ${total}` : "Revisited";
    const left = part("[data-left]");
    if (!left || !seconds.length) return;
    const ordered = [...seconds].sort((one, other) => one - other);
    const minutes = ordered[Math.floor(ordered.length / 2)] * (total - done) / 60;
    left.textContent = done >= total ? "" : minutes < 1 ? "less than a minute left" : `about ${Math.ceil(minutes)} min left`;
  }

  /**
   * @param {import("./judge_queue.js").Waiting} entry
   * @param {import("./judge_queue.js").Problem} problem
   * @param {number} status
   */
  function showConflict(entry, problem, status) {
    const stored = problem.details?.stored;
    const notice = document.createElement("div");
    notice.className = "notice bad";
    const title = document.createElement("b");
    title.textContent = stored ? "Two answers to one translation." : "Not saved.";
    const words = document.createElement("span");
    const value = entry.fields.find(([name]) => name === "value")?.[1] ?? "";
    words.textContent = stored
      ? `Stored from another window: ${stored.value}. Not saved from this one: ${value}.`
      : `${problem.message} The score was ${value}.`;
    notice.append(title, words);
    const settle = () => {
      notice.remove();
      queue.remove(entry.token);
    };
    const saveIt = () => {
      const version = String(stored?.judgment ?? 0);
      const fields = entry.fields.map(([name, old]) => /** @type {[string, string]} */ ([name, name === "version" ? version : old]));
      const handed = hand({ base, query: entry.query, judge, target: entry.target, fields });
      settle(); // it has a token of its own now
      return handed;
    };
    /** @type {[string, () => unknown][]} */
    const buttons = [[stored ? `Keep ${stored.value}` : "Leave it out", settle]];
    if (status === 409 && problem.details) { // it could be saved, if the judge says so
      buttons.push([stored ? `Save ${value} instead` : `Save ${value} all the same`, saveIt]);
      buttons.push([stored ? "Compare both" : "Look at it", () => void visit(entry.target)]);
    }
    for (const [label, act] of buttons) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn";
      button.textContent = label;
      button.addEventListener("click", act);
      notice.append(button);
    }
    const place = root.querySelector("[data-conflicts]") ?? root;
    place.prepend(notice);
  }

  // -- questions

  /**
   * @param {string} html from this server, by DOMParser, which runs no script
   */
  function show(html) {
    const old = root.querySelector("[data-question]");
    const page = new DOMParser().parseFromString(html, "text/html");
    if (!old) return false;
    const fresh = document.createElement("div");
    fresh.setAttribute("data-question", "");
    fresh.append(...page.body.childNodes);
    replaceContent(old, fresh);
    prepare();
    return form !== null;
  }

  function prepare() {
    const element = root.querySelector("form#answer");
    form = element instanceof HTMLFormElement ? element : null;
    nearest = null;
    warned = isDirty = false;
    item = 0;
    for (const button of root.querySelectorAll("[data-keys]")) {
      if (!(button instanceof HTMLButtonElement)) continue;
      button.hidden = false;
      button.addEventListener("click", showLegend);
    }
    const contradiction = root.querySelector("[data-contradiction]");
    if (contradiction instanceof HTMLElement) {
      markBox(Number(contradiction.dataset.said), "flag");
      void post("revise", { target: contradiction.dataset.said ?? "", is_needed: "yes" });
    }
    if (!form) return;
    form.noValidate = true; // what is missing is said beside the button
    clock.restart(Number(new FormData(form).get("seconds")));
    nearest = compareNearest(form);
    const open = rows().findIndex((row) => !row.querySelector("input:checked"));
    if (open > 0) item = open;
    showItem();
    showProgress();
    const focus = form.querySelector("[data-typed-score]") ?? form.querySelector("[data-focus]");
    if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
    scrollTo({ top: 0 });
    void keepAhead();
  }

  function showItem() {
    rows().forEach((row, number) => row.classList.toggle("now", number === item));
    for (const piece of form?.querySelectorAll("[data-item]") ?? []) piece.classList.toggle("now", piece.getAttribute("data-item") === String(item + 1));
    const classed = rows().filter((row) => row.querySelector("input:checked")).length;
    const place = form?.querySelector("[data-classed]");
    if (place) place.textContent = `${classed} of ${rows().length}`;
    nearest?.showVerdicts();
  }

  /** @param {Record<string, string>} more */
  async function ask(more) {
    const response = await fetchInTime(addressOf(`${base}/question`, query, judge, more), { headers: { "X-Requested-With": "mtassay", Accept: "text/html" } });
    if (!response.ok) throw new TypeError(`the server answered ${response.status}`);
    return response.text();
  }

  /** Some questions for when the connection is lost. */
  async function keepAhead() {
    for (const target of ahead.slice(0, KEPT_AHEAD)) {
      if (kept.has(target)) continue;
      try {
        const html = await ask({ ahead: String(target) });
        if (html.includes("data-target=")) kept.set(target, html);
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        return; // not now
      }
    }
  }

  async function goOn() {
    if (offlineSince && showKept()) return;
    const after = lastJudgment;
    lastJudgment = 0;
    try {
      const html = await ask({ ahead: ahead.join(","), ...(after ? { after: String(after) } : {}) });
      if (!html.includes("data-target=")) { // those ahead are done: the server says what else there is
        leave(() => location.assign(addressOf(base, query, judge, after ? { after: String(after) } : {})));
        return;
      }
      show(html);
      const target = Number(form?.dataset.target);
      ahead = ahead.slice(ahead.indexOf(target) + 1);
      kept.set(target, html);
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      showState(false, queue.waiting.length, -1);
      void queue.flush();
      if (!showKept()) {
        show("<div class='empty'><b>The next question has not come yet.</b><span>The server does not answer. All your answers are kept here; go on when it is back.</span><button class='btn' type='button' data-try>Try now</button></div>");
      }
    }
  }

  /**
   * Keys do nothing from now on, until somebody comes back.
   * @param {() => void} go
   */
  function leave(go) {
    isMoving = isLeaving = true;
    go();
  }

  /** The next question of those that came before, where the server does not answer. */
  function showKept() {
    const next = ahead.find((target) => kept.has(target));
    if (next === undefined) return false;
    ahead = ahead.filter((target) => target !== next);
    return show(kept.get(next) ?? "");
  }

  /**
   * @param {number} target
   * @param {[string, string][]} [fields] what was chosen, where the server does not know it
   */
  async function goTo(target, fields) {
    await inPatience(keepDraft());
    const current = Number(form?.dataset.target);
    const wasOpen = form?.dataset.answered === "no";
    try {
      kept.set(target, await ask({ at: String(target) }));
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (!kept.has(target)) {
        reason("The server does not answer, and this one is not kept here.");
        return;
      }
    }
    if (current && wasOpen && current !== target) ahead.unshift(current);
    ahead = ahead.filter((one) => one !== target);
    show(kept.get(target) ?? "");
    if (fields) fill(fields);
  }

  /** @param {number} target */
  async function visit(target) {
    if (isMoving) return;
    isMoving = true;
    try {
      await goTo(target);
    } finally {
      endMoving();
    }
  }

  /** @param {[string, string][]} fields */
  function fill(fields) {
    for (const [name, value] of fields) {
      for (const control of form?.querySelectorAll(`[name="${CSS.escape(name)}"]`) ?? []) {
        if (control instanceof HTMLInputElement && control.type === "radio") control.checked = Number(control.value) === Number(value) || control.value === value;
        else if (control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type === "number")) control.value = value;
      }
    }
    showItem();
  }

  // -- what a judge does

  /** @returns {[string, string][]} */
  function fieldsOf() {
    /** @type {[string, string][]} */
    const fields = [];
    if (!form) return fields;
    for (const [name, value] of new FormData(form)) {
      if (typeof value !== "string" || name === "csrf" || name === "token") continue;
      fields.push([name, name === "seconds" ? clock.read() : value]);
    }
    return fields;
  }

  /** @param {Omit<import("./judge_queue.js").Answer, "token">} entry */
  async function hand(entry) {
    const token = newToken();
    const fields = entry.fields.filter(([name]) => name !== "token");
    queue.add({ ...entry, token, fields: [...fields, ["token", token]] });
    showSaving();
    return queue.flush();
  }

  async function save() {
    if (!form || isMoving) return;
    const data = new FormData(form);
    const value = String(data.get("value") ?? "").trim();
    const scale = form.querySelector(".scalebox");
    if (!value) {
      reason("A score is missing. Choose one.");
      if (scale instanceof HTMLElement) scale.focus();
      return;
    }
    const typed = form.querySelector("[data-typed-score]");
    if (typed instanceof HTMLInputElement && !typed.checkValidity()) {
      reason(`The score is not between ${typed.min} and ${typed.max}. Change it.`);
      typed.focus();
      return;
    }
    const open = rows().map((row, number) => (row.querySelector("input:checked") ? 0 : number + 1)).filter(Boolean);
    if (open.length && open.length < rows().length && !warned) {
      warned = true;
      reason(`${open.length === 1 ? `Item ${open[0]} is` : `Items ${open.join(" and ")} are`} still open. Enter again saves it as it is.`);
      item = open[0] - 1;
      showItem();
      return;
    }
    isMoving = true;
    clearTimeout(draftTimer);
    isDirty = false;
    const target = Number(form.dataset.target);
    const isFirst = form.dataset.answered === "no";
    const entry = { base, query, judge, target, fields: fieldsOf() };
    seconds.push(clock.seconds);
    done += Number(isFirst);
    markBox(target, "done");
    try {
      // an answer is on this computer before it is on its way: where nobody takes it, judging goes on all the same
      const isTaken = await inPatience(hand(entry));
      if (!isTaken && !offlineSince) showState(false, queue.waiting.length, -1);
      await goOn();
    } finally {
      endMoving();
    }
  }

  /**
   * What comes of a request, or nothing where a judge should wait no longer for it; it goes on all the same.
   * @template T
   * @param {Promise<T>} sent
   * @returns {Promise<T | undefined>}
   */
  function inPatience(sent) {
    // of a server that is away already nothing is waited for
    const patience = offlineSince ? 0 : PATIENCE;
    return Promise.race([sent, new Promise((resolve) => { setTimeout(resolve, patience); })]);
  }

  /** Gives the keys that were pressed meanwhile to the question that is there now. */
  function endMoving() {
    if (isLeaving) return; // the question that can still be seen is answered
    isMoving = false;
    const keys = pressed.splice(0);
    const typed = form?.querySelector("[data-typed-score]");
    let score = "";
    for (const key of keys) {
      if (typed instanceof HTMLInputElement && /^[\d.]$/.test(key)) score += key;
      else if (/^[\dxomset]$/.test(key)) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      // nobody has seen this question when it was pressed, and what comes after it is meant for what it does
      else break;
    }
    if (typed instanceof HTMLInputElement && score) { // at once: half a number is none
      typed.value = score;
      typed.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (keys.includes("Enter")) reason("Enter came before this question. Press it again to save.");
  }

  /**
   * @param {string} what
   * @param {Record<string, string> | [string, string][]} fields
   * @param {boolean} [staysAlive] also when the page is left
   * @returns {Promise<any>} what came of it; null where it is refused, nothing where the server does not answer
   */
  async function post(what, fields, staysAlive = false) {
    try {
      const response = await fetchInTime(addressOf(`${base}/${what}`, query, judge), {
        method: "POST",
        keepalive: staysAlive,
        headers: { "X-CSRF-Token": queue.csrf, "X-Requested-With": "mtassay", Accept: "application/json" },
        body: new URLSearchParams(fields),
      });
      const answer = await response.json();
      if (!response.ok) {
        reason(answer.error?.message ?? "");
        return response.status < 500 ? null : undefined;
      }
      return answer;
    } catch (error) {
      if (!(isUnanswered(error) || error instanceof SyntaxError)) throw error;
      return undefined;
    }
  }

  async function keepDraft(staysAlive = false) {
    clearTimeout(draftTimer);
    if (!isDirty || !form) return;
    isDirty = false;
    const answer = await post("draft", fieldsOf().filter(([name, value]) => name !== "value" || value), staysAlive);
    if (answer) {
      savedAt = Date.now();
      if (!queue.waiting.length) showState(true, 0, 0);
    } else isDirty = true; // with the next change, or when the page is left
  }

  async function skip() {
    if (!form || isMoving) return;
    isMoving = true;
    try {
      const target = Number(form.dataset.target);
      await inPatience(keepDraft().then(() => post("skip", { target: String(target) })));
      markBox(target, "skip");
      ahead = [...ahead.filter((one) => one !== target), target];
      await goOn();
    } finally {
      endMoving();
    }
  }

  async function undo() {
    if (isMoving) return;
    isMoving = true;
    try {
      const unsent = queue.waiting.at(-1);
      if (unsent && queue.underWay) {
        reason("The last answer is on its way. Take it back when it is saved.");
        return;
      }
      if (unsent) { // the server has not heard of it
        queue.remove(unsent.token);
        done -= 1;
        markBox(unsent.target, "open");
        await goTo(unsent.target, unsent.fields);
        return;
      }
      await inPatience(keepDraft());
      const last = answered.pop();
      const taken = await post("undo", last ? { revision: String(last.revision) } : {});
      if (!taken) {
        if (last && taken === undefined) {
          answered.push(last); // or the next attempt would take back the one before
          reason("The server does not answer. Nothing was taken back; try again.");
        }
        return;
      }
      isJustAnswered({ base, query, judge, target: taken.target }); // it is open again
      done -= 1;
      markBox(taken.target, "open");
      await goTo(taken.target);
      reason(`Took back ${taken.value}. Judge it anew.`);
    } finally {
      endMoving();
    }
  }

  // -- wires

  root.addEventListener("submit", (event) => {
    if (event.target !== form && !(event.submitter instanceof HTMLElement && event.submitter.hasAttribute("data-undo"))) return;
    event.preventDefault();
    const submitter = event.submitter;
    if (submitter?.hasAttribute("data-skip")) void skip();
    else if (submitter?.hasAttribute("data-undo")) void undo();
    else void save();
  });

  root.addEventListener("input", (event) => {
    isDirty = true;
    clearTimeout(draftTimer);
    draftTimer = setTimeout(() => void keepDraft(), DRAFT_PAUSE);
    reason("");
    const row = event.target instanceof Element ? event.target.closest("[data-item-row]") : null;
    if (row) {
      item = rows().indexOf(row);
      showItem();
    }
  });

  root.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest("a[data-box], a[data-at], a[data-keep]");
    if (link instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if (link.dataset.keep) {
        void post("revise", { target: link.dataset.keep, is_needed: "no" });
        markBox(Number(link.dataset.keep), "done");
        link.closest(".notice")?.remove();
      } else void visit(Number(link.dataset.at ?? new URL(link.href).searchParams.get("at")));
      return;
    }
    const row = event.target.closest("[data-item-row]");
    if (row && !event.target.closest("input")) {
      item = rows().indexOf(row);
      showItem();
    }
  });

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-try]")) return;
    void queue.flush().then((isSent) => { if (isSent && !form) void goOn(); });
  });

  addEventListener("keydown", (event) => { // before all others
    if (!isMoving || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key !== "Enter" && event.key.length !== 1) return;
    const field = isField(event.target) && event.target instanceof Element ? event.target : null;
    if (field && !form?.contains(field)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // a comment to what is on its way comes too late, and must not be read as keys
    if (!event.repeat && (!field || field.matches("[data-typed-score]"))) pressed.push(event.key);
  }, { capture: true });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !form || document.querySelector("dialog[open]")) return;
    if (isField(event.target)) return;
    const key = event.key;
    const score = form.querySelector(`[data-score="${CSS.escape(key)}"]`);
    const typed = form.querySelector("[data-typed-score]");
    if (score instanceof HTMLInputElement) {
      score.click();
      score.focus();
    } else if (typed instanceof HTMLInputElement && /^\d$/.test(key)) {
      typed.focus(); // and the digit goes there
      return;
    } else if (/^[omset]$/.test(key) && rows().length) {
      const control = rows()[item]?.querySelector(`[data-class="${key}"]`);
      if (!(control instanceof HTMLInputElement)) return;
      control.checked = true;
      control.dispatchEvent(new Event("input", { bubbles: true }));
      item = Math.min(item + 1, rows().length - 1);
      showItem();
    } else if (key === "j" || key === "k") {
      item = Math.max(0, Math.min(rows().length - 1, item + (key === "j" ? 1 : -1)));
      showItem();
    } else if (key === "ArrowDown" || key === "ArrowUp") nearest?.move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter" && !(event.target instanceof Element && event.target.closest("a, button, summary, input"))) form.requestSubmit();
    else return;
    event.preventDefault();
  });

  addEventListener("pageshow", (event) => { if (event.persisted) isMoving = isLeaving = false; });
  addEventListener("blur", () => void keepDraft(true));
  addEventListener("pagehide", () => void keepDraft(true));
  document.addEventListener("visibilitychange", () => { if (document.hidden) void keepDraft(true); });
  setInterval(tick, 1000);

  prepare();
  const { target: asked, answered: isAnswered } = part("form#answer")?.dataset ?? {};
  if (isJustAnswered({ base, query, judge, target: Number(asked) }) && isAnswered === "no" && !queue.waiting.length) leave(() => location.reload());
  for (const entry of queue.refused) if (entry.refused) showConflict(entry, entry.refused.problem, entry.refused.status);
  if (queue.waiting.length) { // left from before: the page was closed, or loaded again, while offline
    showSaving();
    void queue.flush().then((isSent) => { if (isSent) leave(() => location.reload()); });
  }
}
