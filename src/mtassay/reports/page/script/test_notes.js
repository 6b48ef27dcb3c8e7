// Where nothing was tested in a table, and why: twin of the notes of analyses/figures.py.

/** @typedef {import("./data.js").Header} Header */
/** @typedef {import("./data.js").FigureCounts} FigureCounts */
/** @typedef {import("./figures.js").FigureTable} FigureTable */

/**
 * Of a table whose rows are segments; none where nothing may be tested.
 * @param {Header} header
 * @param {FigureCounts} table
 * @param {FigureTable} figures
 * @param {string} refusal
 * @returns {string[]}
 */
export function testNotes({ unit, fewest }, table, figures, refusal) {
  if (refusal) return [];
  /** @type {Record<"few" | "tested" | "empty", string[]>} */
  const titles = { few: [], tested: [], empty: [] };
  for (const [place, line] of figures.lines.entries()) {
    const { title, key, segments } = table.lines[place];
    if (segments !== null && !line.segments) continue; // a part of which the filter leaves nothing is no line
    const isTested = line.differences[0].every(({ p }) => p !== null);
    const isKnown = line.values[0].every(({ value }) => !Number.isNaN(value));
    titles[isTested ? "tested" : isKnown ? "few" : "empty"].push(title || key);
  }
  const { few, tested, empty } = titles;
  const notes = [];
  if (empty.length) notes.push(`Not tested, as a system has nothing to count there: ${empty.join(", ")}.`);
  if (!few.length) return notes;
  const units = unit ? `parts by ${unit.name}` : "segments";
  const others = tested.length ? `, but for: ${tested.join(", ")}` : "";
  const which = few.length <= tested.length ? `: ${few.join(", ")}` : others;
  return [...notes, `Too few ${units} to test (under ${fewest})${which}.`];
}
