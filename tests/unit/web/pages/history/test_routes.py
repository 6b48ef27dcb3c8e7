"""The history of a project in the browser: found, read, taken back."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from answering import answer
from done_jobs import do_jobs
from small_memory import fill

from mtassay.human.filters import Filter
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.removal import delete_targets
from mtassay.store.history import events
from mtassay.store.lists.filters import select_targets
from mtassay.store.schema import EVENTS

TABLE = b"source\ttarget\tscore\tjudge\nguten Tag\tgood day\t8\tines\n"
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def told(local):
    """A project with a judgment, its correction, a deletion and a cut; and the revisions of these."""
    with local.database.writing() as connection:
        project = fill(connection)
        found = select_targets(connection, project, Filter())
        first, other = found[0], found[3]
        saved = answer(connection, project, first.target, "ines", 7, comment=HOSTILE)
        corrected = answer(connection, project, first.target, "ines", 4)
        deleted = delete_targets(connection, project, [other.target], "mara")
        cut = cut_items(connection, project, found[6].source, ["wann", "wollen Sie"], "mara")
    return {
        "project": project,
        "judged": saved.revision,
        "corrected": corrected.revision,
        "deleted": deleted,
        "cut": cut,
        "target": first.target,
        "other": other.target,
    }


def steps(site, query: str = "") -> list[dict]:
    return site.program().get(f"/api/v1/projects/1/history?{query}").json()["steps"]


def by_revision(site, number: int) -> dict:
    (found,) = [step for step in steps(site) if step["revision"] == number]
    return found


def test_each_step_says_who_when_before_and_after(local, told) -> None:
    step = by_revision(local, told["corrected"])
    assert (step["who"], step["did"], step["button"]) == ("ines", "corrected a score", "Undo")
    (change,) = step["changes"]
    assert (change["action"], change["after"], change["judge"]) == ("corrected", "4", "ines")
    assert change["before"].startswith("7")
    assert change["target"] == told["target"]
    assert abs(datetime.fromisoformat(step["at"]) - datetime.now(UTC)) < timedelta(minutes=5)
    deleted = by_revision(local, told["deleted"])
    (change,) = deleted["changes"]
    assert (change["what"], change["action"], change["after"]) == ("translation", "deleted", "")
    assert deleted["button"] == "Restore"
    (cut,) = by_revision(local, told["cut"])["changes"]
    assert cut["after"] == "wann | wollen Sie"
    page = local.browser().get("/projects/1/history").text
    assert HOSTILE not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("who=mara", {"delete", "items"}),
        ("kind=correction", {"correction"}),
        ("who=mara&kind=delete", {"delete"}),
        ("text=alert(1)", {"judgment"}),
        ("text=rehearing", {"import"}),
        ("text=wollen", {"import", "output", "items"}),
        ("since=2999-01-01", set()),
        ("until=2001-01-01", set()),
        ("text=%25", set()),
        ("text=%00nothing%00", set()),
    ],
)
def test_filters(local, told, query: str, kinds: set[str]) -> None:
    assert {step["kind"] for step in steps(local, query)} == kinds


def test_all_that_happened_to_one_translation(local, told) -> None:
    found = steps(local, f"target={told['other']}")
    assert told["deleted"] in {step["revision"] for step in found}
    assert told["corrected"] not in {step["revision"] for step in found}
    page = local.browser().get(f"/projects/1/history?target={told['other']}").text
    assert "Only what happened to translation" in page
    today = datetime.now(UTC).date().isoformat()
    assert steps(local, f"since={today}&until={today}") or datetime.now(UTC).hour == 0


def test_a_deletion_is_restored_and_deleted_again(local, told) -> None:
    browser = local.browser()

    def there() -> bool:
        with local.database.reading() as connection:
            found = select_targets(connection, told["project"], Filter())
        return told["other"] in {one.target for one in found}

    assert not there()
    answer = browser.send_form(f"/projects/1/history/{told['deleted']}/undo")
    assert answer.status_code == 303
    assert there()
    page = browser.get(answer.headers["Location"]).text
    assert f"Revision {told['deleted']} is undone" in page
    undo = int(answer.headers["Location"].rpartition("=")[2])
    assert by_revision(local, undo)["button"] == "Redo"
    browser.send_form(f"/projects/1/history/{undo}/undo")
    assert not there()
    again = browser.send_form(f"/projects/1/history/{undo}/undo")
    assert again.status_code == 409
    assert "undone already" in again.text


def test_a_step_says_what_was_built_on_it_and_what_stays(local, told) -> None:
    browser = local.browser()
    with local.database.reading() as connection:
        imported = events.history(connection, 1)[-2].revision
    step = local.program().get(f"/api/v1/projects/1/history/{imported}").json()
    assert step["later_count"] > 0
    assert told["judged"] in step["later"] or step["later_count"] > len(step["later"])
    titles = [group["title"] for group in step["groups"]]
    assert titles[:3] == ["6 sources added", "6 translations added", "6 judgments added"]
    assert "later steps need what this one added" in browser.get(f"/projects/1/history/{imported}").text
    done = local.program().post(f"/api/v1/projects/1/history/{imported}/undo").json()
    assert "6 sources" in done["kept"]
    page = browser.get(f"/projects/1/history/{imported}").text
    assert "This step is undone." in page
    assert "6 sources" in page


def test_what_cannot_be_undone_says_why(local, told) -> None:
    browser = local.browser()
    page = browser.get("/projects/1/history/1").text
    assert "cannot be undone" in page
    assert browser.send_form("/projects/1/history/1/undo").status_code == 409
    assert browser.get("/projects/1/history/999").status_code == 404
    assert browser.get("/projects/1/history/-1").status_code == 404
    assert browser.send_form(f"/projects/1/history/{2**70}/undo").status_code == 404
    assert browser.get("/projects/9/history").status_code == 404
    assert browser.get("/projects/1/history?since=yesterday").status_code == 400


def test_a_step_of_another_project_is_not_found(local, told) -> None:
    with local.database.writing() as connection:
        other = fill(connection, "other")
        revision = events.latest(connection, other.id)
    browser = local.browser()
    assert browser.get(f"/projects/1/history/{revision}").status_code == 404
    assert browser.send_form(f"/projects/1/history/{revision}/undo").status_code == 404


def test_a_long_history_has_pages(local, told) -> None:
    with local.database.writing() as connection:
        for number in range(60):
            answer(connection, told["project"], told["target"], f"judge {number}", 5)
    program = local.program()
    first = program.get("/api/v1/projects/1/history?kind=judgment").json()
    assert len(first["steps"]) == 50
    rest = program.get(f"/api/v1/projects/1/history?kind=judgment&before={first['next_before']}").json()
    assert len(rest["steps"]) == 11
    assert rest["next_before"] is None
    page = local.browser().get("/projects/1/history?kind=judgment").text
    assert f"kind=judgment&amp;before={first['next_before']}" in page


def test_a_step_of_a_newer_version_is_shown_and_not_undone(local, told) -> None:
    with local.database.writing() as connection:
        newer = connection.execute(
            sa.insert(EVENTS)
            .values(uid="f" * 32, project=1, at=datetime.now(UTC), who="mara", kind="seance", summary={})
            .returning(EVENTS.c.id)
        ).scalar_one()
    browser = local.browser()
    step = by_revision(local, newer)
    assert step["did"] == "seance"
    assert "does not know" in step["why_not"]
    for page in (f"history/{newer}", "history?kind=seance", "database", "", "statistics"):
        assert browser.get(f"/projects/1/{page}".rstrip("/")).status_code == 200
    assert local.program().get("/api/v1/projects/1/database").json()["last"]["can_undo"] is False
    refused = browser.send_form(f"/projects/1/history/{newer}/undo")
    assert refused.status_code == 409
    assert "this version of mtassay does not know" in refused.text


def test_no_page_offers_an_undo_that_is_refused(local, told) -> None:
    browser, program = local.browser(), local.program()
    sets = program.get("/api/v1/projects/1/sets").json()["sets"]
    run = next(one["run_id"] for one in sets if one["judged"] < one["outputs"])
    changed = browser.send_form(f"/projects/1/sets/{run}/queue", count="1").headers["location"]
    (sent,) = program.post("/api/v1/projects/1/add", files={"files": ("new.tsv", TABLE)}).json()["files"]
    added = browser.send_form(f"/projects/1/add/{sent['uid']}", kind="judgments").headers["location"]
    program.post("/api/v1/projects", json={"name": "other"})
    begun = browser.send_form("/projects/2/merge", other=1).headers["location"]
    do_jobs(local)
    pages = (changed, added, begun, "/projects/1", "/projects/1/history", "/projects/1/database", "/projects/2/history")

    def offered() -> set[tuple[str, tuple[str, ...]]]:
        """The addresses of forms that undo something, with the revisions that they name."""
        forms: set[tuple[str, tuple[str, ...]]] = set()
        for page in pages:
            for action, inside in re.findall(
                r'<form[^>]*action="([^"]*undo[^"]*)"(.*?)</form>', browser.get(page).text, re.S
            ):
                forms.add((action, tuple(re.findall(r'name="revisions" value="(\d+)"', inside))))
        return forms

    first = offered()
    for page in (changed, added, begun):
        assert "undo" in browser.get(page).text
    for action, revisions in first:
        if (action, revisions) in offered():  # else it was undone with another one
            fields = {"revisions": list(revisions)} if revisions else {}
            answered = browser.send_form(action, **fields)
            assert answered.status_code == 303, answered.text
    for page in (changed, added, begun):
        assert "/undo" not in browser.get(page).text.split("</ol>")[0].split('class="events"')[0]
    assert "The merge is undone." in browser.get(begun).text


@pytest.mark.parametrize(
    ("kind", "summary"),
    [("languages", {"source_language": "de"}), ("languages", {"before": "de"}), ("renaming", {})],
)
def test_a_step_that_does_not_say_what_was_there_is_shown_and_undone(local, told, kind, summary) -> None:
    with local.database.writing() as connection:
        broken = connection.execute(
            sa.insert(EVENTS)
            .values(uid="f" * 32, project=1, at=datetime.now(UTC), who="mara", kind=kind, summary=summary)
            .returning(EVENTS.c.id)
        ).scalar_one()
    browser = local.browser()
    for page in ("history", f"history/{broken}"):
        assert browser.get(f"/projects/1/{page}").status_code == 200
    assert browser.send_form(f"/projects/1/history/{broken}/undo").status_code == 303
    assert browser.get("/projects/1/history").status_code == 200
