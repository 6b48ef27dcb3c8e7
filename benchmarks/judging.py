"""Many judges at once: how long a save takes, and whether every answer is in the database exactly once.

The server is one of its own, with accounts; each judge signs in and sends an answer every two seconds. Latency is
that of the whole request, on the same machine as the server and the database. Judges share one loop without threads,
send bytes that were made beforehand and look at no more of an answer than they must: they take what time the server
could have.
"""

import heapq
import os
import secrets
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from benchmarks.estimation import variants
from benchmarks.text import corpus
from mtassay.human.collection import Collection, Item, Judgment, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.migration import create
from mtassay.store.people.accounts import Role, add_account
from mtassay.store.people.sessions import begin_session
from mtassay.store.people_tables import ACCOUNTS, MEMBERSHIPS
from mtassay.store.schema import JUDGMENTS, SOURCES, TARGETS
from mtassay.web.safety.blind_numbers import blind_numbers
from mtassay.web.safety.secret import csrf_token, read_secret
from mtassay.web.serving.configuration import Configuration

SOURCES_FILLED = 200
JUDGED = 10
EVERY = 2.0
SECONDS = 60.0


@dataclass
class Measured:
    """What judges saw: seconds of each save, and the tokens that the server said it has.

    `questions` are the seconds from the beginning of a save until the next question is there. CPU seconds are of the
    server's processes, without the database's, and of the judges.
    """

    saves: list[float] = field(default_factory=list)
    questions: list[float] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    server_cpu: float = 0.0
    judges_cpu: float = 0.0


def fill(database: Database, judges: int) -> tuple[list[int], list[str]]:
    """A project with judged translations and a system that nobody has judged; sessions of all judges."""
    import random

    rng = random.Random(0)
    _, lines = corpus(SOURCES_FILLED, 0)
    words = sorted({word for line in lines for word in line.split()})
    sources, new = [], []
    for line in lines:
        *judged, last = variants(line, JUDGED + 1, words, rng)
        known = tuple(Target(text, (Judgment(rng.randint(0, 10), judge="before"),)) for text in judged)
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
            member = {"account": account, "project": project.id, "since": datetime.now(UTC)}
            connection.execute(sa.insert(MEMBERSHIPS), member)
            tokens.append(begin_session(connection, account))
    return targets, tokens


@dataclass(frozen=True)
class Site:
    """A server that runs."""

    port: int
    host: str
    origin: str
    cookie: str
    seat_cookie: str
    secret: bytes
    process_group: int


@dataclass(frozen=True)
class Desk:
    """Where judges work: what they send answers to and ask for the next question, and by which numbers.

    `answer` makes the fields of an answer from the number of the judge.
    """

    save: str
    look: str
    cookie: str
    answer: Callable[[int], str]
    targets: list[int]


