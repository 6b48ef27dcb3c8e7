"""A metric made of judgments: its parts are weighed, and what that gains is tried on outputs that it did not see."""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from mtassay import __version__
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, MtassayWarning, SettingError
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
_CELLS_A_NUMBER = 10

M = TypeVar("M", bound=Metric[Any])


@dataclass(frozen=True, kw_only=True)
class LearnChoices:
    """How to learn: the method, which segments stay together, whether people's translations count, and the tests."""

    method: str = next(iter(METHODS))
    unit: str | None = None
    people: bool = False
    draws: int = 10_000
    seed: int = 12345


@dataclass(frozen=True)
class TunedParameter:
    """A parameter of a metric, before it was tuned and since."""

    name: str
    before: float
    after: float


@dataclass(frozen=True, kw_only=True)
class LearnedMetric:
    """The metric as its file says it, and what a report says besides.

    `question` says what the method asks, as the names of statistics end: of all outputs together, or by segment.
    `best_parts` says for both how many models would take which part. `parameters` are there where one metric was tuned:
    its best part is then itself as it was before.
    """

    file: LearnedFile
    words: str
    labels: tuple[str, ...]
    question: str
    best_parts: Mapping[str, tuple[tuple[str, int], ...]]
    families: tuple[tuple[str, ...], ...]
    unit: str | None
    notes: tuple[str, ...]
    parameters: tuple[TunedParameter, ...] = ()

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


@dataclass(frozen=True, eq=False, kw_only=True)
class Lessons:
    """What is learned from: judged outputs of a test set, without people's translations, and how they are folded."""

    evalset: EvalSet
    judged: Judged
    method: Fitting[Any]
    folds: Folds
    unit: str | None
    notes: tuple[str, ...]
    choices: LearnChoices


def learn_metric(
    evalset: EvalSet, judged: Judged, metrics: Sequence[Metric[Any]], choices: LearnChoices | None = None
) -> LearnedMetric:
    """Learn from the judged outputs of a test set; `metrics` are the parts, in the order of those of `judged`."""
    _check_parts(evalset, judged, metrics)
    lessons = make_lessons(evalset, judged, choices)
    cells = cells_of(lessons.judged)
    check_cells(cells, lessons, f"{len(metrics)} metrics", len(metrics), "fewer metrics, or more judgments")
    fitted = fit_all(cells, lessons.folds, lessons.method)
    return try_out(lessons, cells, lessons.method, fitted, _weighed(lessons, metrics, fitted))


def make_lessons(evalset: EvalSet, judged: Judged, choices: LearnChoices | None) -> Lessons:
    """What of the judged outputs is learned from."""
    asked = LearnChoices() if choices is None else choices
    method = choose_method(asked.method)
    if judged.outcomes is not None:
        raise InputError("rankings do not say how good an output is, and metrics are learned from scores; give scores")
    notes = list(judged.notes)
    if judged.is_person.any() and not asked.people:
        left_out = [
            name for name, is_person in zip(judged.systems, judged.is_person.tolist(), strict=True) if is_person
        ]
        notes.append(f"Left out, because they are people's translations: {', '.join(left_out)}.")
        judged = judged.of_systems(~judged.is_person)
    unit = asked.unit or (DOCUMENT if DOCUMENT in judged.labels else None)
    return Lessons(
        evalset=evalset,
        judged=judged,
        method=method,
        folds=make_folds(judged, evalset.sources, unit, asked.seed),
        unit=unit,
        notes=tuple(notes),
        choices=asked,
    )


def try_out(
    lessons: Lessons, cells: Cells, fitting: Fitting[Any], fitted: Fitted, parts: Sequence[LearnedPart]
) -> LearnedMetric:
    """The metric that was fitted, with what models like it gain on outputs that they did not see."""
    judged, folds, asked = lessons.judged, lessons.folds, lessons.choices
    scores = cross_validate(cells, judged.text, folds, fitting)
    figures = held_out_figures(judged, scores, folds.units, asked.draws, asked.seed)
    labels = tuple(judged.metrics)
    counted = {
        words: tuple(Counter(labels[part] for part in best.chosen).most_common())
        for words, best in ((POOLED, scores.best_pooled), (BY_SEGMENT, scores.best_within))
    }
    return LearnedMetric(
        file=_file(lessons, fitted, parts, figures),
        words=fitting.words,
        labels=labels,
        question=POOLED if lessons.method.is_pooled else BY_SEGMENT,
        best_parts=counted,
        families=folds.families,
        unit=lessons.unit,
        notes=lessons.notes,
    )


def _weighed(lessons: Lessons, metrics: Sequence[Metric[Any]], fitted: Fitted) -> list[LearnedPart]:
    means = fitted.moments.means
    spreads = np.sqrt(np.maximum(np.diag(fitted.moments.covariances), 0.0))
    parts = []
    for place, (made, scores) in enumerate(zip(metrics, lessons.judged.metrics.values(), strict=True)):
        sign = 1 if scores.higher_is_better else -1
        parts.append(
            make_part(
                lessons, made, mean=sign * means[place], spread=spreads[place], weight=sign * fitted.weights[place]
            )
        )
    return parts


def make_part(lessons: Lessons, made: Metric[Any], *, mean: float, spread: float, weight: float) -> LearnedPart:
    """A part as the file has it: its numbers as far as they are the same everywhere."""
    return LearnedPart(
        spec=made.spec,
        signature=part_signature(resolved_quietly(made, lessons.evalset), lessons.evalset),
        mean=_rounded(mean),
        spread=_rounded(spread),
        weight=_rounded(weight),
    )


def resolved_quietly(made: M, evalset: EvalSet) -> M:
    """The metric for a test set; what there is to note of that was noted when it scored the outputs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)
        return made.for_evalset(evalset)


def _file(
    lessons: Lessons, fitted: Fitted, parts: Sequence[LearnedPart], figures: tuple[HeldOutFigure, ...]
) -> LearnedFile:
    judged = lessons.judged
    return LearnedFile(
        method=lessons.method.name,
        penalty=fitted.penalty,
        intercept=_rounded(fitted.moments.means[-1]),
        parts=tuple(parts),
        gold=judged.gold,
        training=judged.digest,
        systems=tuple(
            LessonSystem(name=name, outputs=digest_of_outputs(lessons.evalset.systems[name])) for name in judged.systems
        ),
        segments=judged.size,
        judged_outputs=fitted.moments.count,
        source_folds=FOLDS,
        system_folds=lessons.folds.system_folds,
        seed=lessons.choices.seed,
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


def check_cells(cells: Cells, lessons: Lessons, learned: str, numbers: int, remedy: str) -> None:
    """Whether there is enough to learn so many numbers from: weights, or parameters."""
    count, judged = int(cells.known.sum()), lessons.judged
    if numbers * _CELLS_A_NUMBER > count:
        raise InputError(
            f"{learned} are too many to learn from {count} judged outputs: it takes {_CELLS_A_NUMBER} for each; "
            f"give {remedy}"
        )
    for label, scores in judged.metrics.items():
        if scores.is_constant:
            raise InputError(f"{label} gives all judged outputs the same score, so it has no weight; leave it out")
    if not lessons.method.is_pooled and not cells.deviations().human.any():
        raise InputError(
            "people tie all judged outputs of each segment, so nothing says which of them is better; judge several "
            "systems on the same sources, or learn with the method ridge"
        )
