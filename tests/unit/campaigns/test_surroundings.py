"""What stands before a segment is what stands before it in its document, whatever else is asked about."""

import pytest
import sqlalchemy as sa
from campaign_desk import begin, seat_of

from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.campaigns.surroundings import Surroundings
from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import CAMPAIGN_ITEMS
from mtassay.store.campaigns.seat_work import seat_tasks, show_task
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database

TEXTS = EvalSet(
    [f"reference {number}" for number in range(6)],
    sources=[f"Satz  {number}" for number in range(6)],
    systems={"one": [f"first {number}" for number in range(6)], "two": [f"second {number}" for number in range(6)]},
    labels={"document": ["a", "b", "a", "a", "", "a"]},
)


def test_segments_of_the_same_document_stand_before_a_segment() -> None:
    surroundings = Surroundings(TEXTS)
    assert [source for source, _ in surroundings.before(5)] == ["Satz 2", "Satz 3"]
    assert surroundings.before(2) == [("Satz 0", "reference 0")]
    assert surroundings.before(0) == surroundings.before(1) == surroundings.before(4) == []


def test_without_documents_nothing_stands_before() -> None:
    texts = EvalSet(systems={"one": ["a", "b"]})
    assert Surroundings(texts).before(1) == []


@pytest.mark.parametrize(("protocol", "shown"), [("da", ("Satz 3", "")), ("da:against=reference", ("", "reference 3"))])
def test_a_filter_tears_no_hole_into_what_judges_read(
    database: Database, project: Project, protocol: str, shown: tuple[str, str]
) -> None:
    with database.writing() as connection:
        plan = plan_campaign(TEXTS, Design(protocols=(protocol,), seats=1, context="before"), segments=[0, 5])
        campaign = begin_campaign(connection, project, "talks", TEXTS, plan, "manager")
        seat = seat_of(connection, campaign)
        before = [
            item.before
            for task in seat_tasks(connection, seat)
            for item in show_task(connection, seat, task.task).items
        ]
    assert len(before) == 4
    assert {texts[-1:] for texts in before} == {(), (shown,)}
    assert {len(texts) for texts in before} == {0, 2}


def test_campaigns_of_before_show_what_is_asked_about(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "da", texts=TEXTS, seats=1, context="before")
        connection.execute(sa.update(CAMPAIGN_ITEMS).values(detail={}))
        seat = seat_of(connection, campaign)
        shown = [item for task in seat_tasks(connection, seat) for item in show_task(connection, seat, task.task).items]
    before = {item.source: item.before for item in shown}
    assert before["Satz 5"] == (("Satz 2", ""), ("Satz 3", ""))
    assert before["Satz 4"] == ()
