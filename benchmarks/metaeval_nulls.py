"""How often tests between metrics reject where both are equally good: `make nulls`.

The setting was fixed before the first run and all of it is printed: 10 systems, 300 segments, two metrics of equal
noise, human scores with many ties, and a share of outputs that are another system's, with its scores.
"""

import sys
from dataclasses import replace

import numpy as np

from mtassay.metaeval.contests.base import contest
from mtassay.metaeval.judged import Judged, MetricScores, make_judged
from mtassay.metaeval.measured import measure
from mtassay.metaeval.statistics.base import statistic

SYSTEMS, SEGMENTS, DRAWS = 10, 300, 500
SHARES = (0.0, 0.3, 0.5)
# test, statistic, level, and whether equal outputs are known as such
CASES = (
    (f"flips:draws={DRAWS}", "kendall", "segment", True),
    (f"flips:draws={DRAWS}", "acc-eq", "segment", True),
    ("williams", "pearson", "system", True),
    ("systems", "pearson", "system", True),
    ("systems", "pairwise-accuracy", "system", True),
    ("systems", "spa", "system", True),
    ("perm-both:draws=100", "kendall", "segment", True),
    ("perm-both:draws=100", "kendall", "segment", False),
)
PAIRS = [("first", "second")]


def simulated(rng: np.random.Generator, shared: float) -> Judged:
    """Two equally good metrics on outputs of which a share is another system's."""
    shape = (SYSTEMS, SEGMENTS)
    quality = rng.normal(size=(SYSTEMS, 1)) * 0.3 + rng.normal(size=(1, SEGMENTS)) + rng.normal(size=shape)
    human = np.minimum(0.0, np.round(quality + rng.normal(size=shape)))
    text = np.tile(np.arange(SYSTEMS)[:, None], (1, SEGMENTS))
    copies = rng.random(shape) < shared
    text[copies] = rng.integers(0, SYSTEMS, size=int(copies.sum()))

    def taken(table: np.ndarray) -> np.ndarray:
        return np.take_along_axis(table, text, axis=0)

    scores = {}
    for label in PAIRS[0]:
        cells = taken(quality + rng.normal(size=shape))
        scores[label] = MetricScores(segments=cells, systems=cells.mean(axis=1))
    names = [f"s{number}" for number in range(SYSTEMS)]
    outputs = [[str(number) for number in row] for row in text.tolist()]
    return make_judged(names, taken(human), scores, gold="simulated", outputs=outputs)


def main(sets: int) -> None:
    """Print a row for each test, a column for each share of equal outputs."""
    print(f"{sets} sets of {SYSTEMS} systems and {SEGMENTS} segments; rejected at 5 %, in percent")
    counts = np.zeros((len(CASES), len(SHARES)), dtype=np.int64)
    for column, shared in enumerate(SHARES):
        rng = np.random.default_rng(2026)
        for _ in range(sets):
            known = simulated(rng, shared)
            blind = replace(known, text=np.tile(np.arange(SYSTEMS)[:, None], (1, SEGMENTS)))
            for row, (test, name, level, has_texts) in enumerate(CASES):
                measured = measure(known if has_texts else blind, statistic(name), level)
                counts[row, column] += contest(test).p_values(measured, PAIRS)[0] < 0.05
    print("test, statistic, equal outputs together", *(f"q={share:g}" for share in SHARES), sep="\t")
    for (test, name, _, has_texts), rejected in zip(CASES, counts.tolist(), strict=True):
        print(
            f"{test}, {name}, {'yes' if has_texts else 'no'}",
            *(f"{100 * count / sets:.1f}" for count in rejected),
            sep="\t",
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
