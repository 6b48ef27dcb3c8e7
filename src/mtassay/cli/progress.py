"""A progress bar for work that takes long enough to wonder."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_PATIENCE_SECONDS = 1.0


@contextmanager
def progress_bar(total: int, label: str, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A callback that counts work done; the bar shows on a terminal once a second has passed."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    done = 0
    shown = False
    bar = click.progressbar(length=total, label=label, file=sys.stderr)

    def advance(count: int) -> None:
        nonlocal done, shown
        done += count
        if not shown and time.monotonic() - started < _PATIENCE_SECONDS:
            return
        bar.update(count if shown else done)
        shown = True

    yield advance
    if shown:
        bar.render_finish()
