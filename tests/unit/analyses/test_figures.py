"""Figures: values, errors, differences, q, and where nothing is tested."""

import numpy as np
import pytest
from scipy import stats

from mtassay.analyses.base import Counts, Line, Plan
from mtassay.analyses.figures import Value, figure_table
from mtassay.analyses.measures import Ratio, RatioMeasure

MEAN = RatioMeasure(key="mean", title="mean", ratios=(Ratio(("x",), ("n",)),))
PLAN = Plan(systems=("old", "new"), runs=((0,), (1,)), pairs=((0, 1),))


def counts_of(values: np.ndarray, *lines: Line) -> Counts:
    """Means over segments, `(segments, runs)`."""
    rows = np.stack([values, np.ones_like(values)], axis=2)
    return Counts(
        title="t",
        line_head="",
        size_head="n",
        columns=("x", "n"),
        rows=rows,
        lines=lines or (Line(key="all", title="all", measures=(MEAN,), size=("n",)),),
        whole=MEAN,
    )


def random_values(segments: int, runs: int = 2, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(1, 1, size=(segments, runs))


def test_a_difference_of_means_is_a_paired_t_test() -> None:
    values = random_values(50)
    line = figure_table("s", counts_of(values), PLAN).lines[0]
    difference = line.differences[0][0]
    peer = stats.ttest_rel(values[:, 1], values[:, 0])
    assert difference.value == pytest.approx(values[:, 1].mean() - values[:, 0].mean())
    assert difference.p == pytest.approx(peer.pvalue)
    assert difference.q == difference.p
    assert line.values[0][0].error == pytest.approx(stats.sem(values[:, 0]))
    assert line.values[0][0].interval() == pytest.approx(
        stats.t.interval(0.95, 49, values[:, 0].mean(), stats.sem(values[:, 0]))
    )


def test_units_are_tested_as_one() -> None:
    values = random_values(120)
    units = np.arange(120) // 3
    plan = Plan(systems=PLAN.systems, runs=PLAN.runs, pairs=PLAN.pairs, unit="document", units=units)
    difference = figure_table("s", counts_of(values), plan).lines[0].differences[0][0]
    means = values.reshape(40, 3, 2).mean(axis=1)
    assert difference.p == pytest.approx(stats.ttest_rel(means[:, 1], means[:, 0]).pvalue)


def test_a_note_names_the_lines_that_were_tested_where_they_are_fewer() -> None:
    def notes(*sizes: int) -> tuple[str, ...]:
        lines = [
            Line(key=str(place), title=str(place), measures=(MEAN,), segments=np.arange(size))
            for place, size in enumerate(sizes)
        ]
        return figure_table("s", counts_of(random_values(60), *lines), PLAN).notes

    assert notes(40, 50, 10) == ("Too few segments to test (under 30): 2.",)
    assert notes(10, 50, 10) == ("Too few segments to test (under 30), but for: 1.",)
    assert notes(10, 10) == ("Too few segments to test (under 30).",)
    assert notes(40, 50) == ()


def test_runs_are_averaged() -> None:
    values = random_values(40, runs=3)
    plan = Plan(systems=PLAN.systems, runs=((0,), (1, 2)), pairs=PLAN.pairs)
    line = figure_table("s", counts_of(values), plan).lines[0]
    assert line.values[0][1].value == pytest.approx(values[:, 1:].mean())
    peer = stats.ttest_rel(values[:, 1:].mean(axis=1), values[:, 0])
    assert line.differences[0][0].p == pytest.approx(peer.pvalue)


def test_below_thirty_units_nothing_is_tested() -> None:
    table = figure_table("s", counts_of(random_values(29)), PLAN)
    difference = table.lines[0].differences[0][0]
    assert (difference.error, difference.p, difference.q) == (None, None, None)
    assert table.notes == ("Too few segments to test (under 30).",)
    assert table.lines[0].values[0][0].interval() is None


def test_only_units_with_something_to_count_are_units() -> None:
    values = random_values(60)
    rows = np.stack([values, np.ones_like(values)], axis=2)
    rows[:35] = 0
    line = figure_table("s", Counts(title="t", line_head="", size_head="", columns=("x", "n"), rows=rows,
                                    lines=counts_of(values).lines), PLAN).lines[0]  # fmt: skip
    assert line.values[0][0].units == 25
    assert line.differences[0][0].p is None


def test_a_refusal_leaves_values_without_tests() -> None:
    plan = Plan(systems=PLAN.systems, runs=PLAN.runs, pairs=PLAN.pairs, refusal="the choice looked at outputs")
    table = figure_table("s", counts_of(random_values(50)), plan)
    line = table.lines[0]
    assert not np.isnan(line.values[0][0].value)
    assert (line.values[0][0].error, line.differences[0][0].p, line.differences[0][0].q) == (None, None, None)
    assert not table.notes
    assert not table.standouts()


def test_q_corrects_for_the_lines_of_a_table_but_not_for_totals() -> None:
    values = random_values(200)
    lines = tuple(
        Line(key=str(part), title=str(part), measures=(MEAN,), segments=np.arange(part * 50, part * 50 + 50))
        for part in range(4)
    )
    total = Line(key="all", title="all", measures=(MEAN,), is_total=True)
    table = figure_table("s", counts_of(values, *lines, total), PLAN)
    p_values = [line.differences[0][0].p or 0.0 for line in table.lines]
    q_values = [line.differences[0][0].q for line in table.lines]
    assert q_values[:4] == pytest.approx(stats.false_discovery_control(p_values[:4]))
    assert q_values[4] == p_values[4]


def test_parts_are_worth_what_they_add() -> None:
    values = random_values(100)
    lines = tuple(
        Line(key=str(part), title=str(part), measures=(MEAN,), segments=np.arange(part * 50, part * 50 + 50))
        for part in range(2)
    )
    table = figure_table("s", counts_of(values, *lines), PLAN)
    worth = [line.differences[0][0].contribution or 0.0 for line in table.lines]
    assert sum(worth) == pytest.approx(table.whole[0])
    assert worth[0] == pytest.approx((values[:50, 1] - values[:50, 0]).sum() / 100)


def test_what_cannot_be_divided_is_not_a_number() -> None:
    rows = np.zeros((40, 2, 2))
    table = figure_table("s", Counts(title="t", line_head="", size_head="", columns=("x", "n"), rows=rows,
                                     lines=counts_of(random_values(40)).lines), PLAN)  # fmt: skip
    assert np.isnan(table.lines[0].values[0][0].value)
    assert table.lines[0].differences[0][0].p is None


def test_figures_that_are_beyond_chance_stand_out() -> None:
    values = random_values(100)
    values[:, 1] += 2
    (standout,) = figure_table("s", counts_of(values), PLAN).standouts()
    assert (standout.first, standout.second, standout.is_better) == ("old", "new", True)
    assert standout.about == "all, mean"


def test_a_total_stands_out_only_where_no_part_of_it_does() -> None:
    values = random_values(100)
    values[:, 1] += 2
    part = Line(key="part", title="part", measures=(MEAN,))
    total = Line(key="total", title="total", measures=(MEAN,), is_total=True)
    assert [each.about for each in figure_table("s", counts_of(values, part, total), PLAN).standouts()] == [
        "part, mean"
    ]
    assert [each.about for each in figure_table("s", counts_of(values, total), PLAN).standouts()] == ["total, mean"]


def test_records_have_a_row_for_each_system() -> None:
    records = figure_table("s", counts_of(random_values(50)), PLAN).records()
    assert [(record["system"], record["compared with"]) for record in records] == [("old", None), ("new", "old")]
    assert records[0]["difference"] is None
    assert records[1]["q"] == records[1]["p"]


def test_intervals_widen_with_the_level() -> None:
    value = Value(1.0, 0.5, 50)
    narrow, wide = value.interval(0.5), value.interval(0.99)
    assert narrow is not None
    assert wide is not None
    assert wide[0] < narrow[0] < 1 < narrow[1] < wide[1]


def test_null_sets_are_called_different_in_one_case_of_twenty() -> None:
    """Ratios of counts, as analyses have them, with no difference between the systems."""
    rng = np.random.default_rng(7)
    rejected = total = 0
    measure = RatioMeasure(key="r", title="r", ratios=(Ratio(("x",), ("n",)),))
    for _ in range(500):
        sizes = rng.integers(1, 30, size=60)
        rate = rng.beta(2, 5, size=60)
        kept = np.stack([rng.binomial(sizes, rate) for _ in range(2)], axis=1)
        rows = np.stack([kept, np.stack([sizes, sizes], axis=1)], axis=2).astype(float)
        counts = Counts(title="t", line_head="", size_head="", columns=("x", "n"), rows=rows,
                        lines=(Line(key="all", title="all", measures=(measure,)),))  # fmt: skip
        p_value = figure_table("s", counts, PLAN).lines[0].differences[0][0].p
        assert p_value is not None
        rejected += p_value < 0.05
        total += 1
    assert 0.025 <= rejected / total <= 0.08
