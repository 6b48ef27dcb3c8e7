"""The database of a project, cutting items and exporting, page by page and by their twins."""

import re
import threading
import time
from datetime import UTC, datetime

import pytest
from answering import answer, judge_first_target
from small_memory import SOURCES, fill
from starlette.requests import Request

from mtassay.human.collection import Collection, Source, Target
from mtassay.human.filters import Filter
from mtassay.human.judgment_files import read_judgments
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.items import items_of
from mtassay.store.contents.projects import add_project, project_of, projects
from mtassay.store.history.events import history, latest
from mtassay.store.lists import filters
from mtassay.store.lists import sources as lists
from mtassay.store.lists.filters import select_targets
from mtassay.store.lists.sources import source_figures
from mtassay.web import figures
from mtassay.web.pages.database import browse as pages
from mtassay.web.pages.database.view import project_row
from mtassay.web.serving.routes import Context
from mtassay.web.serving.visitor import Visitor

FORMULA = '=HYPERLINK("http://example.org")'
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=1>"


def revision(site) -> int:  # type: ignore[no-untyped-def]
    with site.database.reading() as connection:
        return latest(connection, 1)


def test_three_panes_show_sources_targets_and_one_of_them(hotel) -> None:  # type: ignore[no-untyped-def]
    page = hotel.browser().get("/projects/1/database").text
    for source in SOURCES:
        assert source.split(",")[0] in page
    assert "6 sources, 19 translations" in page
    assert "IER 20.0" in page
    assert "Rank 3 of 4" in page
    detail = hotel.browser().get("/projects/1/database?source=1&target=1").text
    assert "ben</bdi> scored 4" in detail
    assert "word-by-word" in detail


