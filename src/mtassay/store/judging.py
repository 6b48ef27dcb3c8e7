"""What a judge is asked next: which translations are open, and all that is shown beside one of them."""

from collections import defaultdict
from dataclasses import dataclass
from hashlib import blake2b

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.human.memory import Memory
from mtassay.human.neighbours import Neighbour, Opinion, nearest_first
from mtassay.settings import did_you_mean
from mtassay.store.events import present
from mtassay.store.items import StoredItem, items_of
from mtassay.store.memory import current_judgments, load_memory
from mtassay.store.outputs import system_names
from mtassay.store.projects import Project
from mtassay.store.schema import JUDGES, JUDGMENTS, OUTPUTS, RUNS, SOURCES, SYSTEMS, TARGETS, VERDICTS

ANYONE = "*"
"""Stands for every judge where a recheck asks whose judgments are drawn."""


@dataclass(frozen=True)
class Queue:
    """Translations in the order in which they are asked, and how many of the same scope are done already."""

    targets: tuple[int, ...]
    done: int


@dataclass(frozen=True)
class Question:
    """A translation to judge, with its source and the judged translations beside it, the nearest first.

    `own` is what this judge has said of it already, `system` the only one that produced it, empty where there are
    several. `is_known` says whether anyone's judgment of it counts.
    """

    target: int
    source_text: str
    text: str
    items: tuple[StoredItem, ...]
    neighbours: tuple[Neighbour, ...]
    own: Opinion | None
    system: str
    is_known: bool


def open_targets(
    connection: sa.Connection,
    project: Project,
    judge: str,
    *,
    system: str | None = None,
    only_unknown: bool = False,
    seed: int = 0,
) -> Queue:
    """What this judge has not judged, or nobody has: of the latest run of a system, or of all translations.

    The order is drawn anew for each seed and judge, and stays as it is when others are added or answered. All
    translations of a source come one after the other, because who knows the source judges faster.
    """
    query = (
        sa.select(TARGETS.c.id, SOURCES.c.key.label("source"), TARGETS.c.key)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(SOURCES.c.project == project.id, present(SOURCES), present(TARGETS))
    )
    if system is not None:
        run = _latest_run(connection, project, system)
        query = query.where(TARGETS.c.id.in_(sa.select(OUTPUTS.c.target).where(OUTPUTS.c.run == run, present(OUTPUTS))))
    rows = connection.execute(query).all()
    own = _judged(connection, project, judge)
    known = _judged(connection, project, ANYONE) if only_unknown else own
    purpose = (str(seed), judge)
    waiting = sorted(
        (row for row in rows if row.id not in known),
        key=lambda row: (_draw(*purpose, row.source), _draw(*purpose, row.source, row.key)),
    )
    # of unknown translations those that this judge has judged are not unknown any more, and belong to no whole
    done = 0 if only_unknown else sum(row.id in own for row in rows)
    return Queue(tuple(row.id for row in waiting), done)


def draw_rechecks(connection: sa.Connection, project: Project, judge: str, of: str, count: int, seed: int) -> Queue:
    """Judged translations drawn at random, to be judged again: those that `of` judged, or ANYONE.

    The same seed draws the same ones, so that a recheck goes on where it was left, and a larger count adds to them.
    """
    judged = _judged(connection, project, of)
    query = sa.select(TARGETS.c.id, SOURCES.c.key.label("source"), TARGETS.c.key).join(
        SOURCES, SOURCES.c.id == TARGETS.c.source
    )
    query = query.where(SOURCES.c.project == project.id, present(SOURCES), present(TARGETS))
    pool = [row for row in connection.execute(query) if row.id in judged]
    drawn = sorted(pool, key=lambda row: _draw(str(seed), row.source, row.key))[:count]
    done = set(recheck_numbers(connection, project, judge, of, seed).values())
    waiting = tuple(row.id for row in drawn if row.id not in done)
    return Queue(waiting, len(drawn) - len(waiting))


def recheck_slot(judge: str, of: str, seed: int) -> str:
    """What the uids of all rechecks of one draw, by one judge, begin with."""
    return f"recheck-{_draw(judge, of, str(seed)).hex()[:16]}"


