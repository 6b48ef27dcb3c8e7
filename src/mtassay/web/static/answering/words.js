// What the page says while somebody answers, in the language of the page: the server hands its catalogue over.

/** @typedef {string | { one: string, other: string }} Entry */

/** @type {Record<string, Entry>} */
let entries = {};

/** @param {string | undefined} json what the page has of the catalogue */
export function useWords(json) {
  entries = JSON.parse(json ?? "{}");
}

/**
 * An entry of the catalogue, with values in the places that it leaves open; `n` chooses between one and several.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const entry = entries[key] ?? key;
  const text = typeof entry === "string" ? entry : entry[values.n === 1 ? "one" : "other"];
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}
