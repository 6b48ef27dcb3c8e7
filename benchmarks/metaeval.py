"""Meta-evaluation: statistics and tests of simulated scores of the size of WMT's sets, beside plain transcriptions."""

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from mtassay.metaeval.contests.perm_both import PermBoth
from mtassay.metaeval.differences import meaning_of_differences
from mtassay.metaeval.judged import Judged, MetricScores, make_judged
from mtassay.metaeval.learning.cells import cells_of
from mtassay.metaeval.learning.cross_validation import cross_validate
from mtassay.metaeval.learning.folds import make_folds
from mtassay.metaeval.learning.methods import METHODS
from mtassay.metaeval.measured import measure
from mtassay.metaeval.meta import MetaChoices, meta_evaluate
from mtassay.metaeval.statistics.acc_eq import TieAccuracy
from mtassay.metaeval.statistics.kendall import Kendall
from mtassay.metaeval.statistics.pearson import Pearson
from mtassay.significance.evidence import Floats

CANDIDATES = 10


def run() -> None:
    """In a process of its own with one BLAS thread."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-m", "benchmarks.metaeval"], check=True, env=environment)


def measure_all() -> None:
    """Print a line for each task, in CPU seconds."""
    small, large = simulated(13, 529, 2), simulated(14, 1418, 30)
    human, scores = small.human.T.copy(), small.metrics["m0"].segments.T.copy()
    ours = _seconds(lambda: TieAccuracy().of_rows(human, scores))
    # the definition tries every observed difference; a few of them say what one costs
    plain = _seconds(lambda: transcribed(human, scores, CANDIDATES)) / CANDIDATES
    count = len(np.unique(np.abs(scores[:, :, None] - scores[:, None, :])))
    print(
        f"  acc_eq with calibration, 13 x 529: {1000 * ours:.1f} ms; by the definition {1000 * plain:.1f} ms "
        f"for each of {count} candidates"
    )
    for name, judged in (("13 x 529", small), ("14 x 1418", large)):
        measured = measure(judged, Kendall(threads=1), "segment")
        seconds = _seconds(lambda measured=measured: PermBoth().p_values(measured, [("m0", "m1")]), 1)  # type: ignore[misc]
        print(f"  PERM-BOTH of Kendall by segment, one pair, 1000 draws, {name}: {seconds:.2f} s")
    pairs = list(itertools.combinations(large.metrics, 2))
    measured = measure(large, Pearson(), "system")
    seconds = _seconds(lambda: PermBoth().p_values(measured, pairs), 1)
    print(f"  PERM-BOTH of Pearson of systems, {len(pairs)} pairs, 1000 draws, 14 x 1418: {seconds:.2f} s")
    lesson = simulated(13, 529, 13)
    cells, folds = cells_of(lesson), make_folds(lesson, None, None, seed=1)
    for method, fitting in METHODS.items():
        seconds = _seconds(lambda fitting=fitting: cross_validate(cells, lesson.text, folds, fitting), 1)  # type: ignore[misc]
        print(f"  learning by {method}, 13 parts, 13 x 529, all folds and penalties: {seconds:.2f} s")
    print(f"  mtassay meta of 30 metrics, 14 x 1418, all defaults: {_seconds(lambda: meta_evaluate(large), 1):.2f} s")
    everything = MetaChoices(by=("difficulty",), meanings=True)
    print(f"  the same with parts and differences: {_seconds(lambda: meta_evaluate(large, everything), 1):.2f} s")
    seconds = _seconds(lambda: meaning_of_differences(large, "m0"))
    print(f"  what differences of one metric mean, 14 systems, 1000 draws: {1000 * seconds:.0f} ms")


def simulated(systems: int, segments: int, metrics: int) -> Judged:
    """Human scores with many ties, and metrics that see some of the same."""
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(systems, segments)) + rng.normal(size=(systems, 1)) * 0.3
    human = np.minimum(0.0, np.round(quality + rng.normal(size=quality.shape)))
    scores = {}
    for number in range(metrics):
        table = quality + rng.normal(size=quality.shape) * (1 + number / 10)
        scores[f"m{number}"] = MetricScores(segments=table, systems=table.mean(axis=1))
    return make_judged([f"s{number}" for number in range(systems)], human, scores, gold="simulated")


def transcribed(human: Floats, scores: Floats, candidates: int) -> float:
    """acc_eq by its definition, for some of the candidates of epsilon."""
    best = 0.0
    for epsilon in np.linspace(0, 1, candidates).tolist():
        shares = []
        for gold, ours in zip(human.tolist(), scores.tolist(), strict=True):
            right = total = 0
            for i, j in itertools.combinations(range(len(gold)), 2):
                by_people, by_metric = gold[i] - gold[j], ours[i] - ours[j]
                total += 1
                right += by_people == 0 if abs(by_metric) <= epsilon else by_people * by_metric > 0
            shares.append(right / total)
        best = max(best, sum(shares) / len(shares))
    return best


def _seconds(work: Callable[[], object], repeats: int = 3) -> float:
    measured = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        measured.append(time.process_time() - started)
    return sorted(measured)[len(measured) // 2]


if __name__ == "__main__":
    measure_all()
