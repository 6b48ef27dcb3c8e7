"""Many judges at once: how long a save takes, and whether every answer is in the database exactly once.

The server is one of its own, with accounts; each judge signs in and sends an answer every two seconds. Latency is
that of the whole request, on the same machine as the server and the database.
"""

import asyncio
import json
import os
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import sqlalchemy as sa

from benchmarks.estimation import variants
from benchmarks.text import corpus
from mtassay.human.collection import Collection, Item, Judgment, Source, Target
from mtassay.store.accounts import Role, add_account
from mtassay.store.collection_writer import add_collection
from mtassay.store.database import Database
from mtassay.store.migration import create
from mtassay.store.outputs import add_outputs
from mtassay.store.projects import add_project
from mtassay.store.schema import ACCOUNTS, JUDGMENTS, SOURCES, TARGETS
from mtassay.store.sessions import begin_session
from mtassay.web.configuration import Configuration
from mtassay.web.safety.secret import csrf_token, read_secret

SOURCES_FILLED = 200
JUDGED = 10
EVERY = 2.0
SECONDS = 60.0


@dataclass
class Measured:
    """What judges saw: seconds of each save, and the tokens that the server said it has."""

    saves: list[float] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def fill(database: Database, judges: int) -> tuple[list[int], list[str]]:
    """A project with judged translations and a system that nobody has judged; sessions of all judges."""
    import random

    rng = random.Random(0)
    _, lines = corpus(SOURCES_FILLED, 0)
    words = sorted({word for line in lines for word in line.split()})
    sources, new = [], []
    for line in lines:
        *judged, last = variants(line, JUDGED + 1, words, rng)
        known = tuple(Target(text, (Judgment(rng.randint(0, 10), "before"),)) for text in judged)
        first = line.split()[0]
        sources.append(Source(line, items=(Item("0", first),), targets=known))
        new.append(last)
    with database.writing() as connection:
        project = add_project(connection, "benchmark", "benchmark")
        add_collection(connection, project, Collection(tuple(sources)), "benchmark")
        add_outputs(connection, project, "new", new, "benchmark", sources=lines)
        targets = list(
            connection.scalars(
                sa.select(TARGETS.c.id).join(SOURCES, SOURCES.c.id == TARGETS.c.source).order_by(TARGETS.c.id)
            )
        )
        # one hash of a password serves all: nobody signs in by it, and each takes a while
        add_account(connection, "administrator", "a long password", Role.ADMINISTRATOR, "benchmark")
        pattern = {str(name): value for name, value in connection.execute(sa.select(ACCOUNTS)).mappings().one().items()}
        del pattern["id"]
        tokens = []
        for number in range(judges):
            row = {**pattern, "name": f"judge {number}", "key": f"judge {number}", "role": Role.JUDGE.value}
            account = connection.execute(sa.insert(ACCOUNTS).returning(ACCOUNTS.c.id), row).scalar_one()
            tokens.append(begin_session(connection, account))
    return targets, tokens


class Connection:
    """A connection that stays open, as browsers keep it; small enough not to be what is measured."""

    def __init__(self, port: int, host: str) -> None:
        self.port, self.host = port, host
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, bytes]:
        """One request and its answer."""
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await self.writer.drain()
        head = await self.reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        length = next(
            (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
        )
        return status, await self.reader.readexactly(length)


async def judge(
    number: int, session: str, site: "Site", targets: list[int], end: float, measured: Measured, with_questions: bool
) -> None:
    """One judge, from one answer to the next."""
    connection = Connection(site.port, site.host)
    headers = {
        "Cookie": f"{site.cookie}={session}",
        "X-CSRF-Token": csrf_token(site.secret, session),
        "Origin": site.origin,
        "Accept": "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    await asyncio.sleep(EVERY * number / max(site.judges, 1))
    for target in targets:
        began = time.perf_counter()
        if began > end:
            return
        token = secrets.token_hex(16)
        fields = {"target": target, "value": number % 11, "token": token, "seconds": "2.0", "comment": ""}
        try:
            status, answer = await connection.ask(
                "POST", "/projects/1/judge/answer?unknown=no", headers, urlencode(fields).encode()
            )
        except (OSError, asyncio.IncompleteReadError) as error:
            measured.failures.append(repr(error))
            return
        measured.saves.append(time.perf_counter() - began)
        if status == 200 and json.loads(answer)["is_new"]:
            measured.tokens.append(token)
        else:
            measured.failures.append(f"{status} {answer[:200]!r}")
        if with_questions:
            following = targets[(targets.index(target) + 1) % len(targets)]
            await connection.ask("GET", f"/projects/1/judge/question?unknown=no&ahead={following}", headers)
        await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - began)))


