"""Test sets with planted agreement between people and made-up metrics, for tests of learning."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from mtassay import EvalSet
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.learning.cells import Cells
from mtassay.metaeval.sources.texts import judged_from_texts
from mtassay.metrics.base import metric
from mtassay.significance.evidence import Floats


def planted_cells(
    weights: Sequence[float], noise: float, systems: int = 6, segments: int = 200, seed: int = 3
) -> Cells:
    """People say what a weighted sum of parts says, with noise, and how hard the source is."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(systems, segments, len(weights)))
    human = scores @ np.array(weights) + noise * rng.normal(size=(systems, segments)) + 0.3 * rng.normal(size=segments)
    return Cells(scores, human, np.ones(human.shape, dtype=np.bool_))


class Lesson:
    """Files of scores by made-up metrics `m0`, `m1`, …, and a file of judgments, of systems `s0`, `s1`, …"""

    def __init__(self, folder: Path, cells: Cells, labels: Sequence[str] = ()) -> None:
        self.folder = folder
        systems, segments, parts = cells.scores.shape
        names = [f"s{number}" for number in range(systems)]
        for part in range(parts):
            self._write(f"m{part}.tsv", names, cells.scores[..., part], cells)
        self._write("judged.tsv", names, cells.human, cells)
        outputs = {name: [f"{name} says {segment}" for segment in range(segments)] for name in names}
        sources = [f"source {segment}" for segment in range(segments)]
        given = {"document": list(labels)} if labels else {}
        self.evalset = EvalSet(sources, sources=sources, systems=outputs, labels=given)
        self.metrics = [metric(f"given:path={folder / f'm{part}.tsv'}") for part in range(parts)]

    def _write(self, name: str, systems: Sequence[str], table: Floats, cells: Cells) -> None:
        lines = [
            f"{system}\t{segment + 1}\t{float(table[row, segment])!r}"
            for row, system in enumerate(systems)
            for segment in np.flatnonzero(cells.known[row]).tolist()
        ]
        (self.folder / name).write_text("\n".join(["system\tsegment\tscore", *lines]) + "\n")

    @property
    def judged(self) -> Judged:
        return judged_from_texts(self.evalset, self.metrics, str(self.folder / "judged.tsv"))
