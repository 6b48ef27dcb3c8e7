"""The command line on a terminal of its own: keys go in, and what the screen shows comes out."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType

_CODES = re.compile(r"\x1b\[[0-9;:?]*[A-Za-z]")


class TerminalRun:
    """`mtassay` with a pseudo-terminal. `wait_for` reads until the screen shows a text."""

    def __init__(
        self, *arguments: str, columns: int = 100, lines: int = 30, env: dict[str, str] | None = None, script: str = ""
    ) -> None:
        """`script` is for bash, and runs the command as `"$@"`."""
        self._ours, theirs = pty.openpty()
        self.resize(columns, lines)
        self.mode_before = termios.tcgetattr(theirs)
        self.theirs = theirs
        clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        command = [sys.executable, "-m", "mtassay.cli.main", *arguments]
        self.process = subprocess.Popen(
            [*(["bash", "-c", script, "bash"] if script else []), *command],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # or Ctrl-C would reach nobody
            env={**clean, "TERM": "xterm-256color", "PYTHONUTF8": "1", **(env or {})},
        )
        self.raw = ""

    def __enter__(self) -> "TerminalRun":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)
        os.close(self.theirs)

    @property
    def screen(self) -> str:
        """What the last drawing shows, without styles."""
        return _CODES.sub("", self.raw.rpartition("\x1b[H")[2]).replace("\r", "")

    def resize(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def wait_for(self, text: str, seconds: float = 60.0) -> str:
        """The screen, once the last drawing is whole and has the text."""
        deadline = time.monotonic() + seconds
        while not (text in self.screen and self._is_drawn()):
            assert time.monotonic() < deadline, f"no {text!r} within {seconds} s:\n{self.screen}"
            self._read(0.1)
        return self.screen

    def wait_for_end(self, seconds: float = 60.0) -> int:
        """The exit code; what was printed last is in `raw`."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.screen
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.process.returncode

    def _is_drawn(self) -> bool:
        return self.raw.endswith("\x1b[J") or "\x1b[?1049l" in self.raw

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if ready:
            self.raw += os.read(self._ours, 65536).decode("utf-8", "replace")
        return bool(ready)
