"""Judged outputs from a project of a database: what its people say of every system that was judged."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, Remedy
from mtassay.evaluation.run import Progress, evaluate
from mtassay.human.memory import Bools, Floats, Ints, Memory, Outputs
from mtassay.metaeval.judged import Judged, MetricScores, make_judged
from mtassay.metaeval.sources.project_references import References, given_references, project_references
from mtassay.metaeval.sources.tables import name_people
from mtassay.metrics.base import Metric
from mtassay.metrics.given import Given
from mtassay.store.contents.projects import Project
from mtassay.store.memory.stored_memory import load_memory

Texts = Mapping[str, Sequence[str]]


@dataclass(frozen=True, eq=False)
class _Run:
    """The last outputs of a system, where each stands among the segments, and what people say of each."""

    outputs: Outputs
    places: Ints
    human: Floats
    texts: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]


def judged_from_project(
    connection: sa.Connection,
    project: Project,
    metrics: Sequence[Metric[Any]],
    references: Texts | None = None,
    *,
    target_language: str | None = None,
    revision: int | None = None,
    people: Sequence[str] = (),
    common: bool = False,
) -> Judged:
    """Every judged output of the last run of each system; `references` are by the texts of their sources.

    Without them those serve that the project holds itself (`project_references`). Several judgments of an output are
    averaged. Outputs without a reference count for no metric, unless none of them needs one.
    """
    memory = load_memory(connection, project, revision).memory
    return judged_from_memory(
        connection,
        project,
        memory,
        metrics,
        references,
        target_language=target_language,
        people=people,
        common=common,
    )


def judged_from_memory(
    connection: sa.Connection,
    project: Project,
    memory: Memory,
    metrics: Sequence[Metric[Any]],
    references: Texts | None = None,
    *,
    target_language: str | None = None,
    people: Sequence[str] = (),
    common: bool = False,
    progress: Progress | None = None,
) -> Judged:
    """The same of a memory that was read before; `progress` counts outputs that metrics have scored."""
    last = {outputs.system: outputs for outputs in memory.outputs if len(outputs)}
    judged_systems = [name for name, outputs in last.items() if _is_judged(memory, outputs)]
    if not judged_systems:
        raise InputError(
            f"no output of any system of {project.name} was judged yet; judge some, or add the outputs that were judged"
        )
    named = name_people(list(last), people)
    known = (
        project_references(connection, project, memory, named, judged_systems)
        if references is None
        else given_references(references)
    )
    compared = [name for name in judged_systems if name not in known.systems]
    if not compared:
        raise InputError(f"only {', '.join(judged_systems)} was judged, whose outputs are the references; judge others")
    segments: dict[tuple[int, int], int] = {}
    runs = [_run(memory, last[name], segments, known) for name in compared]
    needed = not all(isinstance(made, Given) for made in metrics)
    notes = [f"{project.name} at revision {memory.revision}."]
    if needed and references is None:
        notes += filter(None, [known.words([memory.sources[source] for source in {place[0] for place in segments}])])
        notes += [
            f"{name} is among the references, so its judgments do not count."
            for name in judged_systems
            if name in known.systems
        ]
    human = np.full((len(runs), len(segments)), np.nan)
    left_out = 0
    for row, run in enumerate(runs):
        usable = _has_references(run) if needed else np.ones(len(run.places), dtype=np.bool_)
        left_out += int(np.count_nonzero(~np.isnan(run.human) & ~usable))
        human[row, run.places] = np.where(usable, run.human, np.nan)
    if np.isnan(human).all():
        raise InputError(
            f"no source of the judged outputs of {project.name} has a reference; "
            + (
                "give references and the sources that they translate"
                if references is not None
                else "add people's translations as the outputs of a system called reference"
            ),
            remedy=None if references is None else Remedy.NAME_SOURCES,
        )
    if left_out:
        why = (
            "their sources have no reference"
            if references is not None
            else "they have no reference, or only themselves"
        )
        notes.append(f"Left out, because {why}: {left_out} judged outputs.")
    emptied = [run.outputs.system for run, row in zip(runs, human, strict=True) if np.isnan(row).all()]
    if emptied:
        notes.append(f"Left out, because none of their judged outputs has a reference: {', '.join(emptied)}.")
        kept = [row for row, run in enumerate(runs) if run.outputs.system not in emptied]
        runs, human = [runs[row] for row in kept], human[kept]
    systems = [run.outputs.system for run in runs]
    language = target_language or project.target_language or None
    scores = _scores(runs, metrics, len(segments), language, known.origin, progress)
    return make_judged(
        systems,
        human,
        scores,
        gold=f"scores of {project.scale.words}",
        outputs=_texts(runs, len(segments)),
        people=[name for name in named if name in systems],
        labels=_documents(runs, len(segments)),
        source_words=np.array([len(memory.sources[source].split()) for source, _ in segments], dtype=np.int64),
        common=common,
        notes=notes,
    )


def _run(memory: Memory, outputs: Outputs, segments: dict[tuple[int, int], int], references: References) -> _Run:
    """A segment is a source, the first time that a run has it, the second time, and so on."""
    turns: Counter[int] = Counter()
    places = []
    for source in outputs.source.tolist():
        places.append(segments.setdefault((source, turns[source]), len(segments)))
        turns[source] += 1
    texts = tuple(memory.targets[target] for target in outputs.target.tolist())
    return _Run(
        outputs,
        np.array(places, dtype=np.int64),
        np.where(outputs.target >= 0, memory.scores[outputs.target], np.nan),
        texts,
        tuple(
            references.of(memory.sources[source], text)
            for source, text in zip(outputs.source.tolist(), texts, strict=True)
        ),
    )


def _is_judged(memory: Memory, outputs: Outputs) -> bool:
    """Whether people said something of the system itself: what it shares with others says little of it."""
    judgments = memory.counting
    about = judgments.system[np.isin(judgments.target, outputs.target)]
    own = memory.systems.index(outputs.system) if outputs.system in memory.systems else None
    return bool(np.isin(about, [-1] if own is None else [-1, own]).any())


def _has_references(run: _Run) -> Bools:
    return np.array([bool(texts) for texts in run.references], dtype=np.bool_)


def _scores(
    runs: Sequence[_Run],
    metrics: Sequence[Metric[Any]],
    size: int,
    language: str | None,
    origin: str | None,
    progress: Progress | None,
) -> dict[str, MetricScores]:
    """Of each metric the scores of all outputs that it can score, and of each system over these."""
    names = _labels(metrics)
    segments = {name: np.full((len(runs), size), np.nan) for name in names}
    wholes = {name: np.full(len(runs), np.nan) for name in names}
    signatures = dict.fromkeys(names, "")
    for row, run in enumerate(runs):
        referenced = np.flatnonzero(_has_references(run))
        for name, made in zip(names, metrics, strict=True):
            # scores of another program are by the places of a whole run
            places = np.arange(len(run.places)) if isinstance(made, Given) else referenced
            if not len(places):
                continue
            evalset = EvalSet(
                None if isinstance(made, Given) else [run.references[place] for place in places.tolist()],
                systems={run.outputs.system: [run.texts[place] for place in places.tolist()]},
                target_language=language,
                warn_of_blanks=False,
                reference_origin=None if isinstance(made, Given) else origin,
            )
            score = evaluate(evalset, [made], progress)[run.outputs.system][0]
            segments[name][row, run.places[places]] = score.segments
            wholes[name][row] = score.value
            signatures[name] = signatures[name] or score.signature
    return {
        name: MetricScores(
            segments=segments[name],
            systems=wholes[name],
            higher_is_better=made.higher_is_better,
            signature=signatures[name],
        )
        for name, made in zip(names, metrics, strict=True)
    }


def _labels(metrics: Sequence[Metric[Any]]) -> list[str]:
    """What metrics are called: by their specs where two would be called the same."""
    counts = Counter(made.label for made in metrics)
    return [made.label if counts[made.label] == 1 else made.told_spec for made in metrics]


def _texts(runs: Sequence[_Run], size: int) -> list[list[str]]:
    """The output of each system for each segment; a system without one has a text of its own there."""
    tables = [[f"\0{run.outputs.system}"] * size for run in runs]
    for table, run in zip(tables, runs, strict=True):
        for place, text in zip(run.places.tolist(), run.texts, strict=True):
            table[place] = text
    return tables


def _documents(runs: Sequence[_Run], size: int) -> dict[str, list[str]]:
    """The document of each segment, where all are known."""
    documents = [""] * size
    for run in runs:
        for place, document in zip(run.places.tolist(), run.outputs.documents, strict=False):
            documents[place] = documents[place] or document
    return {"document": documents} if all(documents) else {}
