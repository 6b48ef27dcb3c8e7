"""Tables of a comparison: systems by each metric, all pairs, parts of the test set."""

import math
from collections.abc import Iterator

from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.reports.table import Cell, Table, number

_MOST_NOTES = 3
_CORRECTIONS = {"holm": "Holm", "bh": "Benjamini and Hochberg"}


def summary(comparison: Comparison) -> list[str]:
    """What was compared, and how."""
    units = ""
    if comparison.unit != "segment":
        units = f" in {comparison.units} parts by {comparison.unit}, which are drawn whole"
    segments = "1 segment" if comparison.segments == 1 else f"{comparison.segments} segments"
    lines = [
        f"{len(comparison.systems)} systems on {segments}{units}; baseline: {comparison.baseline}",
        f"Test: {name_test(comparison)}, two-sided at {comparison.alpha:g}",
    ]
    pairs = len(comparison.metrics[0].pairs)
    if pairs > 1 and comparison.correction != "none":
        lines[-1] += f"; p corrected for {pairs} pairs by {_CORRECTIONS[comparison.correction]}"
    return lines


def name_test(comparison: Comparison) -> str:
    """The test with its draws, or with what it counts."""
    test = comparison.test
    draws: int | None = getattr(test, "draws", None)
    if draws is not None:
        return f"{test.title}, {draws} draws"
    return test.title if test.asks_about_scores else f"{test.title} by {comparison.unit}"


def metric_table(comparison: Comparison, index: int, digits: int | None) -> Table:
    """All systems by one metric: score, interval, difference to the baseline, p, cluster."""
    one = comparison.metrics[index]
    shows_wins = any(pair.outcome.ties is not None for pair in one.pairs)
    heads = ["System", one.label]
    if comparison.has_runs:
        heads += ["runs", "sd runs", "sd test set"]
    heads += [f"{comparison.interval.level * 100:g} % interval", "difference"]
    heads += ["wins"] if shows_wins else []
    heads += ["p", "", "cluster"]
    rows = []
    for system in one.systems:
        pair = one.pair(comparison.baseline, system.name)
        cells = [Cell(system.name), Cell(number(system.value, one.places, digits), _is_best(one, system))]
        if comparison.has_runs:
            spreads = (system.run_spread, system.sample_spread)
            cells += [Cell(str(len(system.runs)))]
            cells += [Cell("-" if spread is None else number(spread, one.places, digits)) for spread in spreads]
        cells.append(Cell(_interval(one, system, digits)))
        cells += _difference_cells(comparison, one, pair, digits, shows_wins=shows_wins)
        rows.append((*cells, Cell(str(system.cluster))))
    title = f"{comparison.labels[index]} ({one.direction})"
    notes = (*_test_notes(comparison, one), *_power_notes(comparison, one, digits))
    return Table(tuple(heads), tuple(rows), title, notes)


def matrix(comparison: Comparison, index: int) -> Table:
    """The p-value of every pair; a sign says which of the two is better."""
    one = comparison.metrics[index]
    rows = []
    for number_, row in enumerate(one.systems, start=1):
        cells = [Cell(f"{number_} {row.name}")]
        for column in one.systems:
            pair = one.pair(column.name, row.name)
            if pair is None:
                cells.append(Cell("·"))
                continue
            sign = "" if pair.difference == 0 else "+" if one.is_better(pair.difference) else "-"
            cells.append(Cell(sign + show_p(pair.adjusted_p), one.verdict(pair, comparison.alpha) != "unclear"))
        rows.append(tuple(cells))
    heads = ("p", *(str(number_) for number_ in range(1, len(one.systems) + 1)))
    return Table(heads, tuple(rows), f"{comparison.labels[index]}: p of every pair, + where the row is better")


