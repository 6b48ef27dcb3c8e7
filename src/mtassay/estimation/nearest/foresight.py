"""What a collection would bring to a project, and what the memory says of it, before anything is stored."""

from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from mtassay.alignment.distances.base import Distance
from mtassay.estimation.nearest.candidate_set import CandidateSet, candidate_set
from mtassay.estimation.nearest.rule import estimate
from mtassay.human.collection import Collection, collapse
from mtassay.store.contents.keys import source_key
from mtassay.store.contents.known_sources import source_places
from mtassay.store.contents.projects import Project
from mtassay.store.memory.stored_memory import StoredMemory, load_memory


@dataclass(frozen=True, eq=False)
class ForeseenRun:
    """The outputs of one run of a system, and what is known of them already."""

    system: str
    run: str
    candidates: CandidateSet


@dataclass(frozen=True, eq=False)
class Foresight:
    """Sources and translations of a collection, those of them that are new, its judgments and its runs."""

    sources: int
    new_sources: int
    targets: int
    new_targets: int
    judgments: int
    runs: tuple[ForeseenRun, ...]


def foresee(
    connection: sa.Connection,
    project: Project,
    collection: Collection,
    by: str | Distance = "edits",
    stored: StoredMemory | None = None,
) -> Foresight:
    """As `add_collection` would find it. The figures of a run are those that it has once it is stored.

    `stored` is the memory of the project as it is now, for who has it already.
    """
    stored = stored or load_memory(connection, project)
    memory = stored.memory
    places = source_places(connection, project, stored, collection.sources)
    wanted = np.unique(places[places >= 0]).tolist()
    known = {
        (place, memory.targets[target])
        for place in wanted
        for target in range(int(memory.offsets[place]), int(memory.offsets[place + 1]))
    }
    runs: dict[tuple[str, str], tuple[list[int], list[str]]] = {}
    sources: set[tuple[int, str]] = set()
    pairs: set[tuple[tuple[int, str], str]] = set()
    judgments = 0
    for place, source in zip(places.tolist(), collection.sources, strict=True):
        named = (place, source_key(source.text, source.document, source.position, by_place=project.by_place))
        sources.add(named)
        for target in source.targets:
            text = collapse(target.text)
            pairs.add((named, text))
            judgments += len(target.judgments)
            for output in target.outputs:
                of_run = runs.setdefault((output.system, output.run), ([], []))
                of_run[0].append(place)
                of_run[1].append(text)
    return Foresight(
        len(sources),
        sum(1 for place, _ in sources if place < 0),
        len(pairs),
        sum(1 for (place, _), text in pairs if (place, text) not in known),
        judgments,
        tuple(
            ForeseenRun(system, run, candidate_set(memory, estimate(memory, of_run[0], of_run[1], by)))
            for (system, run), of_run in runs.items()
        ),
    )
