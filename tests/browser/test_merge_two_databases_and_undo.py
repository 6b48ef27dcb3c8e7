"""Two teams judged apart: one merges the other's database into its own, looks at it, and takes it back."""

from pathlib import Path

from playwright.sync_api import Page, expect
from small_memory import fill, write
from workbench import ON_BOTH_DATABASES, Workbench

from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import project_of
from mtassay.store.database import Database
from mtassay.store.memory.stored_memory import load_memory

SOURCE = "ja, guten Tag, hier ist das Hotel am Markt."


def holds(database: Database) -> tuple[int, int, int]:
    """How many sources, targets and judgments the first project has."""
    with database.reading() as connection:
        memory = load_memory(connection, project_of(connection, 1)).memory
    return len(memory.sources), len(memory.targets), len(memory.judgments)


def make_other(file: Path) -> None:
    """Another team's database: the same, and more."""
    write(file)
    other = Database(str(file))
    more = Collection(
        (
            Source(SOURCE, targets=(Target("hello, the market hotel.", (Judgment(7, judge="carla"),)),)),
            Source("bis morgen.", targets=(Target("see you tomorrow.", (Judgment(10, judge="carla"),)),)),
        )
    )
    with other.writing() as connection:
        add_collection(connection, project_of(connection, 1), more, "carla")
    other.close()


@ON_BOTH_DATABASES
def test_merge_two_databases_and_undo(server: Workbench, page: Page, tmp_path: Path) -> None:
    database = Database(server.location)
    with database.writing() as connection:
        fill(connection)
    before = holds(database)
    other = tmp_path / "other.db"
    make_other(other)
    page.goto(f"{server.url}/projects/1/database")
    page.get_by_role("link", name="Merge").click()
    page.locator("#files").set_input_files(other)
    page.get_by_role("button", name="Preview the merge").last.click()
    expect(page.get_by_text("Nothing is stored yet.")).to_be_visible()
    stats = page.locator("dl.stats > div")
    expect(stats.filter(has_text="New sources").locator("dd")).to_have_text("1")
    expect(stats.filter(has_text="New translations").locator("dd")).to_have_text("2")
    expect(stats.filter(has_text="New judgments").locator("dd")).to_have_text("2")
    assert holds(database) == before
    page.get_by_role("button", name="Merge it").click()
    expect(page.get_by_text("Merged.")).to_be_visible()
    assert holds(database) == (before[0] + 1, before[1] + 2, before[2] + 2)
    result = page.url
    page.get_by_role("link", name="Open the database").click()
    page.get_by_role("searchbox").fill("judge:carla")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_text("2 translations of 2 sources.")).to_be_visible()
    page.goto(result)
    page.get_by_role("button", name="Undo the merge").click()
    expect(page.get_by_text("Done: undid revision")).to_be_visible()
    assert holds(database) == before
    # the same file again, by a project of the server: nothing is doubled
    page.goto(f"{server.url}/projects/1/merge")
    page.locator("#files").set_input_files(other)
    page.get_by_role("button", name="Preview the merge").last.click()
    page.get_by_role("button", name="Merge it").click()
    expect(page.get_by_text("Merged.")).to_be_visible()
    assert holds(database) == (before[0] + 1, before[1] + 2, before[2] + 2)
    database.close()
