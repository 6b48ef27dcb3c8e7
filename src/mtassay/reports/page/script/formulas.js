// Scores from sums of rows: twins of `Metric.score`, with the settings of `Metric.in_browser`.

/** @typedef {import("./data.js").Formula} Formula */
/** @typedef {(sums: Float64Array) => number} Score of the sums of a metric's columns */

/** @type {Record<string, (settings: Formula) => Score>} */
const FORMULAS = { ratio: ratioScore, bleu: bleuScore, chrf: chrfScore };

/**
 * @param {Formula} formula
 * @returns {Score}
 */
export function scoreBy(formula) {
  return FORMULAS[formula.name](formula);
}

/**
 * @param {Formula} settings
 * @returns {Score}
 */
function ratioScore({ above, below, scale, least, otherwise, mayBeUnknown }) {
  return (sums) => {
    let numerator = 0;
    let denominator = 0;
    for (let column = 0; column < above.length; column++) {
      numerator += above[column] * sums[column];
      denominator += below[column] * sums[column];
    }
    denominator = Math.max(denominator, least);
    if (denominator > 0) return (scale * numerator) / denominator;
    if (mayBeUnknown) return NaN;
    return numerator > 0 ? otherwise : 0;
  };
}

/**
 * @param {Formula} settings
 * @returns {Score}
 */
function bleuScore({ order, weights, smoothing, smoothValue, effectiveOrder }) {
  const added = smoothing === "add-k" ? smoothValue : 0;
  /** @type {number[]} */
  const everyWeight = weights;
  const allWeights = everyWeight.reduce((sum, weight) => sum + weight, 0);
  return (sums) => {
    let isAnyMatched = false;
    for (let n = 0; n < order; n++) isAnyMatched ||= sums[2 + n] > 0;
    if (!isAnyMatched) return 0;
    let isReached = true; // no order so far lacks n-grams
    let halved = 1;
    let logarithms = 0;
    let counted = 0;
    for (let n = 0; n < order; n++) {
      let matches = sums[2 + n] + (n ? added : 0);
      const total = sums[2 + order + n] + (n ? added : 0);
      isReached &&= total > 0;
      if (isReached && matches === 0) {
        // the k-th order without a match counts as 1/2^k of a match
        if (smoothing === "exp") matches = halved /= 2;
        else if (smoothing === "floor") matches = smoothValue;
      }
      const weight = weights[n];
      if (weight === 0) continue;
      const precision = isReached ? matches / total : 0;
      if (precision > 0) logarithms += weight * Math.log(precision);
      else if (isReached || !effectiveOrder) return 0;
      if (isReached) counted += weight;
    }
    // as if the orders that exist had all the weight
    if (effectiveOrder && counted > 0) logarithms *= allWeights / counted;
    return 100 * brevityPenalty(sums[0], sums[1]) * Math.exp(logarithms);
  };
}

/**
 * @param {number} hypothesis
 * @param {number} reference
 */
function brevityPenalty(hypothesis, reference) {
  if (hypothesis >= reference) return 1;
  return hypothesis > 0 ? Math.exp(1 - reference / hypothesis) : 0;
}

/**
 * @param {Formula} settings
 * @returns {Score}
 */
function chrfScore({ orders, beta, epsilon }) {
  const factor = beta * beta;
  /**
   * @param {number} precision
   * @param {number} recall
   * @param {number} otherwise
   */
  const fScore = (precision, recall, otherwise) => {
    const denominator = factor * precision + recall;
    return denominator > 0 ? ((1 + factor) * precision * recall) / denominator : otherwise;
  };
  if (epsilon !== null) {
    return (sums) => {
      let total = 0;
      for (let first = 0; first < 3 * orders; first += 3) {
        const matches = sums[first + 2];
        const precision = sums[first] > 0 ? matches / sums[first] : epsilon;
        const recall = sums[first + 1] > 0 ? matches / sums[first + 1] : epsilon;
        total += fScore(precision, recall, epsilon);
      }
      return (100 * total) / orders;
    };
  }
  return (sums) => {
    let precision = 0;
    let recall = 0;
    let there = 0; // orders that both sides have
    for (let first = 0; first < 3 * orders; first += 3) {
      if (!(sums[first] > 0 && sums[first + 1] > 0)) continue;
      precision += sums[first + 2] / sums[first];
      recall += sums[first + 2] / sums[first + 1];
      there++;
    }
    if (there === 0) return 0;
    return 100 * fScore(precision / there, recall / there, 0);
  };
}
