"""Pages that have come to rest: what a script draws later is there, and nothing is dimmed or moves."""

from playwright.sync_api import Page, expect

_AT_REST = """async () => {
  const quiet = 200, patience = 60000, begun = performance.now();
  let changed = begun, last = "nothing";
  const watching = new MutationObserver((changes) => {
    changed = performance.now();
    last = changes.at(-1).target.nodeName + " " + changes.at(-1).type;
  });
  watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  // what fades from one colour to another goes on for ever where nobody draws the page: it ends here
  const still = () => {
    for (const moving of document.getAnimations()) {
      if (Number.isFinite(moving.effect?.getComputedTiming().endTime)) moving.finish();
    }
    return !document.querySelector("[aria-busy=true]");
  };
  while (performance.now() - changed < quiet || !still()) {
    if (performance.now() - begun > patience) {
      const busy = document.querySelector("[aria-busy=true]")?.outerHTML.slice(0, 200) ?? "nothing";
      throw new Error(`the page does not come to rest; busy: ${busy}; changed last: ${last}`);
    }
    await new Promise((resume) => setTimeout(resume, 20));
  }
  still();
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