def test_a_large_project_is_put_in_order_after_its_page_is_shown(hotel, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def ask() -> dict:
        return hotel.program().get("/api/v1/projects/1/database?order=hardest&source=1").json()

    wanted = ask()
    assert wanted["waits_for"] == ""
    may_go_on = threading.Event()

    def figures_that_take_long(*arguments):  # type: ignore[no-untyped-def]
        assert may_go_on.wait(60)
        return source_figures(*arguments)

    monkeypatch.setattr(pages, "source_figures", figures_that_take_long)
    hotel.restart()
    monkeypatch.setattr(figures, "QUICK", 1)
    address = "/projects/1/database?order=hardest&source=1"
    first = hotel.browser().get(address)
    assert first.status_code == 200
    assert 'data-job="/projects/1/database?order=hardest&amp;source=1"' in first.text
    assert [one["id"] for one in ask()["sources"]] == [1, 2, 3, 4, 5, 6]
    may_go_on.set()
    end = time.monotonic() + 60
    while (found := ask())["waits_for"]:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert found == wanted
    assert "data-job" not in hotel.browser().get(address).text


def test_a_search_by_difficulty_computes_the_figures_of_sources_once(hotel, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    computed = []

    def counted(connection, project, sources=None):  # type: ignore[no-untyped-def]
        if sources is None:
            computed.append(project.id)
        return source_figures(connection, project, sources)

    for place in (pages, filters, lists):
        monkeypatch.setattr(place, "source_figures", counted)
    monkeypatch.setattr(figures, "QUICK", 1)
    address = "/api/v1/projects/1/database?search=difficulty:hard"
    first = hotel.program().get(address).json()
    assert first["found_sources"] == 2
    assert computed == [1]
    assert hotel.program().get(f"{address}&order=hardest").json()["found_sources"] == 2
    assert computed == [1]
    judge_first_target(hotel.database, 1)
    assert hotel.program().get(address).json() != first
    assert computed == [1, 1]


def test_figures_of_before_a_judgment_are_not_taken_for_those_after_it(hotel) -> None:  # type: ignore[no-untyped-def]
    """Whoever saves while a page is made leaves its figures as they were, and the next page has the new ones."""
    context = Context(Request({"type": "http"}), hotel.app.state.server, Visitor())
    with hotel.database.reading() as connection:
        project = project_of(connection, 1)
        with hotel.database.writing() as other:
            (new,) = select_targets(other, project, Filter(judged=False))[:1]
            answer(other, project, new.target, "zoe", 3)
        before = pages._figures(context, connection, project, project_row(context, project), is_wanted=True)
    with hotel.database.reading() as connection:
        after = pages._figures(context, connection, project, project_row(context, project), is_wanted=True)
    assert before is not None
    assert after is not None
    assert after.judged.sum() == before.judged.sum() + 1


def test_the_twin_says_the_same(hotel) -> None:  # type: ignore[no-untyped-def]
    found = hotel.program().get("/api/v1/projects/1/database?source=1&target=1").json()
    assert [one["id"] for one in found["sources"]] == [1, 2, 3, 4, 5, 6]
    assert found["source"]["error_rate"] == pytest.approx(20)
    assert (found["source"]["rank"], found["source"]["ranked"]) == (3, 4)
    assert [one["points"] for one in found["targets"]] == [10, 8.5, 4.5]
    assert [one["value"] for one in found["target"]["judgments"]] == [5, 4]
    assert found["target"]["judgments"][0]["verdicts"] == ["ok", "syntax"]
    assert found["target"]["history"][-1]["change"] == "added"


def test_the_search_understands_words_and_conditions(hotel) -> None:  # type: ignore[no-untyped-def]
    program = hotel.program()

    def found(search: str) -> tuple[int, int]:
        answer = program.get("/api/v1/projects/1/database", params={"search": search}).json()
        return answer["found_sources"], answer["found_targets"]

    assert found("Hotel") == (1, 3)
    assert found("hotel market") == (1, 2)
    assert found("score:<3") == (2, 2)
    assert found("is:unjudged") == (3, 3)
    assert found("judge:ben score:>=8") == (3, 3)
    assert found("system:neural breakfast") == (1, 1)
    assert found("nowhere") == (0, 0)
    fields = program.get("/api/v1/projects/1/database", params={"judge": "ben", "lowest": "8"}).json()
    assert fields["search"] == "judge:ben score:>=8"
    assert fields["found_targets"] == 3
    fields = program.get("/api/v1/projects/1/database", params={"judge": "ben", "lowest": "7,5"}).json()
    assert (fields["search"], fields["found_targets"]) == ("judge:ben score:>=7.5", 3)
    both = {"search": "score:>2 document:hotel", "highest": "4"}
    fields = program.get("/api/v1/projects/1/database", params=both).json()
    assert fields["search"] == "document:hotel score:<=4 score:>2"
    assert fields["form_search"] == "document:hotel score:>2"
    assert fields["conditions"]["highest"] == 4
    assert found("score:7,5-10 difficulty:hard") == (2, 2)
    wrong = program.get("/api/v1/projects/1/database", params={"search": "score:9-3"}).json()
    assert "exchange the two" in wrong["problem"]
    page = hotel.browser().get("/projects/1/database", params={"search": "score:bad"})
    assert page.status_code == 200
    assert "score:bad is no score" in page.text
    assert "Nothing was found" in hotel.browser().get("/projects/1/database?search=nowhere").text


def test_links_of_a_page_take_whatever_its_form_takes(hotel) -> None:  # type: ignore[no-untyped-def]
    program = hotel.program()
    fields = {"document": "d" * 1000, "judge": 'j"' * 150, "lowest": "-0"}
    search = program.get("/api/v1/projects/1/database", params=fields).json()["search"]
    again = program.get("/api/v1/projects/1/database", params={"search": search})
    assert again.status_code == 200
    assert again.json()["search"] == search
    assert program.get("/api/v1/projects/1/export", params={"search": search}).status_code == 200
    deleted = program.post("/api/v1/projects/1/database/delete", json={"found": True, "search": search})
    assert "nothing" in deleted.text, deleted.text
    longer = program.get("/api/v1/projects/1/database", params={**fields, "text": "x" * 1000}).json()
    assert "it may have 2,000; shorten the texts" in longer["problem"]


def test_a_bar_lists_the_outputs_behind_it(hotel) -> None:  # type: ignore[no-untyped-def]
    page = hotel.browser().get("/projects/1/database?source=1").text
    link = re.search(r'href="([^"]+verdict=syntax)"', page)
    assert link is not None
    shown = hotel.browser().get(link.group(1).replace("&amp;", "&")).text
    assert "syntax</b>, 1 translation" in shown
    assert "yes, good day" in shown
    assert "Hotel am Markt.</span></a>" not in shown.split('class="p2"')[1].split('class="p3"')[0].split("<form")[1]


def test_sources_come_in_orders_and_in_pages(local) -> None:  # type: ignore[no-untyped-def]
    from mtassay.human.collection import Collection, Judgment, Source, Target
    from mtassay.store.contents.collection_writer import add_collection

    with local.database.writing() as connection:
        project = add_project(connection, "many", "test")
        sources = tuple(
            Source(f"source {number}", targets=(Target(f"target {number}", (Judgment(number % 11, judge="anna"),)),))
            for number in range(120)
        )
        add_collection(connection, project, Collection(sources), "test")
    program = local.program()
    for order, first in (("stored", "source 0"), ("score", "source 0"), ("targets", "source 0")):
        seen, after = [], ""
        while True:
            answer = program.get("/api/v1/projects/1/database", params={"order": order, "after": after}).json()
            seen += [one["text"] for one in answer["sources"]]
            after = answer["after"]
            if not after:
                break
        assert len(seen) == len(set(seen)) == 120
        assert seen[0] == first
    points = program.get("/api/v1/projects/1/database?order=score").json()["sources"]
    assert [one["points"] for one in points] == sorted(one["points"] for one in points)


def test_deleting_is_undone_from_the_toast(hotel) -> None:  # type: ignore[no-untyped-def]
    browser = hotel.browser()
    answer = browser.send_form("/projects/1/database/delete", targets=["1", "2"], source="1", search="")
    assert answer.status_code == 303
    page = browser.get(answer.headers["Location"]).text
    assert "deleted 2 translations" in page
    assert "data-toast" in page
    assert "17 translations" in page
    undone = browser.send_form("/projects/1/database/undo", revisions=str(revision(hotel)), source="1", follow=True)
    assert "undid revision" in undone.text
    assert "19 translations" in undone.text


def test_all_that_was_found_is_deleted_and_an_empty_search_is_not_all(hotel) -> None:  # type: ignore[no-untyped-def]
    browser = hotel.browser()
    refused = browser.send_form("/projects/1/database/delete", found="true", search="")
    assert refused.status_code == 422
    assert browser.send_form("/projects/1/database/delete", found="true", search="nowhere").status_code == 422
    before = revision(hotel)
    answer = browser.send_form("/projects/1/database/delete", found="true", search="score:<3")
    assert answer.status_code == 303
    assert revision(hotel) == before + 1
    with hotel.database.reading() as connection:
        (event,) = history(connection, 1, limit=1)
    assert event.summary["targets"] == 2


def test_a_source_goes_with_its_targets_and_is_found_among_what_was_deleted(hotel) -> None:  # type: ignore[no-untyped-def]
    browser = hotel.browser()
    assert browser.send_form("/projects/1/database/delete", whole_source="2").status_code == 303
    assert browser.get("/projects/1/database?source=2").status_code == 404
    page = browser.get("/projects/1/database/deleted?search=zwei room").text
    assert "1 source" in page
    assert "I would like a room for two nights." in page
    assert "Nothing was found" in browser.get("/projects/1/database/deleted?search=breakfast").text
    browser.send_form("/projects/1/database/undo", revisions=str(revision(hotel)), deleted="true")
    assert browser.get("/projects/1/database?source=2").status_code == 200
    assert "Nothing is deleted" in browser.get("/projects/1/database/deleted").text


def test_nothing_of_another_project_can_be_touched(hotel) -> None:  # type: ignore[no-untyped-def]
    with hotel.database.writing() as connection:
        add_project(connection, "other", "test")
    browser = hotel.browser()
    assert browser.get("/projects/2/database?source=1").status_code == 404
    assert browser.get("/projects/2/sources/1/items").status_code == 404
    assert browser.send_form("/projects/2/database/delete", targets=["1"]).status_code == 422
    assert browser.send_form("/projects/2/database/delete", whole_source="1").status_code == 404
    assert browser.send_form("/projects/2/database/undo", revisions=str(revision(hotel))).status_code == 404
    assert browser.send_form("/projects/2/sources/1/items", lines="ja,").status_code == 404
    assert browser.get("/projects/3/database").status_code == 404
    assert browser.get(f"/projects/1/database?source={2**70}").status_code == 422


def test_the_history_of_a_target_has_before_and_after(hotel) -> None:  # type: ignore[no-untyped-def]
    with hotel.database.writing() as connection:
        project = project_of(connection, 1)
        answer(connection, project, 1, "zoe", 3)
        answer(connection, project, 1, "zoe", 6, comment=HOSTILE)
    browser = hotel.browser()
    page = browser.get("/projects/1/database?source=1&target=1").text
    assert "changed 3 to 6" in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    undone = browser.send_form(
        "/projects/1/database/undo", revisions=str(revision(hotel)), source=1, target=1, follow=True
    )
    assert "undone by" in undone.text
    assert "deleted the score 6" in undone.text


def test_items_are_proposed_checked_and_cut(hotel) -> None:  # type: ignore[no-untyped-def]
    browser = hotel.browser()
    page = browser.get("/projects/1/sources/1/items").text
    assert "Nothing would change" in page
    proposal = browser.get("/projects/1/sources/3/items").text
    assert "Not cut yet" in proposal
    lines = "ja, guten Tag,\nhier ist\ndas Hotel am Markt."
    checked = browser.send_form("/projects/1/sources/1/items/check", lines=lines)
    assert checked.status_code == 200
    assert "5 verdicts would not count any more" in checked.text
    assert "5 verdicts on items that stay are kept" in checked.text
    before = revision(hotel)
    assert "does not occur" in browser.send_form("/projects/1/sources/1/items/check", lines="nowhere").text
    assert browser.send_form("/projects/1/sources/1/items", lines="nowhere").status_code == 422
    same = browser.send_form("/projects/1/sources/1/items", lines="ja, guten Tag,\nhier ist das Hotel am Markt.")
    assert "done" not in same.headers["Location"]
    assert revision(hotel) == before
    saved = browser.send_form("/projects/1/sources/1/items", lines=lines)
    assert saved.status_code == 303
    with hotel.database.reading() as connection:
        assert [item.text for item in items_of(connection, 1)] == lines.splitlines()
    back = browser.send_form("/projects/1/sources/1/items/check", lines="ja, guten Tag,\nhier ist das Hotel am Markt.")
    assert "comes back" in back.text


def test_a_file_of_all_or_of_some_is_read_again(hotel, tmp_path) -> None:  # type: ignore[no-untyped-def]
    browser = hotel.browser()
    with hotel.database.writing() as connection:
        (stored,) = projects(connection)
        add_collection(
            connection, stored, Collection((Source(next(iter(SOURCES)), targets=(Target(FORMULA),)),)), "test"
        )
    for format, ending in (("evaltrans", "xml"), ("jsonl", "jsonl"), ("csv", "csv"), ("tsv", "tsv"), ("xlsx", "xlsx")):
        answer = browser.get(f"/projects/1/export?format={format}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["Content-Disposition"].startswith("attachment")
        file = tmp_path / f"all.{ending}"
        file.write_bytes(answer.content)
        is_defused = format in ("csv", "tsv")
        read = read_judgments(f"{file}:format={format}:spreadsheet=yes" if is_defused else str(file))
        assert sum(len(source.targets) for source in read.sources) == 20
        assert FORMULA in [target.text for source in read.sources for target in source.targets]
        if is_defused:
            assert f"'{FORMULA[:9]}" in answer.text
            assert f"\t{FORMULA[:9]}" not in answer.text
    some = tmp_path / "some.xml"
    some.write_bytes(browser.get("/projects/1/export?search=score:<3").content)
    assert [len(source.targets) for source in read_judgments(str(some)).sources] == [1, 1]
    some.write_bytes(browser.send_form("/projects/1/export", targets=["1"]).content)
    assert [len(source.targets) for source in read_judgments(str(some)).sources] == [1]
    assert b"anna" not in browser.get("/projects/1/export?pseudonyms=true").content
    assert browser.send_form("/projects/1/export").status_code == 422
    assert browser.get("/projects/1/export?format=doc").status_code == 400


def test_judges_do_not_see_the_database(public) -> None:  # type: ignore[no-untyped-def]
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    judge = public.browser().sign_in("judge")
    for path in ("database", "database/deleted", "merge", "export", "sources/1/items"):
        assert judge.get(f"/projects/1/{path}").status_code == 403
    manager = public.browser().sign_in("manager")
    assert manager.get("/projects/1/database").status_code == 200


def test_a_judgment_is_found_by_its_day(hotel) -> None:  # type: ignore[no-untyped-def]
    with hotel.database.writing() as connection:
        answer(connection, project_of(connection, 1), 1, "zoe", 3)
    today = datetime.now(UTC).date().isoformat()
    found = hotel.program().get("/api/v1/projects/1/database", params={"search": f"date:{today}"}).json()
    assert found["found_targets"] == 1
    none = hotel.program().get("/api/v1/projects/1/database", params={"search": "date:..2001-01-01"}).json()
    assert none["found_targets"] == 0
