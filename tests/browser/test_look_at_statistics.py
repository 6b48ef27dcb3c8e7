"""A manager looks at statistics, filters them, goes back in time, takes figures along, and plans judgments of a set."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from small_memory import fill
from workbench import Workbench

from mtassay.store.database import Database


def fill_server(server: Workbench) -> int:
    database = Database(server.location)
    with database.writing() as connection:
        number = fill(connection, "Hotel <b>am Markt</b>").id
    database.close()
    return number


def no_wider_than_the_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_look_at_statistics(server: Workbench, page: Page, tmp_path: Path) -> None:
    number = fill_server(server)
    page.goto(f"{server.url}/projects/{number}")
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")
    key_figure = page.locator(".stats dd").first
    everything = key_figure.inner_text()
    for name in ("Where the source is hard", "Error against distance", "Estimation error by revision"):
        expect(page.get_by_role("figure", name=name).locator("svg").first).to_be_visible()

    # a filter is a new statistic, said in words, and taken away again
    page.get_by_text("Add filter").click()
    page.get_by_label("Judge", exact=True).select_option("ben")
    page.locator(".conditions").get_by_role("button", name="Show").click()
    expect(page.get_by_role("status")).to_contain_text("judged by ben")
    expect(key_figure).not_to_have_text(everything)
    assert "judge=ben" in page.url
    page.get_by_role("link", name="Remove filter judge").click()
    expect(key_figure).to_have_text(everything)

    # as it was
    page.get_by_label("As of").select_option(index=3)
    page.locator(".asof").get_by_role("button", name="Show").click()
    expect(page.get_by_role("status")).to_contain_text("as they were on")
    page.go_back()
    expect(key_figure).to_have_text(everything)

    # what is shown can be taken along
    with page.expect_download() as download:
        page.get_by_role("link", name="Export revisions as SVG").first.click()
    content = Path(download.value.path()).read_text(encoding="utf-8")
    assert content.startswith("<svg")
    assert "prefers-color-scheme: dark" in content
    with page.expect_download() as download:
        page.get_by_role("link", name="Export agreement as TSV").click()
    assert "coefficient" in Path(download.value.path()).read_text(encoding="utf-8")

    page.set_viewport_size({"width": 400, "height": 800})
    assert no_wider_than_the_window(page)


def test_plan_the_judging_of_a_set(server: Workbench, page: Page) -> None:
    number = fill_server(server)
    page.goto(f"{server.url}/projects/{number}/sets")
    page.get_by_role("link", name="neural-large").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("neural-large")
    expect(page.locator(".badge.estimated").first).to_be_visible()

    page.get_by_role("link", name="Score", exact=True).click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Score")

    page.get_by_label("Another set", exact=True).select_option("phrases")
    page.get_by_role("button", name="Show both").click()
    expect(page.get_by_text(re.compile("against neural-large over"))).to_be_visible()
    page.set_viewport_size({"width": 400, "height": 800})
    assert no_wider_than_the_window(page)
    page.set_viewport_size({"width": 1280, "height": 900})

    page.get_by_label("Judgments", exact=True).fill("2")
    page.get_by_label("anna", exact=True).check()
    page.get_by_role("button", name=re.compile("Draw a queue of")).click()
    expect(page.get_by_text("A queue of 2 judgments is open for anna: 0 done.")).to_be_visible()
    expect(page.get_by_role("link", name="Judge the queue")).to_have_attribute(
        "href", f"/projects/{number}/judge?queue=neural-large"
    )
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.goto(f"{server.url}/projects/{number}/sets")
    page.get_by_role("link", name="neural-large").click()
    expect(page.get_by_text("is open for")).to_have_count(0)
