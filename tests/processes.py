"""The command line in a process of its own."""

import os
import subprocess
import sys


def run(
    *arguments: str, stdin: str | bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `mtassay` and return what it printed; no traceback may reach a user."""
    done = subprocess.run(
        [sys.executable, "-m", "mtassay.cli.main", *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env={**os.environ, **(env or {})},
    )
    result = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.stderr
    return result
