// Student's t: twin of significance/student.py.

const SERIES = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]; // Stirling's, for ln Γ
const SERIES_FROM = 10;
const NEARLY_ZERO = 1e-300;

/**
 * The probability that t with so many degrees of freedom lies farther from 0 than a value.
 * @param {number} value
 * @param {number} degrees
 * @returns {number}
 */
export function twoSided(value, degrees) {
  return incompleteBeta(degrees / 2, 0.5, degrees / (degrees + value * value));
}

/**
 * The value that t stays below with a probability.
 * @param {number} probability above one half
 * @param {number} degrees
 * @returns {number}
 */
export function tQuantile(probability, degrees) {
  const tail = 2 * (1 - probability);
  let low = 0;
  let high = 1;
  while (twoSided(high, degrees) > tail) [low, high] = [high, 2 * high];
  let value = (low + high) / 2;
  for (;;) {
    if (!(low < value && value < high)) value = (low + high) / 2; // Newton's step left what holds the quantile
    const excess = twoSided(value, degrees) - tail;
    if (excess > 0) low = value;
    else high = value;
    const step = excess / (2 * density(value, degrees));
    value += step;
    if (Math.abs(step) <= 1e-12 * high || high - low <= 1e-15 * high) return value;
  }
}

/**
 * @param {number} value
 * @param {number} degrees
 */
function density(value, degrees) {
  const logarithm = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - Math.log(degrees * Math.PI) / 2;
  return Math.exp(logarithm - ((degrees + 1) / 2) * Math.log1p((value * value) / degrees));
}

/**
 * The regularized incomplete beta function, by its continued fraction (DLMF 8.17.22).
 * @param {number} a
 * @param {number} b
 * @param {number} x
 * @returns {number}
 */
function incompleteBeta(a, b, x) {
  if (x <= 0 || x >= 1) return x >= 1 ? 1 : 0;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x); // it converges fast on the other side only
  const front = Math.exp(
    a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b) - Math.log(a),
  );
  // Lentz: numerator and denominator of each step, kept away from 0
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let step = 1; ; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / awayFromZero(1 + term * d);
      c = awayFromZero(1 + term / c);
      change = c * d;
      value *= change;
    }
    if (Math.abs(change - 1) < 1e-15 || step > 10_000) return front * value;
  }
}

/** @param {number} value */
const awayFromZero = (value) => (Math.abs(value) > NEARLY_ZERO ? value : NEARLY_ZERO);

/**
 * The logarithm of Γ, which browsers do not have.
 * @param {number} value above 0
 * @returns {number}
 */
function logGamma(value) {
  let product = 1;
  let raised = value;
  while (raised < SERIES_FROM) product *= raised++;
  let power = 1 / raised;
  let series = 0;
  for (const term of SERIES) {
    series += term * power;
    power /= raised * raised;
  }
  return (raised - 0.5) * Math.log(raised) - raised + Math.log(2 * Math.PI) / 2 + series - Math.log(product);
}
