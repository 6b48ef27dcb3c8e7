"""Figures that take long: computed once for all who ask, while they wait, after the page was sent, or by a job.

A page asks for a figure and gets one of four answers: `Ready`, `Waiting` (a thread of this process computes it: ask
again in a second), a `Job` (another process computes it), or `Offered` (it takes long, and nobody asked for it yet).
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import TypeAdapter

from mtassay.errors import NotFound
from mtassay.significance.bootstrap import Bootstrap
from mtassay.store.database import Database
from mtassay.store.work.jobs import Job, JobState, add_job, find_shared_job, job_under_way

if TYPE_CHECKING:
    import sqlalchemy as sa

T = TypeVar("T")

QUICK = 5_000
"""So many translations can be looked at while somebody waits for the page."""

BOOTSTRAP = Bootstrap(draws=1000)
"""By what pages compute intervals."""

_DEAR_SECONDS = 0.02
_SHARE = 0.01
_PATIENCE_SECONDS = 120.0
# each computation takes what room a large project takes
_THREADS = 2


def is_quick(size: int) -> bool:
    """Whether figures of so many translations are computed while somebody waits for the page."""
    return size <= QUICK


@dataclass(frozen=True)
class FigureKind(Generic[T]):
    """A kind of figure: its name, and how many of it are kept in each process."""

    name: str
    keep: int


@dataclass(frozen=True)
class JobFigureKind(FigureKind[T]):
    """A figure that a job computes for large projects: the kind of the job has its name, `type` is its `view`."""

    type: type[T]

    def read(self, job: Job) -> T:
        """What a job found that is done."""
        assert job.result is not None
        value: T = TypeAdapter(self.type).validate_python(job.result["view"])
        return value


@dataclass(frozen=True)
class Computed(Generic[T]):
    """A figure, and the state of the project that it is of (`events.state_of`)."""

    state: str
    value: T


@dataclass(frozen=True)
class Ready(Generic[T]):
    """The figure."""

    value: T


@dataclass(frozen=True)
class Waiting:
    """A thread computes it; ask again in a second."""


@dataclass(frozen=True)
class Offered:
    """It takes long, and nobody asked for it yet."""


@dataclass(frozen=True)
class _Kept(Computed[T]):
    ended: float
    seconds: float

    def holds_for(self, state: str, *, may_be_old: bool) -> bool:
        """Whether it is of that state; or old, but too dear to compute it for every state of a busy project.

        That is as long as computing it would take more than a small share of the time since it was computed.
        """
        is_recent = self.seconds > _DEAR_SECONDS and self.seconds > _SHARE * (time.monotonic() - self.ended)
        return self.state == state or (may_be_old and is_recent)


class _Work:
    """A computation by a thread, and when it ended."""

    def __init__(self, future: Future[_Kept[Any]]) -> None:
        self.future = future
        self.ended: float | None = None
        future.add_done_callback(self._end)

    def _end(self, future: Future[_Kept[Any]]) -> None:
        self.ended = time.monotonic()


class Figures:
    """The figures of a server: what is known of them, and the threads that compute more.

    A key says whose figure it is, without the state. Of each key only the last state is kept.
    """

    def __init__(self, database: Database, patience: float = _PATIENCE_SECONDS) -> None:
        self.database = database
        self._patience = patience
        self._kept: dict[str, OrderedDict[Hashable, _Kept[Any]]] = {}
        self._under_way: dict[tuple[str, Hashable], _Work] = {}
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="figures")

    def close(self) -> None:
        """Begin no more of what waits for a thread."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def look_up(self, figure: FigureKind[T], key: Hashable, state: str, *, may_be_old: bool = False) -> T | None:
        """What was computed for that state, if it was."""
        with self._lock:
            kept = self._of_kind(figure).get(key)
            if kept is None or not kept.holds_for(state, may_be_old=may_be_old):
                return None
            self._of_kind(figure).move_to_end(key)
        value: T = kept.value
        return value

    def find(
        self, figure: FigureKind[T], key: Hashable, state: str, compute: Callable[[], T], *, may_be_old: bool = False
    ) -> T:
        """What was computed for that state, or is now; whoever comes meanwhile does it too, and waits for nobody."""
        known = self.look_up(figure, key, state, may_be_old=may_be_old)
        return known if known is not None else self._compute(figure, key, lambda: Computed(state, compute())).value

    def ask(
        self,
        connection: "sa.Connection",
        figure: FigureKind[T],
        key: Hashable,
        state: str | None,
        size: int,
        compute: "Callable[[sa.Connection], Computed[T]]",
        *,
        is_wanted: bool = True,
        may_be_old: bool = False,
    ) -> Ready[T] | Waiting | Offered:
        """A figure of a project of so many translations: computed now where that is quick, else by a thread.

        The thread has a connection of its own, and may see a later state than who asks. `state` is None where nothing
        can be known yet. With `may_be_old`, that of a large project may be of an earlier state for a while, where it
        took long: while people judge there is another state every few seconds. One computation serves all who ask; what
        went wrong is raised to the first who asks after it.
        """
        may_be_old = may_be_old and not is_quick(size)
        known = None if state is None else self.look_up(figure, key, state, may_be_old=may_be_old)
        if known is not None:
            return Ready(known)
        if is_quick(size):
            return Ready(self._compute(figure, key, lambda: compute(connection)).value)
        if not is_wanted:
            return Offered()

        def work() -> _Kept[T]:
            with self.database.reading() as own:
                return self._compute(figure, key, lambda: compute(own))

        place = (figure.name, key)
        kept = self._take_or_begin(place, work)
        if kept is not None and state is not None and not kept.holds_for(state, may_be_old=may_be_old):
            kept = self._take_or_begin(place, work)  # of another state: it was begun for somebody else
        return Waiting() if kept is None else Ready(kept.value)

    def ask_job(
        self,
        connection: "sa.Connection",
        figure: JobFigureKind[T],
        key: Hashable,
        state: str,
        size: int,
        compute: Callable[[], T],
        *,
        arguments: Mapping[str, Any],
        uid: str,
    ) -> Ready[T] | Job | Offered:
        """A figure that a job computes where it takes long; `uid` is that of the job that the page watches, or empty.

        What a job found is kept as if it had been computed here. A job with other arguments is not that of this figure.
        """
        job = known_job(connection, figure.name, uid) if uid else None
        if job is not None and job.arguments == dict(arguments):
            if job.state is not JobState.DONE:
                return job
            done = job
            return Ready(self.find(figure, key, state, lambda: figure.read(done)))
        if is_quick(size):
            return Ready(self.find(figure, key, state, compute))
        known = self.look_up(figure, key, state)
        return Offered() if known is None else Ready(known)

    def _of_kind(self, figure: FigureKind[Any]) -> OrderedDict[Hashable, _Kept[Any]]:
        return self._kept.setdefault(figure.name, OrderedDict())

    def _compute(self, figure: FigureKind[T], key: Hashable, compute: Callable[[], Computed[T]]) -> _Kept[T]:
        begun = time.monotonic()
        computed = compute()
        ended = time.monotonic()
        kept = _Kept(computed.state, computed.value, ended, ended - begun)
        with self._lock:
            of_kind = self._of_kind(figure)
            of_kind[key] = kept
            of_kind.move_to_end(key)
            while len(of_kind) > figure.keep:
                of_kind.popitem(last=False)
        return kept

    def _take_or_begin(self, key: tuple[str, Hashable], compute: Callable[[], _Kept[T]]) -> _Kept[T] | None:
        """What was computed under this key, for the first who asks after it; else None, and it is begun.

        Who asks after `patience` seconds has not waited for it: what was found may be old by then, and what went wrong
        mended, so that it is begun anew.
        """
        with self._lock:
            now = time.monotonic()
            for old, work in list(self._under_way.items()):
                if work.ended is not None and now - work.ended > self._patience:
                    del self._under_way[old]
            if key not in self._under_way:
                self._under_way[key] = _Work(self._threads.submit(compute))
            work = self._under_way[key]
            if not work.future.done():
                return None
            del self._under_way[key]
        kept: _Kept[T] = work.future.result()
        return kept


def known_job(connection: "sa.Connection", kind: str, uid: str) -> Job | None:
    """A job that anybody began; one that is forgotten by now is no reason to show nothing."""
    try:
        return find_shared_job(connection, kind, uid)
    except NotFound:
        return None


def begin_job(
    connection: "sa.Connection", figure: JobFigureKind[Any], owner: str, title: str, arguments: Mapping[str, Any]
) -> Job:
    """The job that computes a figure: the one under way, whoever began it, or a new one."""
    known = job_under_way(connection, figure.name, arguments)
    return known or add_job(connection, figure.name, owner, title, arguments)
