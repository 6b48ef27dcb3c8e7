"""Tables of a comparison: systems by each metric, all pairs, parts of the test set."""

import math
from collections.abc import Iterator

from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.reports.document import AtMost, Cell, Column, Estimate, Form, IntervalBars, Row, Table
from mtassay.reports.formats.shown_values import shown_number, shown_p

_MOST_NOTES = 3
_CORRECTIONS = {"holm": "Holm", "bh": "Benjamini and Hochberg"}


def summary(comparison: Comparison) -> list[str]:
    """What was compared, and how."""
    units = ""
    if comparison.unit != "segment":
        is_drawn = any(hasattr(procedure, "draws") for procedure in (comparison.test, comparison.interval))
        handled = "drawn" if is_drawn else "left out"
        units = f" in {comparison.units} parts by {comparison.unit}, which are {handled} whole"
    segments = "1 segment" if comparison.segments == 1 else f"{comparison.segments} segments"
    untested = "" if comparison.tests_every_pair else "; pairs without it were not tested"
    lines = [
        f"{len(comparison.systems)} systems on {segments}{units}; baseline: {comparison.baseline}{untested}",
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


def metric_table(comparison: Comparison, index: int, digits: int | None = None) -> Table:
    """All systems by one metric: score, interval, difference to the baseline, p, groups; `digits` are for notes."""
    metric = comparison.metrics[index]
    shows_wins = any(pair.outcome.ties is not None for pair in metric.pairs)
    columns = [Column("System"), Column(metric.label, digits=metric.places)]
    if comparison.has_runs:
        columns += [Column("runs")]
        columns += [Column(name, digits=metric.places, missing="-") for name in ("sd runs", "sd test set")]
    columns.append(Column(f"{comparison.interval.level * 100:g} % interval", digits=metric.places, missing="-"))
    columns.append(Column("difference", digits=metric.places, form=Form.SIGNED, missing=""))
    columns += [Column("wins", form=Form.SHARE, missing="")] if shows_wins else []
    columns += [Column("p", form=Form.P_VALUE, missing=""), Column("", missing="")]
    columns += [] if metric.indistinguishable is None else [Column("group")]
    rows: list[Row] = []
    bold = set()
    for number, system in enumerate(metric.systems):
        cells: list[Cell] = [system.name, system.value]
        if _is_best(metric, system):
            bold.add((number, 1))
        if comparison.has_runs:
            cells += [len(system.runs), system.run_spread, system.sample_spread]
        interval = system.interval
        cells.append(None if interval is None else Estimate(None, interval.low, interval.high))
        pair = metric.pair(comparison.baseline, system.name)
        cells += _difference_cells(comparison, metric, pair, shows_wins=shows_wins)
        if cells[-1] not in (None, "unclear"):
            bold.add((number, len(cells) - 1))
        rows.append(cells if metric.indistinguishable is None else (*cells, group_numbers(metric, system.name)))
    title = f"{comparison.labels[index]} ({metric.direction})"
    notes = (
        *group_notes(comparison, metric),
        *_test_notes(comparison, metric),
        *_power_notes(comparison, metric, digits),
    )
    bars = IntervalBars(tuple(map(_estimate, metric.systems)), metric.system(comparison.baseline).value)
    return Table(tuple(columns), rows, title=title, notes=notes, bold=frozenset(bold), bars=bars)


def group_numbers(metric: MetricComparison, name: str) -> str | None:
    """The groups of a system as a cell has them; None where there are none."""
    # blanks between them: programs of spreadsheets take 1-2 for a date and 1,2 for a fraction
    return " ".join(map(str, metric.groups_of(name))) or None


def group_notes(comparison: Comparison, metric: MetricComparison) -> Iterator[str]:
    """How groups are meant, where that is not plain, and which pairs they leave out."""
    if (
        len(metric.systems) == 2
        or metric.indistinguishable is None
        or len(metric.indistinguishable) == len(metric.systems)
    ):
        return
    yield "Systems that share a group cannot be told apart; a system may be in several groups."
    across = metric.pairs_across(comparison.alpha)
    if across:
        named = [f"{pair.second} and {pair.first}" for pair in across[:_MOST_NOTES]]
        more = len(across) - len(named)
        named += [f"{more} more pair{'s' if more > 1 else ''}"] if more else []
        yield (
            f"{', '.join(named)} cannot be told apart either; no group has both, as it would also hold a pair "
            "that differs."
        )


def matrix(comparison: Comparison, index: int) -> Table:
    """The p-value of every pair; a sign says which of the two is better."""
    metric = comparison.metrics[index]
    rows: list[Row] = []
    bold = set()
    for number, row in enumerate(metric.systems):
        cells: list[Cell] = [f"{number + 1} {row.name}"]
        for column in metric.systems:
            pair = metric.pair(column.name, row.name)
            if pair is None:
                cells.append(None)
                continue
            sign = "" if pair.difference == 0 else "+" if metric.is_better(pair.difference) else "-"
            if metric.verdict(pair, comparison.alpha) != "unclear":
                bold.add((number, len(cells)))
            cells.append(sign + shown_p(pair_p(pair)))
        rows.append(cells)
    columns = (Column("p"), *(Column(str(number), missing="·") for number in range(1, len(metric.systems) + 1)))
    title = f"{comparison.labels[index]}: p of every pair, + where the row is better"
    return Table(columns, rows, title=title, bold=frozenset(bold))


def breakdown_tables(comparison: Comparison) -> Iterator[Table]:
    """For each metric the scores of all systems on each part of the test set."""
    if comparison.by is None:
        return
    for index, metric in enumerate(comparison.metrics):
        bold = set()
        for number, group in enumerate(comparison.groups):
            scores = group.scores[index]
            best = max(scores) if metric.higher_is_better else min(scores)
            bold |= {(number, place) for place, score in enumerate(scores, start=2) if score == best}
        rows: list[Row] = [(group.name, group.segments, *group.scores[index]) for group in comparison.groups]
        names = (comparison.by, "segments", *comparison.systems)
        columns = tuple(Column(name, digits=metric.places) for name in names)
        title = f"{comparison.labels[index]} by {comparison.by}"
        yield Table(columns, rows, title=title, bold=frozenset(bold))


def _difference_cells(
    comparison: Comparison, metric: MetricComparison, pair: Pair | None, *, shows_wins: bool
) -> list[Cell]:
    if pair is None:
        return [None] * (4 if shows_wins else 3)
    cells: list[Cell] = [pair.difference]
    if shows_wins:
        share = pair.outcome.second_higher if metric.higher_is_better else pair.outcome.first_higher
        cells.append(float(share or 0))
    return [*cells, pair_p(pair), metric.verdict(pair, comparison.alpha)]


def pair_p(pair: Pair) -> float:
    """The corrected p-value as a cell has it: an upper bound says that it is one."""
    return AtMost(pair.adjusted_p) if pair.adjusted_is_bound else float(pair.adjusted_p)


def _estimate(system: System) -> Estimate:
    interval = system.interval
    return Estimate(system.value, *((None, None) if interval is None else (interval.low, interval.high)))


def _is_best(metric: MetricComparison, system: System) -> bool:
    values = [other.value for other in metric.systems]
    return system.value == (max(values) if metric.higher_is_better else min(values))


def _power_notes(comparison: Comparison, metric: MetricComparison, digits: int | None) -> Iterator[str]:
    """What the test set can show at all; None is said where nothing was resampled."""
    smallest = [pair.smallest_difference for pair in metric.pairs if pair.smallest_difference]
    if smallest:
        places = metric.places if digits is None else digits
        low, high = (shown_number(value, places) for value in (min(smallest), max(smallest)))
        size = low if low == high else f"{low} to {high}"
        yield f"This test set shows differences of {size} and more in four cases of five."
    lacking = [
        pair
        for pair in metric.pairs
        if metric.verdict(pair, comparison.alpha) == "unclear" and (pair.segments_needed or 0) > comparison.segments
    ]
    for pair in sorted(lacking, key=lambda pair: pair.segments_needed or 0)[:_MOST_NOTES]:
        yield (
            f"A difference like that of {pair.second} to {pair.first} would take some "
            f"{_rounded(pair.segments_needed or 0):,} segments."
        )


def _test_notes(comparison: Comparison, metric: MetricComparison) -> Iterator[str]:
    """Where a verdict needs a word more."""
    for pair in metric.pairs:
        if pair.outcome.contradicts and pair.adjusted_p < comparison.alpha:
            yield (
                f"{pair.second} and {pair.first}: by {comparison.test.title} the one with the worse score wins, "
                "because it wins more segments by less; neither can be called better."
            )
        if (
            comparison.has_runs
            and metric.verdict(pair, comparison.alpha) != "unclear"
            and _runs_may_explain(metric, pair)
        ):
            yield (
                f"{pair.second} and {pair.first}: runs of one system differ about as much. The test is about these "
                "runs; newly trained ones may turn out otherwise."
            )


def _runs_may_explain(metric: MetricComparison, pair: Pair) -> bool:
    """Whether the difference is within two standard errors of the means over runs."""
    systems = [metric.system(name) for name in (pair.first, pair.second)]
    variance = sum((system.run_spread or 0.0) ** 2 / len(system.runs) for system in systems)
    return abs(pair.difference) < 2 * math.sqrt(variance)


def _rounded(count: int) -> int:
    """To two digits: more would promise what no one knows."""
    scale = int("1" + "0" * (len(str(count)) - 2))
    return -(-count // scale) * scale
