"""What was begun because somebody asked for it, and goes on after the answer: figures that take seconds."""

import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass


@dataclass
class _Work:
    future: Future[None]
    ended: float | None = None


class Begun:
    """Work that is done once for all who ask for it, in this process, where what it finds is remembered.

    What another process could do is a job: this one would have to read the same again for every look from another side.
    Who does not ask for `patience` seconds after it was done has gone: what was found may be old by then, and what went
    wrong mended, so that the next one begins it anew.
    """

    def __init__(self, patience: float = 120.0) -> None:
        # one after the other: each takes what room a large project takes
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="figures")
        self._under_way: dict[Hashable, _Work] = {}
        self._lock = threading.Lock()
        self._patience = patience

    def is_done(self, key: Hashable, work: Callable[[], None]) -> bool:
        """Whether the work under this key is done, once; it is begun where nobody did. Raises what went wrong."""
        with self._lock:
            self._forget()
            found = self._under_way.get(key)
            if found is None:
                found = self._under_way[key] = self._begin(work)
            if not found.future.done():
                return False
            del self._under_way[key]
        found.future.result()
        return True

    def _begin(self, work: Callable[[], None]) -> _Work:
        begun = _Work(self._worker.submit(work))

        def end(future: Future[None]) -> None:
            begun.ended = time.monotonic()

        begun.future.add_done_callback(end)
        return begun

    def _forget(self) -> None:
        now = time.monotonic()
        for key, one in list(self._under_way.items()):
            if one.ended is not None and now - one.ended > self._patience:
                del self._under_way[key]