@dataclass(frozen=True)
class Site:
    """A server that runs."""

    port: int
    host: str
    origin: str
    cookie: str
    secret: bytes
    judges: int


@contextmanager
def serving(location: str, folder: Path, judges: int, workers: int) -> Iterator[Site]:
    """A server with accounts in processes of its own."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    secret_file = folder / "secret"
    configuration = Configuration(
        location, port=port, public_url=f"http://judging.test:{port}", secret_file=str(secret_file), job_processes=0
    )
    secret = read_secret(secret_file)
    command = [sys.executable, "-m", "mtassay.cli.main", "serve", "--no-browser", "--db", location]
    command += ["--port", str(port), "--public-url", configuration.origin, "--secret-file", str(secret_file)]
    command += ["--workers", str(workers), "--job-processes", "0"]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    try:
        for _ in range(600):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        time.sleep(1.0)
        yield Site(port, f"judging.test:{port}", configuration.origin, configuration.session_cookie, secret, judges)
    finally:
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def measure(
    location: str, judges: int, workers: int, *, seconds: float = SECONDS, with_questions: bool = False
) -> Measured:
    """Fill a new database, let judges answer, and count what is there then."""
    database = Database(location)
    create(database)
    with tempfile.TemporaryDirectory() as folder:
        read_secret(Path(folder) / "secret")
        targets, sessions = fill(database, judges)
        measured = Measured()

        async def all_judges(site: Site) -> None:
            end = time.perf_counter() + seconds
            await asyncio.gather(
                *(
                    judge(number, session, site, targets, end, measured, with_questions)
                    for number, session in enumerate(sessions)
                )
            )

        with serving(location, Path(folder), judges, workers) as site:
            asyncio.run(all_judges(site))
    with database.reading() as connection:
        stored = connection.scalars(sa.select(JUDGMENTS.c.uid).where(JUDGMENTS.c.seconds == 2.0)).all()
    database.close()
    lost = set(measured.tokens) - set(stored)
    doubled = len(stored) - len(set(stored))
    surplus = set(stored) - set(measured.tokens)
    if lost or doubled or surplus or measured.failures:
        print(f"LOST {len(lost)}, DOUBLED {doubled}, UNASKED {len(surplus)}, FAILED {measured.failures[:5]}")
    return measured


def report(name: str, measured: Measured) -> None:
    """Print what judges saw, in milliseconds."""
    times = sorted(1000 * one for one in measured.saves)
    p95 = times[int(0.95 * len(times))]
    print(
        f"{name:<44} {len(times):6,} saves  median {statistics.median(times):6.1f}  p95 {p95:6.1f}  "
        f"most {times[-1]:6.1f} ms  in the database {len(measured.tokens):6,}"
    )


def run() -> None:
    """100 judges on SQLite with synchronous=FULL, 300 on PostgreSQL with durability on."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    # the tests' own server; mypy does not look there
    from databases import find_server_programs, postgresql_server  # type: ignore[import-not-found]

    seconds = float(os.environ.get("JUDGING_SECONDS", SECONDS))
    for with_questions in (False, True):
        what = ", and the next question" if with_questions else ""
        with tempfile.TemporaryDirectory() as folder:
            location = str(Path(folder) / "judging.db")
            found = measure(location, 100, 1, seconds=seconds, with_questions=with_questions)
            report(f"100 judges, SQLite{what}", found)
        if find_server_programs() is not None:
            with postgresql_server(is_durable=True) as server:
                found = measure(f"{server.address}/postgres", 300, 2, seconds=seconds, with_questions=with_questions)
                report(f"300 judges, PostgreSQL, 2 workers{what}", found)
