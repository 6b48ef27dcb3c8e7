"""Plans start from how much answers differed in the project, as soon as a campaign there says so."""

import random

import pytest
import sqlalchemy as sa
from campaign_desk import TEXTS, begin, say, seat_of

from mtassay.campaigns.known_spread import known_spreads
from mtassay.campaigns.outlook import outlook_of
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.power import planned_spread
from mtassay.campaigns.start import begin_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.human.scores.power import DIRECT_ASSESSMENT
from mtassay.reports.results.campaigns import sentence_of_plan
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.course import course_of
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_work import next_task, seat_tasks, show_task
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database

MANY = EvalSet(
    sources=[f"Satz {number}" for number in range(40)],
    systems={name: [f"{name} {number}" for number in range(40)] for name in ("one", "two", "three")},
)
DESIGN = Design(protocols=("da",), seats=4)


def judged(connection: sa.Connection, project: Project, name: str, judges: int, deviation: float) -> StoredCampaign:
    """A campaign that is answered in full; answers differ by so much from one to the next."""
    campaign = begin(connection, project, "da", name=name, texts=MANY, seats=judges, judges=(), overlap=0.5)
    draw = random.Random(1)
    for number in range(1, judges + 1):
        seat = seat_of(connection, campaign, number)
        while (task := next_task(seat_tasks(connection, seat))) is not None:
            (item,) = show_task(connection, seat, task.task).items
            say(connection, seat, {"score": round(50 + draw.gauss(0, deviation))}, task=task.task, item=item.id)
    return campaign


def test_the_last_campaign_that_asked_so_is_what_plans_start_from(database: Database, project: Project) -> None:
    with database.writing() as connection:
        assert known_spreads(connection, project, DESIGN) == {}
        judged(connection, project, "of three", 3, 4.0)
        judged(connection, project, "of two", 2, 9.0)  # two judges do not say what others would favour
        begin(connection, project, "da", name="of none")
        begin(connection, project, "da:against=both", name="asked otherwise")
        known = known_spreads(connection, project, DESIGN)
        assert {name: spread.campaign for name, spread in known.items()} == {"da": "of three"}
        assert known["da"].spread.answer == pytest.approx(4.0, rel=0.35)
        assert known_spreads(connection, project, DESIGN, 170) == {}  # of 180
        assert known_spreads(connection, project, DESIGN, 180) == known
        for other in ("da:against=both", "ranking", "sqm"):
            assert known_spreads(connection, project, Design(protocols=(other,), seats=4)) == {}
        plan = plan_campaign(TEXTS, DESIGN, spreads=known)
        campaign = begin_campaign(connection, project, "planned", TEXTS, plan, "manager")
        at_end = outlook_of(campaign, seat_progress(connection, campaign), course_of(connection, campaign))
    usual = plan_campaign(TEXTS, DESIGN).smallest_difference
    assert plan.smallest_difference is not None
    assert usual is not None
    assert plan.smallest_difference < usual / 2
    assert "The spread of answers is that of the campaign of three of the project." in sentence_of_plan(plan)
    assert planned_spread(campaign.settings) == known["da"].spread
    assert at_end.smallest_at_end == pytest.approx(plan.smallest_difference, rel=0.2)


@pytest.mark.parametrize("kept", [None, 3, [1, 2], [1, 2, "x"], [1, 2, -1], [1, 2, float("inf")], [1, 2, float("nan")]])
def test_what_is_no_spread_is_not_taken_for_one(kept: object) -> None:
    assert planned_spread({"known_spread": kept}) is None
    assert planned_spread({"known_spread": [6.470, 10.311, 17.023]}) == DIRECT_ASSESSMENT
