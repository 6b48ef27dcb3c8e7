"""Databases for tests: a file of SQLite, and a PostgreSQL server that is started for the tests and thrown away."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def find_server_programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl` of the newest PostgreSQL that Debian installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return found[-1].parent if found else None


def as_other_user(command: list[str]) -> list[str]:
    """The command as the server's user, because a server refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else command


@contextmanager
def postgresql_server(*, is_durable: bool = False) -> Iterator[str]:
    """The address of a new server, without a database's name; `is_durable` keeps commits over a crash."""
    programs = find_server_programs()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="mtassay-postgresql-"))
    folder.chmod(0o755)
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = str(folder / "data")
    run = ["initdb", "-D", data, "-U", "mtassay", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    subprocess.run(as_other_user([str(programs / run[0]), *run[1:]]), check=True, capture_output=True, cwd="/")
    settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
    if not is_durable:
        settings += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    control = [str(programs / "pg_ctl"), "-D", data, "-w", "-l", str(folder / "log")]
    subprocess.run(as_other_user([*control, "-o", settings, "start"]), check=True, capture_output=True, cwd="/")
    try:
        yield f"postgresql://mtassay@127.0.0.1:{port}"
    finally:
        subprocess.run(as_other_user([*control, "-m", "immediate", "stop"]), capture_output=True, cwd="/")
        shutil.rmtree(folder, ignore_errors=True)
