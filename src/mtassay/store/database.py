"""Opening a database: one file of SQLite, or a PostgreSQL server by its address."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from hashlib import blake2b
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from mtassay.errors import MissingExtra, Remedy, StorageError

APPLICATION = 0x6D746173
"""What SQLite files of ours say of themselves: `mtas`."""

_WAIT_SECONDS = 60
_PAUSE_SECONDS = 0.001
_STALE_SECONDS = 1.0
EVENTS_TURN = APPLICATION + 1
"""The advisory lock of PostgreSQL that is held from an event's number to its commit."""

_LOCK_ALL = sa.select(sa.func.pg_advisory_xact_lock(APPLICATION))
_LOCK_ANSWER = sa.select(
    # the disk is waited for after the turn, in `_PERSIST`
    sa.func.set_config("synchronous_commit", "off", sa.true()),
    sa.func.pg_advisory_xact_lock_shared(APPLICATION),
    sa.func.pg_advisory_xact_lock(sa.bindparam("judge", type_=sa.BigInteger)),
)
# a transaction that writes nothing waits for no disk
_PERSIST = sa.select(sa.func.pg_logical_emit_message(sa.true(), "mtassay", ""))


class Database:
    """Where judgments are kept. `reading` and `writing` give a connection for one transaction.

    `pool_size` connections stay open, for servers that work for many at once; ten more are opened when those are busy.
    """

    def __init__(self, location: str, *, read_only: bool = False, pool_size: int = 5) -> None:
        self.location = location
        self.url: URL = _url(location)
        self.is_sqlite: bool = self.url.get_backend_name() == "sqlite"
        self.read_only = read_only
        if self.is_sqlite:
            self._engine = _sqlite_engine(self.path, read_only, pool_size)
        else:
            self._engine = _postgresql_engine(self.url, pool_size)
        options: dict[str, Any] = {"mtassay_begin": "BEGIN IMMEDIATE"}
        if not self.is_sqlite:
            # a writer waits for its turn inside the transaction; a snapshot would hide what others wrote meanwhile
            options["isolation_level"] = "READ COMMITTED"
        self._writing_engine = self._engine.execution_options(**options)
        single: dict[str, Any] = {"mtassay_begin": ""} if self.is_sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._single_engine = self._engine.execution_options(**single)
        # SQLite lets the next writer know by letting it ask again and again, ever more seldom; within a process a lock
        # hands the turn over at once
        self._turn: threading.Lock | nullcontext[None] = threading.Lock() if self.is_sqlite else nullcontext()
        self._own = threading.local()

    @property
    def path(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.url.database or "")

    @property
    def shown(self) -> str:
        """The location as messages show it: as it was named, without a password."""
        return self.location if self.is_sqlite else show_location(self.location)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that sees one state of the database, whatever others write meanwhile."""
        with self._explained(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def looking(self) -> Iterator[sa.Connection]:
        """A connection for one question, which needs no transaction: on a server that is three messages less."""
        with self._explained(), self._single_engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, in_turn: bool = True) -> Iterator[sa.Connection]:
        """A connection whose work is kept as a whole, once the block ends, or not at all; others wait until then.

        What is no part of the history, such as the progress of a job, need not wait for the turn of a long import:
        without `in_turn`, PostgreSQL writes it at once. SQLite has a single writer in any case.
        """
        with self._one_turn(in_turn), self._explained(), self._writing_engine.begin() as connection:
            if in_turn and not self.is_sqlite:
                # One writer at a time, as SQLite has it anyway: what a writer reads first must hold when it writes,
                # and revisions must be committed in the order of their numbers.
                connection.execute(_LOCK_ALL)
            yield connection

    @contextmanager
    def answering(self, judge: str) -> Iterator[sa.Connection]:
        """A connection for an answer of a judge, or its draft; answers of others are prepared at the same time.

        Whoever enters an event by it holds `EVENTS_TURN` from its number on, so that revisions are committed in the
        order of their numbers. Other writers wait until all answers are done.
        When the block has ended, all that it wrote or saw is on the disk.
        """
        with self._one_turn(in_turn=True), self._explained(), self._writing_engine.connect() as connection:
            with connection.begin():
                if not self.is_sqlite:
                    digest = blake2b(judge.encode("utf-8", "replace"), digest_size=8).digest()
                    connection.execute(_LOCK_ANSWER, {"judge": int.from_bytes(digest, "big", signed=True)})
                yield connection
            if not self.is_sqlite:
                # Whoever holds a turn until the disk has it lets all others wait for the disk one by one; by this,
                # they wait for it together. An answer that comes again and is known waits as well: the one before
                # may have been cut off right here.
                connection.execution_options(isolation_level="AUTOCOMMIT").execute(_PERSIST)

    def close(self) -> None:
        """Close what is open; it is opened again when needed."""
        self._engine.dispose()

    @contextmanager
    def _one_turn(self, in_turn: bool) -> Iterator[None]:
        """The turn of this thread, which would wait for itself if it asked for another one meanwhile."""
        if not (in_turn or self.is_sqlite):
            yield
            return
        if getattr(self._own, "has_turn", False):
            raise RuntimeError(
                f"{self.shown}: this thread is writing already, and would wait for itself for ever; use the "
                "connection that it has, or end that block first"
            )
        with self._turn:
            self._own.has_turn = True
            try:
                yield
            finally:
                self._own.has_turn = False

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sa.exc.TimeoutError:
            raise StorageError(f"{self.shown}: all connections have been in use for 30 s; try again") from None
        except sa.exc.DBAPIError as error:
            raise self._failure(error.orig) from None
        except sqlite3.Error as error:
            raise self._failure(error) from None

    def _failure(self, error: BaseException | None) -> StorageError:
        is_damaged = "malformed" in str(error).lower()
        remedy = Remedy.RESTORE_BACKUP if is_damaged else None
        return StorageError(f"{self.shown}: {explain(error)}", remedy=remedy, about={"location": self.shown})


def explain(error: BaseException | None) -> str:
    """What an error of the database means to the person who sees it."""
    text = str(error).strip()
    lowered = text.lower()
    for sign, meaning in (
        ("disk is full", "the disk is full; nothing of this step was kept, and what was stored before is intact"),
        ("no space left", "the disk is full; nothing of this step was kept, and what was stored before is intact"),
        ("disk i/o error", "the disk refuses to write (is it full?); nothing of this step was kept"),
        ("readonly", "the file or its folder cannot be written to; change its permissions or work on a copy"),
        ("read-only", "the database cannot be written to; ask whoever runs it for the right to write"),
        ("not a database", "this is no database of mtassay; name another file"),
        ("malformed", "the file is damaged; bring back a backup"),
        ("unable to open", "the file cannot be opened; are its folder and its permissions right?"),
        ("database is locked", f"another program has kept the file to itself for {_WAIT_SECONDS} s; try again"),
        ("statement timeout", "others kept it busy for longer than the server lets anybody wait; try again"),
        ("lock timeout", "others kept it busy for longer than the server lets anybody wait; try again"),
        ("connection refused", "no server answers there; is PostgreSQL running, and the address right?"),
        ("password authentication failed", "the server refuses the name or password"),
        ("does not exist", f"the server says: {text.splitlines()[0] if text else ''}"),
    ):
        if sign in lowered:
            return meaning
    return text.splitlines()[0] if text else type(error).__name__


def show_location(location: str) -> str:
    """A location as messages show it: as it was named, without a password."""
    url = _url(location)
    return location if url.get_backend_name() == "sqlite" else url.set(drivername="postgresql").render_as_string()


def _url(location: str) -> URL:
    if "://" not in location:
        return URL.create("sqlite", database=os.path.abspath(os.path.expanduser(location)))
    try:
        url = make_url(location)
    except sa.exc.ArgumentError:
        raise StorageError(
            f"{location!r} is no address of a database; name a file, or postgresql://USER@HOST/NAME"
        ) from None
    backend = url.drivername.split("+")[0]
    if backend in ("postgres", "postgresql"):
        if not url.database:
            raise StorageError(f"{location!r} names no database; write postgresql://USER@HOST/NAME")
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and url.database not in (None, "", ":memory:"):
        return URL.create("sqlite", database=os.path.abspath(str(url.database)))
    raise StorageError(f"{location!r}: databases are files of SQLite or postgresql://USER@HOST/NAME")


def _sqlite_engine(path: Path, read_only: bool, pool_size: int) -> sa.Engine:
    def connect() -> sqlite3.Connection:
        if read_only:
            # a file that nobody is writing to can be read even where its folder is read-only
            still = not os.access(path.parent, os.W_OK) and not path.with_name(path.name + "-wal").exists()
            address = f"file:{_quoted(path)}?mode=ro" + ("&immutable=1" if still else "")
        else:
            address = f"file:{_quoted(path)}?mode=rwc"
        connection = sqlite3.connect(address, uri=True, timeout=_WAIT_SECONDS, check_same_thread=False)
        # transactions begin where we say so, not where Python guesses
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            # a judgment that was acknowledged survives a power cut, which NORMAL would not promise
            connection.execute("PRAGMA synchronous = FULL")
        return connection

    engine = sa.create_engine("sqlite://", creator=connect, poolclass=sa.pool.QueuePool, pool_size=pool_size)

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        # Asking for the right to write at once means waiting for it; asking later can fail, and nothing can be
        # done about it then: "database is locked".
        begin = connection.get_execution_options().get("mtassay_begin", "BEGIN")
        if begin == "BEGIN IMMEDIATE":
            _wait_for_others(connection.connection.driver_connection)
        elif begin:
            connection.exec_driver_sql(begin)

    return engine


def _wait_for_others(connection: Any) -> None:
    """Begin to write once no other process does.

    SQLite itself would look ever more seldom, at last ten times a second, while the other one is done within
    milliseconds: of two processes that serve many judges, one would be asleep most of the time.
    """
    end = time.monotonic() + _WAIT_SECONDS
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
            time.sleep(_PAUSE_SECONDS)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {1000 * _WAIT_SECONDS}")


def _quoted(path: Path) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(path))


def _postgresql_engine(url: URL, pool_size: int) -> sa.Engine:
    try:
        import psycopg
    except ImportError:
        raise MissingExtra("a database on PostgreSQL", "postgresql") from None
    arguments: dict[str, Any] = {"connect_timeout": 10}
    engine = sa.create_engine(url, isolation_level="REPEATABLE READ", pool_size=pool_size, connect_args=arguments)

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, record: Any) -> None:
        # a client whose machine is gone without a word would hold its turn for hours otherwise
        with connection.cursor() as cursor:
            for name, value in (("idle", 30), ("interval", 10), ("count", 3)):
                cursor.execute(f"SET tcp_keepalives_{name} = {value}")
        connection.commit()

    @sa.event.listens_for(engine, "checkin")
    def returned(connection: Any, record: Any) -> None:
        record.info["returned"] = time.monotonic()

    @sa.event.listens_for(engine, "checkout")
    def taken(connection: Any, record: Any, fairy: Any) -> None:
        # not `pool_pre_ping`, which asks a server that answered a moment ago whether it is there
        if time.monotonic() - record.info.get("returned", time.monotonic()) > _STALE_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except psycopg.Error as error:
                raise sa.exc.InvalidatePoolError from error

    return engine
