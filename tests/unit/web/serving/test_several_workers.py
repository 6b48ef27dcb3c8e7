"""Several servers on one database: any of them answers, and each job is done once."""

import io
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from workbench import Workbench

from mtassay.store.database import Database
from mtassay.store.people.api_keys import add_key
from mtassay.web.serving.server import prepare_database


@pytest.fixture(params=["sqlite", "postgresql"])
def two_workers(tmp_path: Path, new_location: Callable[[str], str], request: pytest.FixtureRequest):
    location = new_location(request.param)
    prepare_database(location)
    workbench = Workbench(tmp_path, "--workers", "2", "--job-processes", "2", location=location).start()
    yield workbench
    workbench.stop()
    assert "Traceback" not in workbench.log


def test_jobs_of_many_requests_are_each_done_once(two_workers: Workbench) -> None:
    database = Database(two_workers.location)
    with database.writing() as connection:
        _, key = add_key(connection, None, "a test")
    database.close()
    content = b"src\tref\thyp:one\nein\tone\tone\nzwei\ttwo\tthree\n"
    with httpx2.Client(base_url=f"{two_workers.url}/api/v1", headers={"Authorization": f"Bearer {key}"}) as client:
        started = []
        for number in range(6):
            sent = client.post("/spreadsheet", files={"file": (f"sheet-{number}.tsv", io.BytesIO(content))})
            assert sent.status_code == 200, sent.text
            uid = sent.json()["uid"]
            job = client.post(f"/spreadsheet/{uid}/score", json={"metrics": ["bleu", "chrf"]})
            assert job.status_code == 200, job.text
            started.append(job.json()["uid"])
        end = time.monotonic() + 60
        states: list[str] = []
        while time.monotonic() < end:
            states = [client.get(f"/jobs/{uid}").json()["job"]["state"] for uid in started]
            if all(state == "done" for state in states):
                break
            time.sleep(0.2)
        assert states == ["done"] * 6
        scores = [client.get(f"/jobs/{uid}").json()["result"]["systems"] for uid in started]
    assert all(one == scores[0] for one in scores)


def test_small_answers_are_not_held_back(two_workers: Workbench) -> None:
    # a packet that waits for another to be acknowledged waits 40 ms, every time
    with httpx2.Client(base_url=two_workers.url) as client:
        client.get("/help")
        seconds = [client.get("/").elapsed.total_seconds() for _ in range(30)]
    assert min(seconds) < 0.035, seconds
