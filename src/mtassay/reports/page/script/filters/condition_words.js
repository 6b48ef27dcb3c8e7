// Numbers of conditions, as filters write them and in words: twin of analyses/filters/condition_words.py.

/** @type {Record<string, (number: string) => string>} */
const PLACES = {
  "=": (number) => `number ${number}`,
  "!=": (number) => `other than number ${number}`,
  "<": (number) => `before number ${number}`,
  "<=": (number) => `up to number ${number}`,
  ">": (number) => `after number ${number}`,
  ">=": (number) => `from number ${number} on`,
};
/** @type {Record<string, string>} */
const AT_ZERO = {
  "=": "equal to",
  "!=": "different from",
  "<": "below",
  "<=": "not above",
  ">": "above",
  ">=": "not below",
};

/**
 * A number as filters write it: in the digits that Python gives it.
 * @param {number} number
 * @returns {string}
 */
export function numberText(number) {
  if (Number.isInteger(number) && Math.abs(number) < 1e15) return String(number);
  const [mantissa, exponent] = number.toExponential().split("e");
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  return Number.isInteger(number) ? `${number}.0` : String(number);
}

/**
 * `a`, `a or b`, `a, b or c`.
 * @param {string[]} values
 * @returns {string}
 */
export function either(values) {
  return values.length === 1 ? values[0] : `${values.slice(0, -1).join(", ")} or ${values[values.length - 1]}`;
}

/**
 * Which segments are meant by their numbers.
 * @param {string} sign
 * @param {number[]} numbers
 * @returns {string}
 */
export function placeWords(sign, numbers) {
  return PLACES[sign](either(numbers.map(numberText)));
}

/**
 * `20 words or more`; without a noun `20 or more`.
 * @param {string} sign
 * @param {number[]} numbers
 * @param {string} [noun]
 * @returns {string}
 */
export function amountWords(sign, numbers, noun = "") {
  let counted = either(numbers.map(numberText));
  if (noun) counted += counted === "1" ? ` ${noun}` : ` ${noun}s`;
  const less = noun ? "fewer" : "less";
  if (sign === "=") return counted;
  if (sign === "!=") return `other than ${counted}`;
  if (sign === "<") return `${less} than ${counted}`;
  if (sign === "<=") return `${counted} or ${less}`;
  return sign === ">" ? `more than ${counted}` : `${counted} or more`;
}

/**
 * How far a number is above or below another, from what their difference is; null where that is no help.
 * @param {string} sign
 * @param {number[]} numbers
 * @returns {string | null}
 */
export function gapWords(sign, numbers) {
  if (numbers.length > 1) return null;
  const [number] = numbers;
  if (number === 0) return AT_ZERO[sign];
  if (sign === "!=" || sign.startsWith(number > 0 ? "<" : ">")) return null;
  const size = numberText(Math.abs(number));
  const far = sign === "=" ? size : sign.length === 1 ? `more than ${size}` : `${size} or more`;
  return `${far} ${number > 0 ? "above" : "below"}`;
}
