"""Judgments of a queue come back in many ways: by each they count for the queue, and an undo takes them away."""

import csv
import io
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from answering import answer
from click.testing import CliRunner
from done_jobs import do_jobs
from new_system import NEW, NewSystem, fill

from mtassay.cli.main import cli
from mtassay.errors import InputError
from mtassay.estimation.sampling.current_estimate import CurrentEstimate, find_current_estimate
from mtassay.estimation.sampling.drawn_queue import predict_run, store_queue
from mtassay.estimation.sampling.rate_estimate import RateEstimate
from mtassay.human.collection import Collection, Judgment, Output, Source, Target
from mtassay.human.judgment_files import judgment_file_content
from mtassay.store.archives.backups import back_up
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.merging import merge
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import add_project, find_project
from mtassay.store.database import Database
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import history, latest
from mtassay.store.history.undo import undo
from mtassay.store.judging.queues import answers, assign, close_queue, open_queues
from mtassay.store.memory.stored_memory import ProjectHistory, load_memory
from mtassay.store.migration import create
from mtassay.store.schema import RUNS

ASKED = 12
Given = list[tuple[str, str, int]]
"""Source, translation and score of items of the queue, in its order."""


@dataclass(frozen=True)
class Desk:
    """A project with a queue of the new system, of which the first items are asked for, and all ways to it."""

    database: Database
    new: NewSystem
    site: Any
    folder: Path
    given: Given

    def estimate(self, method: str | None = None, system: str = NEW) -> CurrentEstimate:
        with self.database.reading() as connection:
            return self.estimate_by(connection, method, system)

    def estimate_by(self, connection: sa.Connection, method: str | None = None, system: str = NEW) -> CurrentEstimate:
        history = ProjectHistory(connection, self.new.project)
        stored = history.memory(latest(connection, self.new.project.id))
        return find_current_estimate(connection, self.new.project, history, stored, system, method=method)

    def expected(self, given: Given, judge: str = "anna") -> RateEstimate:
        """What comes out where a judge says the same in the browser; nothing of it is kept."""
        with self.database.writing() as connection:
            texts = self.targets(connection)
            for source, text, score in given:
                answer(connection, self.new.project, texts[source, text], judge, score, system=NEW)
            found = self.estimate_by(connection).estimate
            connection.rollback()
        return found

    def targets(self, connection: sa.Connection) -> dict[tuple[str, str], int]:
        stored = load_memory(connection, self.new.project)
        sources = [stored.memory.sources[place] for place in stored.memory.source_of.tolist()]
        return dict(zip(zip(sources, stored.memory.targets, strict=True), stored.target_ids.tolist(), strict=True))

    def runs(self) -> int:
        with self.database.reading() as connection:
            return connection.scalar(sa.select(sa.func.count()).select_from(RUNS)) or 0

    def revision(self) -> int:
        with self.database.reading() as connection:
            return latest(connection, self.new.project.id)

    def undo_since(self, revision: int) -> None:
        with self.database.writing() as connection:
            since = [one.revision for one in history(connection, self.new.project.id) if one.revision > revision]
            undo(connection, self.new.project.id, since, "anna")

    def new_path(self) -> str:
        return str(self.folder / f"{secrets.token_hex(8)}.db")

    def write(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def mtassay(self, *arguments: str, stdin: str = "") -> str:
        done = CliRunner().invoke(cli, arguments, input=stdin, env={"MTASSAY_DB": self.database.location})
        assert done.exit_code == 0, done.output
        return done.stdout


@pytest.fixture
def desk(database: Database, tmp_path: Path, open_site: Callable[[str], Any]) -> Desk:
    with database.writing() as connection:
        new = fill(connection)
        run_prediction = predict_run(load_memory(connection, new.project), NEW)
        queue = store_queue(connection, new.project, run_prediction, 3, "anna")
        assign(connection, new.project, queue, "anna", count=ASKED)
        first = dict(zip(run_prediction.targets, run_prediction.prediction.first.tolist(), strict=True))
        places = [first[item.target] for item in queue.items]
        given = [(f"Satz {place + 1}.", new.texts[place], new.scores[place]) for place in places]
    return Desk(database, new, open_site(database.location), tmp_path, given)


def as_table(given: Given, judge: str = "anna", run: str = "") -> str:
    table = io.StringIO()
    writer = csv.writer(table, delimiter="\t", lineterminator="\n")
    writer.writerow(["source", "target", "score", "judge", "system", *(["run"] if run else [])])
    for source, text, score in given:
        writer.writerow([source, text, score, judge, NEW, *([run] if run else [])])
    return table.getvalue()


def as_collection(given: Given, judge: str = "anna") -> Collection:
    return Collection(
        tuple(
            Source(
                source,
                document="talk",
                position=place,
                targets=(Target(text, (Judgment(score, judge=judge, system=NEW),), (Output(NEW, "", place, "talk"),)),),
            )
            for place, (source, text, score) in enumerate(given, start=1)
        )
    )


def by_table(desk: Desk, given: Given) -> None:
    desk.mtassay("db", "import", desk.write("back.tsv", as_table(given)))


def by_table_with_open_rows(desk: Desk, given: Given) -> None:
    """The whole list of the queue, in which only some rows have a score."""
    rows = as_table(given) + "".join(f"{source}\t{text}\t\t\t{NEW}\n" for source, text, _ in desk.given[len(given) :])
    desk.mtassay("db", "import", desk.write("back.tsv", rows))


def by_xml(desk: Desk, given: Given) -> None:
    content = judgment_file_content(as_collection(given), "back.xml", "evaltrans")
    desk.mtassay("db", "import", desk.write("back.xml", content))


def by_json_lines(desk: Desk, given: Given) -> None:
    content = judgment_file_content(as_collection(given), "back.jsonl", "table")
    desk.mtassay("db", "import", desk.write("back.jsonl", content))


def by_the_page_add_data(desk: Desk, given: Given) -> None:
    add_by_page(desk, as_table(given))


def add_by_page(desk: Desk, table: str) -> str:
    """Add a table of judgments, and give what the page says then."""
    browser, base = desk.site.browser(), f"/projects/{desk.new.project.id}/add"
    files = {"files": ("back.tsv", table.encode())}
    sent = browser.post(base, data={"csrf": browser.token}, files=files, follow_redirects=False)
    assert sent.status_code == 303, sent.text
    assert "The file cannot be added" not in browser.get(sent.headers["location"]).text
    done = browser.send_form(sent.headers["location"], kind="judgments")
    assert done.status_code == 303, done.text
    do_jobs(desk.site)
    return str(browser.get(done.headers["location"]).text)


def by_the_api_of_add_data(desk: Desk, given: Given) -> None:
    program, base = desk.site.program(), f"/api/v1/projects/{desk.new.project.id}/add"
    (file,) = program.post(base, files={"files": ("back.tsv", as_table(given).encode())}).json()["files"]
    confirmed = program.post(f"{base}/{file['uid']}", json={"kind": "judgments"})
    assert confirmed.is_success, confirmed.text
    do_jobs(desk.site)


def by_the_terminal(desk: Desk, given: Given) -> None:
    answers = "".join(f"{score}\n" for _, _, score in given)
    desk.mtassay("judge", "--queue", NEW, "--judge", "anna", stdin=answers)


def by_the_browser(desk: Desk, given: Given) -> None:
    browser, where = desk.site.browser(), f"/projects/{desk.new.project.id}/judge"
    scores = {text: score for _, text, score in given}
    for _ in given:
        question = desk.site.program().get(f"/api/v1{where}?judge=anna&queue={NEW}").json()["question"]
        fields = {"target": question["target"], "version": question["version"], "token": secrets.token_hex(16)}
        value = scores[question["text"]]
        address = f"{where}/answer?judge=anna&queue={NEW}"
        assert browser.send_form(address, value=value, **fields).status_code == 303


def by_the_api_of_judging(desk: Desk, given: Given) -> None:
    program, where = desk.site.program(), f"/api/v1/projects/{desk.new.project.id}/judge/answer"
    with desk.database.reading() as connection:
        targets = desk.targets(connection)
    for source, text, score in given:
        fields = {"target": targets[source, text], "token": secrets.token_hex(16), "body": {"value": score}}
        answered = program.post(f"{where}?judge=anna&queue={NEW}", json=fields)
        assert answered.is_success, answered.text


def by_a_merge_without_the_queue(desk: Desk, given: Given) -> None:
    """Somebody made a database of the items alone and judged there."""
    other = Database(desk.new_path())
    create(other)
    with other.writing() as connection:
        there = add_project(connection, "judged", "anna", source_language="de", target_language="en")
        add_collection(connection, there, as_collection(given), "anna")
    other.close()
    desk.mtassay("db", "merge", other.location)


def by_a_merge_with_the_queue(desk: Desk, given: Given) -> None:
    """Somebody judged the queue in a copy of the database, which is sent to the page."""
    copy = Path(desk.new_path())
    back_up(desk.database, copy)
    judged_there = Database(str(copy))
    with judged_there.writing() as connection:
        targets = desk.targets(connection)
        for source, text, score in given:
            answer(connection, desk.new.project, targets[source, text], "anna", score, system=NEW)
        assert open_queues(connection, desk.new.project)
    judged_there.close()
    sqlite3.connect(copy).execute("PRAGMA journal_mode = DELETE")
    browser, base = desk.site.browser(), f"/projects/{desk.new.project.id}/merge"
    files = {"files": ("copy.db", copy.read_bytes())}
    sent = browser.post(f"{base}/preview", data={"csrf": browser.token}, files=files, follow_redirects=False)
    assert sent.status_code == 303, sent.text
    do_jobs(desk.site)
    result = desk.site.program().get(f"/api/v1{sent.headers['location']}").json()["result"]
    assert browser.send_form(base, file=result["file"]).status_code == 303
    do_jobs(desk.site)


def by_an_archive(desk: Desk, given: Given) -> None:
    """Somebody judged in a project that came by an archive, which is merged."""
    with desk.database.reading() as connection:
        packed = write_archive(connection, desk.new.project)
    other = Database(desk.new_path())
    create(other)
    with other.writing() as connection:
        there = add_archive(connection, read_archive(packed, "project.zip"), "ben").project
        add_collection(connection, there, as_collection(given), "ben")
        assert open_queues(connection, there)
    with other.reading() as second, desk.database.writing() as connection:
        merge(connection, desk.new.project, second, find_project(second, there.name), "anna", "archive.db")
    other.close()


WAYS = (
    by_table,
    by_table_with_open_rows,
    by_xml,
    by_json_lines,
    by_the_page_add_data,
    by_the_api_of_add_data,
    by_the_terminal,
    by_the_browser,
    by_the_api_of_judging,
    by_a_merge_without_the_queue,
    by_a_merge_with_the_queue,
    by_an_archive,
)


@pytest.mark.parametrize("way", WAYS)
def test_they_count_for_the_queue_and_an_undo_takes_them_away(desk: Desk, way: Callable[[Desk, Given], None]) -> None:
    given, before, revision, runs = desk.given[:8], desk.estimate(), desk.revision(), desk.runs()
    expected = desk.expected(given)
    assert (expected.method, expected.judged) == ("certified", 8)
    assert (expected.half_width or 0) > 0
    way(desk, given)
    found = desk.estimate()
    assert found.estimate == expected
    assert desk.runs() == runs
    asked = desk.site.program().get(f"/api/v1/projects/{desk.new.project.id}/judge?judge=anna&queue={NEW}").json()
    assert (asked["done"], asked["total"]) == (8, ASKED)
    desk.undo_since(revision)
    undone = desk.estimate().estimate
    assert (undone.method, undone.sser, undone.half_width) == (
        "predicted",
        before.estimate.sser,
        before.estimate.half_width,
    )
    way(desk, given)
    assert desk.estimate().estimate == expected


@pytest.mark.parametrize("by_file", [by_table, by_xml, by_the_page_add_data, by_a_merge_without_the_queue])
def test_some_by_file_and_some_in_the_browser(desk: Desk, by_file: Callable[[Desk, Given], None]) -> None:
    expected = desk.expected(desk.given[:8])
    by_file(desk, desk.given[:4])
    by_the_browser(desk, desk.given[4:8])  # who is asked for none that the file had
    assert desk.estimate().estimate == expected


def test_a_file_that_comes_again_adds_nothing(desk: Desk) -> None:
    by_table(desk, desk.given[:8])
    expected, revision = desk.estimate().estimate, desk.revision()
    said = desk.mtassay("db", "import", desk.write("again.tsv", as_table(desk.given[:8])))
    assert "0 new judgments, 0 new outputs; 8 judgments known already." in said
    assert (desk.estimate().estimate, desk.revision()) == (expected, revision)


def test_two_judges_in_one_file_with_numbered_rows_make_no_run(desk: Desk) -> None:
    rows = [line for judge in ("anna", "ben") for line in as_table(desk.given[:8], judge).splitlines()[1:]]
    numbered = [f"{line}\t{number}" for number, line in enumerate(rows, start=1)]
    table = "\n".join(["source\ttarget\tscore\tjudge\tsystem\tposition", *numbered, ""])
    runs = desk.runs()
    for new in (16, 0):
        said = desk.mtassay("db", "import", desk.write("back.tsv", table))
        assert f"{new} new judgments, 0 new outputs" in said
    assert desk.runs() == runs
    assert desk.estimate().estimate.judged == 8


def test_judgments_that_an_undo_took_are_brought_back(desk: Desk) -> None:
    file = desk.write("back.tsv", as_table(desk.given[:8]))
    desk.mtassay("db", "import", file)
    desk.undo_since(desk.revision() - 1)
    said = desk.mtassay("db", "import", file)
    assert "0 new judgments, 0 new outputs; 8 judgments brought back.\n" in said
    desk.undo_since(desk.revision() - 1)
    assert "was added: 8 judgments brought back." in add_by_page(desk, as_table(desk.given[:8]))


@pytest.mark.parametrize("judges", [(), ("anna", "ben")])
def test_a_judge_whom_nobody_asked_counts_too(desk: Desk, judges: tuple[str, ...]) -> None:
    with desk.database.writing() as connection:
        (queue,) = open_queues(connection, desk.new.project)
        assign(connection, desk.new.project, queue, "anna", judges=judges)
    expected = desk.expected(desk.given[:6], "dora")
    desk.mtassay("db", "import", desk.write("back.tsv", as_table(desk.given[:6], "dora")))
    found = desk.estimate().estimate
    assert found == expected
    assert (found.method, found.judged) == ("certified", 6)


def test_what_is_behind_a_gap_is_no_sample_whichever_way_it_came(desk: Desk) -> None:
    given = [desk.given[place] for place in (0, 1, 2, 5, 7)]
    expected = desk.expected(given)
    assert (expected.judged, expected.outside) == (3, 2)
    by_table(desk, given)
    assert desk.estimate().estimate == expected


def test_what_was_not_asked_for_is_the_queue_still(desk: Desk) -> None:
    expected = desk.expected(desk.given[: ASKED + 3])
    by_table(desk, desk.given[: ASKED + 3])
    assert desk.estimate().estimate == expected
    assert expected.judged == ASKED + 3


def test_a_closed_queue_has_what_comes_late(desk: Desk) -> None:
    by_the_browser(desk, desk.given[:3])
    with desk.database.writing() as connection:
        (queue,) = open_queues(connection, desk.new.project)
        close_queue(connection, desk.new.project, queue, "anna")
    expected = desk.expected(desk.given[3:8])
    assert expected.judged == 8
    by_table(desk, desk.given[3:8])
    found = desk.estimate()
    assert found.estimate == expected
    assert found.drawn is not None
    assert found.drawn.queue.is_closed


def test_what_came_before_the_queue_is_known_to_it(desk: Desk) -> None:
    with desk.database.writing() as connection:
        (queue,) = open_queues(connection, desk.new.project)
        close_queue(connection, desk.new.project, queue, "anna")
    early = desk.given[4:9]
    by_table(desk, early)
    with desk.database.writing() as connection:
        queue = store_queue(
            connection, desk.new.project, predict_run(load_memory(connection, desk.new.project), NEW), 5, "anna"
        )
        assign(connection, desk.new.project, queue, "anna", count=6)
        texts = {target: pair for pair, target in desk.targets(connection).items()}
    items = [texts[item.target] for item in queue.items]
    assert not {(source, text) for source, text, _ in early}.intersection(items)
    scores = {(source, text): score for source, text, score in desk.given}
    given = [(*pair, scores[pair]) for pair in items[:6]]
    expected = desk.expected(given)
    assert expected.repeats == sum(desk.new.is_repeat) + len(early)
    by_table(desk, given)
    assert desk.estimate().estimate == expected
    assert expected.judged == 6


@pytest.mark.parametrize("way", [by_table, by_the_page_add_data, by_a_merge_without_the_queue, by_an_archive])
def test_all_of_it_is_known_for_sure(desk: Desk, way: Callable[[Desk, Given], None]) -> None:
    way(desk, desk.given)
    found = desk.estimate().estimate
    assert (found.method, found.half_width) == ("judged", 0)
    assert found == desk.expected(desk.given)


def test_another_run_stays_one(desk: Desk) -> None:
    """The same sources, other outputs: nothing of it is of the queue."""
    others = [(source, f"{text} indeed", score) for source, text, score in desk.given[:8]]
    runs = desk.runs()
    by_table(desk, others)
    assert desk.runs() == runs + 1
    found = desk.estimate()
    assert (found.estimate.method, found.estimate.interval, found.estimate.outputs) == ("partial", None, 8)
    assert "has judged outputs of only 8 of the 40 segments of the test set" in found.estimate.reason
    assert "the open queue" in found.other_queue


def test_another_run_that_was_judged_as_a_whole_is_known(desk: Desk) -> None:
    runs = desk.runs()
    texts = [text if place % 2 else f"{text} indeed" for place, text in enumerate(desk.new.texts)]
    whole = [(f"Satz {place + 1}.", text, desk.new.scores[place]) for place, text in enumerate(texts)]
    by_table(desk, whole)
    assert desk.runs() == runs + 1
    found = desk.estimate().estimate
    assert (found.method, found.half_width, found.outputs) == ("judged", 0, 40)


def test_judgments_of_an_older_run_make_no_third(desk: Desk) -> None:
    with desk.database.writing() as connection:
        sources = [f"Satz {place}." for place in range(1, 41)]
        add_outputs(connection, desk.new.project, NEW, ["other"] * 40, "anna", sources=sources)
    runs = desk.runs()
    by_table(desk, desk.given[:8])
    assert desk.runs() == runs
    with desk.database.reading() as connection:
        (queue,) = open_queues(connection, desk.new.project)
        assert len(answers(connection, desk.new.project, queue)) == 8


def test_a_file_need_not_say_which_run_it_is_of(database: Database, tmp_path: Path, open_site: Any) -> None:
    with database.writing() as connection:
        new = fill(connection)
        sources = [f"Satz {place}." for place in range(1, 41)]
        add_outputs(connection, new.project, "named", [*new.texts], "anna", sources=sources, run="monday")
    desk = Desk(database, new, open_site(database.location), tmp_path, [])
    runs = desk.runs()
    table = as_table([(source, text, 3) for source, text in zip(sources[:5], new.texts, strict=False)])
    desk.mtassay("db", "import", desk.write("back.tsv", table.replace(f"\t{NEW}\n", "\tnamed\n")))
    assert desk.runs() == runs
    named = table.replace("\tsystem\n", "\tsystem\trun\n").replace(f"\t{NEW}\n", "\tnamed\ttuesday\n")
    desk.mtassay("db", "import", desk.write("other.tsv", named))
    assert desk.runs() == runs + 1
    assert desk.estimate(system="named").estimate.method == "partial"


def test_a_text_that_was_changed_is_said(desk: Desk) -> None:
    given = [*desk.given[:7], (desk.given[7][0], f"{desk.given[7][1]}.", 5)]
    said = desk.mtassay("db", "import", desk.write("back.tsv", as_table(given)))
    assert f"{NEW} made 7 of these 8 outputs before and 1 not, the first of them in" in said
    assert "back.tsv, line 9: they are stored as a new run of it. If a text was changed by mistake, undo this" in said
    assert desk.estimate().estimate.interval is None
    revision = desk.revision()
    with desk.database.writing() as connection:
        undo(connection, desk.new.project.id, [revision], "anna")
    browser_words = add_by_page(desk, as_table(given))
    assert "stored as a new run of it" in browser_words


def test_a_file_of_which_every_text_was_changed_is_said(desk: Desk) -> None:
    given = [(source, f"{text}.", score) for source, text, score in desk.given[:8]]
    said = desk.mtassay("db", "import", desk.write("back.tsv", as_table(given)))
    words = (
        f"{NEW} has a run of 40 outputs. The 8 outputs that come with judgments here are stored as another run of it"
    )
    assert f"{words}, and estimates are of the newest run." in said
    with desk.database.writing() as connection:
        undo(connection, desk.new.project.id, [latest(connection, desk.new.project.id)], "anna")
    assert words in add_by_page(desk, as_table(given))


def test_a_system_that_nobody_knows_is_not_known_by_some_judgments(desk: Desk) -> None:
    table = as_table(desk.given[:8]).replace(f"\t{NEW}\n", "\tunheard\n")
    desk.mtassay("db", "import", desk.write("back.tsv", table))
    found = desk.estimate(system="unheard").estimate
    assert (found.method, found.interval) == ("partial", None)
    assert desk.estimate().estimate.judged == 8  # the same outputs are asked for in the queue


def test_outputs_that_are_undone_leave_the_judgments(desk: Desk) -> None:
    by_table(desk, desk.given[:8])
    with desk.database.writing() as connection:
        (outputs,) = [one.revision for one in history(connection, desk.new.project.id) if one.kind == EventKind.OUTPUT]
        undo(connection, desk.new.project.id, [outputs], "anna")
    with pytest.raises(InputError, match="there are no outputs of a system 'new'"):
        desk.estimate()
    by_table(desk, desk.given[:8])  # now they are all that is known of it
    assert desk.estimate().estimate.method == "partial"
