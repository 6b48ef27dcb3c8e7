"""How far a campaign is, when it will end at its present pace, and which difference shows by now and at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mtassay.campaigns.power import planned_spread, shown_difference
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.course import Course
from mtassay.store.campaigns.progress import SeatProgress, SeatState

_WINDOW = timedelta(days=5)
_SHORTEST = timedelta(minutes=10)
"""Of less than that nobody could tell a pace."""

_FEWEST = 5
_LATEST = timedelta(days=3650)


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """Answers that count, and those that are asked for: to work, of seats that are not excluded.

    `ends` is when the last one comes at the pace of the last days, None where nobody can tell. The smallest differences
    are points of the first protocol, None where it gives none or none can show.
    """

    done: int
    asked: int
    ends: datetime | None
    smallest_now: float | None
    smallest_at_end: float | None

    @property
    def share(self) -> float:
        """Which share of the answers is there, 0 to 1."""
        return self.done / self.asked if self.asked else 0.0


def outlook_of(
    campaign: StoredCampaign, seats: Sequence[SeatProgress], course: Course, now: datetime | None = None
) -> Outlook:
    """What can be foreseen of a campaign."""
    counting = [seat for seat in seats if seat.state is not SeatState.EXCLUDED]
    done = sum(seat.work_done for seat in counting)
    asked = sum(seat.work_asked for seat in counting)
    share = done / asked if asked else 0.0
    at = datetime.now(UTC) if now is None else now
    working = sum(seat.work_done > 0 for seat in counting)
    return Outlook(
        done=done,
        asked=asked,
        ends=_end(course.moments, asked - done, at),
        smallest_now=_smallest(campaign, course, working, round(course.segments * share)),
        smallest_at_end=_smallest(campaign, course, sum(seat.work_asked > 0 for seat in counting), course.segments),
    )


def _end(moments: Sequence[datetime], left: int, now: datetime) -> datetime | None:
    recent = [moment for moment in moments if moment > now - _WINDOW]
    if len(recent) < _FEWEST or left <= 0:
        return None
    # a campaign that is older than the window paused in it, too, as it will again
    since = now - _WINDOW if moments[0] <= now - _WINDOW else moments[0]
    spent = now - since
    if spent < _SHORTEST:
        return None
    needed = spent.total_seconds() * left / len(recent)
    return now + timedelta(seconds=needed) if needed < _LATEST.total_seconds() else None


def _smallest(campaign: StoredCampaign, course: Course, judges: int, segments: int) -> float | None:
    overlap = float(campaign.settings.get("overlap", 0.0)) if judges > 1 else 0.0
    return shown_difference(
        campaign.protocols[0],
        systems=len(course.systems),
        judges=judges,
        segments=segments,
        answers=1 + overlap,
        known=planned_spread(campaign.settings),
    )
