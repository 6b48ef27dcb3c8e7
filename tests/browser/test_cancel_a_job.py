"""Journey: a job takes too long, is cancelled, and is begun anew."""

from pathlib import Path

from long_jobs import start_long_job
from playwright.sync_api import Page, expect
from workbench import ON_BOTH_DATABASES, Workbench


@ON_BOTH_DATABASES
def test_cancel_a_job(server: Workbench, page: Page, tmp_path: Path) -> None:
    start_long_job(page, server.url, tmp_path)
    expect(page.locator("[data-job]").get_by_text("Scoring")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The job was cancelled.")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Nothing of it was kept.")).to_be_visible()
    page.goto(f"{server.url}/jobs")
    expect(page.get_by_role("row", name="large.tsv")).to_contain_text("cancelled")

    page.get_by_role("button", name="Restart").click()
    page.wait_for_url("**/jobs/*")
    expect(page.locator("[data-job]").get_by_text("Scoring")).to_be_visible(timeout=60_000)
    expect(page.locator("progress")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The job was cancelled.")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_url("**/jobs")
    expect(page.get_by_text("No jobs in the last day.")).to_be_visible()
