"""What somebody should know before they believe a comparison, in sentences."""

from collections.abc import Iterator

from mtassay.comparison.result import Comparison, Disagreement
from mtassay.reports.formats.shown_values import shown_number
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.written_p import written_p

_MOST_PAIRS = 3
_FEW_PARTS, _VERY_FEW_PARTS = 100, 30


def cautions(comparison: Comparison) -> Iterator[str]:
    """One sentence for each; none where there is nothing to say."""
    if comparison.disagreements:
        yield _disagree(comparison)
    if comparison.documents is not None:
        yield (
            f"The segments come from {comparison.documents} documents but were tested one by one. Segments of a "
            "document are alike, so such p-values can be far too small and intervals too narrow; draw whole documents "
            "instead."
        )
    if comparison.unit != "segment" and 1 < comparison.units <= _FEW_PARTS:
        yield from _few_parts(comparison)


def _few_parts(comparison: Comparison) -> Iterator[str]:
    much = "too" if comparison.units < _VERY_FEW_PARTS else "a little too"
    parts = f"{comparison.units} parts by {comparison.unit}"
    is_bootstrap = comparison.test.name == "bootstrap"
    if isinstance(comparison.interval, Bootstrap):
        small = f", and p-values of the bootstrap {much} small" if is_bootstrap else ""
        yield f"Intervals over {parts} are {much} narrow{small}."
    elif is_bootstrap:
        yield f"p-values of the bootstrap over {parts} are {much} small."


def _disagree(comparison: Comparison) -> str:
    told = [_tell(comparison, pair) for pair in comparison.disagreements[:_MOST_PAIRS]]
    more = len(comparison.disagreements) - len(told)
    told += [f"and so on for {more} more pair{'s' if more > 1 else ''}"] if more else []
    return f"Metrics disagree: {'; '.join(told)}."


def _tell(comparison: Comparison, pair: Disagreement) -> str:
    better, worse = (_name(comparison, pair, labels) for labels in (pair.better, pair.worse))
    return f"by {better}, {pair.second} is better than {pair.first}, and by {worse}, it is worse"


def _name(comparison: Comparison, pair: Disagreement, labels: tuple[str, ...]) -> str:
    named = []
    metrics = dict(comparison.columns)  # comparison[label] would also take the name of another metric for a label
    for label in labels:
        metric = metrics[label]
        figures = metric.pair(pair.first, pair.second)
        assert figures is not None  # they disagree on pairs that both tested
        p = written_p(figures.adjusted_p, is_bound=figures.adjusted_is_bound)
        sign, p = (p[0], p[1:]) if p[0] in "<≤" else ("=", p)
        named.append(f"{label} ({shown_number(figures.difference, metric.places, sign=True)}, p {sign} {p})")
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
