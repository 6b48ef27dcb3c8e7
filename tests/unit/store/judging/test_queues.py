from collections import Counter

import pytest
from answering import answer

from mtassay.errors import Conflict, InputError, NotFound
from mtassay.human.collection import Collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_system, delete_targets
from mtassay.store.database import Database
from mtassay.store.history.events import history, latest
from mtassay.store.history.undo import undo
from mtassay.store.judging.context import JudgingScope, coming, stops
from mtassay.store.judging.questions import ANYONE
from mtassay.store.judging.queues import (
    NewItem,
    StoredQueue,
    add_queue,
    answers,
    assign,
    close_queue,
    leave_out,
    queue_of_run,
    references_of,
)
from mtassay.store.memory.stored_memory import load_memory

SOURCES = [f"Satz {number}." for number in range(12)]
UNIFORMS = (0.9, 0.1, 0.5, 0.3, 0.7, 0.2, 0.8, 0.4, 0.6, 0.05, 0.95, 0.15)


class Desk:
    """A project with one new system of twelve outputs, and its queue."""

    def __init__(self, database: Database, project: Project, paper: Collection) -> None:
        self.database, self.project = database, project
        with database.writing() as connection:
            add_collection(connection, project, paper, "anna")
            texts = [f"sentence {number}." for number in range(12)]
            add_outputs(connection, project, "new", texts, "anna", sources=SOURCES)
            stored = load_memory(connection, project)
            outputs = stored.memory.latest_outputs("new")
            assert outputs is not None
            self.run = stored.run_ids[stored.memory.outputs.index(outputs)]
            self.targets = [int(stored.target_ids[place]) for place in outputs.target]
            self.source = int(stored.source_ids[outputs.source[0]])

    def draw(self, seed: int = 3) -> StoredQueue:
        items = [NewItem(target, uniform, 0.5) for target, uniform in zip(self.targets, UNIFORMS, strict=True)]
        with self.database.writing() as connection:
            return add_queue(
                connection,
                self.project,
                self.run,
                items,
                "anna",
                seed=seed,
                revision=latest(connection, self.project.id),
                settings={"distance": "edits"},
                references={self.source: ("a reference.", "another one.")},
            )

    def queue(self, revision: int | None = None) -> StoredQueue:
        with self.database.reading() as connection:
            found = queue_of_run(connection, self.project, self.run, revision)
        assert found is not None
        return found

    def assign(self, count: int | None = None, judges: tuple[str, ...] | None = None) -> int | None:
        with self.database.writing() as connection:
            return assign(connection, self.project, self.queue(), "anna", count=count, judges=judges)

    def judge(self, target: int, judge: str = "anna", value: float = 7.0) -> int:
        with self.database.writing() as connection:
            return answer(connection, self.project, target, judge, value, system="new").revision

    def waiting(self, judge: str) -> tuple[int, ...]:
        with self.database.reading() as connection:
            return tuple(coming(stops(connection, self.project, judge, JudgingScope(queue=self.queue().id))))

    def undo(self, revision: int) -> None:
        with self.database.writing() as connection:
            undo(connection, self.project.id, [revision], "anna")


@pytest.fixture
def desk(database: Database, project: Project, paper: Collection) -> Desk:
    return Desk(database, project, paper)


def test_a_queue_stands_in_the_order_that_was_drawn_and_can_be_undone(desk: Desk) -> None:
    queue = desk.draw()
    ordered = sorted(zip(UNIFORMS, desk.targets, strict=True))
    assert [item.target for item in queue.items] == [target for _, target in ordered]
    assert [item.place for item in queue.items] == list(range(1, 13))
    assert {item.judge for item in queue.items} == {None}
    assert (queue.system, queue.seed, queue.settings, queue.is_closed) == ("new", 3, {"distance": "edits"}, False)
    assert queue.revision == queue.drawn - 1
    with desk.database.reading() as connection:
        assert references_of(connection, queue) == {desk.source: ("a reference.", "another one.")}
        assert queue_of_run(connection, desk.project, desk.run, queue.drawn - 1) is None
        assert history(connection, desk.project.id)[0].summary == {"system": "new", "items": 12, "seed": 3}
    assert faults(desk.database) == ()
    desk.undo(queue.drawn)
    with desk.database.reading() as connection:
        assert queue_of_run(connection, desk.project, desk.run) is None
    assert desk.draw(seed=4).seed == 4  # what was undone is in nobody's way


