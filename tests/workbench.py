"""A real server of the workbench for tests: a process of its own, on a free port, with a database of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from processes import prepared_program

# a journey where one process answers on SQLite, and again where two do on PostgreSQL: whichever of them gets a
# request, the other knows of it
ON_BOTH_DATABASES = pytest.mark.parametrize("server", ["sqlite", "postgresql"], indirect=True)


def free_port() -> int:
    """A port that nobody answers at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Workbench:
    """`mtassay serve`, started with what `arguments` say; the log is kept beside the database."""

    def __init__(self, folder: Path, *arguments: str, location: str | None = None, is_fresh: bool = False) -> None:
        """`is_fresh`: by processes that import all they need by themselves, as users' do, and take that much longer."""
        self.folder = folder
        self.database_path = folder / "workbench.db"
        self.location = location or str(self.database_path)
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self._arguments = arguments
        self._python = sys.executable if is_fresh else prepared_program()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Workbench":
        """Start, and wait until it answers."""
        command = [self._python, "-m", "mtassay.cli.main", "serve", "--no-browser", "--port", str(self.port)]
        command += ["--db", self.location, "--secret-file", str(self.folder / "secret"), *self._arguments]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd=self.folder
            )
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(httpx2.TransportError):
                httpx2.get(f"{self.url}/sign-in", timeout=5)
                return self
            if self._process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"the server does not answer:\n{self.log}")
            time.sleep(0.05)

    @property
    def log(self) -> str:
        """What the server wrote to its terminal."""
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End it and all that it started, without giving them time for anything."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Stop, and start again at the same address."""
        self.stop()
        self.start()

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        if how is signal.SIGKILL:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, how)
        else:
            self._process.send_signal(how)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            raise AssertionError(f"the server did not end within 30 s:\n{self.log}") from None
        self._process = None
        # a killed one may be gone before those that it was to take along
        end = time.monotonic() + 30
        while how is signal.SIGKILL and self._is_answered():
            assert time.monotonic() < end, "somebody still answers at the address of a server that was killed"
            time.sleep(0.005)

    def _is_answered(self) -> bool:
        with socket.socket() as asking:
            return asking.connect_ex(("127.0.0.1", self.port)) == 0
