// Where answers are kept in this browser: one place for each, because two windows would write over each other's list.

export const PREFIX = "mtassay-answer-";

export function keptAnswersExist() {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(PREFIX));
  } catch {
    return false; // switched off
  }
}
