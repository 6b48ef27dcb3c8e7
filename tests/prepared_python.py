"""A Python that has imported the command line already, and forks a process for each command.

Nine tenths of what a small command takes are imports. A forked process is as real as a fresh one: it has its own
environment, folder, streams and exit code. What it cannot show is that a module forgot an import, or what Python reads
from the environment when it starts: `golden/` and `unit/cli/test_fresh_processes.py` start fresh ones, and so does
`processes.run` where a test sets such a variable.

As a program: `prepared_python.py ADDRESS MODULE ARGUMENT...` is a command that the process at ADDRESS does.
"""

import json
import os
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # whoever only hands a command over should start at once
    import subprocess


def begin(
    address: str, module: str, arguments: list[str], environment: dict[str, str], folder: str, streams: list[int]
) -> socket.socket:
    """Have `python -m module` run with these descriptors as its streams; `end` waits for it."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(f"\0{address}")
    message = json.dumps([module, arguments, environment, folder]).encode()
    socket.send_fds(connection, [len(message).to_bytes(4, "big")], streams)
    connection.sendall(message)
    return connection


def end(connection: socket.socket) -> int:
    """Its exit code, or the negative number of a signal."""
    with connection:
        answer = connection.recv(4, socket.MSG_WAITALL)
    assert len(answer) == 4, "the process that forks others has ended"
    return int.from_bytes(answer, "big", signed=True)


def start() -> tuple[str, "subprocess.Popen[bytes]"]:
    """The address of a new process, which ends when its standard input does, and at the latest with the caller."""
    import secrets
    import subprocess

    address = f"mtassay-tests-{secrets.token_hex(16)}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"\0{address}")  # in no folder, so nobody has to remove it
        listener.listen()
        process = subprocess.Popen(
            [sys.executable, __file__, "--fork", str(listener.fileno())],
            # pipes, because Python asks its streams but once whether it can seek in them
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[listener.fileno()],
            start_new_session=True,  # Ctrl+C is for the tests
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # as the command line does before it imports numpy
        )
    if process.stdout is None or process.stdout.readline() != b"ready\n":
        raise AssertionError(process.communicate()[1].decode())
    return address, process


def _prepare() -> None:
    """Import what commands import; the peer's own modules read the environment, and are left to its processes."""
    import gc
    import pkgutil
    from importlib import import_module

    import mtassay

    for found in pkgutil.walk_packages(mtassay.__path__, "mtassay."):
        if not found.name.startswith(("mtassay.web.", "mtassay.store.migrations.")):
            import_module(found.name)
    for name in ("alembic.command", "lxml.etree", "openpyxl", "psycopg", "python_calamine", "sqlalchemy", "xlsxwriter"):
        import_module(name)
    for name in ("colorama", "portalocker", "regex", "tabulate"):  # what sacreBLEU needs
        import_module(name)
    gc.collect()
    gc.freeze()  # or the first collection of a child would copy all that it shares


def _serve(listener: socket.socket) -> None:
    """Fork for each command that comes, until standard input ends."""
    import selectors

    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    selector.register(listener, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fd == 0:
                return
            if key.fileobj is listener:
                connection, _ = listener.accept()
                head, streams, _, _ = socket.recv_fds(connection, 4, 3)
                message = connection.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL)
                child = os.fork()
                if child == 0:
                    connection.close()
                    listener.close()
                    selector.close()
                    _become(*json.loads(message), streams)
                for stream in streams:
                    os.close(stream)
                selector.register(os.pidfd_open(child), selectors.EVENT_READ, (child, connection))
            else:
                selector.unregister(key.fd)
                os.close(key.fd)
                child, connection = key.data
                code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                with connection:
                    connection.sendall(code.to_bytes(4, "big", signed=True))


def _become(module: str, arguments: list[str], environment: dict[str, str], folder: str, streams: list[int]) -> None:
    import atexit
    import runpy
    import threading

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdout.reconfigure(line_buffering=os.isatty(1))  # type: ignore[union-attr]
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = folder
    sys.argv = [module, *arguments]
    code: object = None
    try:
        if module == "mtassay.cli.main":
            from mtassay.cli.main import main

            main()
        else:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ending:
        code = ending.code
    if code is not None and not isinstance(code, int):
        sys.exit(code)  # type: ignore[arg-type]
    # as multiprocessing ends what it forks: to take all modules apart would copy all that is shared
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


if __name__ == "__main__":
    if sys.argv[1] == "--fork":
        _prepare()
        print("ready", flush=True)
        with socket.socket(fileno=int(sys.argv[2])) as LISTENER:
            _serve(LISTENER)
    else:
        sys.exit(end(begin(sys.argv[1], sys.argv[2], sys.argv[3:], dict(os.environ), os.getcwd(), [0, 1, 2])))
