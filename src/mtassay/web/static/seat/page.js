// The page of a seat: a question of whatever protocol, by keyboard, without leaving the page.
import { beginJudging } from "../answering/begin.js";
import { showReason } from "../answering/view.js";
import { say } from "../answering/words.js";
import { showLegend } from "../keys.js";
import { SeatForm } from "./seat_form.js";

const root = document.querySelector("[data-judging]");
if (root instanceof HTMLElement) begin(root);

/** @param {HTMLElement} place */
function begin(place) {
  const state = beginJudging(place, new SeatForm());
  const keys = document.querySelector("[data-show-legend]");
  if (keys instanceof HTMLElement) {
    keys.hidden = false;
    keys.addEventListener("click", showLegend);
  }
  const guidelines = document.querySelector("dialog[data-guidelines]");
  if (guidelines instanceof HTMLDialogElement) {
    document.querySelector("a[data-key='g']")?.addEventListener("click", (event) => {
      event.preventDefault(); // they are at hand, also where the connection is lost
      guidelines.showModal();
    });
  }
  document.querySelector("form[data-leave]")?.addEventListener("submit", (event) => {
    if (!state.queue.waiting.length) return;
    event.preventDefault(); // nobody could send them any more
    showReason(state, say("script.wait-before-pause"));
  });
}
