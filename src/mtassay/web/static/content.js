// New content: tells modules of what came into the page, at first and whenever a part of it is replaced.

/** @type {((root: ParentNode) => void)[]} */
const listeners = [];

/**
 * Calls back with the document now, and with every part that comes later.
 * @param {(root: ParentNode) => void} callback
 */
export function onContent(callback) {
  listeners.push(callback);
  callback(document);
}

/**
 * Puts a new element in the place of an old one.
 * @param {Element} old
 * @param {Element} fresh from the same server, by DOMParser, which runs no script
 * @returns {Element} the new one as it stands in the page
 */
export function replaceContent(old, fresh) {
  const adopted = document.adoptNode(fresh);
  old.replaceWith(adopted);
  for (const callback of listeners) callback(adopted);
  return adopted;
}

/**
 * Puts the main part of another page in the place of this page's, with its title.
 * @param {Document} page
 * @returns {boolean} false where the page has none
 */
export function replaceMain(page) {
  const old = document.querySelector("main");
  const fresh = page.querySelector("main");
  if (!old || !fresh) return false;
  document.title = page.title;
  const bar = document.querySelector(".topbar");
  const freshBar = page.querySelector(".topbar");
  if (bar && freshBar) replaceContent(bar, freshBar);
  const main = replaceContent(old, fresh);
  const target = main.querySelector("[data-focus]") ?? main.querySelector("h1, h2");
  if (target instanceof HTMLElement) {
    if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
    target.focus();
  }
  return true;
}
