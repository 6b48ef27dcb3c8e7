"""Training of judges: read from a table, asked first, counted nowhere."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from campaign_desk import TEXTS, answer_everything, say, seat_of

from mtassay.campaigns.controls.seat_checks import seat_checks
from mtassay.campaigns.controls.training import TrainingItem, check_training, read_training
from mtassay.campaigns.handing_over import add_seats, release_seats
from mtassay.campaigns.outlook import outlook_of
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.errors import InputError
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.course import course_of
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_work import seat_tasks, show_task
from mtassay.store.campaigns.training_answers import last_training_answer, train_again
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database

GOOD = TrainingItem(source="Guten Tag", reference="", text="good day", low=90, high=100, note="All is there.")
BAD = TrainingItem(source="Auf Wiedersehen", reference="", text="up again", low=0, high=20, note="")
HEAD = "source\toutput\tlow\thigh\tnote\n"


def test_a_table_of_training(write: Callable[[str, str], str]) -> None:
    rows = "Guten  Tag\tgood day\t90\t100\tAll is there.\nAuf Wiedersehen\tup again\t0\t20\t\n"
    assert read_training(write("training.tsv", HEAD + rows)) == (GOOD, BAD)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("a\tb\tmany\t100\t\n", "low of item 1 is 'many'; write a number"),
        ("a\tb\t1\t2\t\na\t\t1\t2\t\n", "item 2 of the training has no output"),
        ("a\tb\t1\t2\t\n" * 11, "11 items of training"),
    ],
)
def test_faults_of_a_table_are_named(write: Callable[[str, str], str], rows: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_training(write("training.tsv", HEAD + rows))


@pytest.mark.parametrize(
    ("protocols", "item", "words"),
    [
        (["ranking"], GOOD, "one protocol that gives a score"),
        (["da", "fluency"], GOOD, "one protocol that gives a score"),
        (["sqm"], GOOD, "right from 90 to 100, and sqm goes from 0 to 6"),
        (["da:against=reference"], GOOD, "has no reference, which da shows"),
        (["mqm"], replace(GOOD, low=-1), "right from -1 to 100, and mqm goes from 0 to inf"),
        (["da"], replace(GOOD, errors=("day",)), "has errors to be marked, and da marks none"),
        (["esa"], replace(GOOD, errors=("night",)), "'night' should be marked, and does not stand in its output"),
    ],
)
def test_what_nobody_could_answer_is_refused(protocols: list[str], item: TrainingItem, words: str) -> None:
    with pytest.raises(InputError, match=words):
        check_training([item], [PROTOCOLS.create(spec) for spec in protocols])


def test_training_comes_first_and_counts_for_nothing(database: Database, project: Project) -> None:
    plan = plan_campaign(TEXTS, Design(protocols=("da",), seats=2, overlap=0.0, controls="crowd", spreading="across"))
    with database.writing() as connection:
        made = begin_campaign(connection, project, "trained", TEXTS, plan, "manager", training=[GOOD, BAD])
        set_state(connection, made, CampaignState.RUNNING, "manager")
        campaign = campaign_of(connection, made.id)
        seat = seat_of(connection, campaign)
        first, second, *_ = seat_tasks(connection, seat)
        shown = [show_task(connection, seat, task.task).items[0].text for task in (first, second)]
        assert shown == ["good day", "up again"]
        say(connection, seat, {"score": 95}, task=first.task)
        say(connection, seat, {"score": 80}, task=second.task)
        assert seat_checks(connection, campaign)[1].training == (1, 2)
        progress = seat_progress(connection, campaign)
        assert (progress[0].done, progress[0].work_done) == (2, 0)
        assert outlook_of(campaign, progress, course_of(connection, campaign)).share == 0.0
        answer_everything(connection, seat)
        assert seat_checks(connection, campaign)[1].training == (1, 2)
        numbers = list(all_answers(connection, campaign))
        assert not {"good day", "up again"} & {answer.text for answer in numbers}
        assert course_of(connection, campaign).segments == 6
        # whoever comes later is trained too
        add_seats(connection, campaign, ["carla"], "manager")
        later = seat_tasks(connection, seat_of(connection, campaign, 3))
        assert [task.task for task in later[:2]] == [first.task, second.task]
        assert len({task.place for task in later}) == len(later) > 2


def test_who_gets_too_little_right_is_trained_three_times(database: Database, project: Project) -> None:
    plan = plan_campaign(TEXTS, Design(protocols=("da",), seats=2, overlap=0.0))
    with database.writing() as connection:
        made = begin_campaign(connection, project, "trained", TEXTS, plan, "manager", training=[GOOD, BAD])
        set_state(connection, made, CampaignState.RUNNING, "manager")
        seat = seat_of(connection, campaign_of(connection, made.id))
        work = len(seat_tasks(connection, seat)) - 2
        for attempt in (1, 2, 3):
            tasks = seat_tasks(connection, seat)
            assert len(tasks) == work + 2 * attempt
            for place in (2 * attempt - 2, 2 * attempt - 1):
                saved = say(connection, seat, {"score": 50}, task=tasks[place].task)
                train_again(connection, seat, saved.revision)
        assert len(seat_tasks(connection, seat)) == work + 6
        other = seat_of(connection, campaign_of(connection, made.id), 2)
        count = len(seat_tasks(connection, other))
        for score in (95, 5):
            train_again(connection, other, say(connection, other, {"score": score}).revision)
        assert len(seat_tasks(connection, other)) == count


def test_work_that_comes_later_leaves_room_for_new_tries(database: Database, project: Project) -> None:
    # a seat that had training alone, because the work was less than the seats
    plan = plan_campaign(TEXTS, Design(protocols=("da",), seats=3, overlap=0.0, segments=1))
    with database.writing() as connection:
        made = begin_campaign(connection, project, "trained", TEXTS, plan, "manager", training=[GOOD, BAD])
        set_state(connection, made, CampaignState.RUNNING, "manager")
        campaign = campaign_of(connection, made.id)
        counts = {number: len(seat_tasks(connection, seat_of(connection, campaign, number))) for number in range(1, 4)}
        idle = next(number for number, count in counts.items() if count == 2)
        release_seats(connection, campaign, [number for number in counts if number != idle], "manager")
        seat = seat_of(connection, campaign, idle)
        tasks = seat_tasks(connection, seat)
        assert [task.is_training for task in tasks[:3]] == [True, True, False]
        for task in tasks[:2]:
            saved = say(connection, seat, {"score": 50}, task=task.task)
            train_again(connection, seat, saved.revision)
        again = seat_tasks(connection, seat)
        assert [task.is_training for task in again[:5]] == [True] * 4 + [False]
        assert len({task.place for task in again}) == len(again) == len(tasks) + 2


def test_errors_that_are_expected_have_to_be_marked(
    database: Database, project: Project, write: Callable[[str, str], str]
) -> None:
    rows = "Guten Tag\tbad day bad\t40\t70\t\tbad | day bad\n"
    (item,) = read_training(write("training.tsv", HEAD.replace("note", "note\terrors") + rows))
    assert item.errors == ("bad", "day bad")
    plan = plan_campaign(TEXTS, Design(protocols=("esa",), seats=2, overlap=0.0, spreading="across"))
    with database.writing() as connection:
        made = begin_campaign(connection, project, "trained", TEXTS, plan, "manager", training=[item])
        set_state(connection, made, CampaignState.RUNNING, "manager")
        campaign = campaign_of(connection, made.id)
        mark = {"side": "target", "start": 9, "end": 11, "severity": "minor"}
        for number, spans in ((1, [mark]), (2, [{**mark, "start": 1, "end": 5}])):
            seat = seat_of(connection, campaign, number)
            say(connection, seat, {"spans": spans, "score": 50})
            answer = last_training_answer(connection, seat)
            assert answer is not None
            assert (answer.unmarked, answer.is_right) == ((("bad",), False) if number == 1 else ((), True))
        assert [seat_checks(connection, campaign)[number].training for number in (1, 2)] == [(0, 1), (1, 1)]
