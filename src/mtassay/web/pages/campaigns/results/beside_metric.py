"""People beside a metric, as the page of results shows it: a scatter, and the outputs on which they part most."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.metaeval.people_and_metric import BothSaid, people_and_metric
from mtassay.metrics.base import Metric
from mtassay.web.metric_choice import choose_metrics, takes_long

_MOST = 5
_DOTS = 400


@dataclass(frozen=True, kw_only=True)
class BothSaidView:
    """An output on which people and the metric part; places are from 0, the worst, to 1."""

    systems: list[str]
    document: str
    source: str
    reference: str
    text: str
    people: float
    metric: float
    people_place: float
    metric_place: float


@dataclass(frozen=True, kw_only=True)
class BesideMetricView:
    """A metric beside people. `dots` are what the metric and people say of outputs, some where there are many.

    Where nothing can be set side by side `problem` says why. `above_others` says that people compared outputs: theirs
    is the share of comparisons that an output won, the metric's how far it lies above the others of its source.
    """

    metric: str
    label: str = ""
    signature: str = ""
    is_lower_better: bool = False
    places: int = 1
    above_others: bool = False
    correlation: float | None = None
    outputs: int = 0
    without_reference: int = 0
    dots: list[tuple[float, float]]
    apart: list[BothSaidView]
    problem: str = ""


def beside_metric(
    answers: Answers,
    spec: str,
    severity: Mapping[str, float],
    references: Callable[[], Mapping[str, Sequence[str]]],
    target_language: str,
) -> BesideMetricView:
    """What people and a metric say; `references` finds some for answers that came without."""
    (metric,) = choose_metrics([spec])
    known = {} if all(answer.reference for answer in answers.judged) else references()
    if problem := too_slow(answers, metric):
        return BesideMetricView(metric=spec, dots=[], apart=[], problem=problem)
    try:
        both = people_and_metric(answers, metric, known, severity=severity, target_language=target_language or None)
    except InputError as error:
        return BesideMetricView(metric=spec, dots=[], apart=[], problem=str(error))
    step = -(-len(both.outputs) // _DOTS)
    return BesideMetricView(
        metric=spec,
        label=both.label,
        signature=both.signature,
        is_lower_better=not both.higher_is_better,
        places=both.places,
        above_others=both.is_ranking,
        correlation=both.correlation if both.correlation == both.correlation else None,
        outputs=len(both.outputs),
        without_reference=both.without_reference,
        dots=[(output.metric, output.people) for output in both.outputs[::step]],
        apart=[_view(output) for output in both.apart[:_MOST]],
    )


def too_slow(answers: Answers, metric: Metric[Any]) -> str:
    """Why a metric is not computed while somebody waits; empty where it is."""
    is_slow = takes_long(_texts(answers), [metric])
    return "this metric takes long on so many outputs; the command line computes it" if is_slow else ""


def _view(output: BothSaid) -> BothSaidView:
    return BothSaidView(
        systems=list(output.systems),
        document=output.document,
        source=output.source,
        reference=output.reference,
        text=output.text,
        people=output.people,
        metric=output.metric,
        people_place=output.people_place,
        metric_place=output.metric_place,
    )


def _texts(answers: Answers) -> set[tuple[str, str]]:
    """Every output with its reference, or with one that is as long, where it came without."""
    scored = {(answer.text, answer.reference or answer.text) for answer in answers.scored}
    ranked = ((output.text, answer.reference) for answer in answers.ranked for output in answer.outputs)
    return scored | {(text, reference or text) for text, reference in ranked}
