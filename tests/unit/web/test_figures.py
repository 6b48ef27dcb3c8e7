"""Figures: computed once for each state, while somebody waits, by a thread, or by a job."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from mtassay.errors import InputError
from mtassay.store.database import Database
from mtassay.store.work import jobs
from mtassay.store.work.jobs import Job
from mtassay.web import figures as module
from mtassay.web.figures import Computed, FigureKind, Figures, JobFigureKind, Offered, Ready, Waiting, begin_job

LARGE = module.QUICK + 1
WORDS = FigureKind[str]("words", keep=2)


@dataclass(frozen=True)
class View:
    """What the job of these tests finds."""

    mean: float


BY_JOB = JobFigureKind("view", keep=2, type=View)


@pytest.fixture
def figures(empty_file: Path) -> Iterator[Figures]:
    database = Database(str(empty_file))
    found = Figures(database)
    yield found
    found.close()
    database.close()


def ask(figures: Figures, state: str | None, compute: Callable[[], str], **more: bool) -> object:
    """For a large project, whose figure is computed for the state `computed` unless the words say otherwise."""
    with figures.database.reading() as connection:
        return figures.ask(
            connection, WORDS, "key", state, LARGE, lambda own: Computed(state or "computed", compute()), **more
        )


def wait_for(figures: Figures, state: str | None, compute: Callable[[], str], **more: bool) -> object:
    ends = time.monotonic() + 10
    while (answer := ask(figures, state, compute, **more)) == Waiting():
        assert time.monotonic() < ends
        time.sleep(0.01)
    return answer


def test_figures_are_computed_once_for_each_state(figures: Figures) -> None:
    asked: list[str] = []
    for state in ("1 a", "1 a", "1 b", "1 b"):
        assert figures.find(WORDS, 1, state, lambda state=state: asked.append(state) or state) == state
    assert asked == ["1 a", "1 b"]
    assert figures.look_up(WORDS, 1, "1 a") is None
    assert figures.look_up(WORDS, 2, "1 b") is None
    assert figures.look_up(FigureKind[str]("other words", keep=2), 1, "1 b") is None


def test_those_that_were_used_last_are_kept(figures: Figures) -> None:
    for key in (1, 2):
        figures.find(WORDS, key, "1 a", lambda: "words")
    assert figures.look_up(WORDS, 1, "1 a") == "words"
    figures.find(WORDS, 3, "1 a", lambda: "words")
    assert [figures.look_up(WORDS, key, "1 a") for key in (1, 2, 3)] == ["words", None, "words"]
    figures.find(FigureKind[str]("other words", keep=1), 4, "1 a", lambda: "words")
    assert figures.look_up(WORDS, 1, "1 a") == "words", "each kind has room of its own"


def test_what_took_long_may_be_old_where_that_is_said(figures: Figures) -> None:
    figures.find(WORDS, 1, "1 a", lambda: time.sleep(0.03) or "dear")
    figures.find(WORDS, 2, "1 a", lambda: "cheap")
    assert figures.look_up(WORDS, 1, "2 b", may_be_old=True) == "dear"
    assert figures.look_up(WORDS, 1, "2 b") is None
    assert figures.look_up(WORDS, 2, "2 b", may_be_old=True) is None


def test_what_is_old_is_computed_anew_after_a_while(figures: Figures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SHARE", 0.5)
    figures.find(WORDS, 1, "1 a", lambda: time.sleep(0.03) or "dear")
    time.sleep(0.1)
    assert figures.look_up(WORDS, 1, "2 b", may_be_old=True) is None


def test_who_asks_for_a_small_project_waits_and_gets_the_present(figures: Figures) -> None:
    with figures.database.reading() as connection:
        for state in ("1 a", "2 b"):
            answer = figures.ask(
                connection,
                WORDS,
                "key",
                state,
                module.QUICK,
                lambda own, state=state: time.sleep(0.03) or Computed(state, state if own is connection else "other"),
                may_be_old=True,
                is_wanted=False,
            )
            assert answer == Ready(state)


def test_two_who_ask_for_the_same_share_the_work(figures: Figures) -> None:
    may_end, done = threading.Event(), []

    def compute() -> str:
        assert may_end.wait(10)
        done.append("once")
        return "found"

    assert ask(figures, "1 a", compute, is_wanted=False) == Offered()
    assert ask(figures, "1 a", compute) == Waiting()
    assert ask(figures, "1 a", compute) == Waiting()
    may_end.set()
    assert wait_for(figures, "1 a", compute) == Ready("found")
    assert ask(figures, "1 a", compute, is_wanted=False) == Ready("found")
    assert done == ["once"]


def test_a_thread_reads_the_database_by_itself(figures: Figures) -> None:
    with figures.database.reading() as connection:
        seen: list[bool] = []

        def compute(own: object) -> Computed[str]:
            seen.append(own is connection)
            return Computed("1 a", "found")

        ends = time.monotonic() + 10
        while figures.ask(connection, WORDS, "key", "1 a", LARGE, compute) == Waiting():
            assert time.monotonic() < ends
            time.sleep(0.01)
    assert seen == [False]


def test_what_went_wrong_is_told_to_who_asks_and_can_be_tried_again(figures: Figures) -> None:
    def fail() -> str:
        raise InputError("nothing was judged")

    with pytest.raises(InputError, match="nothing was judged"):
        wait_for(figures, None, fail)
    assert wait_for(figures, None, lambda: "found") == Ready("found")


def test_what_was_computed_for_another_state_is_computed_anew(figures: Figures) -> None:
    done: list[str] = []
    assert ask(figures, "1 a", lambda: done.append("1 a") or "first") == Waiting()
    ends = time.monotonic() + 10
    while figures.look_up(WORDS, "key", "1 a") is None:
        assert time.monotonic() < ends
        time.sleep(0.01)
    assert ask(figures, "2 b", lambda: done.append("2 b") or "second") == Waiting()
    assert wait_for(figures, "2 b", lambda: "third") == Ready("second")
    assert done == ["1 a", "2 b"]


def test_a_busy_project_shows_what_was_computed_for_a_state_of_before(figures: Figures) -> None:
    assert wait_for(figures, "1 a", lambda: time.sleep(0.03) or "dear", may_be_old=True) == Ready("dear")
    assert ask(figures, "2 b", lambda: "new", may_be_old=True) == Ready("dear")


def test_what_nobody_came_back_for_is_begun_anew(empty_file: Path) -> None:
    """Who comes much later would be told what is mended by now."""
    database = Database(str(empty_file))
    figures, may_end, done = Figures(database, patience=0.05), threading.Event(), []

    def fail() -> str:
        assert may_end.wait(10)
        done.append("first")
        raise InputError("the database is away")

    assert ask(figures, None, fail) == Waiting()
    may_end.set()
    ends = time.monotonic() + 10
    while not done:
        assert time.monotonic() < ends
        time.sleep(0.01)
    time.sleep(0.5)
    assert wait_for(figures, None, lambda: done.append("again") or "found") == Ready("found")
    assert done == ["first", "again"]
    figures.close()
    database.close()


@pytest.fixture
def written(make_site) -> Iterator[Figures]:  # type: ignore[no-untyped-def]
    """On a database that jobs can be written to."""
    found = Figures(make_site().database)
    yield found
    found.close()


def watch(figures: Figures, uid: str, size: int = LARGE, state: str = "1 a", **arguments: int) -> object:
    with figures.database.reading() as connection:
        return figures.ask_job(
            connection, BY_JOB, "key", state, size, lambda: View(0.5), arguments=arguments or {"run": 1}, uid=uid
        )


def test_a_job_computes_what_takes_long_and_all_have_it_then(written: Figures) -> None:
    assert watch(written, "") == Offered()
    with written.database.writing() as connection:
        job = begin_job(connection, BY_JOB, "anna", "A view", {"run": 1})
        assert begin_job(connection, BY_JOB, "ben", "A view", {"run": 1}) == job, "two who ask share it"
        assert begin_job(connection, BY_JOB, "ben", "A view", {"run": 2}) != job
    watched = watch(written, job.uid)
    assert isinstance(watched, Job)
    assert watched.uid == job.uid
    assert watch(written, job.uid, run=2) == Offered(), "it is of other arguments"
    assert watch(written, "0" * 32) == Offered(), "a job that is forgotten"
    with written.database.writing() as connection:
        jobs.claim_job(connection, "a test")
        jobs.finish_job(connection, job.uid, "a test", {"view": asdict(View(0.25))})
    assert watch(written, "") == Offered(), "nobody looked at it yet"
    assert watch(written, job.uid) == Ready(View(0.25))
    assert watch(written, "") == Ready(View(0.25))
    assert watch(written, "", state="2 b") == Offered()


def test_what_a_job_would_compute_is_computed_at_once_for_a_small_project(written: Figures) -> None:
    assert watch(written, "", size=module.QUICK) == Ready(View(0.5))
