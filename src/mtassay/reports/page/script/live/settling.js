// Whether the page shows what was asked for last: whoever reads it by a program waits for that.

let underWay = 0;

/**
 * Begin something that changes the page later; until all of it is done, the page is not settled.
 * @param {Promise<unknown>} work
 */
export function settle(work) {
  const main = document.querySelector("main");
  underWay += 1;
  main?.removeAttribute("data-settled");
  void work.finally(() => {
    underWay -= 1;
    if (!underWay) main?.setAttribute("data-settled", "");
  });
}
