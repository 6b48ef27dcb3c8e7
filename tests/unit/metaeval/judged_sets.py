"""Small sets of judged outputs, for tests of meta-evaluation."""

from collections.abc import Mapping, Sequence

import numpy as np

from mtassay.metaeval.judged import Judged, MetricScores, make_judged
from mtassay.significance.evidence import Floats


def judged_set(
    human: Sequence[Sequence[float]] | Floats,
    metrics: Mapping[str, Sequence[Sequence[float]] | Floats],
    outputs: Sequence[Sequence[str]] | None = None,
) -> Judged:
    """Systems s0, s1, … with scores of people and of metrics, whose corpus scores are means."""
    table = np.array(human, dtype=np.float64)
    scores = {}
    for label, values in metrics.items():
        cells = np.array(values, dtype=np.float64)
        scores[label] = MetricScores(segments=cells, systems=cells.mean(axis=1))
    return make_judged([f"s{number}" for number in range(len(table))], table, scores, gold="gold", outputs=outputs)


def simulated(
    rng: np.random.Generator, systems: int = 10, segments: int = 300, shared: float = 0.0, noise: float = 1.0
) -> Judged:
    """Two equally good metrics on outputs of which a share is another system's, with many ties between human scores."""
    quality = (
        rng.normal(size=(systems, 1)) * 0.3 + rng.normal(size=(1, segments)) + rng.normal(size=(systems, segments))
    )
    first, second = (quality + noise * rng.normal(size=quality.shape) for _ in range(2))
    human = np.minimum(0.0, np.round(quality + rng.normal(size=quality.shape)))
    text = np.tile(np.arange(systems)[:, None], (1, segments))
    copies = rng.random(text.shape) < shared
    text[copies] = rng.integers(0, systems, size=int(copies.sum()))
    tables = [np.take_along_axis(table, text, axis=0) for table in (human, first, second)]
    outputs = [[str(number) for number in row] for row in text.tolist()]
    return judged_set(tables[0], {"first": tables[1], "second": tables[2]}, outputs)
