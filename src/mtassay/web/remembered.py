"""Figures that hold as long as the state of a project: computed once in each process, for all who ask."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

_DEAR_SECONDS = 0.02
_SHARE = 0.01


@dataclass(frozen=True)
class _Figures(Generic[T]):
    state: str
    value: T
    computed: float
    seconds: float

    @property
    def is_recent(self) -> bool:
        """Whether computing them anew would take more than a small share of the time since they were computed."""
        return self.seconds > _DEAR_SECONDS and self.seconds > _SHARE * (time.monotonic() - self.computed)


class Remembered(Generic[T]):
    """The last figures of some projects. Whoever comes while they are computed does it too, and waits for nobody."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[tuple[str, int], _Figures[T]] = OrderedDict()
        self._lock = threading.Lock()

    def look_up(self, location: str, project: int, state: str, *, may_be_old: bool = False) -> T | None:
        """What was computed for that state (`events.state_of`, `StoredMemory.state`), if it was.

        `may_be_old` takes that of an earlier one too, for a while, where it took long: a project that somebody works
        on has another every few seconds.
        """
        with self._lock:
            known = self._found.get((location, project))
        if known is None or (known.state != state and not (may_be_old and known.is_recent)):
            return None
        return known.value

    def find(self, location: str, project: int, state: str, compute: Callable[[], T], *, may_be_old: bool = False) -> T:
        """What was computed for that state, or is now."""
        known = self.look_up(location, project, state, may_be_old=may_be_old)
        if known is not None:
            return known
        begun = time.monotonic()
        found = compute()
        ended = time.monotonic()
        with self._lock:
            self._found[location, project] = _Figures(state, found, ended, ended - begun)
            self._found.move_to_end((location, project))
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return found
