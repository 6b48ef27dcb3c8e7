"""Statistics of a project: figures of any part, as of any revision, and their files."""

import csv
import io
import re
import threading
import time
import xml.etree.ElementTree as ElementTree

import openpyxl
import pytest
from answering import judge_first_target
from done_jobs import do_jobs
from small_memory import fill

from mtassay.store.contents.projects import add_project
from mtassay.store.history.events import latest
from mtassay.store.people.forgetting import forget_person
from mtassay.web import figures
from mtassay.web.pages.statistics import routes as pages
from mtassay.web.pages.statistics.view import quick_view

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=1>"


def fill_site(site, name: str = "hotel") -> int:
    with site.database.writing() as connection:
        return fill(connection, name).id


def ask(site, project: int, **conditions: object) -> dict:
    answer = site.program().get(f"/api/v1/projects/{project}/statistics", params=conditions)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ask_until_ready(site, project: int, **conditions: object) -> dict:
    """For a large project."""
    end = time.monotonic() + 60
    while (found := ask(site, project, **conditions))["quick"] is None:
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def test_all_figures_are_there(local) -> None:
    number = fill_site(local)
    found = ask(local, number)
    quick, slow = found["quick"], found["slow"]
    assert quick["counts"]["sources"] == 6
    assert quick["errors"]["low"] <= quick["errors"]["error"] <= quick["errors"]["high"]
    assert sum(one["count"] for one in quick["errors"]["columns"]) == quick["errors"]["estimated"]
    assert len(quick["errors"]["dots"]) == quick["errors"]["estimated"]
    assert quick["items"]["source"]["rank"] == 1
    assert [one["name"] for one in quick["judges"]] == ["anna", "ben"]
    assert quick["agreement"]["pairs"][0]["units"] > 0
    assert quick["agreement"]["rechecks"]["units"] == 3
    assert slow["growth"][-1]["error"] == pytest.approx(quick["errors"]["error"])
    assert {one["system"] for one in slow["sets"]} == {"phrases", "neural"}
    page = local.browser().get(f"/projects/{number}/statistics").text
    for title in ("Where the source is hard", "Signed error", "Estimation error by revision", "Agreement of judges"):
        assert title in page
    assert "style=" not in page


def test_a_filter_gives_new_figures_and_says_what_it_leaves(local) -> None:
    number = fill_site(local)
    everything, part = ask(local, number), ask(local, number, judge="ben", lowest="3")
    assert part["words"] == " judged by ben, scored at least 3"
    assert part["quick"]["errors"]["error"] != everything["quick"]["errors"]["error"]
    assert [one["name"] for one in part["quick"]["judges"]] == ["ben"]
    assert part["slow"]["growth"][-1]["error"] == pytest.approx(part["quick"]["errors"]["error"])
    page = local.browser().get(f"/projects/{number}/statistics?judge=ben&lowest=3").text
    assert "judged by ben, scored at least 3" in page
    # taking one condition away leaves the other
    assert f'href="/projects/{number}/statistics?lowest=3"' in page
    nothing = ask(local, number, judge="ben", until="2000-01-01")
    assert nothing["quick"]["errors"] is None
    assert "can be estimated" in local.browser().get(f"/projects/{number}/statistics?until=2000-01-01").text


def test_every_revision_can_be_asked_for(local) -> None:
    number = fill_site(local)
    now = ask(local, number)
    revisions = [one["revision"] for one in now["revisions"]]
    counts = []
    for revision in reversed(revisions):
        found = ask(local, number, revision=revision)
        assert found["revision"] == revision
        counts.append(found["quick"]["counts"]["judgments"])
        assert local.browser().get(f"/projects/{number}/statistics?revision={revision}").status_code == 200
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert ask(local, number, revision=revisions[0])["quick"] == now["quick"]


def test_a_new_judgment_changes_the_figures(local) -> None:
    number = fill_site(local)
    before = ask(local, number)
    local.browser().send_form(f"/projects/{number}/undo/{before['latest']}")
    after = ask(local, number)
    assert after["latest"] > before["latest"]
    assert ask(local, number, revision=before["latest"])["quick"] == before["quick"]


@pytest.mark.parametrize(
    ("conditions", "status", "words"),
    [
        ({"judge": "nobody"}, 422, "there is no judge"),
        ({"system": HOSTILE}, 422, "there is no system"),
        ({"document": "nowhere"}, 422, "no document"),
        ({"lowest": "nan"}, 422, "from 0 to 10"),
        ({"lowest": "7", "highest": "3"}, 422, "exchange"),
        ({"since": "yesterday"}, 422, "write it as 2026-05-01"),
        ({"difficulty": "odd"}, 422, "there is no difficulty"),
        ({"revision": "99999999"}, 404, "no revision"),
        ({"revision": "x"}, 400, "whole number"),
        ({"text": "x" * 2000}, 422, "text"),
    ],
)
def test_what_cannot_be_asked_for_is_said(local, conditions: dict, status: int, words: str) -> None:
    number = fill_site(local)
    answer = local.browser().get(f"/projects/{number}/statistics", params=conditions)
    assert answer.status_code == status, answer.text
    assert words in answer.text.lower()
    assert "<script>alert" not in answer.text


