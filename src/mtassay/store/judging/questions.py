"""What a judge is asked next: which translations are open, and all that is shown beside one of them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.human.memory import Memory
from mtassay.human.neighbours import Neighbour, Opinion, nearest_first
from mtassay.settings import did_you_mean
from mtassay.store.contents.items import StoredItem, items_of
from mtassay.store.contents.outputs import system_names
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import gone_among, is_gone, present
from mtassay.store.judging.holding import current_judgments, current_rows
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.schema import JUDGES, JUDGMENTS, OUTPUTS, RUNS, SOURCES, SYSTEMS, TARGETS, VERDICTS

ANYONE = "*"
"""Stands for every judge: where a recheck asks whose judgments are drawn, and a queue who may judge an item."""


Drawn = sa.Row[Any, Any, Any, Any]
"""A translation: `id`, the keys of its `source` and of itself, by which its place is drawn, and its `document`."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A translation to judge, with its source and the judged translations beside it, the nearest first.

    `own` is what this judge has said of it already, `system` the only one that produced it, empty where there are
    several. `is_known` says whether anyone's judgment of it counts. `context` is the source before this one in its
    document.
    """

    target: int
    source_text: str
    text: str
    items: tuple[StoredItem, ...]
    neighbours: tuple[Neighbour, ...]
    own: Opinion | None
    system: str
    is_known: bool
    source: int = 0
    document: str = ""
    position: int | None = None
    context: str = ""


def targets_of(connection: sa.Connection, project: Project, run: int | None) -> Sequence[Drawn]:
    """All translations of a project, or those of a run, each with what its place in an order is drawn by."""
    query = (
        sa.select(TARGETS.c.id, SOURCES.c.key.label("source"), TARGETS.c.key, SOURCES.c.document)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(SOURCES.c.project == project.id, present(SOURCES), present(TARGETS))
    )
    if run is not None:
        query = query.where(TARGETS.c.id.in_(sa.select(OUTPUTS.c.target).where(OUTPUTS.c.run == run, present(OUTPUTS))))
    return connection.execute(query).all()


def shuffled(rows: Iterable[Drawn], judge: str, seed: int) -> list[Drawn]:
    """Translations in the order in which a judge is asked.

    It is drawn anew for each seed and judge, and stays as it is when others are added or answered. All translations of
    a source come one after the other, because who knows the source judges faster.
    """
    purpose = (str(seed), judge)
    return sorted(rows, key=lambda row: (_draw(*purpose, row.source), _draw(*purpose, row.source, row.key)))


def drawn_rechecks(connection: sa.Connection, project: Project, of: str, count: int, seed: int) -> list[Drawn]:
    """Judged translations drawn at random, to be judged again, done or not: those that `of` judged, or ANYONE.

    The same seed draws the same ones, so that a recheck goes on where it was left, and a larger count adds to them.
    """
    judged = judged_targets(connection, project, of)
    pool = [row for row in targets_of(connection, project, None) if row.id in judged]
    return sorted(pool, key=lambda row: _draw(str(seed), row.source, row.key))[:count]


def recheck_round(judge: str, of: str, seed: int) -> str:
    """The round of all rechecks of one draw by one judge."""
    return f"recheck-{_draw(judge, of, str(seed)).hex()[:16]}"


def recheck_numbers(connection: sa.Connection, project: Project, judge: str, of: str, seed: int) -> dict[int, int]:
    """The rechecks of one draw that hold, with the target of each."""
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.target).where(
        JUDGMENTS.c.project == project.id,
        JUDGMENTS.c.round == recheck_round(judge, of, seed),
        current_judgments(),
    )
    return {row.id: row.target for row in connection.execute(query)}


def rechecked_memory(connection: sa.Connection, project: Project, judge: str, of: str, seed: int) -> Memory:
    """The memory as a report on one recheck sees it: the scores that were drawn from, and its rechecks alone."""
    from dataclasses import replace

    import numpy as np

    stored = load_memory(connection, project)
    memory = stored.memory
    numbers = recheck_numbers(connection, project, judge, of, seed)
    is_ours = np.isin(stored.judgment_ids, list(numbers))
    counts = ~memory.judgments.is_recheck
    if of != ANYONE:
        counts &= memory.judgments.judge == memory.judges.index(of)
    # verdicts name judgments by their places, which change
    return replace(memory, judgments=memory.judgments.chosen(is_ours | counts), verdicts=None)


def target_of_judgment(connection: sa.Connection, project: Project, judgment: int) -> int | None:
    """The target that a judgment is on."""
    query = sa.select(JUDGMENTS.c.target).where(JUDGMENTS.c.project == project.id, JUDGMENTS.c.id == judgment)
    return connection.scalar(query)


def ask(connection: sa.Connection, project: Project, target: int, judge: str, *, round: str = "") -> Question | None:
    """All that is shown of a translation, or None where it was deleted.

    In a `round` of rechecks `own` is the answer to that, not what was judged before.
    """
    row = connection.execute(
        sa.select(
            TARGETS.c.text,
            SOURCES.c.id.label("source"),
            SOURCES.c.text.label("source_text"),
            SOURCES.c.document,
            SOURCES.c.position,
        )
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(SOURCES.c.project == project.id, TARGETS.c.id == target, present(TARGETS), present(SOURCES))
    ).first()
    if row is None:
        return None
    texts = dict(
        connection.execute(
            sa.select(TARGETS.c.id, TARGETS.c.text).where(TARGETS.c.source == row.source, present(TARGETS))
        ).all()
    )
    counting, rechecks = _opinions(connection, project, row.source, round)
    others = [(number, text, counting[number]) for number, text in texts.items() if counting[number]]
    mine = rechecks[target] if round else counting[target]
    return Question(
        target=target,
        source_text=row.source_text,
        text=row.text,
        items=items_of(connection, row.source),
        neighbours=nearest_first(row.text, (other for other in others if other[0] != target)),
        own=next((opinion for opinion in reversed(mine) if opinion.judge == judge), None),
        system=only_system(connection, project, target),
        is_known=bool(counting[target]),
        source=row.source,
        document=row.document,
        position=row.position,
        context=_context(connection, project, row.document, row.position),
    )


def _context(connection: sa.Connection, project: Project, document: str, position: int | None) -> str:
    """What stands before a place of a document; empty where that is not known."""
    if not document or position is None:
        return ""
    query = sa.select(SOURCES.c.text).where(
        SOURCES.c.project == project.id,
        SOURCES.c.document == document,
        SOURCES.c.position == position - 1,
        present(SOURCES),
    )
    return connection.scalar(query.limit(1)) or ""


def _opinions(
    connection: sa.Connection, project: Project, source: int, round: str
) -> tuple[dict[int, list[Opinion]], dict[int, list[Opinion]]]:
    """The judgments with a score on all targets of a source: those that count, and rechecks of a round."""
    query = (
        sa.select(JUDGMENTS, JUDGES.c.name.label("judge_name"), SYSTEMS.c.name.label("system_name"))
        .join(TARGETS, TARGETS.c.id == JUDGMENTS.c.target)
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .outerjoin(SYSTEMS, SYSTEMS.c.id == JUDGMENTS.c.system)
        .where(TARGETS.c.source == source)
        .order_by(JUDGMENTS.c.id)
    )
    # what holds is found out here: the database would look at the marks and corrections of all judgments
    stored = connection.execute(query).all()
    gone = gone_among(connection, JUDGMENTS.name, [row.id for row in stored])
    rows = [row for row in current_rows(stored, gone) if row.value is not None]
    verdicts: dict[int, dict[int, str]] = defaultdict(dict)
    on_source = sa.select(JUDGMENTS.c.id).join(TARGETS, TARGETS.c.id == JUDGMENTS.c.target)
    for verdict in connection.execute(
        sa.select(VERDICTS).where(VERDICTS.c.judgment.in_(on_source.where(TARGETS.c.source == source)))
    ):
        verdicts[verdict.judgment][verdict.item] = verdict.verdict
    counting: dict[int, list[Opinion]] = defaultdict(list)
    rechecks: dict[int, list[Opinion]] = defaultdict(list)
    for row in rows:
        if row.is_recheck and row.round != round:
            continue
        opinion = Opinion(
            judgment=row.id,
            judge=row.judge_name or "",
            value=row.value,
            points=project.scale.points(row.value),
            verdicts=verdicts[row.id],
            comment=row.comment,
            seconds=row.seconds,
            system=row.system_name or "",
            at=row.at,
        )
        (rechecks if row.is_recheck else counting)[row.target].append(opinion)
    return counting, rechecks


def judged_targets(connection: sa.Connection, project: Project, judge: str, *, by_others: bool = False) -> set[int]:
    """The targets with a score that counts by this judge, or ANYONE, or everybody else."""
    query = sa.select(JUDGMENTS.c.target).where(
        JUDGMENTS.c.project == project.id,
        JUDGMENTS.c.value.is_not(None),
        ~JUDGMENTS.c.is_recheck,
        current_judgments(),
    )
    if judge != ANYONE:
        is_theirs = sa.func.coalesce(JUDGES.c.name, "") == judge
        query = query.outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge).where(~is_theirs if by_others else is_theirs)
    return set(connection.scalars(query))


def judge_names(connection: sa.Connection, project: Project) -> tuple[str, ...]:
    """Everyone who judged in a project."""
    query = sa.select(JUDGES.c.name).where(JUDGES.c.project == project.id).order_by(JUDGES.c.id)
    return tuple(connection.scalars(query))


def latest_run(connection: sa.Connection, project: Project, system: str) -> int:
    """The last run of a system."""
    query = (
        sa.select(sa.func.max(RUNS.c.id))
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, SYSTEMS.c.name == system, present(SYSTEMS), present(RUNS))
    )
    number: int | None = connection.scalar(query)
    if number is None:
        known = system_names(connection, project)
        raise NotFound(
            f"there is no output of a system {system!r}{did_you_mean(system, known)}; "
            f"there are {', '.join(known) or 'none'}"
        )
    return number


_ONLY_SYSTEM = (
    sa.select(SYSTEMS.c.name, is_gone(SYSTEMS), is_gone(RUNS), is_gone(OUTPUTS))
    .select_from(OUTPUTS)
    .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
    .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
    .where(SYSTEMS.c.project == sa.bindparam("project"), OUTPUTS.c.target == sa.bindparam("target"))
)


def only_system(connection: sa.Connection, project: Project, target: int) -> str:
    """The system that produced a target, empty where none did or several."""
    rows = connection.execute(_ONLY_SYSTEM, {"project": project.id, "target": target})
    names = {name for name, *marks in rows if not any(marks)}
    return names.pop() if len(names) == 1 else ""


def _draw(*parts: str) -> bytes:
    """A place in a random order: of the parts alone, so that what others are there makes no difference."""
    return blake2b("".join(f"{len(part)}:{part}" for part in parts).encode(), digest_size=16).digest()
