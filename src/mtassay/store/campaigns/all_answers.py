"""All answers of a campaign that hold, as they were given, and as numbers of outputs."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa

from mtassay.human.answer_files.base import UNKNOWN_TIME, AnswerSet, FileAnswer, FileItem
from mtassay.human.protocols.base import AskedItem, Body
from mtassay.human.protocols.questions import Question
from mtassay.store.campaign_tables import (
    ANSWERS,
    CAMPAIGN_ITEMS,
    CAMPAIGN_OUTPUTS,
    CAMPAIGN_TASK_ITEMS,
    CAMPAIGN_TASKS,
    EXCLUSIONS,
    SEATS,
)
from mtassay.store.campaigns.campaigns import ItemKind, StoredCampaign, TaskKind
from mtassay.store.campaigns.grades import questions_of
from mtassay.store.campaigns.reused_answers import ReusedAnswer, reused_answers
from mtassay.store.campaigns.seat_work import current_answers
from mtassay.store.contents.projects import project_of
from mtassay.store.history.events import present
from mtassay.store.schema import SYSTEMS


@dataclass(frozen=True, kw_only=True)
class CampaignItem(FileItem):
    """A text of a campaign, with what its files do not tell."""

    kind: ItemKind
    original_language: str
    domain: str = ""
    question: Question | None = None

    @property
    def asked(self) -> AskedItem:
        return AskedItem(self.id, (), self.source, self.text, self.question)


@dataclass(frozen=True, kw_only=True)
class StoredAnswer:
    """An answer that holds, with its seat; what was known before the campaign has no answer and no seat in it.

    `kind` is why it was asked. `key` and `judged_by` are as those of an `AnsweredNumber`.
    """

    id: int | None
    key: str
    judged_by: str
    kind: TaskKind
    seat: int | None
    expertise: str
    is_excluded: bool
    items: tuple[CampaignItem, ...]
    given: FileAnswer

    @property
    def is_reused(self) -> bool:
        """Whether it was known before."""
        return self.id is None


@dataclass(frozen=True, kw_only=True)
class AnsweredNumber:
    """What an answer says of an output of a system; without a name and a value where nothing could be said.

    `cannot` says why then, `body` is all of the answer. What was known before the campaign has no answer and no seat in
    it.
    """

    answer: int | None
    answer_key: str
    """Tells answers apart, also those that were known before: `answer 12`, `reused 5`."""
    judged_by: str
    """Tells judges apart, whatever they are called: `seat 3`, or `known 2` for those who answered before.

    Who has a name, and answered under it before, is the seat of that name.
    """
    kind: str
    """Why it was asked: `work`, or what kind of control it is."""
    protocol: str
    item: int
    """The number of the output in the campaign, by which a body names it."""
    seat: int | None
    judge: str
    expertise: str
    is_excluded: bool
    is_reused: bool
    document: str
    position: int
    original_language: str
    systems: tuple[str, ...]
    source: str
    text: str
    name: str
    value: float | None
    cannot: str
    post_edit: str
    """The output as the judge corrected it; empty by protocols that do not ask for it."""
    seconds: float
    at: datetime | None
    comment: str
    body: Body
    reference: str = ""
    domain: str = ""


def answer_set(connection: sa.Connection, campaign: StoredCampaign, *, has_names: bool) -> AnswerSet:
    """The answers of seats that are not excluded, for files of other tools; judges by their seats, or by name.

    Those of answers that were known before are before1, before2 and so on.
    """
    project = project_of(connection, campaign.project)
    answers = []
    for stored in stored_answers(connection, campaign):
        if stored.is_excluded:
            continue
        given = stored.given
        name = stored.judged_by.replace("seat ", "judge").replace("known ", "before")
        answers.append(
            FileAnswer(
                judge=given.judge or name if has_names else name,
                protocol=given.protocol,
                items=given.items,
                body=given.body if has_names else given.protocol.without_comments(given.body),
                seconds=given.seconds,
                at=given.at,
                comment=given.comment if has_names else "",
            )
        )
    return AnswerSet(tuple(answers), project.source_language, project.target_language)


def all_answers(
    connection: sa.Connection, campaign: StoredCampaign, *, with_controls: bool = False
) -> Iterator[AnsweredNumber]:
    """Every number of every answer that holds: what was known before, then the others in the order they came in.

    What only checks judges is left out unless it is asked for: it says nothing of systems.
    """
    for stored in stored_answers(connection, campaign, with_controls=with_controls):
        yield from numbers_of_answer(stored)


def numbers_of_answer(stored: StoredAnswer) -> Iterator[AnsweredNumber]:
    """Every number of an answer; one without a value where nothing could be said."""
    given = stored.given
    items = {item.id: item for item in stored.items}
    said: list[tuple[int, str, float | None]] = [(number.item, number.name, number.value) for number in given.numbers]
    if given.protocol.asks_questions:
        of_question = {item: (name, value) for item, name, value in said}
        said = [(item.id, *of_question.get(item.id, ("", None))) for item in stored.items if item.question is not None]
    for number, name, value in said or [(item, "", None) for item in items]:
        item = items[number]
        yield AnsweredNumber(
            answer=stored.id,
            answer_key=stored.key,
            judged_by=stored.judged_by,
            kind=stored.kind.value if item.kind in (ItemKind.OUTPUT, ItemKind.QUESTION) else item.kind.value,
            protocol=given.protocol.name,
            item=item.id,
            seat=stored.seat,
            judge=given.judge,
            expertise=stored.expertise,
            is_excluded=stored.is_excluded,
            is_reused=stored.is_reused,
            document=item.document,
            position=item.position,
            original_language=item.original_language,
            systems=item.systems,
            source=item.source,
            text=item.text,
            name=name,
            value=value,
            cannot=given.body.get("cannot", ""),
            post_edit=given.body.get("text", ""),
            seconds=given.seconds,
            at=None if given.at == UNKNOWN_TIME else given.at,
            comment=given.comment,
            body=given.body,
            reference=item.reference,
            domain=item.domain,
        )


def stored_answers(
    connection: sa.Connection, campaign: StoredCampaign, *, with_controls: bool = False
) -> Iterator[StoredAnswer]:
    """Every answer that holds: what was known before, then the others in the order they came in."""
    items = campaign_items(connection, campaign)
    judges = _Judges(connection, campaign)
    for known in reused_answers(connection, campaign):
        about: tuple[CampaignItem, ...] = (items[known.item],)
        yield StoredAnswer(
            id=None,
            key=f"reused {known.id}",
            judged_by=judges.of_reused(known),
            kind=TaskKind.WORK,
            seat=None,
            expertise=known.expertise,
            is_excluded=known.is_excluded,
            items=about,
            given=FileAnswer(
                judge=known.judge,
                protocol=campaign.protocols[known.protocol],
                items=about,
                body=known.body,
                seconds=known.seconds,
                at=UNKNOWN_TIME if known.at is None else known.at,
                comment=known.comment,
            ),
        )
    inside: defaultdict[int, list[int]] = defaultdict(list)
    places = (
        sa.select(CAMPAIGN_TASK_ITEMS.c.task, CAMPAIGN_TASK_ITEMS.c.item)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == CAMPAIGN_TASK_ITEMS.c.task)
        .where(CAMPAIGN_TASKS.c.campaign == campaign.id)
        .order_by(CAMPAIGN_TASK_ITEMS.c.task, CAMPAIGN_TASK_ITEMS.c.place)
    )
    for task, item in connection.execute(places):
        inside[task].append(item)
    excluded = set(
        connection.scalars(
            sa.select(EXCLUSIONS.c.seat)
            .join(SEATS, SEATS.c.id == EXCLUSIONS.c.seat)
            .where(SEATS.c.campaign == campaign.id, present(EXCLUSIONS))
        )
    )
    said = (
        sa.select(ANSWERS, SEATS.c.number, SEATS.c.expertise, CAMPAIGN_TASKS.c.protocol, CAMPAIGN_TASKS.c.kind)
        .join(SEATS, SEATS.c.id == ANSWERS.c.seat)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .where(
            CAMPAIGN_TASKS.c.campaign == campaign.id,
            sa.true() if with_controls else CAMPAIGN_TASKS.c.kind == TaskKind.WORK.value,
            current_answers(),
        )
        .order_by(ANSWERS.c.id)
    )
    for row in connection.execute(said):
        about = of_their_texts([items[number] for number in ([row.item] if row.item is not None else inside[row.task])])
        yield StoredAnswer(
            id=row.id,
            key=f"answer {row.id}",
            judged_by=judges.at_seat(row.number),
            kind=TaskKind(row.kind),
            seat=row.number,
            expertise=row.expertise,
            is_excluded=row.seat in excluded,
            items=about,
            given=FileAnswer(
                judge=row.judge,
                protocol=campaign.protocols[row.protocol],
                items=about,
                body=row.body,
                seconds=row.seconds,
                at=row.at,
                comment=row.comment,
            ),
        )


def of_their_texts(items: Sequence[CampaignItem]) -> tuple[CampaignItem, ...]:
    """The items of a task; its questions say whose document they were asked about, and what it was."""
    texts = [item for item in items if item.question is None]
    if len(texts) == len(items):
        return tuple(items)
    first = texts[0] if texts else None
    document = " ".join(item.text for item in texts)
    return tuple(
        item
        if item.question is None
        else replace(
            item,
            source=item.text,
            text=document,
            systems=first.systems if first else (),
            original_language=first.original_language if first else "",
            domain=first.domain if first else "",
        )
        for item in items
    )


class _Judges:
    """Tells the judges of a campaign apart, with those who answered before it."""

    def __init__(self, connection: sa.Connection, campaign: StoredCampaign) -> None:
        query = sa.select(SEATS.c.judge, SEATS.c.number).where(
            SEATS.c.campaign == campaign.id, SEATS.c.judge != "", present(SEATS)
        )
        # of two seats of one name, the first
        rows = connection.execute(query.order_by(SEATS.c.number.desc()))
        self._known: dict[str | int | None, str] = {judge: self.at_seat(number) for judge, number in rows}
        self._count = 0

    def at_seat(self, number: int) -> str:
        return f"seat {number}"

    def of_reused(self, known: ReusedAnswer) -> str:
        """By name, or else by the earlier seat; numbered in the order in which they appear."""
        who = known.person or known.seat
        if who not in self._known:
            self._count += 1
            self._known[who] = f"known {self._count}"
        return self._known[who]


def campaign_items(connection: sa.Connection, campaign: StoredCampaign) -> Mapping[int, CampaignItem]:
    """All texts of a campaign, those that only check or train judges too, by number."""
    systems: defaultdict[int, list[str]] = defaultdict(list)
    written = (
        sa.select(CAMPAIGN_OUTPUTS.c.item, SYSTEMS.c.name)
        .join(SYSTEMS, SYSTEMS.c.id == CAMPAIGN_OUTPUTS.c.system)
        .join(CAMPAIGN_ITEMS, CAMPAIGN_ITEMS.c.id == CAMPAIGN_OUTPUTS.c.item)
        .where(CAMPAIGN_ITEMS.c.campaign == campaign.id)
        .order_by(SYSTEMS.c.id)
    )
    for item, name in connection.execute(written):
        systems[item].append(name)
    questions = questions_of(connection, campaign)
    return {
        row.id: CampaignItem(
            id=row.id,
            systems=tuple(systems[row.id]),
            document=row.document,
            position=row.position,
            source=row.source_text,
            text=row.text,
            reference=row.reference_text,
            kind=ItemKind(row.kind),
            original_language=row.original_language,
            domain=str(row.detail.get("domain", "")),
            question=questions.get(row.id),
        )
        for row in connection.execute(
            sa.select(CAMPAIGN_ITEMS).where(CAMPAIGN_ITEMS.c.campaign == campaign.id).order_by(CAMPAIGN_ITEMS.c.id)
        )
    }
