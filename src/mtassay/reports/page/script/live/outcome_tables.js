// How many segments turned out how, and how many different words they have, of the segments that somebody chooses.
import { meanOf } from "../measures.js";
import { writeNumber } from "../segment_list.js";

/** @typedef {import("../data.js").ReportData} ReportData */
/** @typedef {import("../variety.js").Variety} Variety */

/**
 * Segments by line of a table of outcomes, and system.
 * @param {ReportData} report
 * @param {string} blob the line of each segment, by run
 * @param {Int32Array} segments
 * @returns {Promise<number[][]>}
 */
export async function countOutcomes(report, blob, segments) {
  const places = await report.numbers(blob);
  const size = report.header.segments;
  let most = 0;
  for (const place of places) most = Math.max(most, place);
  const counts = report.header.runs.map((_, run) => {
    const ofRun = new Array(most + 1).fill(0);
    for (const segment of segments) {
      const place = places[run * size + segment];
      if (place >= 0) ofRun[place] += 1; // some have no score
    }
    return ofRun;
  });
  return counts[0].map((_, line) => report.header.systems.map(({ runs }) => meanOf(runs, (run) => counts[run][line])));
}

/**
 * @param {string} key
 * @param {number[][]} counts
 */
export function drawOutcomes(key, counts) {
  const rows = document.querySelectorAll(`[data-outcomes="${CSS.escape(key)}"] tbody tr`);
  for (const [line, row] of [...rows].entries()) {
    for (const [system, cell] of [...row.querySelectorAll("td")].entries()) {
      (cell.querySelector("button") ?? cell).textContent = writeNumber(counts[line][system], 0);
    }
  }
}

/** @param {Variety} variety */
export function drawVariety({ words, reference, systems }) {
  for (const note of document.querySelectorAll("[data-variety]")) {
    const count = note.querySelector("[data-words]");
    if (count) count.textContent = words.toLocaleString("en");
    const values = [...(reference === null ? [] : [reference]), ...systems];
    for (const [place, cell] of [...note.querySelectorAll("[data-count]")].entries()) {
      cell.textContent = writeNumber(values[place], 0);
    }
  }
}
