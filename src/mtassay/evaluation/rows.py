"""Rows of a metric, a block of segments at a time."""

from collections.abc import Iterator, Sequence
from typing import Any

from mtassay.metrics.base import Floats, Metric

# Whoever drops each block once it is used needs a few bytes a segment and not a few hundred.
_BLOCK = 16_384


def row_blocks(metric: Metric[Any], hypotheses: Sequence[str], prepared: Any) -> Iterator[tuple[slice, Floats]]:
    """Which segments, and their rows `(n, k)`, one block after the other."""
    for start in range(0, len(hypotheses), _BLOCK):
        block = slice(start, start + _BLOCK)
        yield block, metric.stats(hypotheses[block], prepared[block])
