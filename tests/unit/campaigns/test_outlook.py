from datetime import UTC, datetime, timedelta

import pytest
from campaign_desk import begin

from mtassay.campaigns.outlook import Outlook, outlook_of
from mtassay.human.scores.power import DIRECT_ASSESSMENT, smallest_difference
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.course import Course
from mtassay.store.campaigns.progress import SeatProgress, SeatState
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def campaign(database: Database, project: Project) -> StoredCampaign:
    with database.writing() as connection:
        return begin(connection, project, overlap=0.2)


def seat(number: int, done: int, asked: int, state: SeatState = SeatState.WORKING) -> SeatProgress:
    reason = "left" if state is SeatState.EXCLUDED else ""
    return SeatProgress(
        id=number,
        number=number,
        judge="",
        expertise="bilingual",
        state=state,
        reason=reason,
        done=done and done + 3,
        asked=asked + 5,  # controls and training count for nothing
        work_done=done,
        work_asked=asked,
        seconds=12.0,
        last=NOW,
        linked=NOW,
    )


def look(campaign: StoredCampaign, seats: list[SeatProgress], moments: list[datetime]) -> Outlook:
    return outlook_of(campaign, seats, Course(("a", "b", "c", "d"), 200, 0, tuple(sorted(moments))), NOW)


def test_the_end_follows_from_the_pace_of_the_last_days(campaign: StoredCampaign) -> None:
    moments = [NOW - 2 * DAY + number * DAY / 50 for number in range(100)]
    outlook = look(campaign, [seat(1, 100, 150), seat(2, 0, 100)], moments)
    assert (outlook.done, outlook.asked, outlook.share) == (100, 250, 0.4)
    assert outlook.ends == NOW + 3 * DAY


def test_what_came_long_ago_says_nothing_of_the_pace(campaign: StoredCampaign) -> None:
    old = [NOW - 20 * DAY] * 1000
    recent = [NOW - DAY] * 10
    outlook = look(campaign, [seat(1, 1010, 1030)], [*old, *recent])
    assert outlook.ends == NOW + 10 * DAY
    assert look(campaign, [seat(1, 1000, 1030)], old).ends is None
    assert look(campaign, [seat(1, 4, 1030)], [NOW - DAY] * 4).ends is None
    assert look(campaign, [seat(1, 9, 1030)], [NOW] * 9).ends is None
    assert look(campaign, [seat(1, 10, 10)], recent).ends is None


def test_excluded_seats_count_for_nothing(campaign: StoredCampaign) -> None:
    outlook = look(campaign, [seat(1, 30, 60), seat(2, 90, 90, SeatState.EXCLUDED)], [])
    assert (outlook.done, outlook.asked) == (30, 60)
    assert outlook.smallest_at_end is None  # of one judge


def test_more_answers_show_smaller_differences(campaign: StoredCampaign) -> None:
    seats = [seat(number, 50, 100) for number in range(1, 6)]
    outlook = look(campaign, seats, [])
    assert outlook.smallest_at_end == smallest_difference(
        DIRECT_ASSESSMENT, systems=4, judges=5, segments=200, answers=1.2
    )
    assert outlook.smallest_now == smallest_difference(
        DIRECT_ASSESSMENT, systems=4, judges=5, segments=100, answers=1.2
    )
    assert look(campaign, [seat(1, 0, 10), seat(2, 0, 10)], []).smallest_now is None
