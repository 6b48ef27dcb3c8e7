"""Faults with real servers, on both databases: what was said is stored once, whatever happens."""

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
import sqlalchemy as sa
from small_memory import fill
from workbench import Workbench

from mtassay.errors import NotFound
from mtassay.human.collection import Collection, Source, Target
from mtassay.store.archives.project_archive import write_archive
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project, add_project, projects
from mtassay.store.database import Database
from mtassay.store.people.api_keys import add_key
from mtassay.store.schema import EVENTS, JOBS, JUDGES, JUDGMENTS, TARGETS
from mtassay.store.work import jobs
from mtassay.store.work.kept_files import keep_file
from mtassay.web.jobs.kinds import kind
from mtassay.web.jobs.work import Work
from mtassay.web.serving.server import prepare_database

JUDGES_AT_ONCE = 4
TARGETS_EACH = 20


class Site:
    """A server in a process of its own, its database, and a key for programs."""

    def __init__(self, folder: Path, location: str) -> None:
        prepare_database(location)
        self.database = Database(location)
        sources = tuple(
            Source(f"source {number}", targets=(Target(f"target {number}"),)) for number in range(TARGETS_EACH)
        )
        with self.database.writing() as connection:
            self.project: Project = add_project(connection, "trains", "a test")
            add_collection(connection, self.project, Collection(sources), "a test")
            self.targets = list(connection.scalars(sa.select(TARGETS.c.id).order_by(TARGETS.c.id)))
            _, self.key = add_key(connection, None, "a test")
        workers = () if self.database.is_sqlite else ("--workers", "2")
        self.server = Workbench(folder, *workers, location=location).start()

    def post(self, path: str, body: object = None) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx2.post(f"{self.server.url}/api/v1{path}", json=body, headers=headers, timeout=30)

    def answer(self, judge: str, target: int, token: str, value: float = 7.0, **more: object) -> httpx2.Response:
        body = {"target": target, "body": {"value": value}, "token": token, **more}
        return self.post(f"/projects/1/judge/answer?judge={judge}", body)

    def counted(self) -> Counter[tuple[str, int]]:
        """How many judgments there are of each judge on each target."""
        query = sa.select(JUDGES.c.name, JUDGMENTS.c.target).join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        with self.database.reading() as connection:
            return Counter((row[0], row[1]) for row in connection.execute(query))


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path, new_location: Callable[[str], str]) -> Iterator[Site]:
    found = Site(tmp_path, new_location(request.param))
    yield found
    found.server.stop()
    assert faults(found.database) == ()
    found.database.close()
    assert "Traceback" not in found.server.log, found.server.log


def test_a_server_that_is_killed_while_it_saves_loses_and_doubles_nothing(site: Site) -> None:
    """Judges go on handing in until they are told that an answer is stored, as their pages do."""
    acknowledged: set[tuple[str, int]] = set()
    lock = threading.Lock()
    ended = threading.Event()

    def judge(name: str) -> None:
        for target in site.targets:
            token = secrets.token_hex(16)
            while not ended.is_set():
                try:
                    answer = site.answer(name, target, token)
                except httpx2.TransportError:
                    time.sleep(0.05)
                    continue
                assert answer.status_code == 200, answer.text
                with lock:
                    acknowledged.add((name, target))
                break

    names = [f"judge{number}" for number in range(JUDGES_AT_ONCE)]
    with ThreadPoolExecutor(JUDGES_AT_ONCE) as pool:
        running = [pool.submit(judge, name) for name in names]
        try:
            for wanted in (15, 40):
                end = time.monotonic() + 120
                while len(acknowledged) < wanted and time.monotonic() < end:
                    time.sleep(0.002)
                site.server.kill()
                with lock:
                    before = set(acknowledged)
                assert before <= set(site.counted())  # what was acknowledged is there, before anybody asks again
                site.server.start()
            for one in running:
                one.result(timeout=180)
        finally:
            ended.set()
    counted = site.counted()
    assert set(counted) == {(name, target) for name in names for target in site.targets}
    assert set(counted.values()) == {1}


def test_the_same_answer_sent_many_times_at_once_is_stored_once(site: Site) -> None:
    for target in site.targets[:10]:
        token = secrets.token_hex(16)
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _, target=target, token=token: site.answer("ines", target, token), range(8)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.json()["judgment"] for answer in answers}) == 1
        assert sum(answer.json()["is_new"] for answer in answers) == 1
    assert set(site.counted().values()) == {1}
    assert len(site.counted()) == 10


def test_two_answers_of_one_judge_at_once_do_not_both_count(site: Site) -> None:
    """Two windows: one is stored, the other is told of it."""
    for target in site.targets[:10]:
        with ThreadPoolExecutor(4) as pool:
            answers = list(
                pool.map(
                    lambda value, target=target: site.answer("ines", target, secrets.token_hex(16), value), range(4)
                )
            )
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert set(site.counted().values()) == {1}


