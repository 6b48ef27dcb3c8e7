"""Late answers, one by one: what is refused leaves nothing behind."""

from datetime import UTC, datetime

import sqlalchemy as sa
from campaign_desk import begin, first_task, say, seat_of

from mtassay.store.campaigns.late_answers import LateAnswer, take_late_answers
from mtassay.store.campaigns.seat_answers import SeatAnswer
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.schema import JUDGMENTS


def test_a_refused_answer_is_not_remembered(database: Database, project: Project) -> None:
    token = "a" * 32
    with database.writing() as connection:
        campaign = begin(connection, project, "sser")
        say(connection, seat_of(connection, campaign, 2), {"cannot": "other"}, token=token)
        before = latest(connection, project.id)
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        late = [
            LateAnswer(
                place,
                seat,
                SeatAnswer(task=task, item=0, body={"value": 8}, token=own),
                datetime(2026, 5, 1, tzinfo=UTC),
            )
            for place, own in (("answer 1", token), ("answer 2", "b" * 32))
        ]
        refused = take_late_answers(connection, campaign, late[:1], "manager")
        assert (refused.new, [each.place for each in refused.refused], refused.revision) == (0, ["answer 1"], 0)
        assert latest(connection, project.id) == before
        taken = take_late_answers(connection, campaign, late, "manager")
        assert (taken.new, len(taken.refused)) == (1, 1)
        assert connection.scalar(sa.select(sa.func.count()).select_from(JUDGMENTS)) == 1
    assert not faults(database)
