"""A metric made of judgments: its parts are weighed, and what that gains is tried on outputs that it did not see."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mtassay import __version__
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.learning.cells import Cells, cells_of
from mtassay.metaeval.learning.cross_validation import Fitted, cross_validate, fit_all
from mtassay.metaeval.learning.fitting import Fitting
from mtassay.metaeval.learning.folds import FOLDS, Folds, make_folds
from mtassay.metaeval.learning.held_out import BY_SEGMENT, POOLED, held_out_figures
from mtassay.metaeval.learning.methods import METHODS, choose_method
from mtassay.metrics.base import Metric
from mtassay.metrics.learned import Learned, part_signature
from mtassay.metrics.learned_file import (
    HeldOutFigure,
    LearnedFile,
    LearnedPart,
    LessonSystem,
    digest_of_outputs,
)

DOCUMENT = "document"
"""The label of segments that stay together unless another is named."""
# as many digits as are the same on every processor
_DIGITS = 10
_CELLS_A_PART = 10


@dataclass(frozen=True, kw_only=True)
class LearnChoices:
    """How to learn: the method, which segments stay together, whether people's translations count, and the tests."""

    method: str = next(iter(METHODS))
    unit: str | None = None
    people: bool = False
    draws: int = 10_000
    seed: int = 12345


@dataclass(frozen=True, kw_only=True)
class LearnedMetric:
    """The metric as its file says it, and what a report says besides.

    `question` says what the method asks, as the names of statistics end: of all outputs together, or by segment.
    `best_parts` says for both how many models would take which part.
    """

    file: LearnedFile
    words: str
    labels: tuple[str, ...]
    question: str
    best_parts: Mapping[str, tuple[tuple[str, int], ...]]
    families: tuple[tuple[str, ...], ...]
    unit: str | None
    notes: tuple[str, ...]

    @property
    def best_part(self) -> str:
        """The part that most models would take for what the method asks."""
        return self.best_parts[self.question][0][0]

    def figures(self, verdict: str, *, are_asked: bool = True) -> list[HeldOutFigure]:
        """Those with a verdict: of what the method asks, or of something else."""
        return [
            figure
            for figure in self.file.held_out
            if figure.verdict == verdict and figure.statistic.endswith(self.question) == are_asked
        ]


def learn_metric(
    evalset: EvalSet, judged: Judged, metrics: Sequence[Metric[Any]], choices: LearnChoices | None = None
) -> LearnedMetric:
    """Learn from the judged outputs of a test set; `metrics` are the parts, in the order of those of `judged`."""
    asked = LearnChoices() if choices is None else choices
    fitting = choose_method(asked.method)
    if judged.outcomes is not None:
        raise InputError("rankings do not say how good an output is, and metrics are learned from scores; give scores")
    _check_parts(evalset, judged, metrics)
    notes = list(judged.notes)
    if judged.is_person.any() and not asked.people:
        left_out = [
            name for name, is_person in zip(judged.systems, judged.is_person.tolist(), strict=True) if is_person
        ]
        notes.append(f"Left out, because they are people's translations: {', '.join(left_out)}.")
        judged = judged.of_systems(~judged.is_person)
    unit = asked.unit or (DOCUMENT if DOCUMENT in judged.labels else None)
    cells = cells_of(judged)
    _check_cells(cells, judged, fitting)
    folds = make_folds(judged, evalset.sources, unit, asked.seed)
    scores = cross_validate(cells, judged.text, folds, fitting)
    figures = held_out_figures(judged, scores, folds.units, asked.draws, asked.seed)
    labels = tuple(judged.metrics)
    counted = {
        words: tuple(Counter(labels[part] for part in best.chosen).most_common())
        for words, best in ((POOLED, scores.best_pooled), (BY_SEGMENT, scores.best_within))
    }
    file = _file(evalset, judged, metrics, fitting, folds, fit_all(cells, folds, fitting), figures)
    return LearnedMetric(
        file=replace(file, seed=asked.seed),
        words=fitting.words,
        labels=labels,
        question=POOLED if fitting.is_pooled else BY_SEGMENT,
        best_parts=counted,
        families=folds.families,
        unit=unit,
        notes=tuple(notes),
    )


def _file(
    evalset: EvalSet,
    judged: Judged,
    metrics: Sequence[Metric[Any]],
    fitting: Fitting[Any],
    folds: Folds,
    fitted: Fitted,
    figures: tuple[HeldOutFigure, ...],
) -> LearnedFile:
    means = fitted.moments.means
    spreads = np.sqrt(np.maximum(np.diag(fitted.moments.covariances), 0.0))
    parts = []
    for place, (made, scores) in enumerate(zip(metrics, judged.metrics.values(), strict=True)):
        sign = 1 if scores.higher_is_better else -1
        parts.append(
            LearnedPart(
                spec=made.spec,
                signature=part_signature(made.for_evalset(evalset), evalset),
                mean=_rounded(sign * means[place]),
                spread=_rounded(spreads[place]),
                weight=_rounded(sign * fitted.weights[place]),
            )
        )
    return LearnedFile(
        method=fitting.name,
        penalty=fitted.penalty,
        intercept=_rounded(means[-1]),
        parts=tuple(parts),
        gold=judged.gold,
        training=judged.digest,
        systems=tuple(
            LessonSystem(name=name, outputs=digest_of_outputs(evalset.systems[name])) for name in judged.systems
        ),
        segments=judged.size,
        judged_outputs=fitted.moments.count,
        source_folds=FOLDS,
        system_folds=folds.system_folds,
        seed=0,
        held_out=tuple(
            replace(figure, learned=_rounded(figure.learned), best_part=_rounded(figure.best_part))
            for figure in figures
        ),
        version=__version__,
    )


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


def _check_parts(evalset: EvalSet, judged: Judged, metrics: Sequence[Metric[Any]]) -> None:
    if len({made.spec for made in metrics}) < len(metrics):
        raise SettingError("a metric is given twice; each part counts once")
    for made in metrics:
        if isinstance(made, Learned):
            known = made.known_systems({name: evalset.systems[name] for name in judged.systems})
            why = f", and this one was learned from the same judgments of {', '.join(known)}" if known else ""
            raise SettingError(
                f"{made.told_spec}: a learned metric is no part of another{why}; give the metrics that it is made of"
            )


def _check_cells(cells: Cells, judged: Judged, fitting: Fitting[Any]) -> None:
    count, parts = int(cells.known.sum()), cells.scores.shape[2]
    if parts * _CELLS_A_PART > count:
        raise InputError(
            f"{parts} metrics are too many to learn from {count} judged outputs: it takes {_CELLS_A_PART} for each; "
            "give fewer metrics, or more judgments"
        )
    for label, scores in judged.metrics.items():
        if scores.is_constant:
            raise InputError(f"{label} gives all judged outputs the same score, so it has no weight; leave it out")
    if not fitting.is_pooled and not cells.deviations().human.any():
        raise InputError(
            "people tie all judged outputs of each segment, so nothing says which of them is better; judge several "
            "systems on the same sources, or learn with the method ridge"
        )