def test_a_queue_is_undone_as_a_whole_and_comes_back_as_it_was(desk: Desk) -> None:
    drawn = desk.draw()
    assigned = desk.assign(4, ("anna", "ben"))
    assert assigned is not None
    before = desk.queue()
    desk.undo(drawn.drawn)  # that somebody is asked keeps no part of it
    with desk.database.reading() as connection:
        assert queue_of_run(connection, desk.project, desk.run) is None
        undone = latest(connection, desk.project.id)
    desk.undo(assigned)
    desk.undo(undone + 1)
    with desk.database.reading() as connection:
        assert queue_of_run(connection, desk.project, desk.run) is None  # who is asked is no queue
    desk.undo(undone)
    assert desk.queue() == before
    assert faults(desk.database) == ()


def test_outputs_that_are_undone_take_their_queue_along(desk: Desk) -> None:
    added = desk.draw().revision
    desk.assign(4)
    desk.judge(desk.targets[0])
    desk.undo(added)
    with desk.database.reading() as connection:
        assert queue_of_run(connection, desk.project, desk.run) is None
        assert "new" not in {outputs.system for outputs in load_memory(connection, desk.project).memory.outputs}
        undone = latest(connection, desk.project.id)
    desk.undo(undone)
    assert len(desk.queue().asked) == 4
    with desk.database.reading() as connection:
        assert len(answers(connection, desk.project, desk.queue())) == 1


def test_a_run_has_one_open_queue(desk: Desk) -> None:
    first = desk.draw()
    with pytest.raises(Conflict, match=r"open queue already, drawn at revision .* close it first$"):
        desk.draw()
    with desk.database.writing() as connection:
        closing = close_queue(connection, desk.project, first, "anna")
    assert desk.queue().is_closed
    assert not desk.queue(closing - 1).is_closed
    with (
        desk.database.writing() as connection,
        pytest.raises(Conflict, match="is closed; undo its closing, or draw another one"),
    ):
        close_queue(connection, desk.project, desk.queue(), "anna")
    assert desk.draw().id != first.id
    assert desk.queue(closing).id == first.id


def test_judges_are_drawn_in_blocks_and_the_same_by_the_same_seed(desk: Desk) -> None:
    desk.draw()
    assert desk.assign(9, ("anna", "ben", "carla")) is not None
    queue = desk.queue()
    judges = [item.judge for item in queue.items]
    assert judges[9:] == [None] * 3
    for block in range(3):
        assert sorted(str(judge) for judge in judges[3 * block : 3 * block + 3]) == ["anna", "ben", "carla"]
    assert len({tuple(judges[3 * block : 3 * block + 3]) for block in range(3)}) > 1
    assert desk.assign(9, ("carla", "anna", "ben", "ben")) is None  # nothing changes
    assert queue.judges == ("anna", "ben", "carla")
    # more are asked for, and those from before stay where they are
    desk.assign(12)
    assert [item.judge for item in desk.queue().items][:9] == judges[:9]
    assert Counter(item.judge for item in desk.queue().items) == {"anna": 4, "ben": 4, "carla": 4}
    assert faults(desk.database) == ()


def test_each_judge_is_asked_in_the_order_of_the_queue(desk: Desk) -> None:
    queue = desk.draw()
    desk.assign(6, ("anna", "ben"))
    order = [item.target for item in queue.items[:6]]
    anna, ben = desk.waiting("anna"), desk.waiting("ben")
    assert sorted((*anna, *ben), key=order.index) == order
    assert sorted(anna, key=order.index) == list(anna)
    desk.judge(anna[1])
    assert desk.waiting("anna") == (anna[0], anna[2])
    with pytest.raises(Conflict, match="asks other judges"):
        desk.waiting("carla")


def test_open_items_are_handed_over_and_judged_ones_stay(desk: Desk) -> None:
    desk.draw()
    desk.assign(6, ("anna", "ben"))
    anna, ben = desk.waiting("anna"), desk.waiting("ben")
    desk.judge(anna[0])
    handed = desk.assign(judges=("anna",))
    assert handed is not None
    assert desk.queue().judges == ("anna",)
    assert desk.queue(handed - 1).judges == ("anna", "ben")
    assert set(desk.waiting("anna")) == {*anna[1:], *ben}
    with pytest.raises(Conflict, match="asks other judges"):
        desk.waiting("ben")
    desk.undo(handed)
    assert desk.waiting("ben") == ben
    assert desk.queue().judges == ("anna", "ben")
    desk.assign(judges=())
    assert desk.queue().judges == ()
    assert len(desk.waiting("whoever")) == 5
    assert {item.judge for item in desk.queue().asked if item.target != anna[0]} == {ANYONE}


