"""What is written in and about the pictures of a comparison."""

from collections.abc import Iterator

from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.reports.cautions import cautions
from mtassay.reports.drawing.elements import decimal
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.interval_method import IntervalMethod
from mtassay.significance.written_p import written_p

VERDICTS = {"better": "is better than", "worse": "is worse than", "equal": "cannot be told apart from"}
_CORRECTIONS = {"holm": "Holm", "bh": "Benjamini-Hochberg"}


def title(comparison: Comparison) -> str:
    """What the picture shows."""
    return f"{', '.join(comparison.labels)}: {len(comparison.systems)} systems on {_segments(comparison)}"


def findings(comparison: Comparison) -> Iterator[str]:
    """All that the picture says, for those who cannot see it."""
    for metric, label in zip(comparison.metrics, comparison.labels, strict=True):
        yield f"{label}, {metric.direction}."
        for system in metric.ranked:
            yield f"{sentence(comparison, metric, system)}{_groups(metric, system)}."
        for pair in metric.pairs:
            yield (
                f"{pair.second} minus {pair.first}: {decimal(pair.difference, metric.places, signed=True)}, "
                f"{p_phrase(pair)}."
            )
    yield from notes(comparison)


def sentence(comparison: Comparison, metric: MetricComparison, system: System) -> str:
    """One system's score and interval."""
    words = f"{system.name}: {decimal(system.value, metric.places)}"
    if system.interval:
        low, high = decimal(system.interval.low, metric.places), decimal(system.interval.high, metric.places)
        words += f", {_percent(comparison)} interval {low} to {high}"
    return words


def subtitle(comparison: Comparison, metric: MetricComparison) -> str:
    """Which scores are good, and how sure they are."""
    if metric.systems[0].interval is None:
        return f"{metric.direction}; no intervals, as one {comparison.unit} says nothing of others"
    return f"{metric.direction}; intervals of {_percent(comparison)} confidence"


def heads(comparison: Comparison) -> list[str]:
    """Of the columns of `figures`."""
    return ["Score", f"{_percent(comparison)} interval", *([] if comparison.all_pairs else ["Difference", "p"])]


def figures(comparison: Comparison, metric: MetricComparison, system: System) -> list[tuple[str, str]]:
    """The cells of a system's row, each with the class of its text."""
    interval = system.interval
    ends = f"{decimal(interval.low, metric.places)} to {decimal(interval.high, metric.places)}" if interval else "none"
    cells = [(decimal(system.value, metric.places), "score"), (ends, "soft")]
    if comparison.all_pairs:
        return cells
    pair = metric.pair(comparison.baseline, system.name)
    if pair is None:
        return [*cells, ("baseline", "soft"), ("", "soft")]
    verdict, _ = judge(comparison, metric, pair)
    sign = {"better": "▲ ", "worse": "▼ ", "equal": ""}[verdict]
    difference = decimal(pair.difference, metric.places, signed=True)
    return [*cells, (sign + difference, verdict), (p_value(pair), verdict)]


def judge(comparison: Comparison, metric: MetricComparison, pair: Pair) -> tuple[str, int]:
    """`better`, `worse` or `equal`, said of the second system of a pair, and how surely, from 0 to 3."""
    verdict = metric.verdict(pair, comparison.alpha)
    if verdict == "unclear":
        return "equal", 0
    limits = (comparison.alpha, min(0.01, comparison.alpha), min(0.001, comparison.alpha))
    return verdict, sum(pair.adjusted_p < limit for limit in limits)


def p_value(pair: Pair) -> str:
    """The p-value of a pair, short enough for a cell."""
    sign, p = _signed_p(pair)
    return sign.removeprefix("=") + p


def p_phrase(pair: Pair) -> str:
    """The same in a sentence."""
    return "p {} {}".format(*_signed_p(pair))


def _signed_p(pair: Pair) -> tuple[str, str]:
    if pair.adjusted_p < 0.001:
        return "<", ".001"
    written = written_p(pair.adjusted_p, is_bound=pair.adjusted_is_bound)
    sign, p = ("≤", written[1:]) if pair.adjusted_is_bound else ("=", written)
    return sign, "1" if p == "1.000" else p.removeprefix("0")


def matrix_caption(comparison: Comparison) -> str:
    """How to read the matrix."""
    return (
        f"p-values of all pairs{_adjusted(comparison)}; ▲\u00a0row better than column, ▼\u00a0worse, "
        f"where {_limit(comparison)}"
    )


def notes(comparison: Comparison) -> Iterator[str]:
    """How the numbers came about, and how the marks are meant."""
    unit = "" if comparison.unit == "segment" else f", resampled by {comparison.unit} ({comparison.units:,} of them)"
    yield f"{_segments(comparison).capitalize()}{unit}."
    if comparison.metrics[0].systems[0].interval:
        yield f"Dot: score; line: {_percent(comparison)} {_interval(comparison.interval)}."
    yield f"Open dot and dotted line: the baseline, {comparison.baseline}."
    if comparison.has_runs:
        yield "The score is the mean over training runs; short strokes: single runs."
    yield from group_notes(comparison)
    yield f"Test: {_test(comparison)}."
    yield from cautions(comparison)
    if comparison.all_pairs:
        yield "The stronger the colour of a cell, the smaller p."
    else:
        yield (
            f"p-values of the differences to the baseline{_adjusted(comparison)}; ▲\u00a0better, ▼\u00a0worse, "
            f"where {_limit(comparison)}."
        )


def group_notes(comparison: Comparison) -> Iterator[str]:
    """What the numbered bars mean, or why there are none."""
    if not comparison.tests_every_pair:
        yield f"Only pairs with {comparison.baseline} were tested, so no groups of equal systems are shown."
        return
    yield (
        "Numbered bars join systems that cannot be told apart: no two beside one bar differ "
        f"({_limit(comparison)}). A system may be beside several."
    )
    for label, metric in comparison.columns:
        for pair in metric.pairs_across(comparison.alpha):
            yield f"By {label}, {pair.second} and {pair.first} cannot be told apart either, though no bar joins them."


def _groups(metric: MetricComparison, system: System) -> str:
    numbers = metric.groups_of(system.name)
    if not numbers:
        return ""
    return f", group{'s' if len(numbers) > 1 else ''} {' and '.join(map(str, numbers))}"


def _interval(interval: IntervalMethod) -> str:
    if not isinstance(interval, Bootstrap):
        return "jackknife interval"
    return f"bootstrap interval ({interval.interval}, {interval.draws:,} draws, seed {interval.seed})"


def _test(comparison: Comparison) -> str:
    test = comparison.test
    draws, seed = getattr(test, "draws", None), getattr(test, "seed", None)
    return test.title if draws is None else f"{test.title}, {draws:,} draws, seed {seed}"


def _adjusted(comparison: Comparison) -> str:
    name = _CORRECTIONS.get(comparison.correction)
    return f", adjusted for their number ({name})" if name else ", not adjusted for their number"


def _segments(comparison: Comparison) -> str:
    return "one segment" if comparison.segments == 1 else f"{comparison.segments:,} segments"


def _percent(comparison: Comparison) -> str:
    return f"{100 * comparison.interval.level:.4g}\u00a0%"


def _limit(comparison: Comparison) -> str:
    return f"p\u00a0<\u00a0{comparison.alpha:g}".replace("0.", ".")
