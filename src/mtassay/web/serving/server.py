"""Starting the server: the database is made where there is none, and somebody must be able to come in."""

import contextlib
import multiprocessing
import os
import signal
import threading
import webbrowser
from dataclasses import replace
from typing import Any

from mtassay.errors import MissingExtra
from mtassay.store.database import Database
from mtassay.store.migration import create_where_new, require_current
from mtassay.store.people.accounts import has_administrator
from mtassay.web.jobs.processes import JobProcesses
from mtassay.web.serving.configuration import Configuration
from mtassay.web.serving.listening import listening_sockets

_CONFIGURATION = "MTASSAY_WEB_CONFIGURATION"
_MOST_USUAL_WORKERS = 4
_PATIENCE_SECONDS = 60
"""Until a process that does not answer is replaced: one that reads a large upload may keep quiet for a while."""


def prepare_database(location: str) -> bool:
    """Make the database where there is none; says whether it was made. An old or foreign one is refused."""
    database = Database(location)
    try:
        is_new = create_where_new(database)
        require_current(database)
        return is_new
    finally:
        database.close()


def needs_administrator(configuration: Configuration) -> bool:
    """Whether nobody could sign in."""
    if configuration.is_local:
        return False
    database = Database(configuration.location)
    try:
        with database.reading() as connection:
            return not has_administrator(connection)
    finally:
        database.close()


def usual_workers(configuration: Configuration) -> int:
    """How many processes help: for other people up to four, as many as there are cores.

    One for somebody at their own machine: it is up in half the time, takes half the memory, and nobody else asks.
    """
    return 1 if configuration.is_local else min(available_cores(), _MOST_USUAL_WORKERS)


def available_cores() -> int:
    """Those that this process may use, which are fewer than the machine has where somebody said so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def serve(configuration: Configuration, *, workers: int | None = None, opens_browser: bool = False) -> None:
    """Answer requests until somebody stops the server; by `usual_workers` processes unless told otherwise."""
    try:
        import uvicorn
        from uvicorn.supervisors import Multiprocess
    except ImportError:
        raise MissingExtra("the workbench in the browser", "web") from None
    workers = usual_workers(configuration) if workers is None else workers
    sockets = listening_sockets(configuration.host, configuration.port, processes=workers)
    if opens_browser:
        timer = threading.Timer(1.0, webbrowser.open, [configuration.origin])
        timer.daemon = True
        timer.start()
    # several processes share those that do jobs, which are this one's then
    jobs = JobProcesses(configuration) if workers > 1 else None
    told = configuration if jobs is None else replace(configuration, job_processes=0)
    os.environ[_CONFIGURATION] = told.to_json()
    server = uvicorn.Config(
        "mtassay.web.serving.server:app_of_environment",
        factory=True,
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        # the proxy that --public-url promises is on this machine
        proxy_headers=configuration.public_url is not None,
        timeout_graceful_shutdown=5,
        timeout_worker_healthcheck=_PATIENCE_SECONDS,
    )
    if jobs is None:
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(server).run(sockets)
        return
    jobs.start()
    try:
        Multiprocess(server, sockets).run()
    finally:
        jobs.stop()


def app_of_environment() -> Any:
    """The application, in a process that was started for it."""
    from mtassay.web.serving.app import create_app

    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    return create_app(Configuration.from_json(os.environ[_CONFIGURATION]))


def _end_with(parent: Any) -> None:
    """End when the process does that started this one: it would go on by itself, and keep the address."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
