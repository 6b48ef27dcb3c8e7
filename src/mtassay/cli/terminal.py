"""A terminal by single keys: a screen of its own, which is given back whatever happens."""

import codecs
import os
import select
import shutil
import signal
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any

_ENTER = "\x1b[?1049h\x1b[?25l"  # a screen beside the usual one, no cursor
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_ESCAPE_SECONDS = 0.05  # what comes later is not part of the same key

_NAMES = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\t": "tab",
    "\x1b": "escape",
    "\x04": "q",  # the end of input
}
_SEQUENCES = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "Z": "left",
    "5~": "pageup",
    "6~": "pagedown",
}
# characters that terminals without Unicode have something like
_PLAIN_PICTURES = str.maketrans(
    {"▸": ">", "→": ">", "←": "<", "↓": "v", "↑": "^", "·": ".", "…": ".", "─": "-", "▏": "_"}
)


class Terminal:
    """Standard input and output as a screen with keys. Use it in a `with` block.

    Ctrl-C raises KeyboardInterrupt as anywhere, Ctrl-Z stops the process and comes back to the same screen, a
    hang-up or an end from outside leaves the terminal as it was.
    """

    def __init__(self) -> None:
        self._input = sys.stdin.fileno()
        self._output = sys.stdout.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""
        self._before: list[Any] = []
        self._handlers: dict[signal.Signals, Any] = {}
        self._wake_read = self._wake_write = -1
        self._is_plain = not _can_show("▸→·…─")

    def __enter__(self) -> "Terminal":
        self._before = termios.tcgetattr(self._input)
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        for number, handler in (
            (signal.SIGWINCH, self._wake),
            (signal.SIGTSTP, self._suspend),
            (signal.SIGTERM, self._end),
            (signal.SIGHUP, self._end),
        ):
            self._handlers[number] = signal.signal(number, handler)
        self._take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        os.close(self._wake_read)
        os.close(self._wake_write)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        try:
            size = os.get_terminal_size(self._output)
        except OSError:  # gone, for example
            size = os.terminal_size((0, 0))
        fallback = shutil.get_terminal_size()
        return size.columns or fallback.columns, size.lines or fallback.lines

    def show(self, lines: Sequence[str]) -> None:
        """Draw the whole screen."""
        # each line is cleared behind its end: clearing all of it first would flicker
        text = "\x1b[H" + "\r\n".join(f"{line}\x1b[K" for line in lines) + "\x1b[J"
        self._write(text.translate(_PLAIN_PICTURES) if self._is_plain else text)

    def typed_keys(self) -> Iterator[str | None]:
        """Characters and names of keys as they come; None where the window changed. Ends with the input."""
        while True:
            if self._pending:
                yield self._next_key()
                continue
            ready, _, _ = select.select([self._input, self._wake_read], [], [])
            if self._wake_read in ready:
                os.read(self._wake_read, 1024)
                yield None
            if self._input in ready and not self._read():
                return

    def _read(self) -> bool:
        """Take in what was typed; False at the end of the input."""
        try:
            typed = os.read(self._input, 4096)
        except OSError:  # the terminal is gone
            return False
        self._pending += self._decoder.decode(typed)
        return bool(typed)

    def _next_key(self) -> str:
        first, self._pending = self._pending[0], self._pending[1:]
        if first != "\x1b":
            return _NAMES.get(first, first)
        return self._sequence()

    def _sequence(self) -> str:
        """The key of an escape sequence; those that we do not know are `unknown`."""
        if not self._more() or self._pending[0] not in "[O":
            return "escape"
        self._pending = self._pending[1:]
        body = ""
        while self._more():
            body += self._pending[0]
            self._pending = self._pending[1:]
            if "@" <= body[-1] <= "~":
                break
        return _SEQUENCES.get(body, "unknown")

    def _more(self) -> bool:
        """Whether another character belongs to the same key: it comes at once or not at all."""
        deadline = time.monotonic() + _ESCAPE_SECONDS
        while not self._pending:
            ready, _, _ = select.select([self._input], [], [], max(0.0, deadline - time.monotonic()))
            if not ready or not self._read():
                return False
        return True

    def _take(self) -> None:
        mode = termios.tcgetattr(self._input)
        mode[3] &= ~(termios.ICANON | termios.ECHO)  # signals stay, so Ctrl-C works whatever happens
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._input, termios.TCSADRAIN, mode)
        self._write(_ENTER)

    def _give_back(self) -> None:
        try:
            self._write(_LEAVE)
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)
        except (OSError, termios.error):
            pass  # there is no terminal any more

    def _write(self, text: str) -> None:
        data = text.encode(sys.stdout.encoding or "utf-8", "replace")
        while data:
            data = data[os.write(self._output, data) :]

    def _wake(self, number: int, frame: FrameType | None) -> None:
        with suppress(BlockingIOError):  # enough are waiting
            os.write(self._wake_write, b"w")

    def _suspend(self, number: int, frame: FrameType | None) -> None:
        self._give_back()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        # here again after SIGCONT
        signal.signal(signal.SIGTSTP, handler)
        self._before = termios.tcgetattr(self._input)
        self._take()
        self._wake(number, frame)

    def _end(self, number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
