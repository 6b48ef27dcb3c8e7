// Corrections of p-values where several differences are tested at once: twins of significance/corrections.py.

/**
 * Benjamini and Hochberg (1995): keeps the expected share of false alarms below the level.
 * @param {number[]} values
 * @returns {number[]}
 */
export function benjaminiHochberg(values) {
  const order = placesInOrder(values);
  const corrected = new Array(values.length);
  let least = 1;
  for (let rank = values.length; rank > 0; rank--) {
    const place = order[rank - 1];
    least = Math.min(least, (values[place] * values.length) / rank);
    corrected[place] = least;
  }
  return corrected;
}

/**
 * Holm (1979): keeps the chance of any false alarm below the level.
 * @param {number[]} values
 * @returns {number[]}
 */
export function holm(values) {
  const order = placesInOrder(values);
  const corrected = new Array(values.length);
  let most = 0;
  for (let rank = 0; rank < values.length; rank++) {
    most = Math.max(most, values[order[rank]] * (values.length - rank));
    corrected[order[rank]] = Math.min(most, 1);
  }
  return corrected;
}

/**
 * @param {number[]} values
 * @returns {number[]}
 */
function placesInOrder(values) {
  return values.map((_, place) => place).sort((left, right) => values[left] - values[right]);
}