def test_fewer_may_be_asked_for(desk: Desk) -> None:
    desk.draw()
    desk.assign(8)
    desk.judge(desk.queue().items[7].target)
    desk.assign(3)
    assert [item.place for item in desk.queue().asked] == [1, 2, 3, 8]  # what is judged stays
    with pytest.raises(InputError, match=r"13 of 12 items cannot be asked for; give a number from 1 to 12"):
        desk.assign(13)
    with pytest.raises(InputError, match="cannot be the name of a judge"):
        desk.assign(3, ("a\nb",))


def test_items_without_a_score_are_replaced_by_the_next(desk: Desk) -> None:
    desk.draw()
    desk.assign(4)
    first, second = desk.queue().items[:2]
    desk.judge(second.target)
    with desk.database.writing() as connection:
        with pytest.raises(Conflict, match="item 2 of the queue of new has a score"):
            leave_out(connection, desk.project, desk.queue(), [2], "anna")
        with pytest.raises(NotFound, match="has no item 13; there are 1 to 12"):
            leave_out(connection, desk.project, desk.queue(), [13], "anna")
        left = leave_out(connection, desk.project, desk.queue(), [1, 1], "anna")
    queue = desk.queue()
    assert queue.items[0].is_left_out
    assert [item.place for item in queue.asked] == [2, 3, 4, 5]
    assert first.target not in desk.waiting("ben")
    with desk.database.writing() as connection, pytest.raises(Conflict, match="left out already"):
        leave_out(connection, desk.project, queue, [1], "anna")
    desk.undo(left)
    assert [item.place for item in desk.queue().asked] == [1, 2, 3, 4]


def test_a_deleted_translation_is_left_out(desk: Desk) -> None:
    queue = desk.draw()
    desk.assign(4)
    with desk.database.writing() as connection:
        delete_targets(connection, desk.project, [queue.items[1].target], "anna")
    assert [item.is_left_out for item in desk.queue().items[:3]] == [False, True, False]
    assert [item.place for item in desk.queue().asked] == [1, 3, 4]
    with desk.database.writing() as connection:
        delete_system(connection, desk.project, "new", "anna")
        assert queue_of_run(connection, desk.project, desk.run) is None


def test_answers_are_the_scores_that_count_at_a_revision(desk: Desk) -> None:
    queue = desk.draw()
    first, second = (item.target for item in queue.items[:2])
    given = desk.judge(first, "anna", 4)
    desk.judge(second, "ben", 9)
    with desk.database.writing() as connection:
        answer(connection, desk.project, first, "anna", 1, recheck="recheck-0")
        answer(connection, desk.project, first, "anna", 5)
        now = answers(connection, desk.project, queue)
        then = answers(connection, desk.project, queue, given)
    assert sorted((answer.target, answer.judge, answer.points) for answer in now) == sorted(
        [(second, "ben", 9.0), (first, "anna", 5.0)]
    )
    assert [(answer.target, answer.value) for answer in then] == [(first, 4.0)]


def test_nothing_to_ask_is_said(desk: Desk) -> None:
    with desk.database.writing() as connection, pytest.raises(InputError, match="every output was judged before"):
        add_queue(connection, desk.project, desk.run, [], "anna", seed=1, revision=1, settings={})
    desk.draw()
    with pytest.raises(Conflict, match="nobody is asked for any item"):
        desk.waiting("anna")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("UPDATE queue_items SET uniform = 5 WHERE position = 3", "does not stand in the order that was drawn"),
        ("UPDATE queue_items SET position = 99 WHERE position = 3", "does not stand in the order that was drawn"),
        ("UPDATE queue_items SET target = 1 WHERE position = 3", "item 3 of queue 1 is no output of its run"),
    ],
)
def test_damaged_queues_are_found(desk: Desk, damage: str, message: str) -> None:
    desk.draw()
    with desk.database.writing() as connection:
        connection.exec_driver_sql(damage)
    assert any(message in fault for fault in faults(desk.database))
