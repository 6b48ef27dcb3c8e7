"""Answers of a campaign as judgments of the project's memory: by a stated conversion, once, and undone as one step."""

import pytest
from campaign_desk import BODIES, answer_everything, begin, first_task, say, seat_of

from mtassay.campaigns.taking import on_scale, points_of, take_campaign
from mtassay.errors import InputError
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.human.scales import SCALES, scale
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.memory.stored_memory import load_memory


def memory_of(connection, project):
    """Judgments that hold: judge and points."""
    memory = load_memory(connection, project).memory
    said = memory.judgments
    return sorted(
        (memory.judges[judge], points) for judge, points in zip(said.judge.tolist(), said.points.tolist(), strict=True)
    )


def take(connection, campaign):
    return take_campaign(connection, campaign, campaign.protocols[0], "manager")


def test_scores_become_judgments_that_the_memory_knows(database, project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "da", judges=("anna", ""))
        count = sum(answer_everything(connection, seat_of(connection, campaign, number)) for number in (1, 2))
        result = take(connection, campaign)
        assert (result.taken.new, result.taken.known, result.left_out) == (count, 0, {})
        judged = memory_of(connection, project)
        assert {name for name, _ in judged} == {"anna", "seat 2 of talks"}
        assert {points for _, points in judged} == {7.0}  # 73 of 100, at the nearest step of 0 to 10
        (event, *_) = history(connection, project.id)
        assert (event.kind, event.summary["judgments"], event.summary["protocol"]) == ("taken into memory", count, "da")
        again = take(connection, campaign)
        assert (again.taken.new, again.taken.known, again.taken.revision) == (0, count, None)


def test_it_is_one_step_that_can_be_undone_and_taken_again(database, project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "da")
        answer_everything(connection, seat_of(connection, campaign))
        result = take(connection, campaign)
        before = memory_of(connection, project)
        undo(connection, project.id, [result.taken.revision], "manager")
        assert memory_of(connection, project) == []
        again = take(connection, campaign)
        assert (again.taken.new, again.taken.known) == (len(before), 0)
        assert memory_of(connection, project) == before


def test_later_answers_are_added_and_corrections_replace(database, project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "da", judges=("anna", "ben"))
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        say(connection, seat, {"score": 40}, token="a" * 32)
        assert take(connection, campaign).taken.new == 1
        say(connection, seat, {"score": 90}, task=task, version=1)
        say(connection, seat, BODIES["da"])
        assert take(connection, campaign).taken.new == 2
        assert memory_of(connection, project) == [("anna", 7.0), ("anna", 9.0)]


def test_what_only_checks_judges_and_who_is_excluded_stay_out(database, project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "da", controls="crowd", judges=("anna", "ben"), spreading="across")
        for number in (1, 2):
            answer_everything(connection, seat_of(connection, campaign, number))
        exclude_seat(connection, campaign, 2, "answered at random", "manager")
        result = take(connection, campaign)
        judged = memory_of(connection, project)
        assert {name for name, _ in judged} == {"anna"}
        assert result.taken.new == len(judged)
        assert result.left_out["of excluded seats"] > 0
        assert result.taken.new + sum(result.left_out.values()) <= 18 + result.left_out.get("on references", 0)


def test_what_somebody_judged_in_the_project_stays(database, project) -> None:
    with database.writing() as connection:
        first = begin(connection, project, "sser", judges=("anna", ""))
        second = begin(connection, project, "da", name="more", judges=("anna", ""))
        for campaign in (first, second):
            answer_everything(connection, seat_of(connection, campaign))
        before = memory_of(connection, project)
        result = take(connection, second)
        assert result.taken.judged > 0
        after = memory_of(connection, project)
        assert [row for row in after if row[1] == 8.0] == before
        assert len(after) == len(before) + result.taken.new


def test_answers_that_say_nothing_are_counted(database, project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "da")
        say(connection, seat_of(connection, campaign), {"cannot": "language"})
        result = take(connection, campaign)
        assert (result.taken.new, result.taken.revision, result.left_out) == (0, None, {"that could not be given": 1})


@pytest.mark.parametrize(("protocol", "words"), [("sser", "from the start"), ("ranking", "gives no score")])
def test_what_has_no_points_is_refused(database, project, protocol: str, words: str) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, protocol)
        with pytest.raises(InputError, match=words):
            take(connection, campaign)


@pytest.mark.parametrize(
    ("protocol", "value", "points"),
    [("da", 73, 7.3), ("esa", 100, 10), ("sqm", 3, 5), ("fluency", 1, 0), ("mqm", 5, 8), ("mqm", 30, 0)],
)
def test_the_conversion_is_as_stated(protocol: str, value: float, points: float) -> None:
    assert points_of(PROTOCOLS.create(protocol), value) == pytest.approx(points)


def test_points_fall_on_steps_where_a_scale_has_some() -> None:
    assert on_scale(7.3, SCALES["evaltrans"]) == 7
    assert on_scale(10, SCALES["evaltrans"]) == 10
    assert on_scale(7.3, SCALES["classes"]) == 4
    assert on_scale(7.3, scale("0..100")) == pytest.approx(73)
    for points in range(101):
        for known in SCALES.values():
            known.check(on_scale(points / 10, known))