class Judge:
    """One judge: a connection that stays open, as browsers keep it, and what is sent by it."""

    def __init__(self, number: int, session: str, site: Site, desk: Desk, with_questions: bool) -> None:
        self._site = site
        self._said = b""
        self.connect()
        self._number, self._desk, self._with_questions = number, desk, with_questions
        self._place = -1
        common = (
            f"Host: {site.host}\r\nCookie: {desk.cookie}={session}\r\nOrigin: {site.origin}\r\n"
            f"X-CSRF-Token: {csrf_token(site.secret, session)}\r\nAccept: application/json\r\n"
        )
        self._save = (
            f"POST {desk.save} HTTP/1.1\r\n{common}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
        )
        self._look = f"GET {desk.look}%d HTTP/1.1\r\n{common}\r\n"
        self._began = 0.0
        self._token = ""
        self.is_saving = False

    def connect(self) -> None:
        """Open a connection, and say again what was said last: the server may hang up on whoever is silent."""
        self._socket = socket.create_connection(("127.0.0.1", self._site.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""
        if self._said:
            self._socket.sendall(self._said)

    def fileno(self) -> int:
        """For the selector."""
        return self._socket.fileno()

    def close(self) -> None:
        """Go home."""
        self._socket.close()

    def save(self) -> None:
        """Send the next answer."""
        self._place += 1
        self._token, self.is_saving = secrets.token_hex(16), True
        target = self._desk.targets[self._place % len(self._desk.targets)]
        body = f"target={target}&{self._desk.answer(self._number)}&token={self._token}&seconds=2.0&comment="
        self._began = time.perf_counter()
        self._say(f"{self._save}{len(body)}\r\n\r\n{body}")

    def look(self, target: int, times: int, measured: Measured) -> None:
        """Ask for a question, again and again, and wait for it each time."""
        for _ in range(times):
            self._began = time.perf_counter()
            self._say(self._look % target)
            while not self.hear(measured):
                pass

    def _say(self, text: str) -> None:
        self._said = text.encode()
        self._socket.sendall(self._said)

    def hear(self, measured: Measured) -> bool:
        """Take what has arrived; says whether the judge has all that was asked for."""
        arrived = self._socket.recv(1 << 18)
        self._received += arrived
        head, ended, body = self._received.partition(b"\r\n\r\n")
        if not arrived:
            raise ConnectionError(f"the server hung up on judge {self._number}")
        if not ended:
            return False
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        if len(body) < length:
            return False
        self._received = self._said = b""
        status = head[9:12]
        if not self.is_saving:
            measured.questions.append(time.perf_counter() - self._began)
            if status != b"200":
                measured.failures.append(f"{status!r} {body[:200]!r}")
            return True
        measured.saves.append(time.perf_counter() - self._began)
        if status == b"200":  # is it new? The database is asked whether any is there twice
            measured.tokens.append(self._token)
        else:
            measured.failures.append(f"{status!r} {body[:200]!r}")
        self.is_saving = False
        if self._with_questions:
            following = self._desk.targets[(self._place + 1) % len(self._desk.targets)]
            self._say(self._look % following)
        return not self._with_questions


def judge_all(judges: list[Judge], seconds: float, measured: Measured, every: float = EVERY) -> None:
    """Let all judges answer, each `every` so many seconds after it began with the last, or when it has the question."""
    selector = selectors.DefaultSelector()
    for number, judge in enumerate(judges):
        selector.register(judge, selectors.EVENT_READ, number)
    begun = time.perf_counter()
    # evenly spread, as people are who do not know of each other
    due = [(begun + every * number / len(judges), number) for number in range(len(judges))]
    waiting: dict[int, float] = {}
    while due or waiting:
        now = time.perf_counter()
        while due and due[0][0] <= now:
            at, number = heapq.heappop(due)
            if at > begun + seconds:
                continue
            judges[number].save()
            waiting[number] = now
        pause = max(0.0, due[0][0] - time.perf_counter()) if due else 1.0
        for key, _ in selector.select(pause):
            number = key.data
            try:
                is_answered = judges[number].hear(measured)
            except ConnectionError:
                selector.unregister(judges[number])
                judges[number].close()
                judges[number].connect()
                selector.register(judges[number], selectors.EVENT_READ, number)
                continue
            if is_answered:
                heapq.heappush(due, (max(waiting.pop(number) + every, time.perf_counter()), number))
    selector.close()


def watch(site: Site, judges: list[Judge], seconds: float, measured: Measured, every: float = EVERY) -> None:
    """Let all judges answer and go home, with the CPU time that it took."""
    server, own = cpu_seconds(site.process_group), time.process_time()
    judge_all(judges, seconds, measured, every)
    measured.server_cpu = cpu_seconds(site.process_group) - server
    measured.judges_cpu = time.process_time() - own
    for judge in judges:
        judge.close()


def cpu_seconds(group: int) -> float:
    """What the processes of a group have used so far, all of them alive."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(location: str, folder: Path, workers: int) -> Iterator[Site]:
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
        yield Site(
            port,
            f"judging.test:{port}",
            configuration.origin,
            configuration.session_cookie,
            configuration.seat_cookie,
            secret,
            process.pid,
        )
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
        with serving(location, Path(folder), workers) as site:
            numbers = blind_numbers(site.secret, 1, "targets")
            shown = [numbers.show(target) for target in targets]
            judge = "/projects/1/judge"
            desk = Desk(
                f"{judge}/answer?unknown=no",
                f"{judge}/question?unknown=no&ahead=",
                site.cookie,
                lambda number: f"value={number % 11}",
                shown,
            )
            people = [Judge(number, session, site, desk, with_questions) for number, session in enumerate(sessions)]
            watch(site, people, seconds, measured)
    with database.reading() as connection:
        query = sa.select(JUDGMENTS.c.uid, JUDGMENTS.c.judge, JUDGMENTS.c.target).where(JUDGMENTS.c.seconds == 2.0)
        rows = connection.execute(query).all()
    database.close()
    stored = {row.uid for row in rows}
    lost = set(measured.tokens) - stored
    doubled = len(rows) - len({(row.judge, row.target) for row in rows})  # nobody is asked for the same again
    surplus = stored - set(measured.tokens)
    say_faults(lost, doubled, surplus, measured)
    return measured


def say_faults(lost: set[str], doubled: int, surplus: set[str], measured: Measured) -> None:
    """Print what should not be, where there is any."""
    if lost or doubled or surplus or measured.failures:
        print(f"LOST {len(lost)}, DOUBLED {doubled}, UNASKED {len(surplus)}, FAILED {measured.failures[:5]}")


def report(name: str, measured: Measured) -> None:
    """Print what judges saw, in milliseconds."""
    times = sorted(1000 * one for one in measured.saves)
    p95 = times[int(0.95 * len(times))]
    print(
        f"{name:<44} {len(times):6,} saves  median {statistics.median(times):6.1f}  p95 {p95:6.1f}  "
        f"most {times[-1]:6.1f} ms  in the database {len(measured.tokens):6,}  "
        f"CPU of a save {1000 * measured.server_cpu / len(times):.1f} ms, of its judge "
        f"{1000 * measured.judges_cpu / len(times):.1f} ms"
    )
    if measured.questions:
        whole = sorted(1000 * seconds for seconds in measured.questions)
        p95 = whole[int(0.95 * len(whole))]
        print(f"{'':<44} with the next question: median {statistics.median(whole):6.1f}  p95 {p95:6.1f} ms")


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
