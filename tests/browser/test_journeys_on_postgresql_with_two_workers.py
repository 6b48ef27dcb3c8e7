"""The journeys again where two processes answer: whichever gets a request, the other knows of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from judging import answer, press, shown
from long_jobs import start_long_job
from playwright.sync_api import Page, expect
from small_memory import fill
from workbench import Workbench

from mtassay.store.consistency import faults
from mtassay.store.database import Database
from mtassay.store.memory import current_judgments
from mtassay.store.schema import JUDGES, JUDGMENTS


@pytest.fixture
def database(new_location: Callable[[str], str]) -> Iterator[Database]:
    """Where both processes keep what they are told."""
    database = Database(new_location("postgresql"))
    yield database
    database.close()


@pytest.fixture
def server(tmp_path: Path, database: Database) -> Iterator[Workbench]:
    """Two processes that answer, and a small memory that clara has judged nothing of."""
    server = Workbench(tmp_path, "--workers", "2", location=database.location).start()
    with database.writing() as connection:
        fill(connection)
    yield server
    server.stop()
    assert "Traceback" not in server.log, server.log
    assert faults(database) == ()


def stored(database: Database) -> list[tuple[int, float]]:
    """What clara says at present: target and score, the oldest first."""
    query = (
        sa.select(JUDGMENTS.c.target, JUDGMENTS.c.value)
        .join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGES.c.name == "clara", current_judgments())
    )
    with database.reading() as connection:
        return [(row[0], row[1]) for row in connection.execute(query.order_by(JUDGMENTS.c.id))]


def test_judge_five_by_keyboard_and_undo(server: Workbench, database: Database, page: Page) -> None:
    page.goto(f"{server.url}/projects/1/judge?judge=clara&unknown=no")
    asked = [answer(page, str(number)) for number in range(1, 6)]
    assert len(set(asked)) == 5
    assert stored(database) == list(zip(asked, range(1, 6), strict=True))

    sixth = shown(page)
    press(page, "u")
    expect(page.locator("[data-reason]")).to_contain_text("Took back 5.")
    assert shown(page) == asked[-1]
    assert stored(database) == list(zip(asked[:4], range(1, 5), strict=True))
    assert answer(page, "9") == asked[-1]
    assert shown(page) == sixth
    assert stored(database)[-1] == (asked[-1], 9)

    # what was taken back, and what came in its place, is in the history
    page.goto(f"{server.url}/projects/1/history?who=clara")
    expect(page.locator(".events > li")).to_have_count(7)
    expect(page.locator(".events > li").first).to_contain_text("judged")
    page.get_by_role("button", name="Undo revision").first.click()
    expect(page.get_by_text("is undone, by revision")).to_be_visible()
    assert len(stored(database)) == 4


def test_reload_mid_draft(server: Workbench, page: Page) -> None:
    page.goto(f"{server.url}/projects/1/judge?judge=clara&unknown=no")
    press(page, "7")
    press(page, "c")
    page.keyboard.type("half a thought")
    press(page, "Escape")
    expect(page.locator("[data-state]")).to_contain_text("Saved")
    page.reload()
    expect(page.locator("[data-score='7']")).to_be_checked()
    expect(page.locator("textarea[name=comment]")).to_have_value("half a thought")


def test_cancel_a_job(server: Workbench, page: Page, tmp_path: Path) -> None:
    start_long_job(page, server.url, tmp_path)
    expect(page.locator("[data-job]").get_by_text("Scoring")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The job was cancelled.")).to_be_visible(timeout=30_000)
    for _ in range(4):  # whichever worker answers
        page.goto(f"{server.url}/jobs")
        expect(page.get_by_role("row", name="large.tsv")).to_contain_text("cancelled")
