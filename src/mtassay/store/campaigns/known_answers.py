"""What is known of outputs before a campaign: judgments of the memory, or answers of earlier campaigns."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from mtassay.human.collection import collapse
from mtassay.human.protocols.base import Protocol
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ITEMS, CAMPAIGN_TASKS, CAMPAIGNS, EXCLUSIONS, SEATS
from mtassay.store.campaigns.campaigns import TaskKind, signature_of
from mtassay.store.campaigns.seat_work import current_answers
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.events import present
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import JUDGMENTS, SOURCES, TARGETS

KnownText = tuple[str, str, str]
"""Source, reference and output, without needless blanks; no reference where the protocol shows none."""

_FITTING = {
    "target": ("target", "bilingual", "professional"),
    "bilingual": ("bilingual", "professional"),
    "professional": ("professional",),
}
"""Whose answers serve for judges of an expertise."""

_OF_PROJECTS = "bilingual"
"""The expertise of those who judge in a project: they read source and translation."""


@dataclass(frozen=True)
class KnownAnswer:
    """An answer of an earlier campaign, or a judgment of the memory; the other number is None."""

    answer: int | None
    judgment: int | None


@dataclass(frozen=True)
class KnownAnswers:
    """What is known at a revision: for each protocol that takes it over, by its name, the answers on each text."""

    revision: int
    of_protocol: Mapping[str, Mapping[KnownText, Sequence[KnownAnswer]]] = field(default_factory=dict)


def known_answers(
    connection: sa.Connection, project: Project, protocols: Sequence[Protocol], expertise: str
) -> KnownAnswers:
    """What is known of outputs by some protocols, from judges whose expertise fits, and who are not excluded.

    Rechecks are left out, and so are answers that were given beside other segments of a document.
    """
    return KnownAnswers(
        events.latest(connection, project.id),
        {protocol.name: _of_protocol(connection, project, protocol, expertise) for protocol in protocols},
    )


def _of_protocol(
    connection: sa.Connection, project: Project, protocol: Protocol, expertise: str
) -> dict[KnownText, list[KnownAnswer]]:
    rows = _judgments(connection, project) if protocol.is_of_memory else _answers(connection, project, protocol)
    known: defaultdict[KnownText, list[KnownAnswer]] = defaultdict(list)
    for text, answer, expertise_of_judge in rows:
        if expertise_of_judge in _FITTING[expertise]:
            known[text].append(answer)
    return dict(known)


def _judgments(connection: sa.Connection, project: Project) -> Iterator[tuple[KnownText, KnownAnswer, str]]:
    given = {row.judgment: row for row in connection.execute(_given(project).where(ANSWERS.c.judgment.is_not(None)))}
    excluded = _excluded(connection, project)
    query = (
        sa.select(JUDGMENTS.c.id, SOURCES.c.text.label("source"), TARGETS.c.text)
        .join(TARGETS, TARGETS.c.id == JUDGMENTS.c.target)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(
            JUDGMENTS.c.project == project.id,
            JUDGMENTS.c.value.is_not(None),
            ~JUDGMENTS.c.is_recheck,
            current_judgments(),
        )
        .order_by(JUDGMENTS.c.id)
    )
    for row in connection.execute(query):
        answer = given.get(row.id)
        if answer is None or _stands_alone(answer, excluded):
            by = _OF_PROJECTS if answer is None else answer.expertise
            yield (row.source, "", collapse(row.text)), KnownAnswer(None, row.id), by


def _answers(
    connection: sa.Connection, project: Project, protocol: Protocol
) -> Iterator[tuple[KnownText, KnownAnswer, str]]:
    signature, excluded = signature_of(protocol), _excluded(connection, project)
    query = _given(project).where(present(CAMPAIGNS), current_answers()).order_by(ANSWERS.c.id)
    for row in connection.execute(query):
        asked = row.settings["protocols"][row.protocol]
        if asked["signature"] == signature and "cannot" not in row.body and _stands_alone(row, excluded):
            reference = row.reference_text if protocol.shows_reference else ""
            yield (row.source_text, reference, row.text), KnownAnswer(row.id, None), row.expertise


def _given(project: Project) -> sa.Select[Any]:
    """Answers of all campaigns of a project, with what they were about and who gave them."""
    return (
        sa.select(
            ANSWERS.c.id,
            ANSWERS.c.judgment,
            ANSWERS.c.seat,
            ANSWERS.c.body,
            CAMPAIGN_ITEMS.c.source_text,
            CAMPAIGN_ITEMS.c.reference_text,
            CAMPAIGN_ITEMS.c.text,
            CAMPAIGN_TASKS.c.kind,
            CAMPAIGN_TASKS.c.protocol,
            CAMPAIGNS.c.settings,
            SEATS.c.expertise,
        )
        .join(CAMPAIGN_ITEMS, CAMPAIGN_ITEMS.c.id == ANSWERS.c.item)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .join(CAMPAIGNS, CAMPAIGNS.c.id == CAMPAIGN_TASKS.c.campaign)
        .join(SEATS, SEATS.c.id == ANSWERS.c.seat)
        .where(ANSWERS.c.project == project.id)
    )


def _excluded(connection: sa.Connection, project: Project) -> set[int]:
    query = (
        sa.select(EXCLUSIONS.c.seat)
        .join(SEATS, SEATS.c.id == EXCLUSIONS.c.seat)
        .join(CAMPAIGNS, CAMPAIGNS.c.id == SEATS.c.campaign)
        .where(CAMPAIGNS.c.project == project.id, present(EXCLUSIONS))
    )
    return set(connection.scalars(query))


def _stands_alone(row: Any, excluded: set[int]) -> bool:
    """Whether an answer is about its text alone, as work, of a seat that counts."""
    is_alone = row.settings.get("context", "none") == "none"
    return is_alone and row.kind == TaskKind.WORK.value and row.seat not in excluded
