// What can be selected of a text: whole characters as people see them, and words. Offsets are those of scripts, UTF-16.

/** Whether this browser knows characters as people see them. */
export const knowsCharacters = "Segmenter" in Intl;

export class Units {
  /**
   * @param {string} text
   * @param {string} language
   */
  constructor(text, language) {
    this.text = text;
    const locale = Intl.getCanonicalLocales(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? language : "en")[0];
    const segments = new Intl.Segmenter(locale, { granularity: "grapheme" }).segment(text);
    /** @type {number[]} where characters end, and 0 */
    this.ends = [0, ...Array.from(segments, ({ index, segment }) => index + segment.length)];
    const words = new Intl.Segmenter(locale, { granularity: "word" }).segment(text);
    /** @type {[number, number][]} words, figures and pictures, not what stands between them */
    this.words = [...words].filter(({ segment }) => /[^\p{P}\s]/u.test(segment)).map(({ index, segment }) => [this.floor(index), this.ceiling(index + segment.length)]);
  }

  /** @param {number} at */
  floor(at) {
    return this.ends.findLast((end) => end <= at) ?? 0;
  }

  /** @param {number} at */
  ceiling(at) {
    return this.ends.find((end) => end >= at) ?? this.text.length;
  }

  /**
   * A step from a place: by characters, or by words. Going on selects words up to their end, so that no blank is marked.
   * @param {number} at
   * @param {{ isBack: boolean, isByWord: boolean, isSelecting: boolean }} how
   */
  step(at, { isBack, isByWord, isSelecting }) {
    if (!isByWord) return isBack ? this.ends.findLast((end) => end < at) ?? 0 : this.ends.find((end) => end > at) ?? this.text.length;
    if (isBack) return this.words.findLast(([start]) => start < at)?.[0] ?? 0;
    if (isSelecting) return this.words.find(([, end]) => end > at)?.[1] ?? this.text.length;
    return this.words.find(([start]) => start > at)?.[0] ?? this.text.length;
  }

  /**
   * Blanks at either end of a selection are no part of an error, unless there is nothing else.
   * @param {number} start
   * @param {number} end
   * @returns {[number, number]}
   */
  trim(start, end) {
    const [from, to] = [this.floor(start), this.ceiling(end)];
    const words = this.text.slice(from, to);
    if (!words.trim()) return [from, to];
    return [from + words.length - words.trimStart().length, to - words.length + words.trimEnd().length];
  }

  /**
   * The same place in code points, as answers have it.
   * @param {number} at
   */
  inPoints(at) {
    return [...this.text.slice(0, at)].length;
  }

  /**
   * A place in code points, as scripts have it.
   * @param {number} points
   */
  ofPoints(points) {
    let at = 0;
    for (let count = 0; count < points && at < this.text.length; count += 1) at += (this.text.codePointAt(at) ?? 0) > 0xFFFF ? 2 : 1;
    return at;
  }
}
