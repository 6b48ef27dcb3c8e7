"""CPU time of `mtassay --help` and of a whole small run, as the shell starts them."""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import sysconfig
from pathlib import Path

from benchmarks.text import EXAMPLES

REPEATS = 15
ROOT = Path(__file__).parents[1]


def child_cpu_seconds(command: list[str]) -> float:
    """CPU time of a command, its children included."""

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    # numpy's linear algebra would otherwise start threads that do nothing here
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    return used() - before


def _install() -> Path:
    """A fresh environment with the wheel, as users have it: an editable install starts more slowly.

    What the wheel needs is borrowed from the environment that runs this, so no network is used.
    """
    folder = ROOT / "build" / "startup"
    shutil.rmtree(folder, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([*pip, "wheel", "--no-build-isolation", "--no-deps", "-w", folder, ROOT], check=True, env=tools)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", python, "install", "--no-deps", *folder.glob("*.whl")], check=True)
    here = sysconfig.get_path("purelib")
    next((folder / "venv" / "lib").glob("python3*/site-packages")).joinpath("borrowed.pth").write_text(here)
    return python.parent


def run() -> None:
    """Print a line for each command."""
    programs = _install()
    python, program = str(programs / "python"), str(programs / "mtassay")
    reference, system = str(EXAMPLES / "reference-a.en.txt"), str(EXAMPLES / "systems" / "neural-large.txt")
    commands = {
        "python -c pass": [python, "-c", "pass"],
        "python, click": [python, "-c", "import click"],
        "mtassay --help": [program, "--help"],
        "mtassay score": [program, "score", "-r", reference, system],
    }
    print(f"CPU time of a whole process, median of {REPEATS}, interleaved")
    measured: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(REPEATS):
        for name, command in commands.items():
            measured[name].append(child_cpu_seconds(command))
    for name, seconds in measured.items():
        print(f"  {name:<16} {1000 * statistics.median(seconds):4.0f} ms")
