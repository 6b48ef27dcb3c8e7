"""References as native code reads them; what most metrics prepare."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Segments


@dataclass(frozen=True)
class ReferenceTexts:
    """All references in one batch; those of segment i are `texts[starts[i]:starts[i + 1]]`."""

    texts: Segments
    starts: NDArray[np.int64]

    def __getitem__(self, index: slice) -> Self:
        start, stop, _ = index.indices(len(self.starts) - 1)
        stop = max(start, stop)
        first, last = int(self.starts[start]), int(self.starts[stop])
        return type(self)(self.texts[first:last], self.starts[start : stop + 1] - first)


def lowercased(texts: Sequence[str], lowercase: bool) -> Sequence[str]:
    """The texts as they are or in lower case.

    Python does this and not native code, because str.lower knows the final sigma and the dotted I.
    """
    return [text.lower() for text in texts] if lowercase else texts


def first_best(scores: NDArray[np.float64], starts: NDArray[np.int64]) -> NDArray[np.intp]:
    """For each segment the index of its reference with the highest score; of equals the first.

    Those of segment i are `scores[starts[i]:starts[i + 1]]`, at least one.
    """
    if len(starts) == 1:
        return np.zeros(0, np.intp)
    best = np.maximum.reduceat(scores, starts[:-1])
    candidates = np.flatnonzero(scores == np.repeat(best, np.diff(starts)))
    return candidates[np.searchsorted(candidates, starts[:-1])]


def lowest(scores: NDArray[np.float64], starts: NDArray[np.int64]) -> NDArray[np.float64]:
    """For each segment the lowest score that it has with any of its references, of which it has at least one."""
    return scores if len(starts) == len(scores) + 1 else np.minimum.reduceat(scores, starts[:-1])
