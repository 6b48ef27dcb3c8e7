"""Another name, corrected languages, archiving and deleting, by pages and by their twins."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from small_memory import fill

from mtassay.store.contents.project_changes import change_languages
from mtassay.store.contents.projects import project_of
from mtassay.store.database import Database
from mtassay.store.schema import PROJECTS
from mtassay.web.jobs.runner import Runner


@pytest.fixture
def number(local) -> int:
    with local.database.writing() as connection:
        return fill(connection, "hotel").id


def stored(site, number: int):
    with site.database.reading() as connection:
        return project_of(connection, number)


def test_name_and_languages_are_changed_and_undone(local, number) -> None:
    browser = local.browser()
    before = stored(local, number)
    fields = {"name": "<b>Travel</b>", "source_language": "Slovak", "target_language": "pt_br"}
    done = browser.send_form(f"/projects/{number}/settings", **fields)
    assert done.status_code == 303
    after = stored(local, number)
    assert (after.name, after.source_language, after.target_language) == ("<b>Travel</b>", "sk", "pt-BR")
    page = browser.get(done.headers["Location"]).text
    assert "&lt;b&gt;Travel&lt;/b&gt;" in page
    assert "<b>Travel" not in page
    shown = browser.get(f"/projects/{number}/history").text
    assert "renamed the project" in shown
    assert "sk → pt-BR" in shown
    undo = re.search(rf'action="(/projects/{number}/undo/[\d,]+)"', page)[1]
    assert browser.send_form(undo).status_code == 303
    assert stored(local, number) == before


def test_what_cannot_be_is_said_on_the_page(local, number) -> None:
    with local.database.writing() as connection:
        fill(connection, "other")
    browser = local.browser()
    wrong = browser.send_form(f"/projects/{number}/settings", name="hotel", source_language="Slowak")
    assert wrong.status_code == 400
    assert "did you mean" in wrong.text
    assert browser.send_form(f"/projects/{number}/settings", name="other").status_code == 409
    assert browser.send_form(f"/projects/{number}/settings", is_whole="yes", name="").status_code == 400
    new = browser.send_form("/projects", name="third", source_language="Germann")
    assert new.status_code == 400
    assert "&#39;German&#39;" in new.text


def test_a_language_can_be_emptied(local, number) -> None:
    browser = local.browser()
    browser.send_form(f"/projects/{number}/settings", source_language="de", target_language="en")
    browser.send_form(f"/projects/{number}/settings", is_whole="yes", name="hotel", target_language="en")
    assert (stored(local, number).source_language, stored(local, number).target_language) == ("", "en")


def test_an_archived_project_is_read_and_not_changed(local, number) -> None:
    browser = local.browser()
    browser.send_form(f"/projects/{number}/put-away")
    assert "Archived (1)" in browser.get("/projects").text
    assert "hotel" not in browser.get("/judge").text
    for path in ("", "/database", "/statistics", "/sets", "/history", "/settings", "/people", "/export"):
        assert browser.get(f"/projects/{number}{path}").status_code == 200, path
    assert browser.get(f"/projects/{number}/judge").status_code == 409
    rules = browser.send_form(f"/projects/{number}/guidelines", text="new")
    assert rules.status_code == 409
    assert "is archived" in rules.text
    assert browser.send_form(f"/projects/{number}/settings", name="x").status_code == 409
    assert browser.send_form(f"/projects/{number}/open").status_code == 303
    assert browser.get(f"/projects/{number}/judge").status_code == 200


def test_a_deleted_project_is_restored_for_thirty_days_and_then_removed(local, number) -> None:
    browser = local.browser()
    done = browser.send_form(f"/projects/{number}/delete")
    page = browser.get(done.headers["Location"]).text
    assert "hotel was deleted." in page
    assert "Deleted (1)" in page
    assert browser.get(f"/projects/{number}").status_code == 404
    assert browser.send_form(f"/projects/{number}/restore").status_code == 303
    assert browser.get(f"/projects/{number}").status_code == 200
    assert browser.send_form(f"/projects/{number}/restore").status_code == 404
    browser.send_form(f"/projects/{number}/delete")
    runner = Runner(Database(local.configuration.location))
    runner._clean()
    assert browser.send_form(f"/projects/{number}/restore").status_code == 303
    browser.send_form(f"/projects/{number}/delete")
    with local.database.writing() as connection:
        connection.execute(sa.update(PROJECTS).values(deleted=datetime.now(UTC) - timedelta(days=30)))
    runner._clean()
    runner.database.close()
    assert browser.send_form(f"/projects/{number}/restore").status_code == 404
    assert "Deleted" not in browser.get("/projects").text


def test_programs_do_the_same(local, number) -> None:
    program = local.program()
    base = f"/api/v1/projects/{number}"
    changed = program.post(f"{base}/settings", json={"target_language": "French"}).json()
    assert len(changed["revisions"]) == 1
    settings = program.get(f"{base}/settings").json()
    assert (settings["project_name"], settings["target_language"]) == ("hotel", "fr")
    assert program.post(f"{base}/put-away").status_code == 200
    assert [row["id"] for row in program.get("/api/v1/projects").json()["archived"]] == [number]
    assert program.post(f"{base}/open").status_code == 200
    assert program.post(f"{base}/delete").json()["removed_on"]
    assert [row["id"] for row in program.get("/api/v1/projects").json()["deleted"]] == [number]
    assert program.post(f"{base}/restore").status_code == 200


def test_deleted_projects_are_shown_to_members_alone(public) -> None:
    with public.database.writing() as connection:
        number = fill(connection, "secret").id
    manager, administrator = public.browser().sign_in("manager"), public.browser().sign_in("administrator")
    administrator.send_form(f"/projects/{number}/delete")
    assert "secret" in administrator.get("/projects").text
    assert "secret" not in manager.get("/projects").text
    assert manager.send_form(f"/projects/{number}/restore").status_code == 404


@pytest.mark.parametrize(
    ("path", "label"),
    [
        *(("", "Overview"), ("/add", "Add data"), ("/database", "Database"), ("/merge", "Database")),
        *(("/sets", "Systems"), ("/statistics", "Statistics"), ("/judge", "Judge"), ("/guidelines", "Guidelines")),
        *(("/history", "History"), ("/people", "People"), ("/settings", "Settings"), ("/archive", "Settings")),
    ],
)
def test_one_row_of_tabs_on_all_pages(local, number, path, label) -> None:
    page = local.browser().get(f"/projects/{number}{path}").text
    tabs = page[page.index('aria-label="Project"') :].split("</nav>")[0]
    assert re.findall(r'aria-current="page">([^<]+)<', tabs) == [label]
    assert "Settings" in tabs


def test_judges_see_their_tabs(public) -> None:
    with public.database.writing() as connection:
        number = fill(connection, "hotel").id
    public.let_everybody_in()
    page = public.browser().sign_in("judge").get(f"/projects/{number}/guidelines").text
    tabs = page[page.index('aria-label="Project"') :].split("</nav>")[0]
    assert re.findall(r">([^<>\n]+)</a>", tabs) == ["Judge", "Guidelines"]
    assert 'aria-label="Project"' not in public.browser().get("/sign-in").text


def test_a_form_that_was_opened_before_overwrites_nothing(local, number) -> None:
    browser = local.browser()
    page = browser.get(f"/projects/{number}/settings").text
    fields = {"name": "hotel", "source_language": "de", "target_language": "en", "is_whole": "yes"}
    before = {"name_before": "hotel", "source_before": "de", "target_before": "en"}
    assert all(f'name="{field}" value="{value}"' in page for field, value in before.items())
    browser.send_form(f"/projects/{number}/settings", **{**fields, "name": "Travel", "source_language": "cs"}, **before)
    late = browser.send_form(f"/projects/{number}/settings", **{**fields, "target_language": "fr"}, **before)
    assert late.status_code == 303
    now = stored(local, number)
    assert (now.name, now.source_language, now.target_language) == ("Travel", "cs", "fr")
    refused = browser.send_form(f"/projects/{number}/settings", **{**fields, "name": "Inn"}, **before)
    assert refused.status_code == 409
    assert "Travel" in refused.text
    refused = browser.send_form(f"/projects/{number}/settings", **{**fields, "source_language": ""}, **before)
    assert refused.status_code == 409
    assert stored(local, number) == now
    undo_language = {**before, "name_before": "Travel", "source_before": "", "target_before": "fr"}
    with local.database.writing() as connection:
        change_languages(connection, now, "", "fr", "anna")
    filled = {**fields, "name": "Travel", "source_language": "sk", "target_language": "fr"}
    assert browser.send_form(f"/projects/{number}/settings", **filled, **undo_language).status_code == 303
    assert stored(local, number).source_language == "sk"
