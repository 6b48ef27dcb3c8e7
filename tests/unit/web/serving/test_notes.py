"""What is noted while a request is answered."""

import threading
import warnings

from mtassay.errors import MtassayWarning
from mtassay.web.serving.notes import listen, notes


def warn(text: str) -> None:
    warnings.warn(text, MtassayWarning, stacklevel=1)


def test_notes_are_the_facts_each_once() -> None:
    listen()
    with notes() as found:
        for _ in range(2):
            warn("a.xlsx: sheet 'Cases' is read; for 'Notes' say FILE#SHEET")
        with notes() as inner:
            warn("inner")
        warn("another")
    warn("nobody listens")
    assert found == ["a.xlsx: sheet 'Cases' is read", "another"]
    assert inner == ["inner"]


def test_nobody_hears_what_another_thread_notes() -> None:
    listen()
    with notes() as found:
        other = threading.Thread(target=warn, args=("secret.txt is odd",))
        other.start()
        other.join()
    assert found == []


def test_notes_are_heard_again_after_two_threads_met_in_catching_warnings() -> None:
    listen()
    first, second = warnings.catch_warnings(), warnings.catch_warnings()
    first.__enter__()
    warnings.simplefilter("ignore", MtassayWarning)
    second.__enter__()
    first.__exit__(None, None, None)
    second.__exit__(None, None, None)  # brings back what the first one had changed
    with notes() as found:
        warn("still heard")
    assert found == ["still heard"]
