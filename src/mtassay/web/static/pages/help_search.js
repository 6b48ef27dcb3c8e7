// Shows the sections of the help that have all the words somebody typed.
const box = document.querySelector("[data-help-search]");
const field = box?.querySelector("input");
const count = box?.querySelector("[data-help-count]");
const sections = [...document.querySelectorAll("[data-help]")];

function search() {
  const words = (field?.value ?? "").toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  let shown = 0;
  for (const section of sections) {
    const text = (section.textContent ?? "").toLocaleLowerCase();
    const fits = words.every((word) => text.includes(word));
    section.toggleAttribute("hidden", !fits);
    if (fits) shown += 1;
  }
  if (count) count.textContent = words.length ? (shown ? `${shown} of ${sections.length} sections` : "No section has these words.") : "";
}

if (box && field) {
  box.removeAttribute("hidden");
  field.addEventListener("input", search);
  // a link to a section that the search has hidden
  document.querySelector(".help-contents")?.addEventListener("click", () => {
    field.value = "";
    search();
  });
}
