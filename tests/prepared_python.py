"""A Python that has imported the command line and the server already, and forks a process for each command.

Nine tenths of what a small command takes are imports, and so is most of what a server takes to start. A forked process
is as real as a fresh one: it has its own environment, folder, streams and exit code. What it cannot show is that a
module forgot an import, or what Python reads from the environment when it starts: `golden/`,
`unit/cli/test_fresh_processes.py` and `unit/cli/test_serve.py` start fresh ones, and so does `processes.run` where a
test sets such a variable.

As a program: `prepared_python.py ADDRESS -m MODULE ARGUMENT...` is a command that the process at ADDRESS does; signals
are passed on to it, and it is killed when the program is. `-c CODE ARGUMENT...` is what `multiprocessing` asks for.
"""

import json
import os
import signal
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # whoever only hands a command over should start at once
    import subprocess

_MOST_DESCRIPTORS = 32
_FAR = 100  # a descriptor that is not in the way of any that a command asks for


def begin(
    address: str, command: list[str], environment: dict[str, str], folder: str, descriptors: dict[int, int]
) -> socket.socket:
    """Have `python *command` run; `descriptors` are those that it has, by their numbers there. `end` waits for it."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(f"\0{address}")
    message = json.dumps([command, environment, folder, list(descriptors)]).encode()
    socket.send_fds(connection, [len(message).to_bytes(4, "big")], list(descriptors.values()))
    connection.sendall(message)
    return connection


def end(connection: socket.socket) -> int:
    """Its exit code, or the negative number of a signal."""
    with connection:
        answer = connection.recv(4, socket.MSG_WAITALL)
    assert len(answer) == 4, "the process that forks others has ended"
    return int.from_bytes(answer, "big", signed=True)


def start(program: str) -> tuple[str, "subprocess.Popen[bytes]"]:
    """The address of a new process, which ends when its standard input does, and at the latest with the caller.

    `program` is written, and takes commands as `python` does; what a command starts by itself is started that way.
    """
    import secrets
    import subprocess

    address = f"mtassay-tests-{secrets.token_hex(16)}"
    with open(program, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec {sys.executable} -IS {os.path.abspath(__file__)} {address} "$@"\n')
    os.chmod(program, 0o755)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"\0{address}")  # in no folder, so nobody has to remove it
        listener.listen()
        process = subprocess.Popen(
            [sys.executable, __file__, "--fork", program, str(listener.fileno())],
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
        if not found.name.startswith("mtassay.store.migrations."):
            import_module(found.name)
    for name in ("alembic.command", "lxml.etree", "openpyxl", "psycopg", "python_calamine", "sqlalchemy", "xlsxwriter"):
        import_module(name)
    for name in ("uvicorn.lifespan.on", "uvicorn.loops.auto", "uvicorn.protocols.http.auto", "uvicorn.supervisors"):
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
        # one at a time: what is done for it may be the end of another
        key = selector.select()[0][0]
        if key.fd == 0:
            return
        if key.fileobj is listener:
            connection, _ = listener.accept()
            head, received, _, _ = socket.recv_fds(connection, 4, _MOST_DESCRIPTORS)
            message = connection.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL)
            child = os.fork()
            if child == 0:
                for other in list(selector.get_map().values()):
                    if isinstance(other.fileobj, socket.socket):
                        other.fileobj.close()
                    elif other.fd != 0:
                        os.close(other.fd)
                selector.close()
                connection.close()
                _become(*json.loads(message), received)
            for descriptor in received:
                os.close(descriptor)
            selector.register(os.pidfd_open(child), selectors.EVENT_READ, (child, connection))
            selector.register(connection, selectors.EVENT_READ, (child, connection))
        elif key.fileobj is key.data[1]:
            child, connection = key.data
            asked = connection.recv(1)
            if not asked:  # whoever asked for it has gone
                selector.unregister(connection)
            os.kill(child, asked[0] if asked else signal.SIGKILL)
        else:
            child, connection = key.data
            selector.unregister(key.fd)
            os.close(key.fd)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            if connection in selector.get_map():
                selector.unregister(connection)
                connection.sendall(code.to_bytes(4, "big", signed=True))
            connection.close()


def _become(
    command: list[str], environment: dict[str, str], folder: str, numbers: list[int], received: list[int]
) -> None:
    import atexit
    import fcntl
    import runpy
    import threading

    far = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, _FAR) for descriptor in received]
    for descriptor in received:
        os.close(descriptor)
    for descriptor, number in zip(far, numbers, strict=True):
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdout.reconfigure(line_buffering=os.isatty(1))  # type: ignore[union-attr]
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    kind, what, *arguments = command
    sys.path[0] = folder
    sys.argv = [what if kind == "-m" else kind, *arguments]
    code: object = None
    try:
        if command[:2] == ["-m", "mtassay.cli.main"]:
            from mtassay.cli.main import main

            main()
        elif kind == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            exec(what, {"__name__": "__main__"})
    except SystemExit as ending:
        code = ending.code
    if code is not None and not isinstance(code, int):
        sys.exit(code)  # type: ignore[arg-type]
    # as multiprocessing ends what it forks: to take all modules apart would copy all that is shared
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if not stream.closed:
            stream.flush()
    os._exit(code or 0)


def _hand_over(address: str, arguments: list[str]) -> None:
    """Do as `python *arguments` does."""
    descriptors = {int(name): int(name) for name in os.listdir("/proc/self/fd")}
    for number in list(descriptors):  # the one that the folder was read by is closed again
        try:
            os.fstat(number)
        except OSError:
            del descriptors[number]
    # what stands before is for a Python that starts
    first = next(place for place, argument in enumerate(arguments) if argument in ("-m", "-c"))
    connection = begin(address, arguments[first:], dict(os.environ), os.getcwd(), descriptors)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _: connection.send(bytes([received])))
    for number in descriptors:  # whoever waits for their end waits for the command's
        os.close(number)
    code = end(connection)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    if sys.argv[1] == "--fork":
        import multiprocessing

        _prepare()
        sys.executable = sys.argv[2]
        multiprocessing.set_executable(sys.executable)
        print("ready", flush=True)
        with socket.socket(fileno=int(sys.argv[3])) as LISTENER:
            _serve(LISTENER)
    else:
        _hand_over(sys.argv[1], sys.argv[2:])
