// Requests that end: a server, or a network, that takes one and never answers must not leave a page waiting for ever.

const LIMIT = 12_000; // ms for the whole answer

/**
 * As fetch, for what is answered at once by a server that is there.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function fetchInTime(address, options = {}) {
  return fetch(address, { ...options, signal: AbortSignal.timeout(LIMIT) });
}

/**
 * Whether nobody answered: what fetch throws where nobody is there, and where the time is over, also in the middle.
 * @param {unknown} error
 */
export function isUnanswered(error) {
  // browsers differ in what they say of an answer that was cut off in the middle
  return error instanceof TypeError || isLate(error) || (error instanceof DOMException && error.name === "AbortError");
}

/**
 * Whether the time was over: the server may have got what was sent.
 * @param {unknown} error
 */
export function isLate(error) {
  return error instanceof DOMException && error.name === "TimeoutError";
}
