"""What the tests ask of the machine that they run on."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_WITHOUT = """
import sys
for name in ("psycopg", "sqlalchemy", "fastapi", "playwright"):
    sys.modules[name] = None  # as if it were not installed
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


def test_metrics_are_tested_without_any_database_or_server() -> None:
    tests = ["tests/unit/metrics/test_chrf.py", "tests/unit/tokenizers", "tests/unit/significance/test_student.py"]
    run = subprocess.run([sys.executable, "-c", _WITHOUT, *tests], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stdout + run.stderr


def processes_with(variable: str) -> dict[int, str]:
    """The processes that have a variable in their environment, and their commands."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if variable.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name)
def test_interrupted_tests_leave_nothing_behind(how: signal.Signals, tmp_path: Path) -> None:
    mark = f"MTASSAY_TESTS_MARK={tmp_path}"
    environment = {**os.environ, "MTASSAY_TESTS_MARK": str(tmp_path)}
    ready, log = tmp_path / "ready", tmp_path / "log"
    command = [sys.executable, "-m", "pytest", "-n", "1", "-p", "no:cacheprovider", ROOT / "tests" / "interrupted.py"]
    with log.open("wb") as output:
        running = subprocess.Popen(
            [*command, "-c", ROOT / "pyproject.toml"],
            env=environment,
            cwd=tmp_path,
            start_new_session=True,
            stdout=output,
            stderr=output,
        )
    try:
        wait_for(lambda: ready.exists() or running.poll() is not None)
        assert ready.exists(), log.read_text()
        commands = " ".join(processes_with(mark).values())
        assert all(name in commands for name in ("postgres -D", "mtassay.cli.main serve", "prepared_python.py --fork"))
        os.killpg(running.pid, how)
        running.wait(60)
        folders = [Path(line) for line in ready.read_text().splitlines()]
        wait_for(lambda: not processes_with(mark) and not any(folder.exists() for folder in folders))
    finally:
        for process in processes_with(mark):
            os.kill(process, signal.SIGKILL)


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)
