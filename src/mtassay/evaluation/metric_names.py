"""What a metric of a run may be called by whoever writes a condition on it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from mtassay.errors import SettingError
from mtassay.evaluation.score import headings
from mtassay.metrics.base import METRICS, Metric
from mtassay.settings import did_you_mean, parse_spec, without_folders


class MetricNames(NamedTuple):
    """What a metric may be called by; no two metrics of a run have the same heading or spec."""

    heading: str
    spec: str
    name: str


def metric_names(metrics: Sequence[tuple[str, str, str]]) -> list[MetricNames]:
    """The names of metrics that are given as label, name and spec."""
    named = zip(headings(metrics), metrics, strict=True)
    return [MetricNames(heading, spec, name) for heading, (_, name, spec) in named]


def told_names(metrics: Sequence[Metric[Any]]) -> list[MetricNames]:
    """The names of metrics as others may read them: a file is called by its name, whatever folder it stands in."""
    specs = number_equal([metric.told_spec for metric in metrics])
    return metric_names([(metric.label, metric.name, spec) for metric, spec in zip(metrics, specs, strict=True)])


def number_equal(names: Sequence[str]) -> list[str]:
    """The same, each once: `a`, `a (2)`."""
    counts: Counter[str] = Counter()
    numbered = []
    for name in names:
        counts[name] += 1
        numbered.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    return numbered


def _told(word: str) -> str:
    try:
        return without_folders(word, METRICS[parse_spec(word)[0]])
    except SettingError:  # no spec, or of no metric
        return word


def find_metric(word: str, metrics: Sequence[MetricNames], run: str) -> int:
    """Which of the metrics of a run, such as `this comparison`, is meant, in any case of letters."""
    wanted = word.lower()
    # a heading or spec means one metric; a mere name may fit several
    fits = [index for index, names in enumerate(metrics) if wanted in (names.heading.lower(), names.spec.lower())]
    fits = fits or [index for index, names in enumerate(metrics) if wanted == names.name.lower()]
    # somebody may write the folder of a file that is told by its name alone
    fits = fits or [index for index, names in enumerate(metrics) if _told(word) == names.spec]
    if len(fits) == 1:
        return fits[0]
    if fits:
        known = ", ".join(metrics[index].heading for index in fits)
        raise SettingError(f"{word!r} fits several metrics; write one of {known}")
    known = ", ".join(metric.heading for metric in metrics) or "none"
    near = did_you_mean(word, [name for names in metrics for name in names])
    raise SettingError(f"{word!r} is not among the metrics of {run}{near}; there are {known}")
