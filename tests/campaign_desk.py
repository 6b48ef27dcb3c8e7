"""A project with a small campaign, for tests of the store, of commands and of pages."""

import secrets
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from mtassay.campaigns.known_before import known_before, on_scale
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.reading_tests import DocumentQuestion
from mtassay.campaigns.start import begin_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.human.protocols.questions import Question
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, campaign_of, set_state
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_answers import SavedSeatAnswer, SeatAnswer, save_seat_answer
from mtassay.store.campaigns.seat_work import OpenSeat, next_task, open_seat, seat_tasks, show_task
from mtassay.store.contents.projects import Project

TEXTS = EvalSet(
    [f"sentence number {number}" for number in range(6)],
    sources=[f"Satz Nummer {number}" for number in range(6)],
    systems={
        "good": [f"sentence number {number}" for number in range(6)],
        "bad": [f"clause count {number}" if number else "sentence number 0" for number in range(6)],
        "odd": [f"phrase {number}" for number in range(6)],
    },
    labels={"document": ["one", "one", "one", "two", "two", "two"]},
)
"""Of 18 outputs two are the same."""

QUESTIONS = tuple(
    DocumentQuestion(document, place, asked, known)
    for document in ("one", "two")
    for place, (asked, known) in enumerate(
        {
            "How many sentences are there?": Question(right=("three", "3"), half=("some",)),
            "Are they numbered?": Question(right=("yes",), choices=("yes", "no")),
        }.items(),
        1,
    )
)
"""On the documents of `TEXTS`."""

BODIES: dict[str, Any] = {
    "sser": {"value": 8},
    "da": {"score": 73},
    "sqm": {"score": 5},
    "fluency": {"value": 4},
    "adequacy": {"value": 2},
    "postedit": {"text": "a sentence of its own"},
}


def begin(
    connection: sa.Connection,
    project: Project,
    *protocols: str,
    name: str = "talks",
    judges: Sequence[str] = ("anna",),
    texts: EvalSet | None = None,
    **design: Any,
) -> StoredCampaign:
    """A campaign that runs, on `TEXTS` or others."""
    texts = TEXTS if texts is None else texts
    chosen = Design(protocols=protocols or ("da",), **{"seats": 2, "overlap": 0.0, **design})
    chosen = on_scale(project.scale, chosen)
    known = known_before(connection, project, chosen)
    asks = any(PROTOCOLS.create(spec).asks_questions for spec in chosen.protocols)
    plan = plan_campaign(texts, chosen, known=known.of_protocol, questions=QUESTIONS if asks else ())
    campaign = begin_campaign(
        connection, project, name, texts, plan, "manager", judges=judges, guidelines="*Read.*", known=known
    )
    set_state(connection, campaign, CampaignState.RUNNING, "manager")
    return campaign_of(connection, campaign.id)


def seat_of(connection: sa.Connection, campaign: StoredCampaign, number: int = 1) -> OpenSeat:
    """A seat by its number in the campaign."""
    return open_seat(connection, seat_progress(connection, campaign)[number - 1].id)


def first_task(connection: sa.Connection, seat: OpenSeat) -> int:
    """The task that is asked next."""
    task = next_task(seat_tasks(connection, seat))
    assert task is not None
    return task.task


def say(
    connection: sa.Connection,
    seat: OpenSeat,
    body: object,
    *,
    task: int = 0,
    item: int = 0,
    token: str = "",
    version: int = 0,
    comment: str = "",
) -> SavedSeatAnswer:
    """Answer a task, the next one unless it is named."""
    number = task or first_task(connection, seat)
    given = SeatAnswer(
        task=number,
        item=item,
        body=body,
        token=token or secrets.token_hex(16),
        version=version,
        comment=comment,
        seconds=2.5,
    )
    return save_seat_answer(connection, seat, given)


def answer_everything(connection: sa.Connection, seat: OpenSeat) -> int:
    """Answer all that a seat is asked by a rating; how many answers it took."""
    count = 0
    while (task := next_task(seat_tasks(connection, seat))) is not None:
        shown = show_task(connection, seat, task.task)
        for item in shown.items:
            if not item.answer:
                say(connection, seat, BODIES[shown.protocol.name], task=task.task, item=item.id)
                count += 1
    return count


def tell(connection: sa.Connection, seat: OpenSeat, *answers: str, read: float = 8.0) -> SavedSeatAnswer:
    """Answer the questions of the document that is read next, in their order."""
    shown = show_task(connection, seat, first_task(connection, seat))
    numbers = [str(item.id) for item in shown.items if item.question is not None]
    return say(connection, seat, {"answers": dict(zip(numbers, answers, strict=True)), "read": read}, task=shown.task)
