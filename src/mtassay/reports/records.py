"""Flat tables for programs: names of columns, and rows of typed values that each format writes in its way."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from mtassay.comparison.result import Comparison
from mtassay.evaluation.score import Evaluation

Value: TypeAlias = str | int | float | None
Row: TypeAlias = Sequence[Value]


class Exact(float):
    """A number that is shown with all its digits: rounded, a p-value would lose what it is for."""


COMPARISON_HEAD = (
    *("metric", "part", "system", "against", "score", "low", "high", "cluster"),
    *("difference", "p", "adjusted p", "wins", "losses", "ties"),
)


def score_records(evaluation: Evaluation) -> Iterator[Row]:
    """The names of the columns, then a row for each system; the ends of intervals have columns of their own."""
    head = ["system"]
    for label, score in evaluation.columns:
        head += [label, f"{label} low", f"{label} high"] if score.interval else [label]
    yield head
    for name, scores in evaluation.systems.items():
        row: list[Value] = [name]
        for score in scores:
            row += [score.value, *((score.interval.low, score.interval.high) if score.interval else ())]
        yield row


def comparison_records(comparison: Comparison) -> Iterator[Row]:
    """The names of the columns, then a row for each metric and system, or pair; then one for each part."""
    yield COMPARISON_HEAD
    for label, one in comparison.columns:
        for system in one.systems:
            interval = system.interval
            ends = (None, None) if interval is None else (interval.low, interval.high)
            start = (label, None, system.name)
            score = (system.value, *ends, system.cluster)
            pairs = [pair for pair in one.pairs if pair.second == system.name]
            if not pairs:
                yield (*start, None, *score, *[None] * 6)
            for pair in pairs:
                found = pair.outcome
                shares = [found.second_higher, found.first_higher, found.ties]
                if not one.higher_is_better:
                    shares[0], shares[1] = shares[1], shares[0]
                exact = [None if value is None else Exact(value) for value in (pair.p_value, pair.adjusted_p, *shares)]
                yield (*start, pair.first, *score, pair.difference, *exact)
    for group in comparison.groups:
        for label, values in zip(comparison.labels, group.scores, strict=True):
            for name, value in zip(comparison.systems, values, strict=True):
                yield (label, group.name, name, None, value, *[None] * 9)


def segment_records(evaluation: Evaluation) -> Iterator[Row]:
    """The names of the columns, then a row for each segment of each system, segments counted from 1."""
    yield ["system", "segment", *(label for label, _ in evaluation.columns)]
    for name, scores in evaluation.systems.items():
        columns = [score.segments.tolist() for score in scores]
        for number, values in enumerate(zip(*columns, strict=True), start=1):
            yield [name, number, *values]


def show(value: Value, digits: int | None) -> str:
    """A value as text: numbers with so many digits after the point, or with all; nothing where there is none."""
    if isinstance(value, float):
        is_rounded = digits is not None and not isinstance(value, Exact)
        return f"{value:.{digits}f}" if is_rounded else repr(float(value))
    return "" if value is None else str(value)


def printable(text: str) -> str:
    """A text as UTF-8 can hold it: names of systems come from names of files, which may be any bytes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
