"""Grades of answers to questions: one for all that gave the same answer, also for those who give it later."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.errors import InputError, NotFound
from mtassay.human.protocols.questions import GRADES as KNOWN
from mtassay.human.protocols.questions import Question, digest_of, same_answer
from mtassay.store.campaign_tables import (
    ANSWERS,
    CAMPAIGN_ITEMS,
    CAMPAIGN_TASKS,
    GRADES,
)
from mtassay.store.campaigns.campaigns import ItemKind, StoredCampaign
from mtassay.store.campaigns.seat_work import current_answers
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present


@dataclass(frozen=True, kw_only=True)
class GivenAnswer:
    """An answer to a question as it was first written, by how many readers, and what it is worth.

    `grade` is None as long as nobody has said it; `is_known` says that the table of questions did. Whose translation
    they read is not told: it should not matter to whoever grades.
    """

    question: int
    document: str
    place: int
    asked: str
    right: tuple[str, ...]
    answer: str
    readers: int
    grade: float | None
    is_known: bool


def questions_of(connection: sa.Connection, campaign: StoredCampaign) -> Mapping[int, Question]:
    """All questions of a campaign by their numbers, with the grades that hold."""
    graded: dict[int, dict[str, float]] = {}
    rows = sa.select(GRADES).where(GRADES.c.campaign == campaign.id, present(GRADES)).order_by(GRADES.c.id)
    for row in connection.execute(rows):
        graded.setdefault(row.question, {})[row.answer] = row.grade
    query = sa.select(CAMPAIGN_ITEMS.c.id, CAMPAIGN_ITEMS.c.detail).where(_of(campaign))
    return {row.id: Question.of_detail(row.detail, graded.get(row.id)) for row in connection.execute(query)}


def given_answers(connection: sa.Connection, campaign: StoredCampaign) -> list[GivenAnswer]:
    """Every different answer, by questions; those without a grade first, then what most readers said."""
    if not any(protocol.asks_questions for protocol in campaign.protocols):
        names = ", ".join(protocol.name for protocol in campaign.protocols)
        raise InputError(f"{campaign.name} asks by {names}, whose answers need no grades; comprehension asks questions")
    questions = questions_of(connection, campaign)
    spelled: dict[int, dict[str, list[str]]] = {number: {} for number in questions}
    said = (
        sa.select(ANSWERS.c.body)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .where(CAMPAIGN_TASKS.c.campaign == campaign.id, current_answers())
        .order_by(ANSWERS.c.id)
    )
    for body in connection.scalars(said):
        for name, answer in body.get("answers", {}).items():
            if same_answer(answer) and int(name) in spelled:
                spelled[int(name)].setdefault(digest_of(answer), []).append(answer)
    columns = (CAMPAIGN_ITEMS.c.id, CAMPAIGN_ITEMS.c.document, CAMPAIGN_ITEMS.c.position, CAMPAIGN_ITEMS.c.text)
    told = connection.execute(sa.select(*columns).where(_of(campaign)).order_by(CAMPAIGN_ITEMS.c.id))
    answers = [
        GivenAnswer(
            question=row.id,
            document=row.document,
            place=row.position,
            asked=row.text,
            right=questions[row.id].right,
            answer=spellings[0],
            readers=len(spellings),
            grade=questions[row.id].grade(spellings[0]),
            is_known=digest not in questions[row.id].graded,
        )
        for row in told
        for digest, spellings in spelled[row.id].items()
    ]
    return sorted(answers, key=lambda given: (given.grade is not None, given.question, -given.readers))


def grade_answers(
    connection: sa.Connection, campaign: StoredCampaign, grades: Iterable[tuple[int, str, float]], who: str
) -> int:
    """Grade answers to questions, as one event; returns how many grades are new. The same again changes nothing."""
    questions = questions_of(connection, campaign)
    given: dict[tuple[int, str], float] = {}
    rows: dict[tuple[int, str], float] = {}
    for number, answer, grade in grades:
        if number not in questions:
            raise NotFound(f"question {number} is none of {campaign.name}; look at its answers again")
        if grade not in KNOWN.values():
            raise InputError(f"a grade is {grade:g}; it is 1, 0.5 or 0")
        if not same_answer(answer):
            raise InputError("an empty answer says that the reader could not tell, and counts as wrong")
        if given.setdefault((number, digest_of(answer)), grade) != grade:
            raise InputError(
                f"the answer {answer[:40]!r} to question {number} has two grades; give all that say the same one grade"
            )
        if questions[number].grade(answer) != grade:
            rows[number, digest_of(answer)] = grade
    if not rows:
        return 0
    summary = {"campaign": campaign.name, "answers": len(rows)}
    event = events.record(connection, campaign.project, EventKind.GRADE, who, summary)
    connection.execute(
        sa.insert(GRADES),
        [
            {"campaign": campaign.id, "event": event, "question": question, "answer": digest, "grade": grade}
            for (question, digest), grade in rows.items()
        ],
    )
    return len(rows)


def _of(campaign: StoredCampaign) -> sa.ColumnElement[bool]:
    return sa.and_(CAMPAIGN_ITEMS.c.campaign == campaign.id, CAMPAIGN_ITEMS.c.kind == ItemKind.QUESTION.value)
