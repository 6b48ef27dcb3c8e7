"""Pages that have come to rest: what a script draws later is there, and nothing is dimmed or moves."""

from playwright.sync_api import Page, expect

_AT_REST = """async () => {
  const quiet = 200;
  let changed = performance.now();
  const watching = new MutationObserver(() => (changed = performance.now()));
  watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const isBusy = () => document.querySelector("[aria-busy=true]") || document.getAnimations().length;
  while (performance.now() - changed < quiet || isBusy()) await new Promise((resume) => setTimeout(resume, 20));
  watching.disconnect();
}"""


def settled(page: Page) -> None:
    """Wait until a report shows what was asked for last, in tables, plots and lists."""
    expect(page.locator("main")).to_have_attribute("data-settled", "")


def at_rest(page: Page) -> None:
    """Wait until a page of any kind is loaded and drawn, and nothing of it has changed for a while."""
    page.wait_for_load_state("load")
    page.locator("main").wait_for()
    if page.locator("#report-data").count():
        settled(page)
    page.evaluate(_AT_REST)
