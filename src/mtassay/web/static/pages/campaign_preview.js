// A task as a judge will see it, before the campaign starts: its controls work as at a seat, and nothing is sent.
import { onContent } from "../content.js";
import { useWords } from "../answering/words.js";
import { comprehension } from "../seat/protocols/comprehension.js";
import { da } from "../seat/protocols/da.js";
import { esa } from "../seat/protocols/esa.js";
import { mqm } from "../seat/protocols/mqm.js";
import { pairwise } from "../seat/protocols/pairwise.js";
import { postedit } from "../seat/protocols/postedit.js";
import { ranking } from "../seat/protocols/ranking.js";
import { rating } from "../seat/protocols/rating.js";
import { sser } from "../seat/protocols/sser.js";

/** @type {Record<string, import("../seat/seat_form.js").ProtocolForm>} */
const PREVIEWED = { comprehension, da, esa, mqm, pairwise, postedit, ranking, sser };

/** @param {HTMLFormElement} form */
function tryOut(form) {
  const protocol = PREVIEWED[form.dataset.part ?? ""] ?? rating;
  useWords(form.dataset.words);
  for (const part of form.querySelectorAll(".scripted")) if (part instanceof HTMLElement) part.hidden = false;
  protocol.prepare(form);
  protocol.changed(form);
  form.addEventListener("input", () => protocol.changed(form));
  form.addEventListener("submit", (event) => event.preventDefault());
}

onContent((root) => {
  for (const form of root.querySelectorAll("form[data-preview]")) if (form instanceof HTMLFormElement) tryOut(form);
});
