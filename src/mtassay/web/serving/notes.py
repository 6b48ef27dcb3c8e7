"""What is noted while a request is answered: warnings, kept apart by thread, because they may name somebody's files."""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from mtassay.errors import ChoiceWarning, MtassayWarning

_HEARD = threading.local()
_IS_ON = threading.Event()


def listen() -> None:
    """Hear every warning of ours in this process.

    Once for all threads: what `warnings.catch_warnings` changes is common to them, so that one request would hear
    another's.
    """
    warnings.simplefilter("always", MtassayWarning)
    warnings.showwarning = _hear
    _IS_ON.set()


@contextmanager
def notes() -> Iterator[list[str]]:
    """The notes of what this thread does, each once.

    Most say what to do for the command line, and only the fact is kept of them; those of choices are kept as they are.
    """
    if _IS_ON.is_set():
        listen()  # again: whoever used `catch_warnings` in two threads may have left it off, for good
    before = getattr(_HEARD, "notes", None)
    heard: list[str] = []
    _HEARD.notes = heard
    try:
        yield heard
    finally:
        _HEARD.notes = before


def _hear(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    heard: list[str] | None = getattr(_HEARD, "notes", None)
    if heard is None or not issubclass(category, MtassayWarning):
        return  # nobody looks at the terminal of a server
    fact = str(message) if issubclass(category, ChoiceWarning) else str(message).partition("; ")[0]
    if fact not in heard:
        heard.append(fact)
