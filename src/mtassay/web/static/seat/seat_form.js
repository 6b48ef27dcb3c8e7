// The form of a question at a seat: its protocol has a module, and what all protocols share is here.
import { markBox, showReason } from "../answering/view.js";
import { visit } from "../answering/questions.js";
import { showClosed } from "./closed.js";
import { comprehension } from "./protocols/comprehension.js";
import { da } from "./protocols/da.js";
import { esa } from "./protocols/esa.js";
import { mqm } from "./protocols/mqm.js";
import { pairwise } from "./protocols/pairwise.js";
import { postedit } from "./protocols/postedit.js";
import { ranking } from "./protocols/ranking.js";
import { rating } from "./protocols/rating.js";
import { sser } from "./protocols/sser.js";

/**
 * @typedef {import("../answering/state.js").JudgingState} JudgingState
 * @typedef {import("../answering/state.js").Waiting} Waiting
 * @typedef {import("../answering/state.js").Problem} Problem
 */

/**
 * What a protocol does in the browser.
 * @typedef {object} ProtocolForm
 * @property {(form: HTMLFormElement) => void} prepare
 * @property {(form: HTMLFormElement, event: KeyboardEvent) => boolean} press a key; whether it meant anything
 * @property {(form: HTMLFormElement) => { words: string, at: HTMLElement | null } | null} missing what is missing, and where
 * @property {(form: HTMLFormElement) => { words: string, at: HTMLElement | null } | null} [unsure] what a judge is asked once before saving
 * @property {(form: HTMLFormElement) => void} changed after something was chosen
 * @property {(fields: [string, string][]) => string} [said] what an answer says, beside its card
 */

/** @type {Record<string, ProtocolForm>} */
const PROTOCOLS = { comprehension, da, esa, mqm, pairwise, postedit, ranking, rating, sser };
const CARDS = 100_000; // the number of a question is this often the place of its task, and the place of its card
const NO_ANSWER = ["target", "version", "token", "seconds", "comment"];

/** @param {number} target */
const taskOf = (target) => Math.floor(target / CARDS);

/** @implements {import("../answering/state.js").Asking} */
export class SeatForm {
  /** @param {HTMLFormElement} form */
  protocol(form) {
    return PROTOCOLS[form.dataset.part ?? ""] ?? rating;
  }

  /**
   * @param {JudgingState} state
   * @param {HTMLFormElement | null} form
   */
  prepare(state, form) {
    if (!form) return;
    for (const part of form.querySelectorAll(".scripted")) if (part instanceof HTMLElement) part.hidden = false;
    this.protocol(form).prepare(form);
    showUnsentCards(state, form, this.protocol(form));
    showKeys(form);
    this.changed(state);
  }

  /**
   * @param {JudgingState} state
   * @param {HTMLFormElement} form
   */
  missing(state, form) {
    const protocol = this.protocol(form);
    const missing = protocol.missing(form) ?? protocol.unsure?.(form);
    missing?.at?.focus();
    return missing?.words ?? "";
  }

  /**
   * @param {JudgingState} state
   * @param {HTMLFormElement} form
   * @param {KeyboardEvent} event
   */
  press(state, form, event) {
    const cards = [...form.querySelectorAll("li[data-number]")];
    if (cards.length && (event.key === "j" || event.key === "k")) {
      const card = cards[cards.findIndex((other) => other.matches(".now")) + (event.key === "j" ? 1 : -1)];
      if (card instanceof HTMLElement) void visit(state, Number(card.dataset.number));
      return true;
    }
    return this.protocol(form).press(form, event);
  }

  /** @param {JudgingState} state */
  changed(state) {
    const { form } = state;
    if (!form) return;
    this.protocol(form).changed(form);
    const missing = this.protocol(form).missing(form);
    showReason(state, missing?.words ?? "");
    const button = form.querySelector("[data-save]");
    if (missing) button?.setAttribute("aria-disabled", "true");
    else button?.removeAttribute("aria-disabled");
  }

  /**
   * @param {JudgingState} state
   * @param {MouseEvent} event
   */
  click(state, event) {
    const button = event.target instanceof Element ? event.target.closest("[data-continue][aria-disabled]") : null;
    if (!button) return false;
    showReason(state, state.form?.dataset.open ?? "");
    return true;
  }

  /**
   * @param {Waiting} entry
   * @param {Problem} problem
   */
  versions(entry, problem) {
    const { stored, yours } = problem.details ?? {};
    return { mine: yours?.words ?? "", theirs: stored ? stored.words : null, version: stored?.judgment ?? 0 };
  }

  /**
   * A campaign that is closed takes nothing, whatever the judge says: what came too late is kept as a file.
   * @param {JudgingState} state
   * @param {Waiting} entry
   * @param {Problem} problem
   */
  settle(state, entry, problem) {
    if (!problem.details?.closed) return false;
    markBox(state, entry.target, "open");
    showClosed(state);
    return true;
  }

  /**
   * @param {JudgingState} state
   * @param {number} target
   */
  together(state, target) {
    return state.ahead.filter((other) => other !== target && taskOf(other) === taskOf(target));
  }

  /**
   * The page itself: the server knows the seat, and what it asks next.
   * @param {JudgingState} state
   */
  address(state) {
    return state.base;
  }
}

/**
 * Shows on the cards of a document what the server has not heard of yet.
 * @param {JudgingState} state
 * @param {HTMLFormElement} form
 * @param {ProtocolForm} protocol
 */
function showUnsentCards(state, form, protocol) {
  for (const { fields, target } of state.queue.waiting) {
    const card = form.querySelector(`li[data-number="${target}"]:not(.now)`);
    const said = card?.querySelector("[data-said]");
    if (!card || !said) continue;
    card.className = "done";
    said.className = "points";
    const told = fields.filter(([name]) => !NO_ANSWER.includes(name));
    said.textContent = protocol.said ? protocol.said(told) : told.map(([, value]) => value).join(", ");
  }
}

/**
 * The keys of the protocol stand in the list that ? opens too.
 * @param {HTMLFormElement} form
 */
function showKeys(form) {
  const list = document.querySelector("[data-legend-keys]");
  if (!list) return;
  list.replaceChildren();
  for (const part of document.querySelectorAll("[data-of-cards]")) part.toggleAttribute("hidden", !form.querySelector("li[data-number]"));
  for (const entry of form.querySelectorAll("[data-legend-entry]")) {
    const [keys, words] = [document.createElement("dt"), document.createElement("dd")];
    for (const key of entry.querySelectorAll("kbd")) keys.append(key.cloneNode(true), " ");
    words.textContent = entry.querySelector("span")?.textContent ?? "";
    list.append(keys, words);
  }
}
