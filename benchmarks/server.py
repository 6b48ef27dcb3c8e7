"""The workbench under load: 50 people who score 100 segments each, at one moment and again and again.

The server is a process of its own, and this one plays the people: threads that mostly wait.
"""

import contextlib
import http.client
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.text import corpus
from mtassay.web.serving.configuration import Configuration
from mtassay.web.serving.server import usual_workers

PEOPLE = 50
SEGMENTS = 100
METRICS = ("bleu", "chrf", "ter", "wer")
SECONDS = 20
PAUSE = 1.0
ALONE = 100


class Person:
    """A browser that keeps its connection, its cookie and the token of its form."""

    def __init__(self, port: int, seed: int) -> None:
        self._connection = http.client.HTTPConnection("localhost", port, timeout=60)
        self._cookie = ""
        page = self.get("/score")
        found = re.search(r'name="csrf" value="([^"]+)"', page)
        assert found is not None, page[:500]
        hypotheses, references = corpus(SEGMENTS, seed)
        fields = [("csrf", found[1]), ("hypothesis", "\r\n".join(hypotheses)), ("reference", "\r\n".join(references))]
        self._form = urlencode([*fields, *(("metric", one) for one in METRICS)])
        self._origin = f"http://localhost:{port}"

    def get(self, path: str) -> str:
        """A page."""
        return self._ask("GET", path)

    def score(self) -> None:
        """What somebody does who presses the button."""
        page = self._ask("POST", "/score", self._form)
        assert f"{SEGMENTS} segments are listed" in page, page[:500]

    def _ask(self, method: str, path: str, body: str | None = None) -> str:
        headers = {"Cookie": self._cookie}
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": self._origin}
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
        except (OSError, http.client.HTTPException):  # the server closes what is idle; browsers open it again
            self._connection.close()
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
        content = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status}")
        self._cookie = (answer.getheader("Set-Cookie") or self._cookie).partition(";")[0]
        return content


@contextlib.contextmanager
def _server(folder: str, workers: int) -> Iterator[tuple[int, int]]:
    """Port and process of `mtassay serve` on a new database, once all its workers answer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).parent / "mtassay"), "serve", "--no-browser", "--port", str(port)]
    command += ["--db", f"{folder}/workbench.db", "--secret-file", f"{folder}/secret", "--workers", str(workers)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if time.monotonic() > end:
                raise RuntimeError("the server does not answer")
            time.sleep(0.05)
        _rest(process.pid)
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def _rest(process: int) -> None:
    """Wait until a server has done all that it does when it starts."""
    before, end = -1.0, time.monotonic() + 60
    while (used := _cpu_seconds(process)) > before + 0.02 and time.monotonic() < end:
        before = used
        time.sleep(1.0)


def _cpu_seconds(process: int) -> float:
    """What a process and its children have used so far, those that ended not counted; the numbers of Linux."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:  # it ended meanwhile
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))
    return own + sum(_cpu_seconds(int(child)) for child in children)


def _at_once(
    people: list[Person], act: Callable[[Person, list[float], list[str]], None]
) -> tuple[list[float], list[str]]:
    """What everybody's answers took, and what went wrong."""
    times: list[float] = []
    errors: list[str] = []
    threads = [threading.Thread(target=act, args=(person, times, errors)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times, errors


def _timed(person: Person, times: list[float], errors: list[str]) -> None:
    started = time.perf_counter()
    try:
        person.score()
    except (RuntimeError, OSError, AssertionError, http.client.HTTPException) as error:
        errors.append(str(error))
    times.append(time.perf_counter() - started)


def _again_and_again(person: Person, times: list[float], errors: list[str]) -> None:
    rng = random.Random(id(person))
    end = time.monotonic() + SECONDS
    time.sleep(rng.uniform(0, PAUSE))
    while time.monotonic() < end:
        _timed(person, times, errors)
        time.sleep(rng.uniform(0.5, 1.5) * PAUSE)


def _show(what: str, times: list[float], errors: list[str]) -> None:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    print(
        f"  {what:<34} p50 {1000 * statistics.median(ordered):6.0f} ms  p95 {1000 * p95:6.0f} ms  "
        f"{len(times)} answers, {len(errors)} errors{': ' + errors[0][:80] if errors else ''}"
    )


def run() -> None:
    """Print a line for each way to come, by one process and by as many as a server has."""
    print(f"{PEOPLE} people, {SEGMENTS} segments, {', '.join(METRICS)}; limit: p95 300 ms, no error; home page 30 ms")
    usual = usual_workers(Configuration("workbench.db", host="0.0.0.0"))
    for workers in dict.fromkeys((1, usual)):
        print(f" {workers} {'process' if workers == 1 else 'processes'}")
        with tempfile.TemporaryDirectory() as folder, _server(folder, workers) as (port, process):
            _measure(port, process, workers)


def _measure(port: int, process: int, workers: int) -> None:
    people = [Person(port, seed) for seed in range(PEOPLE)]
    for _ in range(3):  # what is made once in each process is made; connections are dealt out by chance
        _at_once(people[: 8 * workers], _timed)
    first = people[0]
    before = _cpu_seconds(process)
    alone: list[float] = []
    for _ in range(ALONE):
        _timed(first, alone, [])
    used = (_cpu_seconds(process) - before) / ALONE
    _show("one after the other", alone, [])
    print(f"  {'CPU time of the server':<34} {1000 * used:6.1f} ms each")
    _show("all at one moment", *_at_once(people, _timed))
    _show(f"again and again, {PAUSE:g} s between", *_at_once(people, _again_and_again))
    home = []
    for _ in range(ALONE):
        started = time.perf_counter()
        first.get("/")
        home.append(time.perf_counter() - started)
    _show("home page", home, [])
