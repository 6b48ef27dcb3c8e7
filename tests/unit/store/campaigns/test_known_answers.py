"""What is known before a campaign, and what it makes of it."""

import secrets
from collections import Counter
from typing import Any

import pytest
import sqlalchemy as sa
from campaign_desk import TEXTS, answer_everything, begin, first_task, say, seat_of

from mtassay.errors import InputError
from mtassay.human.collection import collapse
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.campaign_tables import CAMPAIGNS, REUSED
from mtassay.store.campaigns.all_answers import all_answers, answer_set
from mtassay.store.campaigns.campaigns import find_campaign
from mtassay.store.campaigns.known_answers import known_answers
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.reused_answers import count_reused, reused_answers
from mtassay.store.campaigns.seat_work import seat_tasks, show_task
from mtassay.store.campaigns.seats import exclude_seat, include_seat
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_judgments
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.judging.answers import Answer, save_answer
from mtassay.store.judging.body import AnswerBody
from mtassay.store.schema import JUDGMENTS, TARGETS


def judge_in_project(connection: sa.Connection, project: Project, text: str, value: float, **more: Any) -> int:
    """A judgment as people of the project give it, of a text that a system of it wrote."""
    assert TEXTS.sources is not None
    if connection.scalar(sa.select(sa.func.count()).select_from(TARGETS)) == 0:
        for system, texts in TEXTS.systems.items():
            add_outputs(connection, project, system, texts, "manager", sources=TEXTS.sources)
    target = connection.scalar(sa.select(TARGETS.c.id).where(TARGETS.c.text == text))
    assert target is not None
    answer = Answer(target, AnswerBody(value), secrets.token_hex(16))
    return save_answer(connection, project, more.pop("judge", "berta"), answer, **more).judgment


def known(connection: sa.Connection, project: Project, spec: str = "sser", expertise: str = "bilingual") -> list[str]:
    """The outputs of which something is known."""
    protocol = PROTOCOLS.create(spec)
    of_protocol = known_answers(connection, project, [protocol], expertise).of_protocol[protocol.name]
    return sorted(text for _, _, text in of_protocol)


def test_judgments_of_the_project_are_not_asked_for_again(database: Database, project: Project) -> None:
    with database.writing() as connection:
        judge_in_project(connection, project, "phrase 1", 7)
        judge_in_project(connection, project, "phrase 1", 5, judge="carla")
        judge_in_project(connection, project, "sentence number 0", 9)
        before = latest(connection, project.id)
        campaign = begin(connection, project, "sser", seats=1)
        seat = seat_of(connection, campaign)
        asked = [show_task(connection, seat, task.task).items[0].text for task in seat_tasks(connection, seat)]
        assert len(asked) == len(set(asked)) == 15
        assert not {"phrase 1", "sentence number 0"} & set(asked)
        assert connection.scalar(sa.select(CAMPAIGNS.c.revision)) == before
        assert count_reused(connection, campaign) == 3
        assert answer_everything(connection, seat) == 15
        told = list(all_answers(connection, campaign))
        reused = [answer for answer in told if answer.is_reused]
        assert [(answer.text, answer.value, answer.judge) for answer in reused if answer.text == "phrase 1"] == [
            ("phrase 1", 7.0, "berta"),
            ("phrase 1", 5.0, "carla"),
        ]
        assert {(answer.answer, answer.seat) for answer in reused} == {(None, None)}
        assert sorted(answer.systems for answer in reused) == [("good", "bad"), ("odd",), ("odd",)]
        assert len(told) == 15 + 3
        assert [seat.asked for seat in seat_progress(connection, campaign)] == [15]
        with pytest.raises(InputError, match="nothing is left to ask"):
            begin(connection, project, "sser", name="again")
        assert len(known(connection, project)) == 17
        anew = begin(connection, project, "sser", name="anew", reuse=False)
        assert sum(seat.asked for seat in seat_progress(connection, anew)) == 17
        assert count_reused(connection, anew) == 0
    assert not faults(database)


def test_what_is_reused_stays_as_it_was_known(database: Database, project: Project) -> None:
    with database.writing() as connection:
        judgment = judge_in_project(connection, project, "phrase 1", 7)
        campaign = begin(connection, project, "sser")
        target = connection.scalar(sa.select(JUDGMENTS.c.target))
        assert target is not None
        better = Answer(target, AnswerBody(9), secrets.token_hex(16), version=judgment)
        save_answer(connection, project, "berta", better)
        (answer,) = reused_answers(connection, campaign)
        assert answer.body["value"] == 7
        content = write_archive(connection, project, is_pseudonymous=True)
        back = add_archive(connection, read_archive(content, "talks.zip"), "manager", name="back").project
        (copy,) = reused_answers(connection, find_campaign(connection, back, "talks"))
        assert (copy.body, copy.judge == "berta") == (answer.body, False)
        delete_judgments(connection, project, [judgment], "manager")
        assert reused_answers(connection, campaign) == []
        assert count_reused(connection, campaign) == 0
    assert not faults(database)


