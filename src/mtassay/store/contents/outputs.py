"""What systems made of the sources."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.errors import InputError, Remedy
from mtassay.human.collection import Collection, Output, Source, Target, collapse
from mtassay.store.contents.collection_writer import Added, add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present
from mtassay.store.schema import OUTPUTS, RUNS, SOURCES, SYSTEMS, TARGETS


@dataclass(frozen=True)
class Segment:
    """One place of a test set."""

    source: str
    document: str
    position: int | None


def segments(connection: sa.Connection, project: Project) -> tuple[Segment, ...]:
    """The test set of a project: that of the longest run, or else every source in order."""
    run = connection.scalar(
        sa.select(OUTPUTS.c.run)
        .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, present(RUNS), present(SYSTEMS), present(OUTPUTS))
        .group_by(OUTPUTS.c.run)
        .order_by(sa.func.count().desc(), OUTPUTS.c.run.desc())
        .limit(1)
    )
    of_run = (
        sa.select(SOURCES.c.text, OUTPUTS.c.document, SOURCES.c.position, SOURCES.c.document)
        .join(TARGETS, TARGETS.c.id == OUTPUTS.c.target)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(OUTPUTS.c.run == run, present(OUTPUTS), present(SOURCES))
        .order_by(OUTPUTS.c.position)
    )
    in_run = [
        Segment(text, document or home, position) for text, document, position, home in connection.execute(of_run)
    ]
    of_project = (
        sa.select(SOURCES.c.text, SOURCES.c.document, SOURCES.c.position)
        .where(SOURCES.c.project == project.id, present(SOURCES))
        .order_by(SOURCES.c.position.is_(None), SOURCES.c.position, SOURCES.c.id)
    )
    in_project = [Segment(*row) for row in connection.execute(of_project)]
    return tuple(in_run if len({segment.source for segment in in_run}) >= len(in_project) else in_project)


def add_outputs(
    connection: sa.Connection,
    project: Project,
    system: str,
    texts: Sequence[str],
    who: str,
    *,
    sources: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    run: str = "",
) -> Added:
    """Store a run of a system: one text for each of `sources`, or for each segment of the project's test set.

    Sources that the project does not have are added; texts that it has are not stored twice.
    """
    collection = outputs_collection(connection, project, system, texts, sources=sources, documents=documents, run=run)
    return add_collection(connection, project, collection, who, EventKind.OUTPUT, {"system": system})


def outputs_collection(
    connection: sa.Connection,
    project: Project,
    system: str,
    texts: Sequence[str],
    *,
    sources: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    run: str = "",
) -> Collection:
    """A run of a system as it would be stored; see `add_outputs`."""
    if sources is None:
        places = segments(connection, project)
        if not places:
            raise InputError("the project has no sources yet; say what was translated", remedy=Remedy.NAME_SOURCES)
        if len(places) != len(texts):
            raise InputError(
                f"{system}: {len(texts)} outputs for {len(places)} segments of the project; give the file that was "
                "translated, line by line",
                remedy=Remedy.NAME_SOURCES,
            )
    else:
        if len(sources) != len(texts):
            raise InputError(f"{system}: {len(texts)} outputs for {len(sources)} sources; both need one a line")
        homes = documents or [""] * len(sources)
        places = tuple(
            Segment(collapse(source), home, number)
            for number, (source, home) in enumerate(zip(sources, homes, strict=True), start=1)
        )
    collected = tuple(
        Source(
            place.source,
            document=place.document,
            position=place.position,
            targets=(Target(text, outputs=(Output(system, run, number, place.document),)),),
            place=f"{system}, line {number}",
        )
        for number, (place, text) in enumerate(zip(places, texts, strict=True), start=1)
    )
    return Collection(collected, project.scale)


def system_names(connection: sa.Connection, project: Project) -> tuple[str, ...]:
    """The systems of a project, the oldest first."""
    query = sa.select(SYSTEMS.c.name).where(SYSTEMS.c.project == project.id, present(SYSTEMS)).order_by(SYSTEMS.c.id)
    return tuple(connection.scalars(query))


def find_run(
    connection: sa.Connection, project: Project, system: str, sources: Sequence[str], texts: Sequence[str]
) -> tuple[int, Mapping[int, int] | None]:
    """The number of a system, and the target of each segment where its last run has all of these texts."""
    query = (
        sa.select(SYSTEMS.c.id, RUNS.c.id.label("run"))
        .join(RUNS, RUNS.c.system == SYSTEMS.c.id)
        .where(SYSTEMS.c.project == project.id, SYSTEMS.c.name == system, present(SYSTEMS), present(RUNS))
        .order_by(RUNS.c.id.desc())
        .limit(1)
    )
    last = connection.execute(query).first()
    if last is None:
        return 0, None
    outputs = connection.execute(
        sa.select(OUTPUTS.c.target, TARGETS.c.text, SOURCES.c.text.label("source"))
        .join(TARGETS, TARGETS.c.id == OUTPUTS.c.target)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(OUTPUTS.c.run == last.run, present(OUTPUTS))
        .order_by(OUTPUTS.c.position)
    ).all()
    wanted = [(collapse(source), collapse(text)) for source, text in zip(sources, texts, strict=True)]
    # where a text is there several times, the first time serves the first, and so on
    known: dict[tuple[str, str], list[int]] = {}
    for row in outputs:
        known.setdefault((row.source, collapse(row.text)), []).append(row.target)
    if Counter(wanted) - Counter({pair: len(targets) for pair, targets in known.items()}):
        return last.id, None
    waiting = {pair: iter(targets) for pair, targets in known.items()}
    return last.id, {segment: next(waiting[pair]) for segment, pair in enumerate(wanted)}
