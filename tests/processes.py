"""The command line in a process of its own."""

import atexit
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import prepared_python
from run_folder import run_folder


def run(
    *arguments: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `mtassay` and return what it printed; no traceback may reach a user."""
    result = run_module("mtassay.cli.main", *arguments, stdin=stdin, env=env)
    assert "Traceback" not in result.stderr, result.stderr
    return result


def run_module(
    module: str,
    *arguments: str,
    stdin: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `python -m module` and return what it printed."""
    sent = stdin.encode() if isinstance(stdin, str) else stdin
    if any(name.startswith(("PYTHON", "LC_", "LANG")) for name in env or {}):  # read when Python starts
        return run_fresh(module, *arguments, stdin=sent, env=env, folder=folder)
    (their_input, our_input), (our_output, their_output), (our_errors, their_errors) = (os.pipe() for _ in range(3))
    theirs = [their_input, their_output, their_errors]
    running = prepared_python.begin(
        _prepared()[0],
        ["-m", module, *arguments],
        {**os.environ, **(env or {})},
        str(folder or Path.cwd()),
        dict(enumerate(theirs)),
    )
    for descriptor in theirs:
        os.close(descriptor)
    printed = {our_output: b"", our_errors: b""}

    def read(descriptor: int) -> None:
        with open(descriptor, "rb") as stream:
            printed[descriptor] = stream.read()

    readers = [threading.Thread(target=read, args=(descriptor,)) for descriptor in printed]
    for reader in readers:
        reader.start()
    with suppress(BrokenPipeError), open(our_input, "wb") as stream:  # a command need not read what it is sent
        stream.write(sent)
    for reader in readers:
        reader.join()
    code = prepared_python.end(running)
    return subprocess.CompletedProcess(
        [module, *arguments], code, printed[our_output].decode(), printed[our_errors].decode()
    )


def run_fresh(
    module: str,
    *arguments: str,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """The same in a Python that starts for it."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, env={**os.environ, **(env or {})}, cwd=folder)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def prepared_program() -> str:
    """A program that takes `-m MODULE ARGUMENT...` as `python` does, and need not import what mtassay imports."""
    return _prepared()[1]


@cache
def _prepared() -> tuple[str, str]:
    """The process that does commands for the tests of this process starts when it is first needed."""
    program = str(run_folder() / "python")
    address, process = prepared_python.start(program)
    atexit.register(process.communicate)
    return address, program
