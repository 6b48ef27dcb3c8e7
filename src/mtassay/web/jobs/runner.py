"""The process that does jobs: takes one after the other, by lease, and tells how far it is.

It is a process of its own because reading a workbook would keep the server from answering.
"""

import logging
import os
import secrets
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mtassay.errors import MtassayError, MtassayWarning, StorageError
from mtassay.store.archives.project_removal import remove_project
from mtassay.store.contents.project_changes import due_for_removal
from mtassay.store.database import Database
from mtassay.store.people import sessions
from mtassay.store.work import jobs, kept_files
from mtassay.store.work.jobs import Job, Reply
from mtassay.web.jobs.kinds import kind
from mtassay.web.jobs.work import Cancelled, Progress, Work
from mtassay.web.serving.configuration import Configuration

if TYPE_CHECKING:
    import sqlalchemy as sa

LOG = logging.getLogger("mtassay.jobs")
_PAUSE_SECONDS = 0.2
_HEARTBEAT_SECONDS = 1.0
_PATIENCE_SECONDS = 5.0
_CLEANING_SECONDS = 600.0


class Runner:
    """One worker. `stop` may be called from a signal or another thread."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.name: str = f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(4)}"
        self._stopping = threading.Event()
        self._progress: Progress | None = None

    def stop(self) -> None:
        """End as soon as the work at hand can be left."""
        self._stopping.set()
        if self._progress is not None:
            self._progress.is_cancelled = True

    def run(self) -> None:
        """Do jobs until told to stop."""
        cleaned = -_CLEANING_SECONDS
        while not self._stopping.is_set():
            try:
                if time.monotonic() - cleaned > _CLEANING_SECONDS:
                    cleaned = time.monotonic()
                    self._clean()
                job = self._next()
            except StorageError as error:  # the server may be away for a while
                LOG.warning("%s", error)
                self._stopping.wait(5 * _PAUSE_SECONDS)
                continue
            if job is None:
                self._stopping.wait(_PAUSE_SECONDS)
            else:
                self._do(job)

    def _next(self) -> Job | None:
        with self.database.reading() as connection:  # looking is cheap, and keeps no writer waiting
            if not jobs.has_waiting_job(connection):
                return None
        with self.database.writing(in_turn=False) as connection:
            return jobs.claim_job(connection, self.name)

    def _clean(self) -> None:
        with self.database.writing(in_turn=False) as connection:
            kept_files.forget_expired_files(connection)
            jobs.forget_old_jobs(connection)
            sessions.forget_expired_sessions(connection)
        with self.database.reading() as connection:  # seldom there is one, and others would wait for the turn
            due = due_for_removal(connection)
        if due:
            with self.database.writing() as connection:
                for project in due_for_removal(connection):
                    remove_project(connection, project, "mtassay")

    def _do(self, job: Job) -> None:
        progress = Progress()
        self._progress = progress
        ended = threading.Event()
        heart = threading.Thread(target=self._beat, args=(job, progress, ended), daemon=True)
        heart.start()
        failure: str | None = None
        result: dict[str, Any] = {}
        was_left = False
        try:
            with warnings.catch_warnings(record=True, action="always", category=MtassayWarning) as caught:
                result = kind(job.kind)(self._work(job, progress, caught))
            result = _with_notes(result, caught)
        except Cancelled:
            was_left = True
        except MtassayError as error:
            failure = str(error)
        except MemoryError:
            failure = "there is not enough memory for this; split the file, or use the command line on a larger machine"
        except Exception:
            failure = _fault(job)
        finally:
            ended.set()
            heart.join()
            self._progress = None
        with self.database.writing(in_turn=False) as connection:
            if was_left and self._stopping.is_set():
                jobs.interrupt_jobs(connection, self.name)
            elif was_left:
                jobs.end_cancelled(connection, job.uid, self.name)
            elif failure is None:
                try:
                    jobs.finish_job(connection, job.uid, self.name, result)
                except (TypeError, ValueError):  # what JSON does not hold, and this process must outlive
                    failure = _fault(job)
            if failure is not None:
                jobs.fail_job(connection, job.uid, self.name, failure)

    def _work(self, job: Job, progress: Progress, caught: Sequence[warnings.WarningMessage]) -> Work:
        def commit_result(connection: "sa.Connection", result: Mapping[str, Any]) -> bool:
            return jobs.finish_job(connection, job.uid, self.name, _with_notes(result, caught))

        return Work(self.database, job.owner, job.arguments, progress, commit_result)

    def _beat(self, job: Job, progress: Progress, ended: threading.Event) -> None:
        """Keep the lease, tell how far the job is, and hear whether it is still wanted."""
        left_since: float | None = None
        while not ended.wait(_HEARTBEAT_SECONDS):
            try:
                with self.database.writing(in_turn=False) as connection:
                    answer = jobs.report_progress(
                        connection, job.uid, self.name, progress.done, progress.total, progress.message
                    )
            except StorageError as error:
                LOG.warning("%s", error)
                continue
            if answer is not Reply.CONTINUE:
                progress.is_cancelled = True
                left_since = left_since or time.monotonic()
            if left_since is not None and time.monotonic() - left_since > _PATIENCE_SECONDS:
                # it is deep in a long call; a new process takes this one's place
                with self.database.writing(in_turn=False) as connection:
                    jobs.end_cancelled(connection, job.uid, self.name)
                os._exit(0)


def _with_notes(result: Mapping[str, Any], caught: Sequence[warnings.WarningMessage]) -> dict[str, Any]:
    """A result as pages show it: with what was odd, each thing once."""
    return {**result, "notes": [*result.get("notes", ()), *dict.fromkeys(str(warning.message) for warning in caught)]}


def _fault(job: Job) -> str:
    """What its owner reads of a fault of ours, whose details are in the log."""
    number = secrets.token_hex(4)
    LOG.exception("fault %s in job %s (%s)", number, job.uid, job.kind)
    return f"a fault in mtassay; its details are in the server's log under {number}"


def _watch_parent(runner: Runner) -> None:
    """End when whoever started us is gone, which closes our standard input."""
    while sys.stdin.buffer.read(1):
        pass
    runner.stop()
    time.sleep(_PATIENCE_SECONDS)
    os._exit(0)


def main() -> None:
    """Read the configuration from the first line of standard input, and do jobs until it is closed."""
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    configuration = Configuration.from_json(sys.stdin.readline())
    runner = Runner(Database(configuration.location))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then tells us
    signal.signal(signal.SIGTERM, lambda *_: runner.stop())
    threading.Thread(target=_watch_parent, args=(runner,), daemon=True).start()
    runner.run()
    runner.database.close()


if __name__ == "__main__":
    main()
