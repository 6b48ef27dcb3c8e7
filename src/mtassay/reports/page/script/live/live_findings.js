// What is found besides figures, of the segments and systems that somebody chooses: n-grams, what stands out, outcomes.
import { ReportData } from "../data.js";
import { ngramTables } from "../ngrams.js";
import { breathe } from "../page_choices.js";
import { scoresBy } from "../scores.js";
import { SegmentList } from "../segment_list.js";
import { settle } from "./settling.js";
import { chooseStandouts, sentenceOf } from "../standouts.js";
import { testNotes } from "../test_notes.js";
import { numberAllWords, varietyOf } from "../variety.js";
import { NgramLists } from "./ngram_lists.js";
import { countOutcomes, drawOutcomes, drawVariety } from "./outcome_tables.js";
import { StandoutList } from "./standout_list.js";

/** @typedef {import("../plan.js").Plan} Plan */
/** @typedef {{table: import("../data.js").FigureCounts, figures: import("../figures.js").FigureTable | null}} Computed */

/** All lists of a page that are no tables of figures or scores. */
export class LiveFindings {
  #shown = 0;

  /**
   * @param {ReportData} data
   * @param {SegmentList} list
   */
  constructor(data, list) {
    this.data = data;
    this.header = data.header;
    this.ngrams = new NgramLists(data, list);
    this.standouts = new StandoutList();
  }

  /**
   * Unpack n-grams and number words before anybody asks.
   * @param {Plan} plan
   */
  async prepare(plan) {
    await ngramTables(this.data, plan, this.header.pair ?? [0]);
    await breathe();
    if (document.querySelector("[data-variety]")) await numberAllWords(this.data, breathe);
  }

  /**
   * Compute all of it; what is returned shows it.
   * @param {Plan} plan
   * @param {Uint8Array | null} mask
   * @param {[number, number]} pair
   * @param {Computed[]} tables
   * @returns {Promise<() => void>}
   */
  async compute(plan, mask, pair, tables) {
    const { header, data } = this;
    const ngrams = await ngramTables(data, plan, header.pair ? pair : [0]);
    const place = plan.pairs.findIndex((each) => String(each) === String(pair));
    const standouts = header.pair ? chooseStandouts(header, tables, ngrams, pair, place) : [];
    const sentence = await this.#sentence(plan, mask, pair);
    const outcomes = await Promise.all(
      header.outcomes.map(async ({ key, places }) => ({ key, counts: await countOutcomes(data, places, plan.segments) })),
    );
    return () => {
      const turn = ++this.#shown;
      this.ngrams.draw(ngrams, pair);
      this.standouts.draw(standouts, plan.refusal, this.#leftOut(mask, tables));
      this.standouts.say(sentence);
      for (const { table, figures } of tables) if (figures && !("documents" in table)) this.#noteTests(table, figures, plan);
      for (const { key, counts } of outcomes) drawOutcomes(key, counts);
      if (document.querySelector("[data-variety]")) {
        // the first time it takes longer than all else, as it goes through all texts
        const drawn = varietyOf(data, plan.segments).then((variety) => {
          if (variety && turn === this.#shown) drawVariety(variety);
        });
        settle(drawn);
      }
      for (const note of document.querySelectorAll("[data-of-all]")) note.toggleAttribute("hidden", !mask);
    };
  }

  /**
   * What the metrics say of these segments; null where the sentence that was drawn still says it.
   * @param {Plan} plan
   * @param {Uint8Array | null} mask
   * @param {[number, number]} pair
   * @returns {Promise<string | null>}
   */
  async #sentence(plan, mask, pair) {
    const { header } = this;
    const isTold = header.pairs.some((each) => each.includes(pair[0]) && each.includes(pair[1]));
    if (!header.pair || (!mask && isTold)) return null;
    if (plan.refusal) return "";
    const compared = header.scorePairs.some((each) => each.includes(pair[0]) && each.includes(pair[1]))
      ? header.scorePairs
      : [pair];
    const scores = await Promise.all(
      header.metrics.map((_, metric) => scoresBy(this.data, metric, { ...plan, pairs: compared })),
    );
    const absent = header.metrics.filter((_, metric) => !scores[metric]).map(({ label }) => label);
    const said = sentenceOf(header, scores, compared, plan.pairs);
    return absent.length ? `${said} Not computed here: ${absent.join(", ")}.` : said;
  }

  /**
   * @param {import("../data.js").FigureCounts} table
   * @param {import("../figures.js").FigureTable} figures
   * @param {Plan} plan
   */
  #noteTests(table, figures, { refusal }) {
    const note = document.querySelector(`[data-tests-of="${CSS.escape(table.key)}"]`);
    if (!note) return;
    note.textContent = testNotes(this.header, table, figures, refusal).join(" ");
    note.toggleAttribute("hidden", !note.textContent);
  }

  /**
   * What is not among what stands out, as it is not computed here.
   * @param {Uint8Array | null} mask
   * @param {Computed[]} tables
   * @returns {string}
   */
  #leftOut(mask, tables) {
    const known = new Set([...tables.filter(({ figures }) => figures).map(({ table }) => table.key)]);
    const titles = [...this.header.tables, ...this.header.documentTables]
      .filter(({ key }) => !known.has(key))
      .map(({ title }) => title);
    return mask && titles.length ? `Not computed anew, and so not among these: ${titles.join(", ")}.` : "";
  }
}
