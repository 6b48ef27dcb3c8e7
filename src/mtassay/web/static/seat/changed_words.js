// What somebody changed in a text, word by word: what went is struck out, what came is underlined.

const MOST_CELLS = 400_000; // of a table of two long texts; beyond it nobody would read the changes

/**
 * How many words two texts share from each pair of places on.
 * @param {string[]} before
 * @param {string[]} after
 */
function shared(before, after) {
  const width = after.length + 1;
  const table = new Uint16Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      table[row * width + column] = before[row] === after[column]
        ? table[(row + 1) * width + column + 1] + 1
        : Math.max(table[(row + 1) * width + column], table[row * width + column + 1]);
    }
  }
  return table;
}

/**
 * @param {string} kind
 * @param {string[]} words
 * @returns {(Node | string)[]}
 */
function marked(kind, words) {
  if (!words.length) return [];
  const mark = document.createElement(kind);
  mark.textContent = words.join(" ");
  return [mark, " "];
}

/**
 * @param {string} old
 * @param {string} now
 * @returns {{ parts: (Node | string)[], count: number }} the text with its changes, and how many words they concern
 */
export function changedWords(old, now) {
  const [before, after] = [old, now].map((text) => text.split(" ").filter(Boolean));
  if (before.length * after.length > MOST_CELLS) return { parts: [now], count: Number(old !== now) };
  const table = shared(before, after);
  const width = after.length + 1;
  /** @type {(Node | string)[]} */
  const parts = [];
  /** @type {string[]} */
  let gone = [];
  /** @type {string[]} */
  let come = [];
  let count = 0;
  const close = () => {
    parts.push(...marked("del", gone), ...marked("ins", come));
    count += Math.max(gone.length, come.length);
    [gone, come] = [[], []];
  };
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      close();
      parts.push(`${before[row]} `);
      row += 1;
      column += 1;
    } else if (column >= after.length || (row < before.length && table[(row + 1) * width + column] >= table[row * width + column + 1])) {
      gone.push(before[row]);
      row += 1;
    } else {
      come.push(after[column]);
      column += 1;
    }
  }
  close();
  return { parts, count };
}
