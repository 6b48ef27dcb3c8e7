import secrets
from itertools import pairwise

import pytest
import sqlalchemy as sa
from answering import answer

from mtassay.errors import Conflict, NotFound
from mtassay.human.collection import Collection
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.answers import Answer, save_answer
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.context import (
    JudgingScope,
    coming,
    queue_number,
    queues_for,
    stops,
    system_number,
    system_of_scope,
)
from mtassay.store.judging.drafts import put_off
from mtassay.store.judging.questions import latest_run
from mtassay.store.judging.queues import NewItem, add_queue, assign, close_queue
from mtassay.store.judging.rules import JudgingRules, change_rules, judging_rules
from mtassay.store.lists.filters import select_targets
from mtassay.store.schema import RUNS

ALL = JudgingScope(only_unknown=False)


@pytest.fixture
def filled(database: Database, project: Project, paper: Collection) -> Database:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
    return database


def texts(database: Database, project: Project) -> dict[int, str]:
    with database.reading() as connection:
        return {found.target: found.text for found in select_targets(connection, project, Filter())}


def way_of(connection: sa.Connection, project: Project, judge: str, scope: JudgingScope, seed: int = 0) -> list[int]:
    return [stop.target for stop in stops(connection, project, judge, scope, seed)]


def test_what_is_open_depends_on_who_asks(filled: Database, project: Project) -> None:
    known = texts(filled, project)
    with filled.reading() as connection:
        own = stops(connection, project, "anna", ALL)
        assert {known[target] for target in coming(own)} == {"righto. thanks nice.", "until tomorrow."}
        assert sum(stop.is_done for stop in own) == 3
        unknown = stops(connection, project, "clara", JudgingScope())
        assert [known[target] for target in coming(unknown)] == ["until tomorrow."]
        scope = JudgingScope(system=system_number(connection, project, "B"), only_unknown=False)
        system = stops(connection, project, "ben", scope)
        assert [known[target] for target in coming(system)] == ["see you tomorrow."]
        assert len(system) == 2
        with pytest.raises(NotFound, match=r"there is no output of a system 'D'.*there are A, B, C"):
            latest_run(connection, project, "D")


def test_only_the_last_run_of_a_system_is_asked(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        add_outputs(connection, project, "A", ["fine, thanks.", "see you tomorrow."], "anna", run="second")
    known = texts(filled, project)
    with filled.reading() as connection:
        scope = JudgingScope(system=system_number(connection, project, "A"), only_unknown=False)
        way = way_of(connection, project, "clara", scope)
    assert sorted(known[target] for target in way) == ["fine, thanks.", "see you tomorrow."]


def test_the_order_is_that_of_judge_and_seed_and_keeps_sources_together(filled: Database, project: Project) -> None:
    known = texts(filled, project)
    with filled.reading() as connection:
        orders = [way_of(connection, project, "clara", ALL, seed) for seed in range(20)]
        assert orders[3] == way_of(connection, project, "clara", ALL, 3)
        assert len(set(map(tuple, orders))) > 5
        assert len({tuple(way_of(connection, project, name, ALL)) for name in "abcdefghij"}) > 3
    for order in orders:
        of_source = ["morrow" in known[target] for target in order]
        assert sum(one != other for one, other in pairwise(of_source)) == 1


def test_an_answer_leaves_the_order_of_the_others_as_it_is(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        before = coming(stops(connection, project, "clara", ALL))
        answer(connection, project, before[2], "clara", 4)
        assert coming(stops(connection, project, "clara", ALL)) == before[:2] + before[3:]


def test_the_whole_way_is_that_of_the_open_ones(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        way = stops(connection, project, "dora", JudgingScope(only_unknown=False), 4)
        assert coming(way) == [place.target for place in way]
        save_answer(connection, project, "dora", Answer(way[1].target, AnswerBody(7), secrets.token_hex(16)))
        put_off(connection, project, "dora", way[2].target)
        after = stops(connection, project, "dora", JudgingScope(only_unknown=False), 4)
    assert [place.target for place in after] == [place.target for place in way]
    assert [place.is_done for place in after] == [False, True, False, False, False]
    left = [way[place].target for place in (0, 3, 4, 2)]
    assert coming(after) == left
    assert coming(after, way[3].target) == [way[4].target, way[0].target, way[2].target]


def test_what_a_judge_alone_has_judged_stays_on_the_way(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        (only,) = stops(connection, project, "dora", JudgingScope())
        save_answer(connection, project, "dora", Answer(only.target, AnswerBody(7), secrets.token_hex(16)))
        assert [(place.target, place.is_done) for place in stops(connection, project, "dora", JudgingScope())] == [
            (only.target, True)
        ]
        assert stops(connection, project, "emil", JudgingScope()) == ()


def test_systems_and_queues_go_by_numbers(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        number = system_number(connection, project, "B")
        assert system_number(connection, project, f"~{number}") == number
        scope = JudgingScope(system=number, only_unknown=False)
        assert len(stops(connection, project, "dora", scope)) == 2
        assert system_of_scope(connection, scope) == number
        for name in ("D", "~999", "~x", ""):
            with pytest.raises(NotFound) as caught:
                system_number(connection, project, name)
            assert "A" not in str(caught.value).split()
        with pytest.raises(NotFound):
            queue_number(connection, project, "B")


def test_a_queue_asks_its_judges_in_its_order(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        add_outputs(connection, project, "D", ["fine. thanks.", "until then."], "anna")
        run = max(connection.scalars(RUNS.select().with_only_columns(RUNS.c.id)))
        targets = [place.target for place in stops(connection, project, "dora", JudgingScope())][:2]
        items = [NewItem(targets[0], 0.9, 1.0), NewItem(targets[1], 0.1, 1.0)]
        queue = add_queue(connection, project, run, items, "anna", seed=1, revision=1, settings={})
        number = queue_number(connection, project, "D")
        assert number == queue.id
        scope = JudgingScope(queue=number)
        with pytest.raises(Conflict, match="nobody is asked for any item"):
            stops(connection, project, "dora", scope)
        assign(connection, project, queue, "anna", count=2, judges=["dora"])
        way = stops(connection, project, "dora", scope)
        assert [place.target for place in way] == targets[::-1]
        assert queues_for(connection, project, "dora") == [(number, 2, 0)]
        assert queues_for(connection, project, "emil") == []
        assert system_of_scope(connection, scope) == system_number(connection, project, "D")
        save_answer(connection, project, "emil", Answer(targets[0], AnswerBody(7), secrets.token_hex(16)))
        assert [place.is_done for place in stops(connection, project, "dora", scope)] == [False, True]
        close_queue(connection, project, queue, "anna")
        with pytest.raises(Conflict, match="closed"):
            stops(connection, project, "dora", scope)


def test_rechecks_of_nobody_are_refused(filled: Database, project: Project) -> None:
    with filled.reading() as connection:
        with pytest.raises(NotFound, match="judged nothing"):
            stops(connection, project, "dora", JudgingScope(rechecks=3, of="dora"))
        assert len(stops(connection, project, "dora", JudgingScope(rechecks=3, of="anna"))) == 3


def test_rules_hold_from_when_they_are_changed(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        assert judging_rules(connection, project) == JudgingRules()
        rules = JudgingRules("# Judge", True, 9)
        assert change_rules(connection, project, rules, "anna") is not None
        assert judging_rules(connection, project) == rules
        assert change_rules(connection, project, rules, "anna") is None
