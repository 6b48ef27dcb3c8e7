"""Word edits by the batch: only how many, not which."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mtassay._native import EditMeasure, Segments, Tokenization, Unit, edit_rows
from mtassay.corpus.texts import check_texts


def count_word_edits(
    hypotheses: Sequence[str], references: Sequence[str], starts: NDArray[np.int64], threads: int = 0
) -> NDArray[np.float64]:
    """Edits and reference words, `(references, 2)`; text is cut at white space.

    The references of hypothesis i stand at `starts[i]` to `starts[i + 1]`, at least one for each.
    """
    rows = edit_rows(
        Segments(check_texts(hypotheses, "hypotheses").texts),
        Segments(check_texts(references, "references").texts),
        starts,
        Tokenization.NONE,
        Unit.WORD,
        EditMeasure.DISTANCE,
        threads,
    )
    return np.ascontiguousarray(rows[:, [0, 2]])
