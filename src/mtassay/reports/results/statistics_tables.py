"""Tables of how the scores of segments are spread and correlate, whatever format draws them."""

from collections.abc import Iterator

from mtassay.evaluation.segment_statistics import Correlation, SegmentStatistics, Spread
from mtassay.reports.table import Cell, Table, number

STATISTICS = ("maximum", "minimum", "range", "mean", "variance", "standard deviation")
SAMPLE_VARIANCE = "Variance and standard deviation are those of a sample: they divide by n - 1."
MEANS = "A mean of segments is not the score of the test set, which most metrics compute from sums of counts."
POOLED = "all systems"
CORRELATION_PLACES = 3


def statistics_tables(statistics: SegmentStatistics, digits: int | None) -> Iterator[Table]:
    """For each system the spreads, metrics in rows; then the correlations of each system and of all together."""
    for index, (name, spreads) in enumerate(statistics.spreads.items()):
        rows = [
            (Cell(label), *(_cell(value, places, digits) for value in spread_values(one)))
            for label, places, one in zip(statistics.labels, statistics.places, spreads, strict=True)
        ]
        is_last = index == len(statistics.spreads) - 1
        notes = (SAMPLE_VARIANCE, MEANS) if is_last else ()
        yield Table(("Metric", *STATISTICS), tuple(rows), f"{name}: scores of segments", notes)
    if len(statistics.labels) == 1:  # which correlates with nothing but itself
        return
    for one in statistics.correlations:
        cells = [
            (Cell(label), *(_cell(value, CORRELATION_PLACES, digits) for value in coefficients))
            for label, coefficients in zip(statistics.labels, one.coefficients, strict=True)
        ]
        title = f"{correlated(one)}: correlation of the metrics over {count_segments(one)} (Pearson)"
        yield Table(("Metric", *statistics.labels), tuple(cells), title, tuple(constant_notes(one)))


def spread_values(one: Spread) -> tuple[float | None, ...]:
    """The numbers of a spread in the order of `STATISTICS`."""
    return (one.maximum, one.minimum, one.range, one.mean, one.variance, one.standard_deviation)


def correlated(one: Correlation) -> str:
    """Whose segments they are."""
    return POOLED if one.system is None else one.system


def count_segments(one: Correlation) -> str:
    """How many segments a correlation is over."""
    return "1 segment" if one.segments == 1 else f"{one.segments} segments"


def constant_notes(one: Correlation) -> Iterator[str]:
    """Why there is no correlation, where there is none."""
    for label in one.constant:
        yield f"{correlated(one)}: {label} scores every segment alike, and so correlates with nothing."


def _cell(value: float | None, places: int, digits: int | None) -> Cell:
    return Cell("" if value is None else number(value, places, digits))
