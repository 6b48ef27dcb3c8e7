"""mtassay sacrebleu and sacreBLEU side by side: both are run with the same arguments."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import sacrebleu
from processes import run_module

import mtassay

ROOT = Path(__file__).parents[2]


OURS = ["mtassay.cli.main", "sacrebleu"]


PEER = ["sacrebleu"]


Write = Callable[[str, str | bytes], str]


Env = dict[str, str]


def run(
    program: list[str], arguments: list[str], stdin: str | bytes = b"", env: Env | None = None
) -> subprocess.CompletedProcess[str]:
    return run_module(*program, *arguments, stdin=stdin, env=env, folder=ROOT)


def without_version(text: str) -> str:
    return text.replace(sacrebleu.__version__, "VERSION").replace(mtassay.__version__, "VERSION")


def check(*arguments: str, stdin: str | bytes = b"", env: Env | None = None) -> str:
    """Both programs succeed and print the same; returns what."""
    peer = run(PEER, list(arguments), stdin, env)
    assert peer.returncode == 0, peer.stderr
    ours = run(OURS, list(arguments), stdin, env)
    assert ours.returncode == 0, ours.stderr
    assert without_version(ours.stdout) == without_version(peer.stdout)
    return ours.stdout


def without_explanation(text: str) -> str:
    """What stands between the table and the signatures is said by each in its own words."""
    table, _, rest = text.partition("\n\n-")
    _, between, signatures = rest.rpartition("-" * 17 + "\nMetric signatures")
    return table + between + signatures


def check_paired(*arguments: str, stdin: str | bytes = b"", env: Env | None = None) -> str:
    """Both programs succeed and print the same but for the explanation; returns what we print."""
    peer, ours = (run(program, list(arguments), stdin, env) for program in (PEER, OURS))
    assert (peer.returncode, ours.returncode) == (0, 0), peer.stderr + ours.stderr
    assert "Metric signatures" in ours.stdout
    assert without_version(without_explanation(ours.stdout)) == without_version(without_explanation(peer.stdout))
    return ours.stdout


def refused(code: int, *arguments: str, stdin: str | bytes = b"", env: Env | None = None) -> str:
    """We stop with this exit code and say why; returns the message."""
    done = run(OURS, list(arguments), stdin, env)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith("mtassay: ")
    assert "bug in mtassay" not in done.stderr
    return done.stderr
