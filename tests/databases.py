"""Databases for tests: a file of SQLite, and a PostgreSQL server that is started for the tests and thrown away."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from run_folder import memory_folder, run_folder


def find_server_programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl` of the newest PostgreSQL that Debian installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return found[-1].parent if found else None


def as_other_user(command: list[str]) -> list[str]:
    """The command as the server's user, because a server refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else command


class Server:
    """A PostgreSQL server in a folder of its own."""

    def __init__(self, folder: Path, *, is_durable: bool) -> None:
        programs = find_server_programs()
        assert programs is not None
        self._programs, self._folder = programs, folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"postgresql://mtassay@127.0.0.1:{port}"
        self._settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        if not is_durable:
            self._settings += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        self._run(
            "initdb", "-U", "mtassay", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", *([] if is_durable else ["-N"])
        )

    def start(self) -> None:
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", self._settings, "start")

    def crash(self) -> None:
        """Stop at once, without any of the work that makes a clean end."""
        self._run("pg_ctl", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self._folder / "data"), *arguments]
        subprocess.run(as_other_user(command), check=True, capture_output=True, cwd="/")


@contextmanager
def postgresql_server(*, is_durable: bool = False) -> Iterator[Server]:
    """A new server that runs; `is_durable` keeps commits over a crash, as users' servers do."""
    place = run_folder() if is_durable else memory_folder()
    folder = Path(tempfile.mkdtemp(prefix="postgresql-", dir=place))
    folder.chmod(0o755)
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    try:
        server = Server(folder, is_durable=is_durable)
        server.start()
        try:
            yield server
        finally:
            server.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
