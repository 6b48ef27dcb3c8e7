// Notices that the page makes itself, where the server could not.

/**
 * Fact, consequence, action.
 * @param {string} title
 * @param {string} text
 * @param {string} [action]
 * @param {() => void} [act]
 * @returns {HTMLElement}
 */
export function createNotice(title, text, action, act) {
  const notice = document.createElement("div");
  notice.className = "notice bad";
  notice.setAttribute("role", "alert");
  const fact = document.createElement("b");
  fact.textContent = title;
  const rest = document.createElement("span");
  rest.textContent = text;
  notice.append(fact, rest);
  if (action && act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.textContent = action;
    button.addEventListener("click", act);
    notice.append(button);
  }
  return notice;
}
