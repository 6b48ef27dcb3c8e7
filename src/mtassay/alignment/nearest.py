"""Of several references the one that a text is nearest to."""

from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np

from mtassay.alignment.distances.edits import Edits


def choose_nearest(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[str]:
    """For each hypothesis the reference with the fewest word edits for its length; of equals the first."""
    if all(len(entry) == 1 for entry in references):
        return [entry[0] for entry in references]
    others = list(chain.from_iterable(references))
    offsets = np.array([0, *accumulate(map(len, references))])
    edits = Edits(threads=1)
    counts = edits.between(hypotheses, np.arange(len(hypotheses)), others, offsets)
    shares = edits.normalized(counts, hypotheses, others)
    return [entry[int(shares.of(index).argmin())] for index, entry in enumerate(references)]