def recheck_numbers(connection: sa.Connection, project: Project, judge: str, of: str, seed: int) -> dict[int, int]:
    """The rechecks of one draw that hold, with the target of each."""
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.target).where(
        JUDGMENTS.c.project == project.id,
        JUDGMENTS.c.is_recheck,
        JUDGMENTS.c.uid.startswith(recheck_slot(judge, of, seed), autoescape=True),
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


def ask(connection: sa.Connection, project: Project, target: int, judge: str, *, recheck: str = "") -> Question | None:
    """All that is shown of a translation, or None where it was deleted.

    `recheck` is what the uids of a recheck begin with: then `own` is the answer to that, not what was judged before.
    """
    row = connection.execute(
        sa.select(TARGETS.c.text, SOURCES.c.id.label("source"), SOURCES.c.text.label("source_text"))
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
    counting, rechecks = _opinions(connection, project, row.source)
    others = [(number, text, counting[number]) for number, text in texts.items() if counting[number]]
    mine = counting[target]
    if recheck:
        mine = [opinion for opinion in rechecks[target] if opinion.uid.startswith(recheck)]
    return Question(
        target,
        row.source_text,
        row.text,
        items_of(connection, row.source),
        nearest_first(row.text, (other for other in others if other[0] != target)),
        next((opinion for opinion in reversed(mine) if opinion.judge == judge), None),
        _only_system(connection, project, target),
        bool(counting[target]),
    )


def _opinions(
    connection: sa.Connection, project: Project, source: int
) -> tuple[dict[int, list[Opinion]], dict[int, list[Opinion]]]:
    """The judgments with a score on all targets of a source: those that count, and rechecks."""
    query = (
        sa.select(JUDGMENTS, JUDGES.c.name.label("judge_name"), SYSTEMS.c.name.label("system_name"))
        .join(TARGETS, TARGETS.c.id == JUDGMENTS.c.target)
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .outerjoin(SYSTEMS, SYSTEMS.c.id == JUDGMENTS.c.system)
        .where(TARGETS.c.source == source, JUDGMENTS.c.value.is_not(None), current_judgments())
        .order_by(JUDGMENTS.c.id)
    )
    rows = connection.execute(query).all()
    verdicts: dict[int, dict[int, str]] = defaultdict(dict)
    on_source = sa.select(JUDGMENTS.c.id).join(TARGETS, TARGETS.c.id == JUDGMENTS.c.target)
    for verdict in connection.execute(
        sa.select(VERDICTS).where(VERDICTS.c.judgment.in_(on_source.where(TARGETS.c.source == source)))
    ):
        verdicts[verdict.judgment][verdict.item] = verdict.verdict
    counting: dict[int, list[Opinion]] = defaultdict(list)
    rechecks: dict[int, list[Opinion]] = defaultdict(list)
    for row in rows:
        opinion = Opinion(
            row.id,
            row.judge_name or "",
            row.value,
            project.scale.points(row.value),
            verdicts[row.id],
            row.comment,
            row.seconds,
            row.uid,
            row.system_name or "",
        )
        (rechecks if row.is_recheck else counting)[row.target].append(opinion)
    return counting, rechecks


def _judged(connection: sa.Connection, project: Project, judge: str) -> set[int]:
    """The targets with a score by this judge, or by anyone, that counts."""
    query = sa.select(JUDGMENTS.c.target).where(
        JUDGMENTS.c.project == project.id,
        JUDGMENTS.c.value.is_not(None),
        ~JUDGMENTS.c.is_recheck,
        current_judgments(),
    )
    if judge != ANYONE:
        query = query.join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge).where(JUDGES.c.name == judge)
    return set(connection.scalars(query))


def judge_names(connection: sa.Connection, project: Project) -> tuple[str, ...]:
    """Everyone who judged in a project."""
    query = sa.select(JUDGES.c.name).where(JUDGES.c.project == project.id).order_by(JUDGES.c.id)
    return tuple(connection.scalars(query))


def _latest_run(connection: sa.Connection, project: Project, system: str) -> int:
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


def _only_system(connection: sa.Connection, project: Project, target: int) -> str:
    query = (
        sa.select(SYSTEMS.c.name)
        .distinct()
        .join(RUNS, RUNS.c.system == SYSTEMS.c.id)
        .join(OUTPUTS, OUTPUTS.c.run == RUNS.c.id)
        .where(SYSTEMS.c.project == project.id, OUTPUTS.c.target == target)
        .where(present(SYSTEMS), present(RUNS), present(OUTPUTS))
    )
    names = connection.scalars(query).all()
    return names[0] if len(names) == 1 else ""


def _draw(*parts: str) -> bytes:
    """A place in a random order: of the parts alone, so that what others are there makes no difference."""
    return blake2b("".join(f"{len(part)}:{part}" for part in parts).encode(), digest_size=16).digest()
