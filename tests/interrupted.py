"""A test that waits to be interrupted: `contracts/test_running_tests.py` runs it, and looks for what it leaves."""

import time
from pathlib import Path

from run_folder import memory_folder, run_folder
from workbench import Workbench


def test_wait(postgresql: str, tmp_path: Path) -> None:
    Workbench(tmp_path, "--workers", "2", location=f"{postgresql}/postgres").start()
    Path("writing").write_text(f"{run_folder()}\n{memory_folder()}")
    Path("writing").rename("ready")
    time.sleep(600)
