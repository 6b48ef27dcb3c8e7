"""A manager sees which metric to trust on the project's own judgments, and takes it along."""

import json
from pathlib import Path

from new_system import fill
from playwright.sync_api import Page, expect
from workbench import Workbench

from mtassay.store.contents.outputs import add_outputs
from mtassay.store.database import Database


def fill_server(server: Workbench) -> int:
    """Eight judged systems, and a person's translations of what they translated."""
    database = Database(server.location)
    with database.writing() as connection:
        made = fill(connection, systems=8, sources=20, name="Talks <b>")
        texts = [f"{text} indeed" for text in made.texts]
        add_outputs(connection, made.project, "refA", texts, "anna")
    database.close()
    return made.project.id


def test_see_which_metric_to_trust(server: Workbench, page: Page) -> None:
    number = fill_server(server)
    page.goto(f"{server.url}/projects/{number}")
    page.get_by_role("link", name="Metrics", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which metric to trust here")
    rows = page.locator(".metrics-table tbody")
    expect(rows.get_by_role("rowheader")).to_have_count(4)
    expect(page.get_by_role("heading", name="Where a metric can be trusted")).to_be_visible()

    # the chosen row drives the figures below
    rows.get_by_role("link", name="chrF2").click()
    expect(page.get_by_role("figure", name="Systems by chrF2").locator("svg").first).to_be_visible()
    expect(page.get_by_role("figure", name="What a difference in chrF2 means")).to_be_visible()
    page.get_by_label("Level").get_by_role("link", name="Systems").click()
    expect(page.get_by_role("columnheader", name="Soft pairs right")).to_be_visible()

    # other metrics, fewer systems, and back
    page.get_by_text("Choose metrics and systems").click()
    page.get_by_role("checkbox", name="WER lower is better", exact=True).check()
    page.get_by_label("Only so many of the best systems").fill("5")
    page.get_by_role("button", name="Compare with people").click()
    expect(rows.get_by_role("rowheader", name="WER lower is better", exact=True)).to_be_visible()
    expect(page.get_by_text("It takes 20 pairs of judged systems")).to_be_visible()
    page.get_by_role("link", name="Remove choice best systems").click()
    expect(page.get_by_text("Open dots: counted shares")).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("link", name="JSON of the metrics").click()
    told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert {row["metric"] for row in told["metrics"]} == {"BLEU", "chrF2", "TER", "WER", "a constant"}
    with page.expect_download() as download:
        page.get_by_role("link", name="Use this when comparing systems").click()
    meanings = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert len(meanings["differences"]) == 4

    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
