"""What was begun because somebody asked for it, and goes on after the answer: figures that take seconds."""

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor


class Begun:
    """Work that is done once for all who ask for it, in this process, where what it finds is remembered.

    What another process could do is a job: this one would have to read the same again for every look from another side.
    """

    def __init__(self) -> None:
        # one after the other: each takes what room a large project takes
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="figures")
        self._under_way: dict[Hashable, Future[None]] = {}
        self._lock = threading.Lock()

    def is_done(self, key: Hashable, work: Callable[[], None]) -> bool:
        """Whether the work under this key is done, once; it is begun where nobody did. Raises what went wrong."""
        with self._lock:
            future = self._under_way.get(key)
            if future is None:
                future = self._under_way[key] = self._worker.submit(work)
            if not future.done():
                return False
            del self._under_way[key]
        future.result()
        return True