def test_conditions_are_those_of_a_search(local) -> None:
    number = fill_site(local)
    by_fields = ask(local, number, judge="ben", lowest="7,5")
    assert by_fields["words"] == " judged by ben, scored at least 7.5"
    by_search = ask(local, number, search="judge:ben score:>=7,5")
    assert (by_search["words"], by_search["quick"]) == (by_fields["words"], by_fields["quick"])
    assert ask(local, number, judged="no")["quick"]["counts"]["judged"] == 0
    page = local.browser().get(f"/projects/{number}/statistics", params={"search": "judge:ben", "judged": "yes"}).text
    assert f'href="/projects/{number}/statistics?judged=yes"' in page
    # what others say of ben's translations counts for the agreement with them
    assert [(one["first"], one["second"]) for one in by_fields["quick"]["agreement"]["pairs"]] == [("anna", "ben")]


def test_a_source_without_items_has_an_empty_table_and_no_picture(local) -> None:
    number = fill_site(local)
    answer = local.browser().get(f"/projects/{number}/statistics/items.tsv?source=3")
    assert (answer.status_code, answer.text.splitlines()[:2]) == (200, ["figure\tvalue"])
    assert local.browser().get(f"/projects/{number}/statistics/items.svg?source=3").status_code == 404
    assert local.browser().get(f"/projects/{number}/statistics/items.tsv?source=99").status_code == 404


def test_another_source_can_be_chosen(local) -> None:
    number = fill_site(local)
    first = ask(local, number)["quick"]["items"]
    other = first["hardest"][-1]
    chosen = ask(local, number, source=other["id"])["quick"]["items"]
    assert chosen["source"] == other
    assert ask(local, number, source=4242)["quick"]["items"] == first
    table = local.browser().get(f"/projects/{number}/statistics/items.tsv?source={other['id']}").text
    assert other["text"] in table


@pytest.mark.parametrize("figure", ["items", "error", "revisions", "sets", "judges", "agreement", "effects"])
@pytest.mark.parametrize("query", ["", "?judge=anna&lowest=2"])
def test_every_figure_is_a_table(local, figure: str, query: str) -> None:
    number = fill_site(local)
    answer = local.browser().get(f"/projects/{number}/statistics/{figure}.tsv{query}")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.text), delimiter="\t"))
    assert len({len(row) for row in rows}) == 1  # one table, and nothing beside it


def test_a_workbook_has_all_tables_of_a_figure_and_what_they_are_of(local) -> None:
    number = fill_site(local)
    answer = local.browser().get(f"/projects/{number}/statistics/agreement.xlsx?judge=anna")
    assert answer.status_code == 200
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert len(book.sheetnames) >= 3
    texts = [str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row]
    assert "judged by anna" in texts


@pytest.mark.parametrize("figure", ["items", "error", "revisions", "sets"])
def test_every_figure_is_a_picture_that_stands_alone(local, figure: str) -> None:
    number = fill_site(local, HOSTILE)
    answer = local.browser().get(f"/projects/{number}/statistics/{figure}.svg?judge=anna")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    ElementTree.fromstring(answer.text)
    assert "prefers-color-scheme: dark" in answer.text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", answer.text)


def test_what_is_no_picture_says_so(local) -> None:
    number = fill_site(local)
    for figure in ("judges", "nothing"):
        assert local.browser().get(f"/projects/{number}/statistics/{figure}.svg").status_code == 404
    with local.database.writing() as connection:
        empty = add_project(connection, "empty", "a test").id
    for figure in ("items", "error", "revisions", "sets"):
        assert local.browser().get(f"/projects/{empty}/statistics/{figure}.svg").status_code == 404
        assert local.browser().get(f"/projects/{empty}/statistics/{figure}.tsv").status_code == 200


def test_an_empty_project_has_statistics(local) -> None:
    with local.database.writing() as connection:
        number = add_project(connection, HOSTILE, "a test").id
    page = local.browser().get(f"/projects/{number}/statistics")
    assert page.status_code == 200
    assert "<script>alert" not in page.text


@pytest.mark.parametrize("is_past", [False, True])
def test_figures_are_computed_once_until_somebody_judges(local, monkeypatch, is_past: bool) -> None:
    number = fill_site(local)
    computed = []
    for name in ("quick_view", "slow_view"):
        whole = getattr(pages, name)
        monkeypatch.setattr(pages, name, lambda *given, name=name, whole=whole: computed.append(name) or whole(*given))
    with local.database.reading() as connection:
        conditions = {"revision": latest(connection, number)} if is_past else {}
    first = ask(local, number, **conditions)
    assert computed == ["quick_view", "slow_view"]
    assert ask(local, number, **conditions) == first
    assert len(computed) == 2
    judge_first_target(local.database, number)
    again = ask(local, number, **conditions)
    assert (again["quick"] == first["quick"]) == is_past
    assert len(computed) == (2 if is_past else 4)


