"""How far queues are, and how fast their judges."""

import pytest
from answering import answer
from small_memory import fill

from mtassay.estimation.sampling.run_queues import ask_for, outlook_of_run
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.queue_progress import queue_progress
from mtassay.store.judging.queues import close_queue, open_queues
from mtassay.store.memory.stored_memory import load_memory


def drawn(database: Database, judges: list[str]) -> Project:
    with database.writing() as connection:
        project = fill(connection)
        memory = load_memory(connection, project)
        run = memory.run_ids[-1]
        prediction = outlook_of_run(memory, run, judges, 1)
        count = prediction.prediction.items
        ask_for(connection, project, run, prediction, "ines", count=count, judges=judges, seed=1)
    return project


def test_each_judge_has_done_left_and_pace(database: Database) -> None:
    project = drawn(database, ["anna", "zoe"])
    with database.writing() as connection:
        (queue,) = open_queues(connection, project)
        (before,) = queue_progress(connection, project)
        assert (before.asked, before.done) == (len(queue.asked), 0)
        asked = {progress.judge: progress.asked for progress in before.judges}
        assert sum(count or 0 for count in asked.values()) == before.asked
        first, *_ = queue.asked_of("zoe")
        answer(connection, project, first, "zoe", 5, seconds=30)
        (after,) = queue_progress(connection, project)
        zoe = next(progress for progress in after.judges if progress.judge == "zoe")
        assert (zoe.done, zoe.asked, zoe.seconds, after.done) == (1, asked["zoe"], 30, 1)
        assert zoe.last is not None
        close_queue(connection, project, queue, "ines")
        assert queue_progress(connection, project) == ()


@pytest.mark.parametrize("seconds", [0, 12])
def test_where_anybody_may_judge_those_are_listed_who_did(database: Database, seconds: int) -> None:
    project = drawn(database, [])
    with database.writing() as connection:
        (queue,) = open_queues(connection, project)
        answer(connection, project, queue.asked[0].target, "zoe", 5, seconds=seconds)
        (progress,) = queue_progress(connection, project)
        (zoe,) = progress.judges
        assert (zoe.judge, zoe.asked, zoe.done, zoe.seconds) == ("zoe", None, 1, seconds or None)
