from datetime import UTC, datetime, timedelta

import pytest
from campaign_desk import begin

from mtassay.campaigns.controls.seat_checks import SeatCheck
from mtassay.campaigns.controls.verdict import judge_seat, self_agreement
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, campaign_of, set_state
from mtassay.store.campaigns.course import Course
from mtassay.store.campaigns.progress import SeatProgress, SeatState
from mtassay.store.contents.projects import add_project
from mtassay.web.pages.campaigns.dashboard import CampaignView, view_campaign, written_day

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def campaign(local) -> StoredCampaign:
    with local.database.writing() as connection:
        return begin(connection, add_project(connection, "talks", "a test"))


def seat(number: int, state: SeatState = SeatState.WORKING, **changed: object) -> SeatProgress:
    known = {
        "id": number,
        "number": number,
        "judge": f"judge {number}",
        "expertise": "bilingual",
        "state": state,
        "reason": "left" if state is SeatState.EXCLUDED else "",
        "done": 20,
        "asked": 40,
        "seconds": 46.0,
        "last": NOW - timedelta(hours=1),
        "linked": NOW - 9 * DAY,
    }
    both = {**known, **changed}
    return SeatProgress(**both, work_done=both["done"], work_asked=both["asked"])


def view(campaign: StoredCampaign, *seats: SeatProgress, moments: tuple[datetime, ...] = ()) -> CampaignView:
    return view_campaign(campaign, seats, Course(("a", "b", "c", "d"), 40, 0, moments), NOW)


def test_where_all_is_well_nothing_is_asked_of_the_manager(campaign) -> None:
    shown = view(campaign, seat(1), seat(2, SeatState.DONE, done=40, linked=None))
    assert shown.needs == []
    assert [row.number for row in shown.seats] == [1, 2]


def test_verdicts_are_told_and_no_rule_excludes(local) -> None:
    with local.database.writing() as connection:
        project = add_project(connection, "checked", "a test")
        checked = begin(connection, project, name="checked", controls="known")
    plain = [float(number) for number in range(12)]
    checks = {
        1: SeatCheck(verdict=judge_seat(plain, [-number - 1 for number in plain]), own=None, alike=None),
        2: SeatCheck(verdict=judge_seat(plain, plain), own=self_agreement([1.0, 2.0], [2.0, 2.0]), alike=0.95),
    }
    course = Course(("a", "b", "c", "d"), 40, 0, ())
    shown = view_campaign(checked, [seat(1), seat(2), seat(3)], course, NOW, checks)
    assert {row.number: row.verdict for row in shown.seats} == {1: "passed", 2: "failed", 3: "open"}
    first = shown.seats[0]
    assert (first.number, first.state) == (2, SeatState.WORKING)
    assert first.verdict_words == (
        "0 of 12 outputs made worse scored lower, p = 1.000; 2 tasks asked twice: 0.5 apart; 95 % of the answers say "
        "the same"
    )
    (need,) = shown.needs
    assert need.fact == "judge 2 does not see what was made worse."
    assert (need.seats, need.actions, need.is_urgent) == ([2], ["look"], True)
    page = local.browser().get(f"/projects/{project.id}/campaigns/{checked.id}").text
    assert '<th scope="col">Controls</th>' in page
    assert '<span class="muted">open</span>' in page


def test_cases_are_told_once_and_such_seats_come_first(campaign) -> None:
    shown = view(
        campaign,
        seat(1),
        seat(2, SeatState.IDLE, last=NOW - 3.5 * DAY),
        seat(3, SeatState.UNOPENED, done=0, seconds=None, last=None),
        seat(4, SeatState.EXCLUDED),
        seat(5, seconds=14.0),
        *(seat(number, SeatState.IDLE, last=NOW - 4 * DAY) for number in range(6, 40)),
        seat(40, linked=None),
    )
    assert [row.number for row in shown.seats][-1] == 1
    assert next(row.words for row in shown.seats if row.number == 2) == "idle 3 days"
    facts = [need.fact for need in shown.needs]
    assert facts == [
        "judge 5 answers in 14 s.",
        "35 seats have not answered for more than two days.",
        "judge 40 has no link.",
        "judge 3 has not begun for more than two days.",
        "judge 4 is excluded, with open answers.",
    ]
    assert shown.needs[0].consequence.startswith("Others take 46 s.")
    assert shown.needs[1].open == 700
    assert shown.needs[3].actions == ["links", "release"]


def test_a_link_of_yesterday_and_a_seat_without_tasks_are_no_case(campaign) -> None:
    new = seat(1, SeatState.UNOPENED, done=0, seconds=None, last=None, linked=NOW - DAY)
    shown = view(campaign, new, seat(2, SeatState.DONE, done=0, asked=0, seconds=None, last=None))
    assert shown.needs == []
    assert [row.words for row in shown.seats] == ["not begun", "no tasks"]


def test_work_is_released_only_where_somebody_else_can_take_it(campaign) -> None:
    idle = [seat(number, SeatState.IDLE, last=NOW - 4 * DAY) for number in (1, 2)]
    assert view(campaign, *idle).needs[0].actions == []
    assert view(campaign, *idle, seat(3, SeatState.EXCLUDED, done=40)).needs[0].actions == []
    assert view(campaign, *idle, seat(3)).needs[0].actions == ["release"]


def test_one_judge_is_not_fast_and_few_answers_say_nothing(campaign) -> None:
    assert view(campaign, seat(1, seconds=2.0)).needs == []
    assert view(campaign, seat(1, seconds=2.0, done=3), seat(2)).needs == []


def test_a_closed_campaign_needs_nobody(local, campaign) -> None:
    with local.database.writing() as connection:
        set_state(connection, campaign, CampaignState.CLOSED, "a test")
        closed = campaign_of(connection, campaign.id)
    shown = view(closed, seat(1, SeatState.IDLE), moments=(NOW - DAY,))
    assert shown.needs == []
    assert shown.ends is None
    assert shown.when == "It was closed early; no more answers are taken."
    assert [point.answers for point in shown.course][-1] == 1


def test_the_sentence_names_the_day(campaign) -> None:
    moments = tuple(NOW - 2 * DAY + number * DAY / 20 for number in range(40))
    shown = view(campaign, seat(1), seat(2), seat(3), seat(4), moments=moments)
    assert shown.when == "At this pace the last answer comes on 17 May."
    assert "shows by now" in shown.shows
    assert [point.answers for point in shown.course] == sorted(point.answers for point in shown.course)
    assert shown.course[0].answers == 1
    assert shown.course[-1].answers == 40


def test_days_as_people_say_them() -> None:
    assert written_day(NOW, NOW) == "today"
    assert written_day(NOW + DAY, NOW) == "tomorrow"
    assert written_day(NOW + 300 * DAY, NOW) == "on 9 March 2027"
