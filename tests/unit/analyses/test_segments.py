"""Segments by length, label and outcome."""

import numpy as np
import pytest
from analysed import analysed, figures

import mtassay
from mtassay import EvalSet
from mtassay.analyses.counting.view import View
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.analyses.segments import OutcomeTable
from mtassay.analyses.view_fields import ViewFields
from mtassay.errors import SettingError

RNG = np.random.default_rng(3)
TEXTS = [[" ".join(RNG.choice(list("abcdef"), size)) for size in RNG.integers(1, 25, 80)] for _ in range(3)]
EVALSET = EvalSet(
    TEXTS[0],
    sources=TEXTS[0],
    systems={"old": TEXTS[1], "new": TEXTS[2]},
    labels={"domain": ["news", "chat"] * 40, "year": [str(number % 20) for number in range(80)]},
)


def test_each_part_has_the_score_of_its_segments() -> None:
    table = figures(EVALSET, "segments:by=domain")
    assert [line.key for line in table.lines] == ["news", "chat"]
    for line, start in zip(table.lines, (0, 1), strict=True):
        for system, value in enumerate(line.values[0]):
            scores = mtassay.score(TEXTS[system + 1][start::2], TEXTS[0][start::2], metrics=["chrf"])
            assert value.value == pytest.approx(scores[0].value)
        assert line.sizes == (40, 40)


def test_lengths_are_those_of_the_reference_or_the_source() -> None:
    for side in ("reference", "source"):
        table = figures(EVALSET, f"segments:cuts='5,10',side={side}")
        assert [line.key for line in table.lines] == ["below 5", "5–9", "10+"]
        lengths = np.array([len(text.split()) for text in TEXTS[0]])
        assert [line.sizes[0] for line in table.lines] == [
            (lengths < 5).sum(),
            ((lengths >= 5) & (lengths < 10)).sum(),
            (lengths >= 10).sum(),
        ]


def test_numbers_as_labels_are_cut() -> None:
    assert len(figures(EVALSET, "segments:by=year").lines) == 4
    assert [line.key for line in figures(EVALSET, "segments:by=year,cuts=10").lines] == ["below 10", "10+"]


def test_a_part_is_worth_what_it_adds() -> None:
    table = figures(EVALSET, "segments:by=domain")
    mixed = [TEXTS[1 if place % 2 == 0 else 2][place] for place in range(80)]
    whole = mtassay.score(TEXTS[2], TEXTS[0], metrics=["chrf"])[0].value
    without = mtassay.score(mixed, TEXTS[0], metrics=["chrf"])[0].value
    assert table.lines[0].differences[0][0].contribution == pytest.approx(whole - without)


@pytest.mark.parametrize("by", ["difference", "distance", "score"])
def test_outcomes_are_counted_and_not_tested(by: str) -> None:
    (table,) = analysed(EVALSET, f"segments:by={by}").results
    assert isinstance(table, OutcomeTable)
    assert table.counts.sum(axis=0).tolist() == [80, 80]
    assert "nothing is tested" in table.notes[0]
    assert not table.standouts()


def test_differences_of_length_by_hand() -> None:
    evalset = EvalSet(["a b c", "a b"], systems={"x": ["a b", "a b"], "y": ["a b c", "a b c"]})
    (table,) = analysed(evalset, "segments:by=difference").results
    assert isinstance(table, OutcomeTable)
    assert dict(zip(table.lines, table.counts.tolist(), strict=True)) == {"-1": [1, 0], "0": [1, 1], "1": [0, 1]}


def test_unknown_labels_are_refused() -> None:
    with pytest.raises(SettingError, match=r"segments have no label 'domian' \(did you mean 'domain'\?\)"):
        analysed(EVALSET, "segments:by=domian")


@pytest.mark.parametrize("spec", ["segments", "segments:side=source", "segments:by=domain", "segments:by=year"])
def test_the_condition_of_a_line_leaves_its_segments(spec: str) -> None:
    fields = ViewFields(View(EVALSET, ["chrf"]), {})
    for line in figures(EVALSET, spec).counts.lines:
        chosen = SegmentFilter.parse(line.condition)
        assert chosen.is_given
        assert line.segments is not None
        np.testing.assert_array_equal(np.flatnonzero(chosen.mask(fields)), line.segments)


def test_no_condition_takes_empty_labels_for_numbers() -> None:
    years = [str(number % 20) if number % 7 else "" for number in range(80)]
    evalset = EvalSet(TEXTS[0], systems={"old": TEXTS[1]}, labels={"year": years})
    assert {line.condition for line in figures(evalset, "segments:by=year").counts.lines} == {""}


@pytest.mark.parametrize("by", ["difference", "score"])
def test_the_condition_of_an_outcome_leaves_as_many_as_it_counts(by: str) -> None:
    fields = ViewFields(View(EVALSET, ["chrf"]), {})
    (table,) = analysed(EVALSET, f"segments:by={by}").results
    assert isinstance(table, OutcomeTable)
    left = [[SegmentFilter.parse(text).mask(fields).sum() for text in line] for line in table.conditions]
    np.testing.assert_array_equal(left, table.counts)
