// Which segments somebody means: a filter as text, in words, and as a mask. Twin of analyses/filters/segment_filter.py.
import { FilterError } from "./filter_errors.js";
import { readConditions } from "./filter_text.js";
import { SegmentFields } from "./segment_fields.js";

/** @typedef {import("../data.js").ReportData} ReportData */
/** @typedef {import("./filter_conditions.js").Condition} Condition */

/** Segments for which all conditions hold; all segments where there is none. */
export class SegmentFilter {
  /** @param {Condition[]} conditions */
  constructor(conditions) {
    this.conditions = [...new Map(conditions.map((condition) => [condition.text, condition])).values()];
    this.text = this.conditions.map((condition) => condition.text).join(" and ");
    this.isEverything = !this.conditions.length;
    /** Whether no condition looks at outputs. */
    this.isGiven = this.conditions.every((condition) => condition.isGiven);
  }

  /**
   * From its text; a FilterError says what is wrong with it, where, and what to write.
   * @param {string} text
   * @param {ReportData} report whose checks may be named
   * @returns {SegmentFilter}
   */
  static parse(text, report) {
    return new SegmentFilter(readConditions(text, report.header.checks?.names ?? []));
  }

  /** Why no interval and no p-value is shown of what it leaves; empty where both may be. */
  get whyUntested() {
    const looking = this.conditions.filter((condition) => !condition.isGiven).map((condition) => condition.text);
    if (!looking.length) return "";
    return (
      `The filter looks at outputs (${looking.join(", ")}), so it can make a difference where there is none: ` +
      "scores are shown without intervals and p-values."
    );
  }

  /** What is meant: `segments with a reference of 20 words or more`. */
  inWords() {
    const said = this.conditions.map((condition) => condition.inWords()).join(", ");
    return said ? `segments ${said}` : "all segments";
  }

  /**
   * Which segments are meant, 1 for each; a FilterError says that something it names is not there.
   * @param {ReportData} report
   * @returns {Promise<Uint8Array>}
   */
  async mask(report) {
    const fields = new SegmentFields(report);
    const chosen = new Uint8Array(fields.size).fill(1);
    for (const condition of this.conditions) {
      const holds = await condition.mask(fields).catch((error) => {
        throw error instanceof FilterError ? new FilterError(`${condition.text}: ${error.message}`) : error;
      });
      for (let segment = 0; segment < chosen.length; segment++) chosen[segment] &= holds[segment];
    }
    return chosen;
  }
}
