"""The process that does jobs: what it leaves when it dies, is too slow, or meets a result that cannot be kept."""

from collections.abc import Iterator
from typing import Any

import pytest
from small_memory import SYSTEMS, fill

from mtassay.store.history.events import latest
from mtassay.store.work import jobs
from mtassay.store.work.jobs import Job, JobState
from mtassay.web.jobs import runner as runners
from mtassay.web.jobs.runner import Runner

NEW = "".join(f"{text}\n" for text in ("hello.", "a room.", *SYSTEMS["neural"][2:])).encode()


class Killed(BaseException):
    """What a process feels of kill -9."""


@pytest.fixture
def project(local) -> int:
    with local.database.writing() as connection:
        return fill(connection, "hotel").id


def confirm(site, project: int) -> Any:
    """Send a file, and confirm it; returns how to confirm it again."""
    program = site.program()
    sent = program.post(f"/api/v1/projects/{project}/add", files={"files": ("new.txt", NEW)})
    uid = sent.json()["files"][0]["uid"]
    return lambda: program.post(
        f"/api/v1/projects/{project}/add/{uid}", json={"choices": {"kind": "outputs", "system": "new"}}
    )


def run_all(site, runner: Runner | None = None) -> None:
    worker = runner or Runner(site.database)
    while (job := worker._next()) is not None:
        worker._do(job)


def all_jobs(site) -> Iterator[Job]:
    with site.database.reading() as connection:
        yield from jobs.jobs_of(connection, "local", 10)


def revision(site, project: int) -> int:
    with site.database.reading() as connection:
        return latest(connection, project)


def test_what_is_handed_in_with_a_change_has_its_notes(local, project) -> None:
    with local.database.writing() as connection:
        other = fill(connection, "inn").id
    begun = local.program().post(f"/api/v1/projects/{project}/merge", json={"other": other})
    assert begun.status_code == 200, begun.text
    assert confirm(local, project)().status_code == 200
    run_all(local)
    for job in all_jobs(local):
        assert job.state is JobState.DONE
        assert job.result is not None
        assert job.result["notes"] == []
        assert local.browser().get(f"/jobs/{job.uid}").status_code == 200


def test_a_worker_that_dies_after_it_stored_a_file_leaves_a_job_that_is_done(local, project, monkeypatch) -> None:
    assert confirm(local, project)().status_code == 200
    before = revision(local, project)

    def die(*_: Any) -> None:
        raise Killed

    dying = Runner(local.database)
    with monkeypatch.context() as patched:
        # the moment between what the job stores and what the worker says of it
        done = runners.kind("add_data")
        patched.setattr(runners, "kind", lambda _: lambda work: (done(work), die()))
        with pytest.raises(Killed):
            run_all(local, dying)
    after = revision(local, project)
    assert after > before
    [job] = all_jobs(local)
    assert job.state is JobState.DONE
    assert job.result is not None
    assert job.result["revisions"] == [after]


def test_a_worker_that_lost_its_job_stores_nothing(local, project) -> None:
    assert confirm(local, project)().status_code == 200
    before = revision(local, project)
    slow = Runner(local.database)
    job = slow._next()
    assert job is not None
    with local.database.writing() as connection:  # its lease ran out, and somebody started it again
        jobs.interrupt_jobs(connection, slow.name)
        jobs.restart_job(connection, "local", job.uid)
    slow._do(job)
    assert revision(local, project) == before
    run_all(local)
    assert revision(local, project) == before + 1
    assert [one.state for one in all_jobs(local)] == [JobState.DONE]


def test_a_file_that_is_confirmed_twice_is_added_once(local, project) -> None:
    again = confirm(local, project)
    before = revision(local, project)
    first, second = again().json(), again().json()
    assert second["uid"] == first["uid"]
    run_all(local)
    assert again().json()["uid"] == first["uid"]
    assert revision(local, project) == before + 1
    assert len(list(all_jobs(local))) == 1


def test_a_result_that_no_database_holds_is_a_fault_of_ours_and_not_the_end_of_the_worker(
    local, project, monkeypatch
) -> None:
    assert confirm(local, project)().status_code == 200
    monkeypatch.setattr(runners, "kind", lambda _: lambda work: {"score": float("nan")})
    run_all(local)
    [job] = all_jobs(local)
    assert job.state is JobState.FAILED
    assert "a fault in mtassay" in job.message


def test_what_is_over_is_cleaned_away(local) -> None:
    from datetime import UTC, datetime, timedelta

    from mtassay.store.people.accounts import Role, add_account
    from mtassay.store.people.sessions import begin_session, forget_expired_sessions

    with local.database.writing() as connection:
        account = add_account(connection, "anna", "correct horse battery", Role.JUDGE, "a test")
        begin_session(connection, account.id, now=datetime.now(UTC) - timedelta(days=2))
    Runner(local.database)._clean()
    with local.database.writing() as connection:
        assert forget_expired_sessions(connection) == 0
