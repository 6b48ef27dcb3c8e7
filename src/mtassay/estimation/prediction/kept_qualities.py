"""Qualities as a queue keeps them, so that its estimate needs no file and no metric any more."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mtassay.errors import InputError
from mtassay.estimation.prediction.quality import Qualities
from mtassay.human.memory import Floats, Memory
from mtassay.human.translations import Translations

QUALITIES = "qualities"
"""The setting of a queue that holds them."""

# far beyond any scale, and so far below the largest double that sums stay finite
_LARGEST = 1e100


def kept_qualities(qualities: Qualities, memory: Memory) -> dict[str, list[float | None]]:
    """Those of judged targets, in the memory's order, and of the outputs; None where there is none."""
    return {
        "targets": _listed(qualities.targets[memory.counts > 0]),
        "outputs": _listed(qualities.candidates),
    }


def restored_qualities(kept: Mapping[str, Any], memory: Memory, translations: Translations, metric: str) -> Qualities:
    """The same again; a queue from elsewhere may have kept anything."""
    is_judged = memory.counts > 0
    values = {"targets": int(np.count_nonzero(is_judged)), "outputs": len(translations)}
    read = {}
    for name, size in values.items():
        listed = kept.get(name) if isinstance(kept, Mapping) else None
        if not isinstance(listed, list) or len(listed) != size or not all(map(_is_value, listed)):
            raise InputError(
                f"the queue of {translations.system} should keep a value by {metric} for each of {size} {name}, and "
                "does not; close it and draw another one"
            )
        read[name] = np.array([np.nan if value is None else value for value in listed], dtype=np.float64)
    targets = np.full(len(memory.targets), np.nan)
    targets[is_judged] = read["targets"]
    return Qualities(targets, read["outputs"], metric)


def _listed(values: Floats) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]


def _is_value(value: Any) -> bool:
    return value is None or (type(value) in (int, float) and abs(value) < _LARGEST)
