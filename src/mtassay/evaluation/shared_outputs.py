"""Outputs that several systems have of one segment, scored once by metrics that take long."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.evaluation.rows import blocks
from mtassay.metrics.base import Floats, Metric


def shares_outputs(metric: Metric[Any], systems: Sequence[Sequence[str]]) -> bool:
    """Whether equal outputs have equal rows, and there may be enough of them to look."""
    return metric.costly and not metric.bound_by and len(systems) > 1


def shared_row_blocks(
    metric: Metric[Any], systems: Sequence[Sequence[str]], prepared: Any
) -> Iterator[tuple[int, slice, Floats]]:
    """System after system, block after block: rows, copied where an earlier system has the same output."""
    first = first_with_output(systems)
    kept: Floats = np.zeros((len(systems), len(first[0]), len(metric.columns)))
    for system, outputs in enumerate(systems):
        for block in blocks(len(outputs)):
            segments = np.arange(*block.indices(len(outputs)))
            earlier = first[system, block]
            new = segments[earlier == system]
            kept[system, block] = kept[earlier, segments]
            if len(new):
                kept[system, new] = metric.stats([outputs[i] for i in new.tolist()], prepared.take(new))
            yield system, block, kept[system, block].copy()


def first_with_output(systems: Sequence[Sequence[str]]) -> NDArray[np.intp]:
    """For each system and segment the first system that has the same output, `(systems, segments)`."""
    first = np.empty((len(systems), len(systems[0])), dtype=np.intp)
    for segment, outputs in enumerate(zip(*systems, strict=True)):
        seen: dict[str, int] = {}
        for system, output in enumerate(outputs):
            first[system, segment] = seen.setdefault(output, system)
    return first