def archive_job(site: Site, now: datetime) -> tuple[jobs.Job, str]:
    """A job that makes a project of an archive, taken by a worker that then says nothing any more."""
    with site.database.writing() as connection:
        content = write_archive(connection, site.project)
        file = keep_file(connection, "local", "a.zip", content, "application/x-mtassay-archive")
        arguments = {"file": file.uid, "name": "again", "who": "a test"}
        made = jobs.add_job(connection, "bring_archive", "local", "Bring a.zip back", arguments)
        taken = jobs.claim_job(connection, "dead worker", now=now)
        assert taken is not None
        assert taken.uid == made.uid
    return taken, file.uid


def wait_until_over(site: Site, uid: str) -> jobs.Job:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with site.database.reading() as connection:
            job = jobs.find_job(connection, "local", uid)
        if job.state.is_over:
            return job
        time.sleep(0.1)
    raise AssertionError(f"the job did not end:\n{site.server.log}")


@pytest.mark.parametrize("moved", [timedelta(minutes=-5), timedelta(hours=3)], ids=["expired", "clock moved back"])
def test_a_job_whose_worker_died_is_done_once_by_another(site: Site, moved: timedelta) -> None:
    """A lease that has run out, or that begins in what is the future since the clock was moved back, holds nothing."""
    # in one transaction with its making, so that the processes beside the server cannot take it first
    job, _ = archive_job(site, datetime.now(UTC) + moved)
    with site.database.reading() as connection:
        assert jobs.find_job(connection, "local", job.uid).state is jobs.JobState.INTERRUPTED
    assert site.post(f"/jobs/{job.uid}/restart").status_code == 200
    assert wait_until_over(site, job.uid).state is jobs.JobState.DONE
    # the first worker was only slow, and goes on where it was
    with pytest.raises(NotFound):
        kind("bring_archive")(Work(site.database, "local", dict(job.arguments)))
    with site.database.writing() as connection:
        assert not jobs.finish_job(connection, job.uid, "dead worker", {})
    with site.database.reading() as connection:
        assert [project.name for project in projects(connection)] == ["trains", "again"]
        assert jobs.find_job(connection, "local", job.uid).state is jobs.JobState.DONE


def test_a_job_that_is_killed_with_its_server_is_done_once_afterwards(site: Site) -> None:
    with site.database.writing() as connection:
        fill(connection, "hotel")
        content = write_archive(connection, site.project)
        file = keep_file(connection, "local", "a.zip", content, "application/x-mtassay-archive")
    job = site.post(f"/archives/{file.uid}", "again").json()
    time.sleep(0.3)  # waiting, under way or done: any of it
    site.server.kill()
    site.server.start()
    with site.database.writing() as connection:  # as if a quarter of a minute had gone by
        connection.execute(sa.update(JOBS).values(lease_until=datetime(2020, 1, 1, tzinfo=UTC)))
    with site.database.reading() as connection:
        state = jobs.find_job(connection, "local", job["uid"]).state
    if state is jobs.JobState.INTERRUPTED:
        assert site.post(f"/jobs/{job['uid']}/restart").status_code == 200
    assert wait_until_over(site, job["uid"]).state is jobs.JobState.DONE
    with site.database.reading() as connection:
        assert sorted(project.name for project in projects(connection)) == ["again", "hotel", "trains"]


def test_answers_after_the_clock_was_moved_back_come_after_those_before(site: Site) -> None:
    """All that is stored is three hours ahead of the clock, as it is when the clock is set back by three hours."""
    first, second, third = site.targets[:3]
    tokens = [secrets.token_hex(16) for _ in range(3)]
    assert site.answer("ines", first, tokens[0], 3).status_code == 200
    with site.database.writing() as connection:
        for table, column in ((EVENTS, EVENTS.c.at), (JUDGMENTS, JUDGMENTS.c.at)):
            for number, at in connection.execute(sa.select(table.c.id, column)).all():
                later = None if at is None else at + timedelta(hours=3)
                connection.execute(sa.update(table).where(table.c.id == number).values(at=later))
    version = site.answer("ines", first, tokens[0], 3).json()["judgment"]  # sent again: known
    assert site.answer("ines", second, tokens[1], 4).status_code == 200
    corrected = site.answer("ines", first, tokens[2], 9, version=version)
    assert corrected.status_code == 200
    assert site.answer("ben", third, secrets.token_hex(16), 5).status_code == 200
    # the last answer of the judge is the last by number, not by clock
    assert site.post("/projects/1/judge/undo?judge=ines", corrected.json()["revision"]).status_code == 200
    with site.database.reading() as connection:
        from mtassay.store.contents.collection_reader import read_collection

        collection = read_collection(connection, site.project)
    said = {
        target.text: [(judgment.judge, judgment.value) for judgment in target.judgments]
        for source in collection.sources
        for target in source.targets
        if target.judgments
    }
    assert said == {"target 0": [("ines", 3)], "target 1": [("ines", 4)], "target 2": [("ben", 5)]}
