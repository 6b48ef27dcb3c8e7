"""Work that goes on after the answer: done once for all who ask, and anew for those who come much later."""

import threading
import time
from collections.abc import Callable

import pytest

from mtassay.errors import InputError
from mtassay.web.begun import Begun


def wait_for(begun: Begun, key: str, work: Callable[[], None]) -> None:
    ends = time.monotonic() + 10
    while not begun.is_done(key, work):
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_two_who_ask_for_the_same_share_the_work() -> None:
    begun, may_end, done = Begun(), threading.Event(), []

    def work() -> None:
        assert may_end.wait(10)
        done.append("once")

    assert not begun.is_done("figures", work)
    assert not begun.is_done("figures", work)
    may_end.set()
    wait_for(begun, "figures", work)
    assert done == ["once"]


def test_what_went_wrong_is_told_to_who_asks_and_can_be_tried_again() -> None:
    begun, done = Begun(), []

    def fail() -> None:
        raise InputError("nothing was judged")

    with pytest.raises(InputError, match="nothing was judged"):
        wait_for(begun, "figures", fail)
    wait_for(begun, "figures", lambda: done.append("once"))
    assert done == ["once"]


def test_what_nobody_came_back_for_is_begun_anew() -> None:
    """The page would be told that figures are there which were forgotten meanwhile, or what is mended by now."""
    begun, may_end, done = Begun(patience=0.05), threading.Event(), []

    def fail() -> None:
        assert may_end.wait(10)
        done.append("first")
        raise InputError("the database is away")

    def work() -> None:
        done.append("again")

    assert not begun.is_done("figures", fail)
    may_end.set()
    ends = time.monotonic() + 10
    while not done:
        assert time.monotonic() < ends
        time.sleep(0.01)
    time.sleep(0.5)
    begun.is_done("figures", work)
    while done != ["first", "again"]:
        assert time.monotonic() < ends
        time.sleep(0.01)
