"""What processes do to a database that tests then kill, starve or lock out. Run as: children.py WHAT LOCATION NAME."""

import os
import resource
import sys
import time
import uuid

from mtassay.errors import StorageError
from mtassay.human.collection import Collection, Source, Target
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import find_project
from mtassay.store.database import Database
from mtassay.store.judging.answers import Answer, save_answer
from mtassay.store.judging.body import AnswerBody
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.work.jobs import claim_job, finish_job, report_progress


def judge(location: str, name: str) -> None:
    """Judge one target after the other, and say so after each; waits for a line before it starts."""
    database = Database(location)
    with database.reading() as connection:
        project = find_project(connection)
        targets = load_memory(connection, project).target_ids.tolist()
    print("ready", flush=True)
    sys.stdin.readline()
    for number, target in enumerate(targets):
        token = uuid.uuid4().hex
        with database.writing() as connection:
            save_answer(connection, project, name, Answer(target, AnswerBody(number % 11), token))
        print(token, flush=True)


def starve(location: str, _: str) -> None:
    """Add far more than the space that is left."""
    size = os.path.getsize(location)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50_000, size + 50_000))
    _add_much(location)


def be_locked_out(location: str, _: str) -> None:
    """Read and write as somebody who may only read."""
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    with Database(location, read_only=True).reading() as connection:
        print("sources", len(read_collection(connection, find_project(connection)).sources))
    _add_much(location)


def work(location: str, name: str) -> None:
    """Claim one job after the other, say which, and finish it; waits for a line before it starts."""
    database = Database(location)
    with database.reading():
        print("ready", flush=True)
    sys.stdin.readline()
    while True:
        with database.writing(in_turn=False) as connection:
            job = claim_job(connection, name)
        if job is None:
            return
        print(job.uid, flush=True)
        with database.writing(in_turn=False) as connection:
            assert finish_job(connection, job.uid, name, {"worker": name})


def hold(location: str, name: str) -> None:
    """Claim a job, and report on it until the end of days."""
    database = Database(location)
    with database.writing(in_turn=False) as connection:
        job = claim_job(connection, name)
    assert job is not None
    for done in range(1_000_000):
        with database.writing(in_turn=False) as connection:
            reply = report_progress(connection, job.uid, name, done, 1_000_000, "still here")
        print(reply.value, flush=True)
        time.sleep(0.01)


def _add_much(location: str) -> None:
    database = Database(location)
    try:
        with database.writing() as connection:
            sources = tuple(Source(f"{number} {'wort ' * 200}", targets=(Target("x"),)) for number in range(1000))
            add_collection(connection, find_project(connection), Collection(sources), "anna")
    except StorageError as error:
        print("refused:", error)


if __name__ == "__main__":
    tasks = {"judge": judge, "starve": starve, "locked": be_locked_out, "work": work, "hold": hold}
    tasks[sys.argv[1]](*sys.argv[2:])
