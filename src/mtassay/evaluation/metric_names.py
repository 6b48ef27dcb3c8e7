"""What a metric of a run may be called by whoever writes a condition on it."""

from collections.abc import Sequence
from typing import NamedTuple

from mtassay.errors import SettingError
from mtassay.evaluation.score import headings
from mtassay.settings import did_you_mean


class MetricNames(NamedTuple):
    """What a metric may be called by; no two metrics of a run have the same heading or spec."""

    heading: str
    spec: str
    name: str


def metric_names(metrics: Sequence[tuple[str, str, str]]) -> list[MetricNames]:
    """The names of metrics that are given as label, name and spec."""
    named = zip(headings(metrics), metrics, strict=True)
    return [MetricNames(heading, spec, name) for heading, (_, name, spec) in named]


def find_metric(word: str, metrics: Sequence[MetricNames], run: str) -> int:
    """Which of the metrics of a run, such as `this comparison`, is meant, in any case of letters."""
    wanted = word.lower()
    # a heading or spec means one metric; a mere name may fit several
    fits = [index for index, names in enumerate(metrics) if wanted in (names.heading.lower(), names.spec.lower())]
    fits = fits or [index for index, names in enumerate(metrics) if wanted == names.name.lower()]
    if len(fits) == 1:
        return fits[0]
    if fits:
        known = ", ".join(metrics[index].heading for index in fits)
        raise SettingError(f"{word!r} fits several metrics; write one of {known}")
    known = ", ".join(metric.heading for metric in metrics) or "none"
    near = did_you_mean(word, [name for names in metrics for name in names])
    raise SettingError(f"{word!r} is not among the metrics of {run}{near}; there are {known}")
