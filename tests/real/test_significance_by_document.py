"""How often tests find a difference between systems that are equally good, where documents are dealt whole.

Two systems of WMT21 Icelandic-English are made equally good by a coin for each document, which says whose output of it
counts for whom. What a test finds then, it finds by chance. The figures stand in docs/explanation/significance.md;
`pytest -s tests/real/test_significance_by_document.py` prints them anew, in some twenty minutes with TRIALS = 2000 and
the sizes of the docs; those here take a minute.
"""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import mtassay
from mtassay.evaluation.rows import RowEvidence
from mtassay.evaluation.run import collect_rows
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.jackknife import JackknifeInterval
from mtassay.significance.paired_test import paired_test

ISEN = Path(__file__).parents[3] / "shared" / "data" / "wmt21-isen-da"
TRIALS = 400  # 2000 for the figures of the docs
ALPHA = 0.05
SLACK = 3.5 * (ALPHA * (1 - ALPHA) / TRIALS) ** 0.5
"""How far the share of false alarms of a good test may be from ALPHA in so many trials."""

Rows = NDArray[np.floating[Any]]


class Corpus(NamedTuple):
    """The rows of ten systems by chrF, and which segments each document has."""

    evidence: RowEvidence
    documents: list[NDArray[np.intp]]


def read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    if not ISEN.is_dir():
        pytest.skip(f"the public systems of WMT21 are not at {ISEN}")
    systems = {path.name.removesuffix(".en.txt"): read(path) for path in sorted(ISEN.glob("outputs/*.txt"))}
    evalset = mtassay.EvalSet(read(ISEN / "reference.refA.en.txt"), systems=systems)
    (evidence,) = collect_rows([mtassay.metric("chrf")], evalset)
    with open(ISEN / "segments.tsv", encoding="utf-8") as file:
        labels = np.array([row["doc"] for row in csv.DictReader(file, delimiter="\t")])
    return Corpus(evidence, [np.flatnonzero(labels == label) for label in dict.fromkeys(labels.tolist())])


def by_document(dealt: list[Rows]) -> Rows:
    return np.stack([rows.sum(axis=0) for rows in dealt])


def by_segment(dealt: list[Rows]) -> Rows:
    return np.concatenate(dealt)


def false_alarms(
    evidence: RowEvidence,
    parts: list[NDArray[np.intp]],
    test: str,
    count: int,
    units: Callable[[list[Rows]], Rows] = by_document,
) -> float:
    """The share of trials in which a test finds something on so many parts of a corpus, each dealt whole."""
    rng = np.random.default_rng(2026)
    alarms = 0
    for trial in range(TRIALS):
        pair = rng.choice(evidence.table.shape[1], size=2, replace=False)
        drawn = rng.choice(len(parts), size=count)
        dealt = [evidence.table[parts[number]][:, pair if rng.random() < 0.5 else pair[::-1]] for number in drawn]
        rows = RowEvidence(evidence.metric, units(dealt).astype(np.float64))
        spec = test if test == "jackknife" else f"{test}:draws=1000,seed={trial}"
        (outcome,) = paired_test(spec).compare(rows, [(0, 1)])
        alarms += outcome.p_value < ALPHA
    print(f"{count} parts {units.__name__}, {test}: {alarms / TRIALS:.1%}")
    return alarms / TRIALS


@pytest.mark.parametrize("count", [10, 20, 50])
def test_randomization_of_documents_is_exact(corpus: Corpus, count: int) -> None:
    assert abs(false_alarms(*corpus, "randomization", count) - ALPHA) < SLACK


@pytest.mark.parametrize(
    ("count", "least", "most"),
    [(10, 0.08, 0.16), (20, 0.05, 0.12), (50, 0.04, 0.10)],
)
def test_the_bootstrap_finds_too_much_on_few_documents(corpus: Corpus, count: int, least: float, most: float) -> None:
    assert least <= false_alarms(*corpus, "bootstrap", count) <= most


@pytest.mark.parametrize("count", [30, 50, 100])
def test_the_jackknife_is_right_from_thirty_documents_on(corpus: Corpus, count: int) -> None:
    assert abs(false_alarms(*corpus, "jackknife", count) - ALPHA) < SLACK


@pytest.mark.parametrize("count", [20])
@pytest.mark.parametrize("test", ["randomization", "bootstrap", "jackknife"])
def test_documents_that_are_tested_by_segment_are_far_off(corpus: Corpus, test: str, count: int) -> None:
    assert false_alarms(*corpus, test, count, by_segment) > 0.25


@pytest.mark.parametrize("count", [30, 100])
def test_single_segments(corpus: Corpus, count: int) -> None:
    segments = [np.array([number]) for number in range(corpus.evidence.size)]
    assert abs(false_alarms(corpus.evidence, segments, "randomization", count) - ALPHA) < SLACK
    assert false_alarms(corpus.evidence, segments, "bootstrap", count) < 0.12


@pytest.mark.parametrize(
    ("kind", "count", "trials", "least", "most"),
    [
        ("bootstrap", 10, 200, 0.80, 0.92),
        ("bootstrap", 30, 200, 0.88, 0.96),
        ("bootstrap", 100, 200, 0.91, 0.99),
        ("jackknife", 30, 2000, 0.93, 0.96),
        ("jackknife", 100, 2000, 0.94, 0.96),
    ],
)
def test_intervals_over_documents(
    corpus: Corpus, kind: str, count: int, trials: int, least: float, most: float
) -> None:
    evidence, documents = corpus
    rows = np.stack([evidence.table[numbers].sum(axis=0) for numbers in documents]).astype(np.float64)
    truth = evidence.metric.score(rows.sum(axis=0)).tolist()
    rng = np.random.default_rng(2026)
    held = []
    for trial in range(trials):
        drawn = rows[rng.choice(len(rows), size=count)]
        method = JackknifeInterval() if kind == "jackknife" else Bootstrap(seed=trial)
        intervals = method.intervals(RowEvidence(evidence.metric, drawn))
        held += [value in interval for value, interval in zip(truth, intervals, strict=True)]
    print(f"{count} documents, {kind}: {np.mean(held):.1%} of intervals hold the score")
    assert least <= np.mean(held) <= most
