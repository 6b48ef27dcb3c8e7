"""A folder for what a run of tests starts, and a process that ends all of it when the run does.

Fixtures end what they started, but none of them runs after SIGTERM or SIGKILL, or after a second Ctrl+C. Servers and
browsers have sessions of their own, so that no signal for the tests reaches them either.

As a program: `run_folder.py FOLDER...` waits until its standard input ends, which it does with the process that holds
the other end, however that ends. Then it ends all processes whose environment names the first, and removes all.
"""

import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # the program should start at once
    import subprocess
    from pathlib import Path

_VARIABLE = "MTASSAY_TESTS_FOLDER"
_PATIENCE = 10.0
_MEMORY = "/dev/shm"
_ROOM = 2 << 30
_started: "list[Path]" = []


def run_folder() -> "Path":
    """The folder of this process, from which on all that it starts is ended with it."""
    return _folders()[0]


def memory_folder() -> "Path":
    """Another, in memory where there is room: some disks take a second to remove a thousand files."""
    return _folders()[-1]


def _folders() -> "list[Path]":
    if not _started:
        _started.extend(_start())
    return _started


def _start() -> "list[Path]":
    import atexit
    import subprocess
    import tempfile
    from pathlib import Path

    places = [None, _MEMORY] if _has_room() else [None]
    folders = [Path(tempfile.mkdtemp(prefix="mtassay-tests-", dir=place)) for place in places]
    for folder in folders:
        folder.chmod(0o755)  # the server's user must reach its own folder in it
    watcher = subprocess.Popen(
        [sys.executable, "-IS", __file__, *map(str, folders)], stdin=subprocess.PIPE, start_new_session=True, env={}
    )
    atexit.register(_end, watcher)
    os.environ[_VARIABLE] = str(folders[0])
    return folders


def _has_room() -> bool:
    try:
        file_system = os.statvfs(_MEMORY)
    except OSError:
        return False
    return os.access(_MEMORY, os.W_OK) and file_system.f_bavail * file_system.f_frsize >= _ROOM


def _end(watcher: "subprocess.Popen[bytes]") -> None:
    watcher.communicate()


def _watch(folders: list[str]) -> None:
    import shutil

    sys.stdin.read()
    end = time.monotonic() + _PATIENCE
    while left := _processes_of(folders[0]):
        for process in left:
            _end_process(process, is_late=time.monotonic() > end)
        time.sleep(0.05)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _processes_of(folder: str) -> list[int]:
    """The processes whose environment, when they began, named the folder."""
    named = f"{_VARIABLE}={folder}".encode()
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                if named in file.read().split(b"\0"):
                    found.append(int(entry))
        except OSError:  # it ended meanwhile, or is somebody else's
            continue
    return found


def _end_process(process: int, *, is_late: bool) -> None:
    """Kill a process; a server of PostgreSQL ends as fast by SIGQUIT, and gives its shared memory back."""
    try:
        with open(f"/proc/{process}/comm", encoding="utf-8") as file:
            is_server = file.read().strip() == "postgres"
        os.kill(process, signal.SIGQUIT if is_server and not is_late else signal.SIGKILL)
    except (FileNotFoundError, ProcessLookupError):
        pass


if __name__ == "__main__":
    _watch(sys.argv[1:])