def test_rechecks_and_judges_of_another_expertise_are_left_out(database: Database, project: Project) -> None:
    with database.writing() as connection:
        judge_in_project(connection, project, "phrase 1", 7)
        judge_in_project(connection, project, "phrase 2", 7, round="recheck-1")
        assert known(connection, project) == ["phrase 1"]
        assert known(connection, project, expertise="professional") == []
        campaign = begin(connection, project, "sser", expertise="professional", reuse=False)
        say(connection, seat_of(connection, campaign), {"value": 3})
        assert len(known(connection, project, expertise="professional")) == 1


@pytest.mark.parametrize("protocol", ["sser", "da"])
def test_excluded_seats_and_texts_in_context_are_left_out(database: Database, project: Project, protocol: str) -> None:
    body = {"sser": {"value": 3}, "da": {"score": 30}}[protocol]
    with database.writing() as connection:
        campaign = begin(connection, project, protocol)
        say(connection, seat_of(connection, campaign), body)
        say(connection, seat_of(connection, campaign, 2), {"cannot": "other"})
        assert len(known(connection, project, protocol)) == 1
        exclude_seat(connection, campaign, 1, "answered at random", "manager")
        assert known(connection, project, protocol) == []
        include_seat(connection, campaign, 1, "manager")
        assert len(known(connection, project, protocol)) == 1
        beside = begin(connection, project, protocol, name="beside", context="before", judges=("dora",))
        say(connection, seat_of(connection, beside), body)
        assert len(known(connection, project, protocol)) == 1


def test_ratings_of_earlier_campaigns_are_reused_on_request(database: Database, project: Project) -> None:
    with database.writing() as connection:
        first = begin(connection, project, "da")
        seat = seat_of(connection, first)
        task = first_task(connection, seat)
        (item,) = show_task(connection, seat, task).items
        answer = say(connection, seat, {"score": 30}, task=task)
        say(connection, seat, {"score": 40}, task=task, version=answer.answer)
        assert count_reused(connection, begin(connection, project, "da", name="usual")) == 0
        assert known(connection, project, "da") == [item.text]
        assert known(connection, project, "da:against=reference") == known(connection, project, "sqm") == []
        second = begin(connection, project, "da", name="again", reuse=True)
        assert sum(seat.asked for seat in seat_progress(connection, second)) == 16
        (reused,) = reused_answers(connection, second)
        assert (reused.body, reused.judge, reused.expertise) == ({"score": 40}, "anna", "bilingual")
        exclude_seat(connection, first, 1, "answered at random", "manager")
        assert [answer.is_excluded for answer in all_answers(connection, second)] == [True]
        assert connection.execute(sa.select(REUSED.c.judgment)).scalars().all() == [None]
    assert not faults(database)


def test_earlier_judges_are_told_apart_whatever_they_are_called(database: Database, project: Project) -> None:
    with database.writing() as connection:
        first = begin(connection, project, "da", seats=3, spreading="across")
        for number in (1, 2, 3, 3):  # the first is anna, nobody has named the others
            say(connection, seat_of(connection, first, number), {"score": 10 * number})
        second = begin(connection, project, "da", name="again", reuse=True, judges=("zoe", "anna"))
        say(connection, seat_of(connection, second), {"score": 90})
        told = list(all_answers(connection, second))
        by_score = {answer.value: answer.judged_by for answer in told}
        assert by_score[10] == "seat 2"  # who sits there answered before, too
        assert {by_score[20], by_score[30]} == {"known 1", "known 2"}
        assert by_score[90] == "seat 1"
        assert len({answer.answer_key for answer in told}) == len(told) == 5
        written = Counter(answer.judge for answer in answer_set(connection, second, has_names=False).answers)
        assert sorted(written.items()) in (
            [("before1", 1), ("before2", 2), ("judge1", 1), ("judge2", 1)],
            [("before1", 2), ("before2", 1), ("judge1", 1), ("judge2", 1)],
        )
        # in the memory, a judge without a name is called by the seat
        third = begin(connection, project, "sser", name="third")
        for number in (1, 2):
            say(connection, seat_of(connection, third, number), {"value": number})
        fourth = begin(connection, project, "sser", name="fourth")
        known_by = {answer.value: answer.judged_by for answer in all_answers(connection, fourth)}
        assert known_by == {1: "seat 1", 2: "known 1"}


def test_a_reference_that_is_shown_is_part_of_what_is_known(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "adequacy:against=both")
        say(connection, seat_of(connection, campaign), {"value": 4})
        protocol = PROTOCOLS.create("adequacy:against=both")
        ((source, reference, text),) = known_answers(connection, project, [protocol], "target").of_protocol["adequacy"]
        assert TEXTS.references is not None
        assert reference in [collapse(own[0]) for own in TEXTS.references]
        assert source.startswith("Satz")
        assert text