def breakdown_tables(comparison: Comparison, digits: int | None) -> Iterator[Table]:
    """For each metric the scores of all systems on each part of the test set."""
    if comparison.by is None:
        return
    for index, one in enumerate(comparison.metrics):
        rows = []
        for group in comparison.groups:
            scores = group.scores[index]
            best = max(scores) if one.higher_is_better else min(scores)
            cells = (Cell(number(score, one.places, digits), score == best) for score in scores)
            rows.append((Cell(group.name), Cell(str(group.segments)), *cells))
        heads = (comparison.by, "segments", *comparison.systems)
        yield Table(heads, tuple(rows), f"{comparison.labels[index]} by {comparison.by}")


def show_p(p_value: float) -> str:
    """Three digits after the point."""
    return "<0.001" if p_value < 0.0005 else f"{p_value:.3f}"


def _difference_cells(
    comparison: Comparison, one: MetricComparison, pair: Pair | None, digits: int | None, *, shows_wins: bool
) -> list[Cell]:
    if pair is None:
        return [Cell("")] * (4 if shows_wins else 3)
    cells = [Cell(number(pair.difference, one.places, digits, sign=True))]
    if shows_wins:
        share = pair.outcome.second_higher if one.higher_is_better else pair.outcome.first_higher
        cells.append(Cell(f"{100 * (share or 0):.0f} %"))
    word = one.verdict(pair, comparison.alpha)
    return [*cells, Cell(show_p(pair.adjusted_p)), Cell(word, word != "unclear")]


def _interval(one: MetricComparison, system: System, digits: int | None) -> str:
    if system.interval is None:
        return "-"
    low, high = (number(end, one.places, digits) for end in (system.interval.low, system.interval.high))
    return f"[{low}, {high}]"


def _is_best(one: MetricComparison, system: System) -> bool:
    values = [other.value for other in one.systems]
    return system.value == (max(values) if one.higher_is_better else min(values))


def _power_notes(comparison: Comparison, one: MetricComparison, digits: int | None) -> Iterator[str]:
    """What the test set can show at all; None is said where nothing was resampled."""
    smallest = [pair.smallest_difference for pair in one.pairs if pair.smallest_difference]
    if smallest:
        low, high = (number(value, one.places, digits) for value in (min(smallest), max(smallest)))
        size = low if low == high else f"{low} to {high}"
        yield f"This test set shows differences of {size} and more in four cases of five."
    lacking = [
        pair
        for pair in one.pairs
        if one.verdict(pair, comparison.alpha) == "unclear" and (pair.segments_needed or 0) > comparison.segments
    ]
    for pair in sorted(lacking, key=lambda pair: pair.segments_needed or 0)[:_MOST_NOTES]:
        yield (
            f"A difference like that of {pair.second} to {pair.first} would take some "
            f"{_rounded(pair.segments_needed or 0):,} segments."
        )


def _test_notes(comparison: Comparison, one: MetricComparison) -> Iterator[str]:
    """Where a verdict needs a word more."""
    for pair in one.pairs:
        if pair.outcome.contradicts and pair.adjusted_p < comparison.alpha:
            yield (
                f"{pair.second} and {pair.first}: by {comparison.test.title} the one with the worse score wins, "
                "because it wins more segments by less; neither can be called better."
            )
        if comparison.has_runs and one.verdict(pair, comparison.alpha) != "unclear" and _runs_may_explain(one, pair):
            yield (
                f"{pair.second} and {pair.first}: runs of one system differ about as much. The test is about these "
                "runs; newly trained ones may turn out otherwise."
            )


def _runs_may_explain(one: MetricComparison, pair: Pair) -> bool:
    """Whether the difference is within two standard errors of the means over runs."""
    systems = [one.system(name) for name in (pair.first, pair.second)]
    variance = sum((system.run_spread or 0.0) ** 2 / len(system.runs) for system in systems)
    return abs(pair.difference) < 2 * math.sqrt(variance)


def _rounded(count: int) -> int:
    """To two digits: more would promise what no one knows."""
    scale = int("1" + "0" * (len(str(count)) - 2))
    return -(-count // scale) * scale
