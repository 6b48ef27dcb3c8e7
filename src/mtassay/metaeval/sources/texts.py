"""Judged outputs from texts: metrics score them, a file has what people say."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.evaluation.run import Progress, evaluate
from mtassay.metaeval.judged import Judged, MetricScores, make_judged
from mtassay.metaeval.sources.human_scores import HumanScores, read_human_scores
from mtassay.metaeval.sources.tables import name_people
from mtassay.metrics.base import Metric
from mtassay.metrics.learned import Learned


def judged_from_texts(
    evalset: EvalSet,
    metrics: Sequence[Metric[Any]],
    judgments: str,
    *,
    lower_is_better: bool = False,
    people: Sequence[str] = (),
    common: bool = False,
    progress: Progress | None = None,
) -> Judged:
    """The systems of a test set with their scores by each metric, and what people say of them in a file.

    A system that is one of the references is left out: it would be compared with itself.
    """
    human = read_human_scores(judgments, evalset)
    if lower_is_better and human.outcomes is not None:
        raise SettingError("lower human scores are better: rankings have none, and rank 1 is the best anyway")
    return judged_from_scores(
        evalset, metrics, human, lower_is_better=lower_is_better, people=people, common=common, progress=progress
    )


def judged_from_scores(
    evalset: EvalSet,
    metrics: Sequence[Metric[Any]],
    human: HumanScores,
    *,
    lower_is_better: bool = False,
    people: Sequence[str] = (),
    common: bool = False,
    progress: Progress | None = None,
) -> Judged:
    """The same of judgments that were read before."""
    evaluation = evaluate(evalset, metrics, progress)
    scores = {}
    for place, (label, example) in enumerate(evaluation.columns):
        of_systems = [made[place] for made in evaluation.systems.values()]
        scores[label] = MetricScores(
            segments=np.stack([score.segments for score in of_systems]),
            systems=np.array([score.value for score in of_systems]),
            higher_is_better=example.higher_is_better,
            signature=example.signature,
        )
    notes, table = list(human.notes), human.table.copy()
    notes += _notes_of_learned(metrics, evalset)
    for row in _references_among(evalset):
        table[row] = np.nan
        notes.append(f"{list(evalset.systems)[row]} is one of the references, so its judgments do not count.")
    return make_judged(
        list(evalset.systems),
        table,
        scores,
        gold=human.name,
        lower_is_better=lower_is_better or human.lower_is_better,
        outputs=list(evalset.systems.values()),
        people=name_people(list(evalset.systems), people),
        labels=evalset.labels,
        source_words=None
        if evalset.sources is None
        else np.array([len(text.split()) for text in evalset.sources], dtype=np.int64),
        common=common,
        notes=notes,
        human_systems=human.wins,
        outcomes=None if human.outcomes is None else human.outcomes.among(np.asarray(~np.isnan(table))),
    )


def _notes_of_learned(metrics: Sequence[Metric[Any]], evalset: EvalSet) -> Iterator[str]:
    """Which learned metrics are judged by what they were learned from."""
    for learned in metrics:
        if isinstance(learned, Learned):
            names = learned.known_systems(evalset.systems)
            if names:
                yield (
                    f"{learned.label} was learned from judgments of {', '.join(names)}: it agrees with people there by "
                    "design. What counts is the report on outputs that it did not see."
                )


def _references_among(evalset: EvalSet) -> list[int]:
    if evalset.references is None:
        return []
    references = list(evalset.references)
    return [
        row
        for row, outputs in enumerate(evalset.systems.values())
        if all(output in segment for output, segment in zip(outputs, references, strict=True))
    ]
