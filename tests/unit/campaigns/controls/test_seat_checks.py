"""Controls of a stored campaign: they say something of judges, and nothing of systems."""

import pytest
import sqlalchemy as sa
from campaign_desk import begin, say, seat_of

from mtassay.campaigns.campaign_answers import answers_of_campaign
from mtassay.campaigns.controls.seat_checks import seat_checks
from mtassay.campaigns.controls.verdict import Verdict
from mtassay.campaigns.handing_over import add_seats, last_told_controls, release_seats, take_in_again
from mtassay.campaigns.outlook import outlook_of
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.human.results.score_results import score_results
from mtassay.reports.results.campaigns import answers_document
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.campaign_tables import CAMPAIGN_ITEMS, CAMPAIGN_TASKS
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import (
    CampaignState,
    StoredCampaign,
    campaign_of,
    find_campaign,
    set_state,
)
from mtassay.store.campaigns.control_answers import most_common_share
from mtassay.store.campaigns.course import course_of
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_work import OpenSeat, seat_tasks, show_task
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.schema import JUDGMENTS, SOURCES, TARGETS

SEGMENTS = 20
TEXTS = EvalSet(
    [f"the reference {number} stands here for all to read" for number in range(SEGMENTS)],
    sources=[f"Quelle {number}" for number in range(SEGMENTS)],
    systems={name: [f"{name} wrote this as sentence {number}" for number in range(SEGMENTS)] for name in "abc"},
)


def begin_checked(connection: sa.Connection, project: Project, protocol: str = "da", seats: int = 1) -> StoredCampaign:
    plan = plan_campaign(TEXTS, Design(protocols=(protocol,), seats=seats, overlap=0.0, controls="crowd"))
    campaign = begin_campaign(connection, project, "checked", TEXTS, plan, "manager")
    set_state(connection, campaign, CampaignState.RUNNING, "manager")
    return campaign_of(connection, campaign.id)


def answer_all(connection: sa.Connection, seat: OpenSeat, *, careful: bool) -> int:
    """Answer as somebody does who sees what no system wrote, or as one who gives all the same score."""
    written = {text for texts in TEXTS.systems.values() for text in texts}
    tasks = seat_tasks(connection, seat)
    for task in tasks:
        (item,) = show_task(connection, seat, task.task).items
        is_plain = item.text in written or item.text.startswith("the reference")
        score = (50 if is_plain else 10) + int(item.source.split()[1]) if careful else 80
        say(connection, seat, {"score": score}, task=task.task, item=item.id)
    return len(tasks)


