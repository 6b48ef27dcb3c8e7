"""How often tests find a difference where there is none, and how often intervals hold the truth.

10,000 data sets of 100 segments each, from fixed seeds. The figures that these tests pin stand in
docs/explanation/significance.md.
"""

from collections.abc import Iterator

import numpy as np
import pytest
from evidence import MeanEvidence

import mtassay
from mtassay.compat.sacrebleu.resampling import bootstrap_p
from mtassay.evaluation.rows import RowEvidence
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.jackknife import Jackknife, JackknifeInterval
from mtassay.significance.paired_test import Outcome, paired_test

SEGMENTS = 100
BATCHES, SETS = 20, 500
PAIRS = [(2 * number, 2 * number + 1) for number in range(SETS)]


def null_data() -> Iterator[tuple[int, MeanEvidence]]:
    """Two systems that are equally good: segments differ in difficulty, and both err at random."""
    rng = np.random.default_rng(2026)
    for batch in range(BATCHES):
        difficulty = rng.normal(60, 15, size=(SEGMENTS, SETS, 1))
        errors = rng.gamma(2, 5, size=(SEGMENTS, SETS, 2))
        yield batch, MeanEvidence((difficulty - errors).reshape(SEGMENTS, 2 * SETS))


def outcomes_of(name: str) -> Iterator[Outcome]:
    for batch, evidence in null_data():
        spec = f"{name}:seed={batch},draws=1000" if name in ("bootstrap", "randomization") else name
        yield from paired_test(spec).compare(evidence, PAIRS)


def rejections(name: str) -> float:
    found = [outcome.p_value < 0.05 for outcome in outcomes_of(name)]
    assert len(found) == 10_000
    return float(np.mean(found))


@pytest.mark.parametrize("name", ["bootstrap", "randomization", "jackknife"])
def test_resampling_tests_find_five_percent_where_there_is_nothing(name: str) -> None:
    assert 0.04 <= rejections(name) <= 0.06


def null_rows(segments: int, rng: np.random.Generator) -> np.ndarray:
    """Rows of BLEU for pairs of equally good systems, `(segments, 2 * SETS, 10)`: easy segments are so for both."""
    words = rng.integers(4, 40, size=(segments, SETS, 1))
    ease = rng.beta(4, 3, size=(segments, SETS, 1))
    lengths = np.maximum(4, words + rng.integers(-3, 4, size=(segments, SETS, 2)))
    rows = np.zeros((segments, SETS, 2, 10))
    rows[..., 0], rows[..., 1] = lengths, words
    matches = lengths
    for order in range(4):
        matches = rng.binomial(np.minimum(matches, lengths - order), ease if order == 0 else (1 + ease) / 2)
        rows[..., 2 + order], rows[..., 6 + order] = matches, lengths - order
    return rows.reshape(segments, 2 * SETS, 10)


@pytest.mark.parametrize("segments", [30, 100, 300])
def test_the_jackknife_of_bleu_finds_five_percent_where_there_is_nothing(segments: int) -> None:
    rng = np.random.default_rng(2026)
    found = []
    for _ in range(BATCHES):
        evidence = RowEvidence(mtassay.metric("bleu"), null_rows(segments, rng))
        found += [outcome.p_value < 0.05 for outcome in Jackknife().compare(evidence, PAIRS)]
    assert len(found) == 10_000
    assert 0.04 <= np.mean(found) <= 0.06


@pytest.mark.parametrize("name", ["sign", "wilcoxon"])
def test_tests_on_segments_find_at_most_six_percent(name: str) -> None:
    assert rejections(name) <= 0.06


def test_the_share_of_wins_is_no_p_value() -> None:
    # "better on 95 % of the samples" is true of one system or the other twice as often as 5 %
    shares = [max(o.first_higher or 0, o.second_higher or 0) for o in outcomes_of("bootstrap")]
    assert 0.08 <= np.mean(np.array(shares) > 0.95) <= 0.13


def test_the_p_value_of_sacrebleu_finds_too_much() -> None:
    # 11.1 %: sizes of differences have a mean above 0 where differences have none
    found = []
    for batch, evidence in null_data():
        drawn = Bootstrap(seed=batch).resample(evidence)
        for first, second in PAIRS:
            difference = float(drawn.observed[second] - drawn.observed[first])
            found.append(bootstrap_p(drawn.scores[:, first], drawn.scores[:, second], difference) < 0.05)
    assert len(found) == 10_000
    assert 0.10 <= np.mean(found) <= 0.12


@pytest.mark.parametrize(
    ("sample", "interval", "low", "high"),
    [
        ("full", "percentile", 0.93, 0.97),
        ("full", "basic", 0.93, 0.97),
        ("full", "bca", 0.93, 0.97),
        ("half", "percentile", 0.93, 0.97),
        # half as many segments, drawn with replacement: wider than it says by the square root of two
        ("half-with-replacement", "percentile", 0.985, 1.0),
    ],
)
def test_coverage_of_intervals(sample: str, interval: str, low: float, high: float) -> None:
    rng = np.random.default_rng(99)
    held = []
    for batch in range(BATCHES):
        values = rng.gamma(4, 15, size=(SEGMENTS, SETS))
        intervals = Bootstrap(seed=batch, sample=sample, interval=interval).intervals(MeanEvidence(values))
        held += [60.0 in one for one in intervals]
    assert len(held) == 10_000
    assert low <= np.mean(held) <= high


@pytest.mark.parametrize("segments", [30, SEGMENTS])
def test_coverage_of_intervals_by_the_jackknife(segments: int) -> None:
    rng = np.random.default_rng(99)
    held = []
    for _ in range(BATCHES):
        evidence = MeanEvidence(rng.gamma(4, 15, size=(segments, SETS)))
        held += [60.0 in one for one in JackknifeInterval().intervals(evidence)]
    assert len(held) == 10_000
    assert 0.94 <= np.mean(held) <= 0.96


def test_coverage_of_the_paired_difference() -> None:
    held = []
    for batch, evidence in null_data():
        differences = MeanEvidence(evidence.values[:, 1::2] - evidence.values[:, ::2])
        held += [0.0 in one for one in Bootstrap(seed=batch).intervals(differences)]
    assert 0.93 <= np.mean(held) <= 0.97
