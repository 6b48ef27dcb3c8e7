"""The bar appears for long work on a terminal, and never otherwise."""

import io
import sys
import time

import pytest

from mtassay.cli.progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar(10, "Working", quiet=False) as advance:
        assert advance is not None
        advance(10)
    assert terminal.getvalue() == ""


def test_long_work_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with progress_bar(10, "Working", quiet=False) as advance:
        assert advance is not None
        advance(3)
        now += 2
        advance(2)
        advance(5)
    assert "Working" in terminal.getvalue()
    assert "50%" in terminal.getvalue()
    assert terminal.getvalue().endswith("\n")


def test_quiet_or_no_terminal_means_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    with progress_bar(10, "Working", quiet=False) as advance:
        assert advance is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress_bar(10, "Working", quiet=True) as advance:
        assert advance is None
