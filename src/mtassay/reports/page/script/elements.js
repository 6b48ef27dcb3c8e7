// Elements of a page, made without markup: whatever a text holds, it stays text.

/**
 * An element with attributes and what is in it.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} content
 * @returns {HTMLElement}
 */
export function make(tag, attributes, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/**
 * A labelled list of choices.
 * @param {string} label
 * @param {[string, string][]} choices values and what people read
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 * @returns {HTMLElement}
 */
export function makeSelect(label, choices, chosen, onChange) {
  const options = choices.map(([value, said]) => make("option", { value }, said));
  const select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": label }, ...options));
  select.value = chosen;
  select.addEventListener("change", () => onChange(select.value));
  return make("label", { class: "nowrap" }, `${label} `, select);
}

/**
 * A row of choices of which all are seen.
 * @param {string} label
 * @param {[string, string][]} choices values and what people read
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 * @returns {HTMLElement}
 */
export function makeRadios(label, choices, chosen, onChange) {
  const labels = choices.map(([value, said]) => {
    const radio = /** @type {HTMLInputElement} */ (make("input", { type: "radio", name: label, value }));
    radio.checked = value === chosen;
    radio.addEventListener("change", () => onChange(value));
    return make("label", {}, radio, said);
  });
  return make("span", { class: "seg", role: "radiogroup", "aria-label": label }, ...labels);
}

/**
 * The same of a drawing.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} content
 * @returns {SVGElement}
 */
export function makeDrawn(tag, attributes, ...content) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}
