"""Journey: the server dies in the middle of a job; its owner comes back, restarts it, and the result stays."""

from pathlib import Path

from long_jobs import start_long_job
from playwright.sync_api import Page, expect
from workbench import Workbench


def test_come_back_after_a_restart(server: Workbench, page: Page, tmp_path: Path) -> None:
    start_long_job(page, server.url, tmp_path)
    expect(page.locator("[data-job]").get_by_text("Scoring")).to_be_visible(timeout=60_000)
    address = page.url
    page.goto("about:blank")
    server.kill()
    server.start()

    # whoever did it may still be alive for all that is known, until its lease ends
    page.goto(address)
    expect(page.get_by_text("The job was interrupted.")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Restart").click()
    expect(page.locator("[data-job]")).to_be_visible()
    link = page.get_by_role("link", name="Download scored workbook")
    expect(link).to_be_visible(timeout=180_000)
    scores = page.locator("table").first.inner_text()

    page.goto("about:blank")
    server.restart()
    page.goto(address)
    assert page.locator("table").first.inner_text() == scores
    with page.expect_download() as expected:
        page.get_by_role("link", name="Download scored workbook").click()
    assert Path(expected.value.path()).read_bytes().startswith(b"PK")
