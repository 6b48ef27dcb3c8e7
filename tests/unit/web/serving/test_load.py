"""Many people at once, with real servers: nobody is refused, and nobody waits for somebody who is slow."""

import contextlib
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
import sqlalchemy as sa
from workbench import Workbench

from mtassay.store.contents.consistency import faults
from mtassay.store.database import Database
from mtassay.store.schema import EVENTS, JOBS
from mtassay.web.serving.server import prepare_database

WRITERS = 16
SECONDS = 4.0
SHEET = b"src\tref\thyp:one\nein\tone\tone\nzwei\ttwo\tthree\n"


@pytest.fixture(params=["1", "2"])
def workbench(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Workbench]:
    prepare_database(str(tmp_path / "workbench.db"))
    found = Workbench(tmp_path, "--workers", request.param).start()
    yield found
    found.stop()
    assert "Traceback" not in found.log
    assert "locked" not in found.log


class Writer:
    """Somebody at a browser who makes projects, sends files and starts jobs, one after the other."""

    def __init__(self, workbench: Workbench, number: int) -> None:
        self.client = httpx2.Client(base_url=workbench.url, headers={"Origin": workbench.url}, timeout=60)
        found = re.search(r'name="csrf" value="([^"]+)"', self.client.get("/score").text)
        assert found is not None
        self.csrf, self.number = found[1], number
        self.projects, self.jobs = 0, 0
        self.answers: Counter[int] = Counter()

    def write_until(self, end: float) -> None:
        while time.monotonic() < end:
            name = f"project {self.number}-{self.projects}"
            made = self._send("/projects", {"name": name})
            self.projects += made.status_code == 303
            sent = self._send("/spreadsheet", {}, files={"file": ("sheet.tsv", SHEET)})
            if sent.status_code == 303:
                begun = self._send(f"{sent.headers['Location']}/score", {"metrics": ["bleu"]})
                self.jobs += begun.status_code == 303

    def _send(self, path: str, fields: dict[str, object], **more: object) -> httpx2.Response:
        answer = self.client.post(path, data={"csrf": self.csrf, **fields}, **more)  # type: ignore[arg-type]
        self.answers[answer.status_code] += 1
        return answer


def test_many_writers_at_once_are_all_served(workbench: Workbench) -> None:
    people = [Writer(workbench, number) for number in range(WRITERS)]
    end = time.monotonic() + SECONDS
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(lambda one: one.write_until(end), people))
    for one in people:
        one.client.close()
    answers = sum((one.answers for one in people), Counter())
    assert set(answers) == {303}, answers
    assert all(one.projects and one.jobs for one in people)
    database = Database(workbench.location)
    with database.reading() as connection:
        made = connection.scalar(sa.select(sa.func.count()).select_from(EVENTS))
        started = connection.scalar(sa.select(sa.func.count()).select_from(JOBS))
    assert made == sum(one.projects for one in people)
    assert started == sum(one.jobs for one in people)
    assert faults(database) == ()
    database.close()


def test_nobody_waits_for_headers_that_come_slowly(workbench: Workbench) -> None:
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", workbench.port), 30)) for _ in range(200)]
        stopping = threading.Event()

        def drip() -> None:
            for one in slow:
                one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            while not stopping.wait(0.2):
                for one in slow:
                    with contextlib.suppress(OSError):
                        one.sendall(b"a")

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            seconds = [_seconds_of(lambda: httpx2.get(f"{workbench.url}/help", timeout=30)) for _ in range(10)]
        finally:
            stopping.set()
            dripping.join()
    # as long as a page takes where others use the machine as well, and not as long as the slow ones keep on
    assert max(seconds) < 10, seconds


def _seconds_of(ask: Callable[[], httpx2.Response]) -> float:
    begun = time.monotonic()
    assert ask().status_code == 200
    return time.monotonic() - begun