def test_a_large_project_computes_what_takes_long_as_a_job(local, monkeypatch) -> None:
    number = fill_site(local)
    slow = ask(local, number, judge="ben")["slow"]
    local.restart()
    monkeypatch.setattr(figures, "QUICK", 1)
    ask_until_ready(local, number)
    ask_until_ready(local, number, judge="ben")
    browser = local.browser()
    assert "Compute them" in browser.get(f"/projects/{number}/statistics?judge=ben").text
    answer = browser.send_form(f"/projects/{number}/statistics/figures", judge="ben")
    assert answer.status_code == 303
    place = answer.headers["Location"]
    assert "Waiting for its turn" in browser.get(place).text
    do_jobs(local)
    page = browser.get(place).text
    assert "Estimation error by revision" in page
    uid = place.rpartition("=")[2]
    assert ask(local, number, judge="ben", job=uid)["slow"] == slow
    # it is of that part alone
    assert ask(local, number, job=uid)["slow"] is None
    assert ask(local, number, judge="ben", job="0" * 32)["slow"] == slow, "it is known by now"
    assert "Show the statistics" in browser.get(f"/jobs/{uid}").text
    assert browser.send_form(f"/projects/{number}/statistics/figures", lowest="x").status_code == 422


def test_two_managers_who_ask_for_the_same_share_a_job(public, monkeypatch) -> None:
    number = fill_site(public)
    public.let_everybody_in()
    first, second = (public.browser().sign_in(name) for name in ("manager", "administrator"))
    first.get(f"/projects/{number}/statistics?judge=ben")  # what every page of statistics needs is known by that
    monkeypatch.setattr(figures, "QUICK", 1)
    places = [
        one.send_form(f"/projects/{number}/statistics/figures", judge=judge).headers["Location"]
        for one, judge in ((first, "ben"), (second, "ben"), (second, "anna"))
    ]
    assert places[0] == places[1] != places[2]
    uid = places[0].rpartition("=")[2]
    assert f"/jobs/{uid}/cancel" in first.get(places[0]).text
    watched = second.get(places[0]).text
    assert "Waiting for its turn" in watched
    assert "/cancel" not in watched, "it is not theirs to stop"
    assert second.send_form(f"/jobs/{uid}/cancel").status_code == 404
    do_jobs(public)
    for one in (first, second):
        assert "Estimation error by revision" in one.get(places[0]).text


def test_a_large_project_shows_its_page_at_once_and_its_figures_when_they_are_there(local, monkeypatch) -> None:
    number = fill_site(local)
    wanted = ask(local, number, judge="ben")["quick"]
    may_go_on = threading.Event()

    def view_that_takes_long(*arguments):
        assert may_go_on.wait(60)
        return quick_view(*arguments)

    monkeypatch.setattr(pages, "quick_view", view_that_takes_long)
    local.restart()
    monkeypatch.setattr(figures, "QUICK", 1)
    address = f"/projects/{number}/statistics?judge=ben"
    first = local.browser().get(address)
    assert first.status_code == 200
    assert f'data-job="{address}"' in first.text
    assert ask(local, number, judge="ben")["quick"] is None
    may_go_on.set()
    assert ask_until_ready(local, number, judge="ben")["quick"] == wanted
    page = local.browser().get(address).text
    assert "data-job" not in page
    assert "Estimation error, 0–10" in page
    assert ask(local, number, judge="ben")["quick"] == wanted
    assert local.browser().get(f"/projects/{number}/statistics?lowest=x").status_code == 422


def test_figures_that_cannot_be_computed_say_why(local, monkeypatch) -> None:
    number = fill_site(local)
    monkeypatch.setattr(figures, "QUICK", 1)
    browser = local.browser()
    address = f"/projects/{number}/statistics?system=nobody"
    end = time.monotonic() + 60
    while (page := browser.get(address)).status_code == 200:
        assert "data-job" in page.text
        assert time.monotonic() < end
        time.sleep(0.05)
    assert page.status_code == 422
    assert "there is no system" in page.text.lower()


def test_a_large_project_may_show_a_revision_of_before_and_says_so(local, monkeypatch) -> None:
    number = fill_site(local)
    monkeypatch.setattr(figures, "QUICK", 1)
    monkeypatch.setattr(figures, "_DEAR_SECONDS", 0)
    monkeypatch.setattr(figures, "_SHARE", 0)
    before = ask(local, number)
    local.browser().send_form(f"/projects/{number}/undo/{before['latest']}")
    after = ask(local, number)
    assert after["revision"] == before["revision"] < after["latest"]
    page = local.browser().get(f"/projects/{number}/statistics").text
    assert f"as of revision {before['revision']}" in page
    assert ask(local, number, revision=after["latest"])["revision"] == after["latest"]


def test_who_was_forgotten_is_named_as_of_no_revision(local):
    number = fill_site(local)
    with local.database.reading() as connection:
        before = latest(connection, number)
    shown = ask(local, number, revision=before)
    assert "ben" in shown["offered"]["judges"]
    with local.database.writing() as connection:
        forget_person(connection, "ben", "a test")
    again = ask(local, number, revision=before)
    assert "ben" not in again["offered"]["judges"]
    for part in ("quick", "slow"):
        assert "'ben'" in repr(shown[part])
        assert "'ben'" not in repr(again[part])
