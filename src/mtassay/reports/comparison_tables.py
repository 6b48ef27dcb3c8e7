"""Tables of a comparison: systems by each metric, all pairs, parts of the test set."""

from collections.abc import Iterator

from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.reports.table import Cell, Table, number

_CORRECTIONS = {"holm": "Holm", "bh": "Benjamini and Hochberg"}


def summary(comparison: Comparison) -> list[str]:
    """What was compared, and how."""
    units = "" if comparison.unit == "segment" else f" in {comparison.units} {comparison.unit}s, which are drawn whole"
    drawn = f", {comparison.test.draws} draws" if hasattr(comparison.test, "draws") else ""
    lines = [
        f"{len(comparison.systems)} systems on {comparison.segments} segments{units}; baseline: {comparison.baseline}",
        f"Test: {comparison.test.title}{drawn}, two-sided at {comparison.alpha:g}",
    ]
    pairs = len(comparison.metrics[0].pairs)
    if pairs > 1 and comparison.correction != "none":
        lines[-1] += f"; p corrected for {pairs} pairs by {_CORRECTIONS[comparison.correction]}"
    return lines


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
    return Table(tuple(heads), tuple(rows), title, tuple(_power_notes(comparison, one, digits)))


def matrix(comparison: Comparison, index: int) -> Table:
    """The p-value of every pair; a sign says which of the two is better."""
    one = comparison.metrics[index]
    rows = []
    for number_, row in enumerate(one.systems, start=1):
        cells = [Cell(f"{number_} {row.name}")]
        for column in one.systems:
            pair = one.pair(row.name, column.name) or one.pair(column.name, row.name)
            if pair is None:
                cells.append(Cell("·"))
                continue
            # differences are the second less the first
            gain = pair.difference if pair.second == row.name else -pair.difference
            sign = "" if pair.difference == 0 else "+" if one.is_better(gain) else "-"
            cells.append(Cell(sign + show_p(pair.adjusted_p), pair.adjusted_p < comparison.alpha))
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


def verdict(comparison: Comparison, one: MetricComparison, pair: Pair) -> str:
    """What the test says of the second system of a pair, in a word."""
    if pair.adjusted_p >= comparison.alpha:
        return "unclear"
    return "better" if one.is_better(pair.difference) else "worse"


def _difference_cells(
    comparison: Comparison, one: MetricComparison, pair: Pair | None, digits: int | None, *, shows_wins: bool
) -> list[Cell]:
    if pair is None:
        return [Cell("")] * (4 if shows_wins else 3)
    cells = [Cell(number(pair.difference, one.places, digits, sign=True))]
    if shows_wins:
        share = pair.outcome.second_higher if one.higher_is_better else pair.outcome.first_higher
        cells.append(Cell(f"{100 * (share or 0):.0f} %"))
    word = verdict(comparison, one, pair)
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
    if not smallest:
        return
    low, high = (number(value, one.places, digits) for value in (min(smallest), max(smallest)))
    size = low if low == high else f"{low} to {high}"
    yield f"This test set shows differences of {size} and more in four cases of five."
    for pair in one.pairs:
        if pair.adjusted_p >= comparison.alpha and pair.segments_needed is not None:
            yield (
                f"A difference like that of {pair.second} to {pair.first} would take some "
                f"{_rounded(pair.segments_needed):,} segments."
            )


def _rounded(count: int) -> int:
    """To two digits: more would promise what no one knows."""
    scale = int("1" + "0" * (len(str(count)) - 2))
    return -(-count // scale) * scale
