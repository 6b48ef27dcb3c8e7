"""A campaign as its manager sees it: how far it is, who needs a decision, and every seat."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median

from mtassay.campaigns.controls.seat_checks import SeatCheck, has_controls
from mtassay.campaigns.controls.verdict import Verdict
from mtassay.campaigns.outlook import Outlook, outlook_of
from mtassay.human.protocols.base import Protocol
from mtassay.human.protocols.rating import Rating
from mtassay.significance.written_p import written_p
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign
from mtassay.store.campaigns.course import Course
from mtassay.store.campaigns.progress import SeatProgress, SeatState

SHOWN = {
    "all": "All",
    "needs": "Need you",
    "working": "Working",
    "done": "Done",
    "idle": "Idle",
    "unopened": "Not begun",
    "released": "Released",
    "excluded": "Excluded",
}
"""Which seats a page lists."""

_STATE_WORDS = {
    SeatState.UNOPENED: "not begun",
    SeatState.WORKING: "working",
    SeatState.IDLE: "idle",
    SeatState.DONE: "done",
    SeatState.RELEASED: "released",
    SeatState.EXCLUDED: "excluded",
}
_FEWEST_TIMED = 5
_FAST = 1 / 3
_PATIENCE = timedelta(days=2)
_POINTS = 48
_SHORT_NAMES = 3


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """A seat: answers done of those asked, the median seconds of an answer, and when the last one came.

    `is_fast` says that it answers in less than a third of the time of the others, `why` that in words, `needs_you` that
    a manager should look at it, `is_late` that its work waits. `verdict` is what controls say of its judge, and
    `verdict_words` from what; both are empty where the campaign has none.
    """

    number: int
    judge: str
    expertise: str
    state: SeatState
    words: str
    reason: str
    done: int
    asked: int
    seconds: float | None
    last: datetime | None
    has_link: bool
    is_fast: bool
    is_late: bool
    needs_you: bool
    why: str
    verdict: str
    verdict_words: str

    @property
    def name(self) -> str:
        """Who sits there, as far as it is known."""
        return self.judge or f"Seat {self.number}"

    @property
    def open(self) -> int:
        """How many answers are open."""
        return max(0, self.asked - self.done)


@dataclass(frozen=True, kw_only=True)
class Need:
    """What a manager should decide, and what can be done about it: `links`, `release`, `look` or nothing."""

    fact: str
    consequence: str
    seats: list[int]
    actions: list[str]
    open: int
    is_urgent: bool


@dataclass(frozen=True)
class CoursePoint:
    """How many answers there were at a moment."""

    at: datetime
    answers: int


@dataclass(frozen=True)
class AskedBy:
    """A protocol that a campaign asks by."""

    spec: str
    title: str
    asks_questions: bool


@dataclass(frozen=True, kw_only=True)
class CampaignView:
    """All that the page of a campaign says; the smallest differences are points of the first protocol."""

    id: int
    name: str
    state: CampaignState
    protocols: list[AskedBy]
    context: str
    systems: list[str]
    segments: int
    documents: int
    done: int
    asked: int
    reused: int
    share: float
    when: str
    shows: str
    ends: datetime | None
    smallest_now: float | None
    smallest_at_end: float | None
    course: list[CoursePoint]
    needs: list[Need]
    seats: list[SeatRow]
    has_controls: bool


def view_campaign(
    campaign: StoredCampaign,
    seats: Sequence[SeatProgress],
    course: Course,
    now: datetime | None = None,
    checks: Mapping[int, SeatCheck] | None = None,
) -> CampaignView:
    """A campaign, its seats that need a decision first; `checks` are what controls say of them."""
    at = datetime.now(UTC) if now is None else now
    outlook = outlook_of(campaign, seats, course, at)
    rows = _seat_rows(campaign, seats, at, checks or {})
    return CampaignView(
        id=campaign.id,
        name=campaign.name,
        state=campaign.state,
        protocols=[AskedBy(protocol.spec, protocol.title, protocol.asks_questions) for protocol in campaign.protocols],
        context=campaign.context,
        systems=list(course.systems),
        segments=course.segments,
        documents=course.documents,
        done=outlook.done,
        asked=outlook.asked,
        reused=course.reused,
        share=outlook.share,
        when=_when(campaign.state, outlook, at),
        shows=_shows(campaign.protocols[0], outlook),
        ends=outlook.ends if campaign.state is CampaignState.RUNNING else None,
        smallest_now=outlook.smallest_now,
        smallest_at_end=outlook.smallest_at_end,
        course=_points(course.moments, at if campaign.state is CampaignState.RUNNING else None),
        needs=_needs(campaign, rows),
        seats=sorted(rows, key=lambda row: (not row.needs_you, row.number)),
        has_controls=has_controls(campaign),
    )


def chosen_seats(rows: Sequence[SeatRow], show: str) -> list[SeatRow]:
    """Those of a name in `SHOWN`."""
    if show == "needs":
        return [row for row in rows if row.needs_you]
    return [row for row in rows if show == "all" or row.state.value == show]


def _seat_rows(
    campaign: StoredCampaign, seats: Sequence[SeatProgress], now: datetime, checks: Mapping[int, SeatCheck]
) -> list[SeatRow]:
    is_over = campaign.state in (CampaignState.CLOSED, CampaignState.DRAFT)
    rows = []
    for seat in seats:
        others = [
            other.seconds
            for other in seats
            if other.seconds is not None and other.done >= _FEWEST_TIMED and other.number != seat.number
        ]
        is_timed = seat.seconds is not None and seat.done >= _FEWEST_TIMED and bool(others)
        is_fast = is_timed and (seat.seconds or 0.0) < _FAST * median(others)
        is_out = seat.state is SeatState.EXCLUDED
        left = seat.asked > seat.done
        # whoever got a link yesterday may begin tomorrow
        is_unopened = seat.state is SeatState.UNOPENED and seat.linked is not None and now - seat.linked > _PATIENCE
        has_link = campaign.is_crowd or seat.has_link
        # whoever of a crowd does not come back loses the seat, and nobody has to decide that
        is_idle = seat.state is SeatState.IDLE and not campaign.is_crowd
        waits = left and (is_out or is_unopened or is_idle or not has_link)
        check = checks.get(seat.number)
        is_doubted = check is not None and check.verdict.verdict in (Verdict.DOUBTFUL, Verdict.FAILED)
        rows.append(
            SeatRow(
                number=seat.number,
                judge=seat.judge,
                expertise=seat.expertise,
                state=seat.state,
                words=_state_words(seat, now),
                reason=seat.reason,
                done=seat.done,
                asked=seat.asked,
                seconds=seat.seconds,
                last=seat.last,
                has_link=has_link,
                is_fast=is_fast,
                is_late=waits and not is_over,
                needs_you=not is_over and (waits or ((is_fast or is_doubted) and not is_out)),
                why=f"{seat.seconds:.0f} s an answer, the others {median(others):.0f} s." if is_fast else "",
                verdict="" if not has_controls(campaign) else "open" if check is None else check.verdict.verdict.value,
                verdict_words="" if check is None else _verdict_words(check),
            )
        )
    return rows


def _verdict_words(check: SeatCheck) -> str:
    """`9 of 12 outputs made worse scored lower, p = 0.003; 8 tasks asked twice: 6.5 apart`."""
    verdict, own = check.verdict, check.own
    right, trained = check.training
    said = [f"{right} of {trained} training tasks right"] if trained else []
    if verdict.p is not None and verdict.share is not None:
        lower = round(verdict.share * verdict.pairs)
        made = "output" if verdict.pairs == 1 else "outputs"
        said.append(f"{lower} of {verdict.pairs} {made} made worse scored lower, p = {written_p(verdict.p)}")
    if own is not None:
        said.append(f"{own.repeats} tasks asked twice: {own.distance:.1f} apart")
    if check.alike is not None:
        said.append(f"{100 * check.alike:.0f} % of the answers say the same")
    return "; ".join(said)


def _state_words(seat: SeatProgress, now: datetime) -> str:
    if seat.state is SeatState.IDLE and seat.last is not None:
        return f"idle {(now - seat.last).days} days"
    if not seat.asked and seat.state is SeatState.DONE:
        return "no tasks"
    return _STATE_WORDS[seat.state]


def _needs(campaign: StoredCampaign, rows: Sequence[SeatRow]) -> list[Need]:
    """Cases, each once for all seats that have it, so that there are few lines however many seats there are."""
    if campaign.state in (CampaignState.CLOSED, CampaignState.DRAFT):
        return []
    needy = [row for row in rows if row.needs_you]
    fast = [row for row in needy if row.is_fast and row.state is not SeatState.EXCLUDED]
    doubted = [
        row
        for row in needy
        if row.verdict in (Verdict.DOUBTFUL, Verdict.FAILED) and row.state is not SeatState.EXCLUDED
    ]
    out = [row for row in needy if row.state is SeatState.EXCLUDED]
    idle = [row for row in needy if row.state is SeatState.IDLE]
    unlinked = [row for row in needy if not row.has_link and row not in out and row not in idle]
    unopened = [row for row in needy if row.state is SeatState.UNOPENED and row not in unlinked]
    goes = "Released ones become another seat." if campaign.is_crowd else "Released ones go to the others."
    takers = [row for row in rows if row.state not in (SeatState.EXCLUDED, SeatState.RELEASED)]

    def actions(group: Sequence[SeatRow], *others: str) -> list[str]:
        return [*others, *(["release"] if campaign.is_crowd or any(row not in group for row in takers) else [])]

    needs = []
    if fast:
        rest = [row.seconds for row in rows if row.seconds is not None and row not in fast]
        paces = " and ".join(f"{row.seconds:.0f} s" for row in fast[:_SHORT_NAMES])
        others = f"Others take {median(rest):.0f} s. " if rest else ""
        fact = f"{_who(fast, 'answers', 'answer')} in {paces}."
        needs.append(_need(fact, f"{others}Read some answers before you decide.", fast, ["look"], is_urgent=True))
    if doubted:
        fact = f"{_who(doubted, 'does', 'do')} not see what was made worse."
        which = " ".join(f"{row.name}: {row.verdict_words}." for row in doubted[:_SHORT_NAMES])
        needs.append(_need(fact, f"{which} Read some answers before you decide.", doubted, ["look"], is_urgent=True))
    if idle:
        fact = f"{_who(idle, 'has', 'have')} not answered for more than two days."
        needs.append(_need(fact, f"{_open(idle)} {goes}", idle, actions(idle)))
    if unlinked:
        fact = f"{_who(unlinked, 'has', 'have')} no link."
        needs.append(_need(fact, "Without one nobody can answer there.", unlinked, ["links"]))
    if unopened:
        fact = f"{_who(unopened, 'has', 'have')} not begun for more than two days."
        needs.append(_need(fact, "A new link ends the old one.", unopened, actions(unopened, "links")))
    if out:
        fact = f"{_who(out, 'is', 'are')} excluded, with open answers."
        needs.append(_need(fact, f"{_open(out)} {goes}", out, actions(out)))
    return needs


def _need(fact: str, consequence: str, rows: Sequence[SeatRow], actions: list[str], *, is_urgent: bool = False) -> Need:
    return Need(
        fact=fact,
        consequence=consequence,
        seats=[row.number for row in rows],
        actions=actions,
        open=sum(row.open for row in rows),
        is_urgent=is_urgent,
    )


def _who(rows: Sequence[SeatRow], verb: str, verbs: str) -> str:
    if len(rows) == 1:
        return f"{rows[0].name} {verb}"
    if len(rows) <= _SHORT_NAMES:
        return f"{', '.join(row.name for row in rows[:-1])} and {rows[-1].name} {verbs}"
    return f"{len(rows)} seats {verbs}"


def _open(rows: Sequence[SeatRow]) -> str:
    number = sum(row.open for row in rows)
    return f"{number:,} {'answer is' if number == 1 else 'answers are'} open."


def _when(state: CampaignState, outlook: Outlook, now: datetime) -> str:
    if state is CampaignState.DRAFT:
        return "Nothing is asked of anybody yet. Start it to let judges in."
    if state is CampaignState.CLOSED:
        early = outlook.done < outlook.asked
        return f"It was closed{' early' if early else ''}; no more answers are taken."
    if outlook.asked and outlook.done >= outlook.asked:
        return "All answers are there."
    if state is CampaignState.PAUSED:
        return "It is paused: nothing new is asked until you resume it, and finished work is taken."
    if not outlook.done:
        return "Nobody has answered yet."
    if outlook.ends is None:
        return "It is too early to tell when the last answer comes."
    return f"At this pace the last answer comes {written_day(outlook.ends, now)}."


def written_day(day: datetime, now: datetime) -> str:
    """A day to come, as people say it."""
    if day.date() == now.date():
        return "today"
    if day.date() == (now + timedelta(days=1)).date():
        return "tomorrow"
    year = f" {day.year}" if day.year != now.year else ""
    return f"on {day.day} {day:%B}{year}"


def _shows(protocol: Protocol, outlook: Outlook) -> str:
    if outlook.smallest_at_end is None:
        if protocol.outputs[1] > 1:
            return f"{protocol.name} gives an order and no points, so no smallest difference can be named."
        if not isinstance(protocol, Rating):
            return f"How much answers by {protocol.name} differ is not known yet."
        return "With so few systems, judges or answers no difference can show."
    end = f"{outlook.smallest_at_end:.1f}"
    if outlook.smallest_now is None:
        return f"A difference of {end} points shows when all is done."
    if outlook.done >= outlook.asked:
        return f"A difference of {end} points shows."
    return f"A difference of {outlook.smallest_now:.1f} points shows by now; {end} when all is done."


def _points(moments: Sequence[datetime], now: datetime | None) -> list[CoursePoint]:
    if not moments:
        return []
    first, last = moments[0], max(now or moments[-1], moments[-1])
    step = (last - first) / _POINTS
    ends = [first + number * step for number in range(_POINTS)]
    return [*(CoursePoint(end, bisect_right(moments, end)) for end in ends), CoursePoint(last, len(moments))]