def test_verdicts_and_means(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin_checked(connection, project, seats=2)
        given = [
            answer_all(connection, seat_of(connection, campaign, number), careful=careful)
            for number, careful in ((1, True), (2, False))
        ]
        checks = seat_checks(connection, campaign)
        careful, careless = checks[1].verdict, checks[2].verdict
        assert careful.verdict is (Verdict.PASSED if careful.pairs >= 10 else Verdict.OPEN)
        assert (careful.share, careful.drop) == (1.0, 40.0)
        assert careless.share == 0.0
        assert checks[1].alike is None
        assert checks[2].alike == 1.0
        assert checks[1].own is not None
        assert checks[1].own.distance == 0.0
        # nothing of it is in any mean, and every output is
        numbers = list(all_answers(connection, campaign))
        assert len(numbers) == 3 * SEGMENTS < sum(given)
        assert min(answer.value or 0.0 for answer in numbers) >= 50
        assert all(answer.systems for answer in numbers)
        everything = list(all_answers(connection, campaign, with_controls=True))
        assert len(everything) == sum(given)
        assert {answer.kind for answer in everything} == {"work", "repeat", "degraded", "reference"}
        results = score_results(answers_of_campaign(everything, campaign.protocols[0]))
        assert len(results.columns) == len(numbers)
        assert results.repeats is not None
        assert results.repeats.pairs == sum(answer.kind == "repeat" for answer in everything)
        assert (results.repeats.unmatched, results.repeats.distance) == (0, 0.0)
        (table,) = answers_document(campaign, everything, has_names=False).sections
        assert "kind" in [column.name for column in table.columns]
        course, progress = course_of(connection, campaign), seat_progress(connection, campaign)
        assert course.segments == SEGMENTS
        assert len(course.moments) == outlook_of(campaign, progress, course).done == len(numbers)
        assert [seat.done for seat in progress] == given
        assert sum(count for count, _ in most_common_share(connection, campaign).values()) == len(numbers)
        # what no system wrote is no text of the project
        known = set(connection.scalars(sa.select(TARGETS.c.text)))
        made = connection.execute(sa.select(CAMPAIGN_ITEMS).where(CAMPAIGN_ITEMS.c.kind != "output")).all()
        assert {row.kind for row in made} == {"degraded", "reference"}
        assert not known & {row.text for row in made}
        assert all(row.target is None for row in made)
        worse = [row for row in made if row.kind == "degraded"]
        assert all(row.made_of is not None and row.detail["start"] < row.detail["end"] for row in worse)


def test_a_seat_that_nobody_answered_at_and_a_campaign_without_controls(database: Database, project: Project) -> None:
    with database.writing() as connection:
        assert seat_checks(connection, begin_checked(connection, project)) == {}
        plain = begin(connection, project)
        say(connection, seat_of(connection, plain), {"score": 3})
        assert seat_checks(connection, plain) == {}


@pytest.mark.parametrize(
    ("protocol", "said"), [("pairwise", lambda text: {"better": None}), ("postedit", lambda text: {"text": text})]
)
def test_other_protocols_have_pairs_too(database: Database, project: Project, protocol: str, said) -> None:
    with database.writing() as connection:
        campaign = begin_checked(connection, project, protocol)
        seat = seat_of(connection, campaign)
        for task in seat_tasks(connection, seat):
            items = show_task(connection, seat, task.task).items
            item = items[0].id if protocol == "postedit" else 0
            say(connection, seat, said(items[0].text), task=task.task, item=item)
        verdict = seat_checks(connection, campaign)[1].verdict
        assert verdict.pairs >= 2
        assert (verdict.share, verdict.drop) == (0.0, 0.0)


def test_controls_leave_with_the_task_that_they_check(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin_checked(connection, project, seats=2)
        kind_of = dict(connection.execute(sa.select(CAMPAIGN_TASKS.c.id, CAMPAIGN_TASKS.c.kind)).all())
        made_of = dict(connection.execute(sa.select(CAMPAIGN_TASKS.c.id, CAMPAIGN_TASKS.c.made_of)).all())
        add_seats(connection, campaign, ["carla"], "manager")
        for number in (1, 2, 3):
            own = [task.task for task in seat_tasks(connection, seat_of(connection, campaign, number))]
            controls = [task for task in own if kind_of[task] != "work"]
            assert all(made_of[task] in own for task in controls)
            assert bool(controls) == (number < 3)
        release_seats(connection, campaign, [1], "manager")
        assert seat_progress(connection, campaign)[0].asked == 0
        work = [
            task.task
            for number in (2, 3)
            for task in seat_tasks(connection, seat_of(connection, campaign, number))
            if kind_of[task.task] == "work"
        ]
        assert sorted(work) == sorted(task for task, kind in kind_of.items() if kind == "work")


def test_controls_come_back_with_the_task_that_they_check(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin_checked(connection, project, seats=2)
        made_of = dict(connection.execute(sa.select(CAMPAIGN_TASKS.c.id, CAMPAIGN_TASKS.c.made_of)).all())
        seat = seat_of(connection, campaign)
        planned = [task.task for task in seat_tasks(connection, seat) if made_of[task.task] is not None]
        release_seats(connection, campaign, [1], "manager")
        assert last_told_controls(connection, campaign) == "1 seat has fewer controls now."
        take_in_again(connection, campaign, 1, "manager")
        own = [task.task for task in seat_tasks(connection, seat)]
        back = [task for task in own if made_of[task] is not None]
        assert sorted(back) == sorted(task for task in planned if made_of[task] in own)
        assert back
        add_seats(connection, campaign, ["carla"], "manager")
        assert "fewer controls now" in last_told_controls(connection, campaign)
        undo(connection, project.id, [history(connection, project.id)[0].revision], "manager")
        assert [task.task for task in seat_tasks(connection, seat)] == own


def test_controls_of_sser_show_the_information_items_of_their_source(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin_checked(connection, project, "sser:high=10,low=0")
        for number, text in connection.execute(sa.select(SOURCES.c.id, SOURCES.c.text)).all():
            cut_items(connection, project, number, text.split(), "manager")
        seat = seat_of(connection, campaign)
        shown = [show_task(connection, seat, task.task).items[0] for task in seat_tasks(connection, seat)]
    assert any(item.text.startswith("the reference") for item in shown)
    assert all([part.text for part in item.information_items] == item.source.split() for item in shown)


def test_an_archive_keeps_verdicts(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin_checked(connection, project)
        answer_all(connection, seat_of(connection, campaign), careful=True)
        before = seat_checks(connection, campaign)
        archive = read_archive(write_archive(connection, project), "talks.zip")
        other = add_archive(connection, archive, "manager", name="again").project
        assert seat_checks(connection, find_campaign(connection, other, "checked")) == before


def test_controls_of_sser_are_no_judgments_of_the_project(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin_checked(connection, project, "sser:high=10,low=0")
        seat = seat_of(connection, campaign)
        first: dict[str, float] = {}
        for place, task in enumerate(seat_tasks(connection, seat)):
            (item,) = show_task(connection, seat, task.task).items
            first.setdefault(item.text, place % 11)
            say(connection, seat, {"value": place % 11}, task=task.task, item=item.id)
        rows = connection.execute(sa.select(TARGETS.c.text, JUDGMENTS.c.value).join(TARGETS)).all()
    written = {text for texts in TEXTS.systems.values() for text in texts}
    # each output has one judgment, the answer to the task itself, and what no system wrote has none
    assert len(rows) == len(written) < place
    assert dict(map(tuple, rows)) == {text: first[text] for text in written}
