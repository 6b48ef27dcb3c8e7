"""A job that takes long enough to be looked at, cancelled and interrupted."""

import random
from pathlib import Path

from playwright.sync_api import Page, expect

SEGMENTS = 6_000
_WORDS = [f"word{number}" for number in range(200)]


def start_long_job(page: Page, url: str, folder: Path) -> None:
    """Bring a large file and score it with slow metrics; ends on the page of the job, while it runs."""
    draw = random.Random(5)
    lines = ["Reference\tGoogle\tBing"]
    for _ in range(SEGMENTS):
        words = draw.choices(_WORDS, k=40)
        lines.append("\t".join(" ".join(draw.sample(words, 40)) for _ in range(3)))
    (folder / "large.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    page.goto(f"{url}/spreadsheet")
    page.locator("input[type=file]").set_input_files(folder / "large.tsv")
    page.get_by_role("button", name="Open the file").click()
    page.locator("form#columns summary", has_text="more").click()
    page.get_by_label("CharacTER lower is better", exact=True).check()
    page.get_by_role("button", name=f"Score {SEGMENTS:,} segments of 2 systems").click()
    page.wait_for_url("**/jobs/*")
    expect(page.locator("progress")).to_be_visible()
