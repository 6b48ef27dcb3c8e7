"""The jackknife on ten systems of WMT17: beside the bootstrap and randomization, and where nothing is to be found.

The figures stand in docs/explanation/significance.md. They hang on random numbers, which come from fixed seeds.
"""

import gzip
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import mtassay
from mtassay.evaluation.rows import RowEvidence
from mtassay.evaluation.run import collect_rows, resolve
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.jackknife import Jackknife, JackknifeInterval, jackknife_error
from mtassay.significance.randomization import Randomization

WMT17 = Path(__file__).parents[3] / "shared" / "data" / "wmt17-ende-significance"
SYSTEMS = 10
PAIRS = list(combinations(range(SYSTEMS), 2))
SETS, BATCH = 10_000, 500


def read(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().removesuffix("\n").split("\n")


@pytest.fixture(scope="module")
def rows() -> dict[str, RowEvidence]:
    if not WMT17.is_dir():
        pytest.skip(f"the public systems of WMT17 are not at {WMT17}")
    systems = {path.name: read(path) for path in sorted(WMT17.glob("outputs/*.gz"))}
    assert len(systems) == SYSTEMS
    evalset = mtassay.EvalSet(read(WMT17 / "reference.de.txt.gz"), systems=systems)
    names = ("bleu", "chrf", "ter")
    return {name: collect_rows(resolve([name], evalset), evalset)[0] for name in names}


@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter"])
# the spread of 1000 draws is itself known to 2 % only
@pytest.mark.parametrize(("draws", "least", "most"), [(1000, 0.95, 1.03), (50_000, 0.99, 1.02)])
def test_errors_are_those_of_the_bootstrap(
    rows: dict[str, RowEvidence], metric: str, draws: int, least: float, most: float
) -> None:
    bootstrap = Bootstrap(draws=draws)
    drawn = bootstrap.errors(bootstrap.resample(rows[metric]).scores)
    ratios = jackknife_error(rows[metric].score_without_each()) / drawn
    assert least <= round(float(ratios.min()), 2) <= round(float(ratios.max()), 2) <= most


@pytest.mark.parametrize(
    ("metric", "draws", "farthest", "other_verdicts"),
    [
        ("bleu", 10_000, 0.027, 0),
        ("chrf", 10_000, 0.008, 0),
        ("ter", 10_000, 0.006, 1),
        # with ten times the draws, p-values of randomization change by less than .005 from seed to seed
        ("bleu", 100_000, 0.027, 0),
        ("chrf", 100_000, 0.005, 0),
        ("ter", 100_000, 0.008, 0),
    ],
)
def test_p_values_are_those_of_randomization(
    rows: dict[str, RowEvidence], metric: str, draws: int, farthest: float, other_verdicts: int
) -> None:
    outcomes = zip(
        Jackknife().compare(rows[metric], PAIRS), Randomization(draws=draws).compare(rows[metric], PAIRS), strict=True
    )
    p_values = np.array([(own.p_value, other.p_value) for own, other in outcomes])
    assert round(float(np.abs(p_values[:, 0] - p_values[:, 1]).max()), 3) <= farthest
    assert np.count_nonzero((p_values[:, 0] < 0.05) != (p_values[:, 1] < 0.05)) == other_verdicts


def dealt(evidence: RowEvidence, segments: int, rng: np.random.Generator) -> Iterator[RowEvidence]:
    """Pairs that are equally good: two systems on segments drawn anew, whose outputs are dealt by a coin for each."""
    for _ in range(SETS // BATCH):
        drawn = rng.integers(evidence.size, size=(segments, BATCH))
        first = rng.integers(SYSTEMS, size=BATCH)
        second = (first + rng.integers(1, SYSTEMS, size=BATCH)) % SYSTEMS
        is_swapped = rng.random((segments, BATCH)) < 0.5
        hands = np.where(is_swapped, second, first), np.where(is_swapped, first, second)
        pairs = np.stack([evidence.table[drawn, hand] for hand in hands], axis=2)
        yield RowEvidence(evidence.metric, pairs.reshape(segments, 2 * BATCH, -1))


@pytest.mark.parametrize("segments", [30, 100, 300])
@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter"])
def test_five_percent_are_found_where_there_is_nothing(
    rows: dict[str, RowEvidence], metric: str, segments: int
) -> None:
    pairs = [(2 * number, 2 * number + 1) for number in range(BATCH)]
    alarms = [
        outcome.p_value < 0.05
        for evidence in dealt(rows[metric], segments, np.random.default_rng(2026))
        for outcome in Jackknife().compare(evidence, pairs)
    ]
    print(f"{metric}, {segments} segments: {np.mean(alarms):.1%}")
    assert len(alarms) == SETS
    assert 0.04 <= np.mean(alarms) <= 0.06


@pytest.mark.parametrize("segments", [30, 100])
@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter"])
def test_intervals_hold_the_score(rows: dict[str, RowEvidence], metric: str, segments: int) -> None:
    evidence = rows[metric]
    truth = evidence.metric.score(evidence.totals).tolist()
    rng = np.random.default_rng(2026)
    held = []
    for _ in range(SETS // SYSTEMS):
        drawn = RowEvidence(evidence.metric, evidence.table[rng.integers(evidence.size, size=segments)])
        held += [value in interval for value, interval in zip(truth, JackknifeInterval().intervals(drawn), strict=True)]
    print(f"{metric}, {segments} segments: {np.mean(held):.1%} of intervals hold the score")
    # all ten systems are scored on the same 1000 draws of segments: that counts less than 10,000 draws would
    assert 0.93 <= np.mean(held) <= 0.97
