"""Answers that came after a campaign had closed: kept by judges as files, and taken in as one event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from mtassay.errors import MtassayError
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.seat_answers import (
    AnsweredAtAnotherMachine,
    SeatAnswer,
    UndoneAnswer,
    settle_answer,
    write_answer,
)
from mtassay.store.campaigns.seat_work import OpenSeat
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.schema import EVENTS


@dataclass(frozen=True)
class LateAnswer:
    """An answer of a seat, given at a moment that its browser tells; `place` says where it stands, for messages."""

    place: str
    seat: OpenSeat
    given: SeatAnswer
    at: datetime


@dataclass(frozen=True)
class RefusedAnswer:
    """Where an answer stands that is not taken, and why."""

    place: str
    why: str


@dataclass(frozen=True)
class LateAnswers:
    """What becomes of late answers: how many are new, how many are there already, and which are not taken.

    `revision` is that of the event which took the new ones in; 0 where there is none.
    """

    new: int
    known: int
    refused: tuple[RefusedAnswer, ...]
    revision: int = 0


def take_late_answers(
    connection: sa.Connection,
    campaign: StoredCampaign,
    answers: Sequence[LateAnswer],
    who: str,
    *,
    is_rehearsal: bool = False,
) -> LateAnswers:
    """Store what is new of some answers, each once, as one event that can be undone; nothing goes over another answer.

    A rehearsal says the same, and stores nothing.
    """
    event = 0
    begun = connection.scalar(sa.select(sa.func.min(EVENTS.c.at)).where(EVENTS.c.project == campaign.project))
    now = datetime.now(UTC)
    tokens: set[str] = set()
    answered: set[tuple[int, int, int]] = set()
    known, refused = 0, []
    for answer in answers:
        seat, given = answer.seat, answer.given
        try:
            settled = settle_answer(connection, seat, given)
            about = (seat.id, given.task, settled.about)
            if settled.known is not None or given.token in tokens:
                known += 1
                continue
            if about in answered:
                raise AnsweredAtAnotherMachine({})
            if not is_rehearsal:
                # clocks of browsers may be wrong
                at = min(max(answer.at, begun or now), now)
                with connection.begin_nested():  # what is refused leaves nothing behind, no judgment either
                    summary = {"campaign": campaign.name}
                    own = event or events.record(connection, campaign.project, EventKind.LATE_ANSWERS, who, summary)
                    write_answer(connection, seat, given, settled, own, at)
                event = own
        except UndoneAnswer:
            why = "it was taken in before and undone since; undo that step in the history to have it back"
            refused.append(RefusedAnswer(answer.place, why))
        except AnsweredAtAnotherMachine:
            refused.append(RefusedAnswer(answer.place, "the judge answered this otherwise meanwhile, and that holds"))
        except MtassayError as error:
            refused.append(RefusedAnswer(answer.place, str(error)))
        else:
            tokens.add(given.token)
            answered.add(about)
    if event:
        events.summarize(connection, event, {"campaign": campaign.name, "answers": len(answered)})
    return LateAnswers(len(answered), known, tuple(refused), event)
