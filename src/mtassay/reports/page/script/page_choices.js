// What somebody chose: a filter, a metric, a pair; in the address, so that a link shows the same.

const LONGEST_BREATH = 40; // milliseconds

/** @typedef {import("./data.js").Header} Header */
/** @typedef {{where: string, metric: number, pair: [number, number]}} Chosen */

/**
 * What is chosen where nobody chose anything.
 * @param {Header} header
 * @returns {Chosen}
 */
export const chosenAtFirst = ({ pair }) => ({ where: "", metric: 0, pair: pair ?? [0, 0] });

/**
 * What an address says; what it names that is not there is as at first.
 * @param {string} hash
 * @param {Header} header
 * @returns {Chosen}
 */
export function readAddress(hash, header) {
  const said = new URLSearchParams(hash.slice(1));
  const first = chosenAtFirst(header);
  const metric = header.metrics.findIndex(({ spec }) => spec === said.get("metric"));
  const pair = everyPair(header).find((each) => pairText(header, each) === said.get("pair"));
  return { where: said.get("where") ?? "", metric: Math.max(metric, 0), pair: pair ?? first.pair };
}

/**
 * Without `#`; empty where all is as at first.
 * @param {Chosen} chosen
 * @param {Header} header
 * @returns {string}
 */
export function writeAddress({ where, metric, pair }, header) {
  const said = new URLSearchParams();
  if (where) said.set("where", where);
  if (metric) said.set("metric", header.metrics[metric].spec);
  if (isOtherPair(pair, header)) said.set("pair", pairText(header, pair));
  return said.toString();
}

/**
 * @param {[number, number]} pair
 * @param {Header} header
 */
export const isOtherPair = (pair, header) => String(pair) !== String(chosenAtFirst(header).pair);

/**
 * As commands take it by `--pair`.
 * @param {Header} header
 * @param {[number, number]} pair
 */
export const pairText = ({ systems }, pair) => pair.map((system) => systems[system].name).join(",");

/**
 * All pairs of different systems, both ways.
 * @param {Header} header
 * @returns {[number, number][]}
 */
export function everyPair({ systems }) {
  const places = systems.map((_, place) => place);
  return places.flatMap((first) =>
    places.filter((second) => second !== first).map((second) => /** @type {[number, number]} */ ([first, second])),
  );
}

/**
 * All pairs that the tables compare, with this one in its own direction: they are corrected together, as in Python.
 * @param {Header} header
 * @param {[number, number]} pair
 * @returns {[number, number][]}
 */
export function pairsWith({ pairs = [] }, pair) {
  const isSame = (/** @type {[number, number]} */ other) => other.includes(pair[0]) && other.includes(pair[1]);
  return pairs.some(isSame) ? pairs.map((other) => (isSame(other) ? pair : other)) : [pair];
}

let lastBreath = 0;

/** Let the browser draw between two pieces of work, where it has waited long enough to be seen. */
export async function breathe() {
  if (performance.now() - lastBreath < LONGEST_BREATH) return;
  await new Promise((resolve) => setTimeout(resolve));
  lastBreath = performance.now();
}
