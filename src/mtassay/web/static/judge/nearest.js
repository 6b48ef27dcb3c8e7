// The nearest judged translations: the one that is pointed at, or else the chosen one, is compared with the candidate.

/**
 * @param {HTMLElement} form
 * @returns {{ move: (step: number) => void, showVerdicts: () => void }}
 */
export function compareNearest(form) {
  const rows = [...form.querySelectorAll("[data-near]")].filter((row) => row instanceof HTMLElement);
  const candidate = form.querySelector("[data-candidate]");
  const plain = candidate?.textContent ?? "";
  const list = form.querySelector(".near");
  const button = form.querySelector("[data-toggle-diff]");
  let chosen = rows.length ? 0 : -1;
  let isShown = true;

  /**
   * @param {Element} row
   * @param {string} name
   */
  const copy = (row, name) => {
    const template = row.querySelector(`template[${name}]`);
    return template instanceof HTMLTemplateElement ? [...template.content.cloneNode(true).childNodes] : [];
  };

  /** @param {number} place */
  const show = (place) => {
    rows.forEach((row, number) => {
      row.setAttribute("aria-selected", String(number === chosen));
      row.querySelector(".text")?.replaceChildren(...copy(row, isShown && number === place ? "data-marked" : "data-bare"));
    });
    if (list && rows[chosen]) list.setAttribute("aria-activedescendant", rows[chosen].id);
    if (candidate) candidate.replaceChildren(...(isShown && rows[place] ? copy(rows[place], "data-in-candidate") : [plain]));
    showVerdicts(place);
  };

  const showVerdicts = (place = chosen) => {
    const said = rows[place]?.getAttribute("data-verdicts");
    if (!said) return; // hidden: nothing was sent
    const verdicts = JSON.parse(said);
    for (const row of form.querySelectorAll("[data-item-row]")) {
      const cell = row.querySelector("[data-verdict]");
      const theirs = verdicts[row.getAttribute("data-item-id") ?? ""] ?? "";
      const own = row.querySelector("input:checked");
      if (!cell) continue;
      cell.textContent = theirs;
      cell.classList.toggle("diff", Boolean(theirs) && own instanceof HTMLInputElement && own.value !== theirs);
    }
  };

  rows.forEach((row, number) => {
    row.addEventListener("mouseenter", () => show(number));
    row.addEventListener("mouseleave", () => show(chosen));
    row.addEventListener("click", () => {
      chosen = number;
      show(number);
    });
  });
  if (button instanceof HTMLButtonElement) {
    button.hidden = false;
    button.addEventListener("click", () => {
      isShown = !isShown;
      const words = button.querySelector("span");
      if (words) words.textContent = isShown ? "Hide differences" : "Show differences";
      show(chosen);
    });
  }
  show(chosen);
  return {
    move(step) {
      if (!rows.length) return;
      chosen = Math.max(0, Math.min(rows.length - 1, chosen + step));
      show(chosen);
      rows[chosen].scrollIntoView({ block: "nearest" });
    },
    showVerdicts,
  };
}
