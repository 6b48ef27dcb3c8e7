"""What `make` says on a machine where something is missing."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Write = Callable[[str, str | bytes], str]


def check(python: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "tools" / "check_system.sh"), python]
    return subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", **environment})


def broken_python(write: Write, trigger: str) -> str:
    """A Python that fails when its code mentions `trigger`."""
    path = write("python3", f'#!/bin/sh\ncase "$*" in *{trigger}*) exit 1;; esac\nexec {sys.executable} "$@"\n')
    Path(path).chmod(0o755)
    return path


def test_a_whole_machine_is_silent() -> None:
    done = check(sys.executable)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(("trigger", "package"), [("ensurepip", "python3-venv"), ("Python.h", "python3-dev")])
def test_the_apt_line_is_printed(write: Write, trigger: str, package: str) -> None:
    done = check(broken_python(write, trigger))
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith(f"apt-get install {package}")


def test_an_old_python_is_refused(write: Write) -> None:
    done = check(broken_python(write, "version_info"))
    assert done.returncode == 1
    assert "mtassay needs Python 3.11 or later" in done.stderr


def test_every_package_it_may_name_is_on_the_list() -> None:
    listed = {line.split()[0] for line in (ROOT / "apt-packages.txt").read_text().splitlines() if line[:1] not in "#"}
    script = (ROOT / "tools" / "check_system.sh").read_text()
    named = {
        word.rstrip('"') for line in script.splitlines() if 'missing="$missing ' in line for word in line.split()[-1:]
    }
    assert named == {"g++", "python3-venv", "python3-dev"}
    assert named <= listed
