"""Jobs: one worker each, never lost, never done twice by mistake, and their owner's alone."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mtassay.errors import Conflict, NotFound
from mtassay.store.database import Database
from mtassay.store.work.jobs import (
    Job,
    JobState,
    Reply,
    add_job,
    ask_cancel,
    claim_job,
    end_cancelled,
    fail_job,
    find_job,
    find_shared_job,
    finish_job,
    forget_old_jobs,
    has_waiting_job,
    interrupt_jobs,
    job_under_way,
    jobs_of,
    remove_job,
    report_progress,
    restart_job,
    useful_jobs,
)

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


@pytest.fixture
def job(database: Database) -> Job:
    with database.writing() as connection:
        return add_job(connection, "score", "local", "Score a.xlsx", {"file": "0" * 32}, NOON)


def start(what: str, location: str, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(Path(__file__).parents[1] / "children.py"), what, location, name]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_a_job_goes_from_waiting_to_done(database: Database, job: Job) -> None:
    assert job == Job(
        uid=job.uid,
        kind="score",
        owner="local",
        title="Score a.xlsx",
        state=JobState.WAITING,
        arguments={"file": "0" * 32},
        result=None,
        done=0,
        total=0,
        message="",
        created=NOON,
        started=None,
        finished=None,
        attempt=1,
        cancel_is_asked=False,
    )
    with database.writing() as connection:
        assert has_waiting_job(connection)
        claimed = claim_job(connection, "w1", now=after(1))
        assert claimed is not None
        assert (claimed.uid, claimed.state, claimed.started) == (job.uid, JobState.RUNNING, after(1))
        assert not has_waiting_job(connection)
        assert claim_job(connection, "w2", now=after(1)) is None
        assert report_progress(connection, job.uid, "w1", 40, 100, "reading\0", now=after(2)) is Reply.CONTINUE
        running = find_job(connection, "local", job.uid, after(3))
        assert (running.state, running.done, running.total) == (JobState.RUNNING, 40, 100)
        assert running.message == "reading\ufffd"
        assert finish_job(connection, job.uid, "w1", {"file": "1" * 32, "odd": "\0 ü"}, after(4))
        done = find_job(connection, "local", job.uid, after(1e6))
        assert (done.state, done.finished, done.message) == (JobState.DONE, after(4), "")
        assert done.result == {"file": "1" * 32, "odd": "\0 ü"}
        assert not finish_job(connection, job.uid, "w1", {}, after(5))
        assert report_progress(connection, job.uid, "w1", 1, 1, now=after(5)) is Reply.LOST


def test_the_job_of_another_cannot_be_told_from_none(database: Database, job: Job) -> None:
    said = set()
    asks: list[Callable[..., object]] = [find_job, ask_cancel, restart_job, remove_job]
    with database.writing() as connection:
        for owner, uid in (("account:1", job.uid), ("local", "0" * 32), ("local", "\0"), ("local", "x" * 9999)):
            for ask in asks:
                with pytest.raises(NotFound, match="no such job") as caught:
                    ask(connection, owner, uid)
                said.add(str(caught.value))
        assert len(said) == 1
        assert jobs_of(connection, "account:1", 10) == ()
        assert find_job(connection, "local", job.uid) == job


def test_jobs_are_listed_the_newest_first(database: Database) -> None:
    with database.writing() as connection:
        added = [add_job(connection, "score", "local", str(number), {}) for number in range(4)]
        assert jobs_of(connection, "local", 3) == tuple(added[:0:-1])


def test_the_oldest_comes_first_and_no_owner_keeps_others_waiting(database: Database) -> None:
    with database.writing() as connection:
        for owner in ("anna", "anna", "anna", "ben", "carla", "ben"):
            add_job(connection, "score", owner, "", {}, NOON)
        claimed = [claim_job(connection, f"w{number}", now=NOON) for number in range(7)]
        assert [job and job.owner for job in claimed] == ["anna", "ben", "carla", "anna", "ben", "anna", None]
        # one that is dead does not count as running
        add_job(connection, "score", "anna", "", {}, NOON)
        add_job(connection, "score", "ben", "", {}, NOON)
        next_one = claim_job(connection, "w9", now=after(60))
        assert next_one is not None
        assert next_one.owner == "anna"


def test_a_job_that_fails_says_why(database: Database, job: Job) -> None:
    with database.writing() as connection:
        claim_job(connection, "w1", now=NOON)
        assert not fail_job(connection, job.uid, "w2", "not mine", NOON)
        assert fail_job(connection, job.uid, "w1", "a.xlsx has no column 'ref'", after(1))
        failed = find_job(connection, "local", job.uid)
        assert (failed.state, failed.message) == (JobState.FAILED, "a.xlsx has no column 'ref'")


def test_a_waiting_job_is_cancelled_at_once_and_a_running_one_when_it_reports(database: Database, job: Job) -> None:
    with database.writing() as connection:
        other = add_job(connection, "score", "local", "", {}, NOON)
        claim_job(connection, "w1", now=NOON)
        cancelled = ask_cancel(connection, "local", other.uid, after(1))
        assert (cancelled.state, cancelled.finished) == (JobState.CANCELLED, after(1))
        assert claim_job(connection, "w2", now=after(1)) is None
        asked = ask_cancel(connection, "local", job.uid, after(1))
        assert (asked.state, asked.cancel_is_asked, asked.finished) == (JobState.RUNNING, True, None)
        assert report_progress(connection, job.uid, "w1", 1, 2, now=after(2)) is Reply.CANCEL
        assert end_cancelled(connection, job.uid, "w1", after(3))
        assert find_job(connection, "local", job.uid).state is JobState.CANCELLED
        assert ask_cancel(connection, "local", job.uid, after(9)).finished == after(3)  # nothing more to cancel


def test_work_that_is_finished_in_spite_of_a_cancel_counts(database: Database, job: Job) -> None:
    with database.writing() as connection:
        claim_job(connection, "w1", now=NOON)
        ask_cancel(connection, "local", job.uid, after(1))
        assert finish_job(connection, job.uid, "w1", {}, after(2))
        assert find_job(connection, "local", job.uid).state is JobState.DONE


def test_a_lease_that_ran_out_reads_as_interrupted_until_its_worker_reports_again(database: Database, job: Job) -> None:
    with database.writing() as connection:
        claim_job(connection, "w1", now=NOON)
        assert find_job(connection, "local", job.uid, after(14.9)).state is JobState.RUNNING
        assert find_job(connection, "local", job.uid, after(15)).state is JobState.INTERRUPTED
        assert jobs_of(connection, "local", 1, after(15))[0].state is JobState.INTERRUPTED
        assert claim_job(connection, "w2", now=after(15)) is None  # its owner decides
        assert report_progress(connection, job.uid, "w1", 5, 9, now=after(20)) is Reply.CONTINUE
        assert find_job(connection, "local", job.uid, after(21)).state is JobState.RUNNING
        assert finish_job(connection, job.uid, "w1", {"late": True}, after(1000))
        assert find_job(connection, "local", job.uid).result == {"late": True}


def test_another_attempt_takes_the_job_from_a_slow_worker(database: Database, job: Job) -> None:
    with database.writing() as connection:
        claim_job(connection, "w1", now=NOON)
        report_progress(connection, job.uid, "w1", 5, 9, "half", now=NOON)
        again = restart_job(connection, "local", job.uid, after(20))
        assert (again.state, again.attempt, again.done, again.message) == (JobState.WAITING, 2, 0, "")
        assert again.started is None
        assert report_progress(connection, job.uid, "w1", 6, 9, now=after(21)) is Reply.LOST
        second = claim_job(connection, "w2", now=after(22))
        assert second is not None
        assert (second.uid, second.attempt) == (job.uid, 2)
        assert not finish_job(connection, job.uid, "w1", {"from": 1}, after(23))
        assert not fail_job(connection, job.uid, "w1", "lost", after(23))
        assert finish_job(connection, job.uid, "w2", {"from": 2}, after(24))
        assert find_job(connection, "local", job.uid).result == {"from": 2}


def test_a_worker_that_stops_gives_its_jobs_back(database: Database, job: Job) -> None:
    with database.writing() as connection:
        unwanted = add_job(connection, "score", "ben", "", {}, NOON)
        others = add_job(connection, "score", "carla", "", {}, NOON)
        for worker in ("w1", "w1", "w2"):
            claim_job(connection, worker, now=NOON)
        ask_cancel(connection, "ben", unwanted.uid, NOON)
        assert interrupt_jobs(connection, "w1", after(1)) == 2
        assert find_job(connection, "local", job.uid, after(1)).state is JobState.INTERRUPTED
        assert find_job(connection, "ben", unwanted.uid, after(1)).state is JobState.CANCELLED
        assert find_job(connection, "carla", others.uid, after(1)).state is JobState.RUNNING
        assert restart_job(connection, "local", job.uid, after(1)).state is JobState.WAITING


def test_cancelling_what_a_dead_worker_holds_needs_no_worker(database: Database, job: Job) -> None:
    with database.writing() as connection:
        claim_job(connection, "w1", now=NOON)
        cancelled = ask_cancel(connection, "local", job.uid, after(20))
        assert (cancelled.state, cancelled.finished) == (JobState.CANCELLED, after(20))
        assert report_progress(connection, job.uid, "w1", 1, 2, now=after(21)) is Reply.LOST
        again = restart_job(connection, "local", job.uid, after(22))
        assert not again.cancel_is_asked
        claim_job(connection, "w2", now=after(23))
        ask_cancel(connection, "local", job.uid, after(24))
        # asked for, and then the worker died
        assert find_job(connection, "local", job.uid, after(60)).state is JobState.CANCELLED


def test_only_what_stopped_early_is_started_again(database: Database, job: Job) -> None:
    with database.writing() as connection:
        with pytest.raises(Conflict, match="is waiting"):
            restart_job(connection, "local", job.uid)
        claim_job(connection, "w1", now=NOON)
        with pytest.raises(Conflict, match="is running"):
            restart_job(connection, "local", job.uid, after(1))
        with pytest.raises(Conflict, match="cancel it first"):
            remove_job(connection, "local", job.uid, after(1))
        fail_job(connection, job.uid, "w1", "no", after(2))
        assert restart_job(connection, "local", job.uid, after(3)).attempt == 2
        claim_job(connection, "w1", now=after(4))
        finish_job(connection, job.uid, "w1", {}, after(5))
        with pytest.raises(Conflict, match="is done"):
            restart_job(connection, "local", job.uid, after(6))
        remove_job(connection, "local", job.uid, after(7))
        assert jobs_of(connection, "local", 10) == ()


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=400)])
def test_a_clock_that_is_moved_back_keeps_no_job_with_a_dead_worker(
    database: Database, job: Job, back: timedelta
) -> None:
    with database.writing() as connection:
        claim_job(connection, "w1", now=NOON)
        assert find_job(connection, "local", job.uid, NOON - timedelta(seconds=10)).state is JobState.RUNNING
        assert find_job(connection, "local", job.uid, NOON - back).state is JobState.INTERRUPTED
        # alive: its next report sets things right
        assert report_progress(connection, job.uid, "w1", 1, 2, now=NOON - back) is Reply.CONTINUE
        assert find_job(connection, "local", job.uid, NOON - back).state is JobState.RUNNING
        assert find_job(connection, "local", job.uid, NOON).state is JobState.INTERRUPTED


def test_jobs_are_forgotten_a_day_after_they_end(database: Database) -> None:
    with database.writing() as connection:
        finished, dead, alive, waiting = (add_job(connection, "score", "local", "", {}, NOON) for _ in range(4))
        for worker in ("w1", "w2", "w3"):
            claim_job(connection, worker, now=NOON)
        finish_job(connection, finished.uid, "w1", {}, NOON)
        report_progress(connection, alive.uid, "w3", 1, 2, now=NOON + DAY)
        assert forget_old_jobs(connection, NOON + DAY - timedelta(seconds=1)) == 0
        assert forget_old_jobs(connection, NOON + DAY) == 1
        assert forget_old_jobs(connection, NOON + DAY + timedelta(seconds=15)) == 1
        left = {job.uid: job.state for job in jobs_of(connection, "local", 10, NOON + DAY)}
        assert left == {alive.uid: JobState.RUNNING, waiting.uid: JobState.WAITING}
        assert dead.uid not in left


def test_what_json_cannot_hold_is_refused_on_every_database(database: Database, job: Job) -> None:
    with database.writing() as connection:
        with pytest.raises(ValueError, match="JSON"):
            add_job(connection, "score", "local", "", {"value": float("nan")})
        claim_job(connection, "w1")
        with pytest.raises(ValueError, match="JSON"):
            finish_job(connection, job.uid, "w1", {"value": float("inf")})


def test_workers_that_claim_at_once_get_different_jobs(database: Database) -> None:
    count, names = 60, ("w1", "w2", "w3")
    with database.writing() as connection:
        added = [add_job(connection, "score", f"owner {number % 7}", "", {}).uid for number in range(count)]
    processes = [start("work", database.location, name) for name in names]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    claimed: list[str] = []
    for process in processes:
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0, output
        claimed += output.split()
    assert Counter(claimed) == Counter(added)
    with database.reading() as connection:
        found = [job for number in range(7) for job in jobs_of(connection, f"owner {number}", count)]
    assert {job.state for job in found} == {JobState.DONE}
    assert len(found) == count


def test_two_claims_in_the_same_moment_take_one_job_once(database: Database, job: Job) -> None:
    def claim(worker: str) -> Job | None:
        with database.writing(in_turn=False) as connection:
            return claim_job(connection, worker)

    with ThreadPoolExecutor(8) as pool:
        claimed = [one for one in pool.map(claim, [f"w{number}" for number in range(8)]) if one is not None]
    assert [one.uid for one in claimed] == [job.uid]


def test_a_worker_that_is_killed_leaves_its_job_to_be_started_again(database: Database, job: Job) -> None:
    with start("hold", database.location, "w1") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "continue\n"
        with database.reading() as connection:
            assert find_job(connection, "local", job.uid).state is JobState.RUNNING
        process.kill()
    later = datetime.now(UTC) + timedelta(seconds=16)
    with database.writing() as connection:
        left = find_job(connection, "local", job.uid, later)
        assert (left.state, left.message) == (JobState.INTERRUPTED, "still here")
        restart_job(connection, "local", job.uid, later)
        again = claim_job(connection, "w2", now=later)
        assert again is not None
        assert (again.uid, again.attempt) == (job.uid, 2)
        assert finish_job(connection, job.uid, "w2", {}, later)


def test_a_worker_hears_of_a_cancel_from_another_process(database: Database, job: Job) -> None:
    with start("hold", database.location, "w1") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "continue\n"
        with database.writing() as connection:
            ask_cancel(connection, "local", job.uid)
        assert any(line == "cancel\n" for line in process.stdout)
        process.kill()


def test_the_same_job_is_found_while_it_is_under_way(database: Database, job: Job) -> None:
    with database.writing() as connection:
        same = {"file": "0" * 32}
        assert job_under_way(connection, "score", same, NOON) == job
        assert job_under_way(connection, "score", {"file": "1" * 32}, NOON) is None
        assert job_under_way(connection, "other", same, NOON) is None
        claim_job(connection, "w1", now=NOON)
        found = job_under_way(connection, "score", same, after(1))
        assert found is not None
        assert (found.uid, found.state) == (job.uid, JobState.RUNNING)
        assert job_under_way(connection, "score", same, after(60)) is None, "its worker has died"
        finish_job(connection, job.uid, "w1", {}, after(2))
        assert job_under_way(connection, "score", same, after(3)) is None


def test_jobs_that_are_done_or_will_be_are_found_the_newest_first(database: Database, job: Job) -> None:
    with database.writing() as connection:
        claim_job(connection, "w1", now=NOON)
        finish_job(connection, job.uid, "w1", {"a": 1}, after(1))
        later = add_job(connection, "score", "anna", "Score b.xlsx", {}, after(2))
        cancelled = add_job(connection, "score", "anna", "Score c.xlsx", {}, after(2))
        ask_cancel(connection, "anna", cancelled.uid, after(3))
        add_job(connection, "other", "anna", "Other", {}, after(2))
        assert [each.uid for each in useful_jobs(connection, "score", after(3))] == [later.uid, job.uid]
        claim_job(connection, "w2", now=after(4))
        assert [each.uid for each in useful_jobs(connection, "score", after(90))] == [job.uid], "its worker has died"


def test_a_job_that_is_being_cancelled_is_no_help_to_others(database: Database, job: Job) -> None:
    with database.writing() as connection:
        claim_job(connection, "w1", now=NOON)
        ask_cancel(connection, "local", job.uid, after(1))
        assert job_under_way(connection, "score", job.arguments, after(1)) is None


def test_a_job_is_shared_by_its_kind_alone(database: Database, job: Job) -> None:
    with database.reading() as connection:
        assert find_shared_job(connection, "score", job.uid, NOON) == job
        for kind, uid in (("other", job.uid), ("score", "0" * 32), ("score", "x")):
            with pytest.raises(NotFound):
                find_shared_job(connection, kind, uid, NOON)
