"""Settings and fixtures for all tests."""

from __future__ import annotations

import io
import os
import shutil
import signal
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from databases import find_server_programs, postgresql_server
from hypothesis import settings
from run_folder import run_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
BROWSER_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# As the command line and the server have it, before numpy is imported: threads of linear algebra wait for each other
# and take the time of other processes, two fifths of all that tests of analyses and reports take.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# In CI the same examples every time: a push should not fail for what it did not change. Others are looked for wherever
# else tests are run.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure() -> None:
    # A shell lets what it runs in the background ignore Ctrl+C. All that tests start would ignore it too.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run_folder()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


@pytest.fixture(scope="session")
def dialogues() -> Path:
    return ROOT / "examples" / "dialogues"


@pytest.fixture(scope="session")
def spm_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small SentencePiece model of the examples."""
    from sentencepiece import SentencePieceTrainer  # half of all runs do without it

    lines = [
        line for path in (ROOT / "examples").rglob("*.txt") for line in path.read_text(encoding="utf-8").splitlines()
    ]
    model = io.BytesIO()
    # white space is kept, as hard a case as there is: then it matters who strips the line, and when
    SentencePieceTrainer.train(
        sentence_iterator=iter(sorted(lines)),
        model_writer=model,
        vocab_size=500,
        remove_extra_whitespaces=False,
        num_threads=1,
        minloglevel=2,
    )
    path = tmp_path_factory.mktemp("spm") / "examples.model"
    path.write_bytes(model.getvalue())
    return path


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], str]:
    """Writes a file into the test's folder and gives its path."""

    def write_file(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write_file


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server that the tests start, without the name of a database."""
    if find_server_programs() is None:
        pytest.skip("PostgreSQL is not installed; as root: apt-get install postgresql")
    with postgresql_server() as server:
        yield server.address


def _on_server(address: str, statement: str) -> None:
    import psycopg  # most tests need no server, and run where it is not installed

    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(statement.encode())


def _fill(location: str) -> None:
    from mtassay.store.database import Database  # tests of texts and metrics need no SQLAlchemy
    from mtassay.store.migration import create

    database = Database(location)
    create(database)
    database.close()


@pytest.fixture
def on_server(request: pytest.FixtureRequest) -> Iterator[Callable[[str], str]]:
    """Makes new databases on the server, by what follows their names, and removes them: each is a thousand files."""
    made: list[tuple[str, str]] = []

    def make(details: str) -> str:
        address: str = request.getfixturevalue("postgresql")
        made.append((address, f"memory_{uuid.uuid4().hex}"))
        _on_server(address, f"CREATE DATABASE {made[-1][1]} {details}")
        return f"{address}/{made[-1][1]}"

    yield make
    for address, name in made:
        _on_server(address, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture
def new_location(tmp_path: Path, on_server: Callable[[str], str]) -> Callable[[str], str]:
    """Makes places for new databases: of `sqlite` or of `postgresql`."""

    def make(kind: str) -> str:
        return str(tmp_path / f"memory_{uuid.uuid4().hex}.db") if kind == "sqlite" else on_server("")

    return make


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database of SQLite, to be copied: making one takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    _fill(str(path))
    return path


@pytest.fixture(scope="session")
def empty_database(postgresql: str) -> str:
    """The name of a new database on the server, likewise."""
    _on_server(postgresql, "CREATE DATABASE empty_memory")
    _fill(f"{postgresql}/empty_memory")
    return "empty_memory"


@pytest.fixture
def new_database(
    tmp_path: Path, request: pytest.FixtureRequest, on_server: Callable[[str], str]
) -> Callable[[str], str]:
    """Makes new databases, of `sqlite` or of `postgresql`, and gives their locations."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            name = f"memory_{uuid.uuid4().hex}.db"
            return str(shutil.copy(request.getfixturevalue("empty_file"), tmp_path / name))
        return on_server(f"TEMPLATE {request.getfixturevalue('empty_database')} STRATEGY file_copy")

    return make


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    program = shutil.which("chromium")
    if program is None:
        # as for the database: in CI a missing browser is a fault, elsewhere it is said
        assert not os.environ.get("CI"), "these tests need a browser; install it: apt-get install chromium"
        pytest.skip("no browser; install it, as root: apt-get install chromium")
    from playwright.sync_api import sync_playwright  # few tests need a browser

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()
