"""Folds of sources and of systems: an output is scored by a model that saw neither its source nor its system."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError
from mtassay.metaeval.judged import Ints, Judged
from mtassay.metaeval.measured import number_units

FOLDS = 5
"""Of sources, and at most of systems."""
# systems that share more outputs than this are one: who learns from one of them has seen the other
_FAMILY = 0.4


@dataclass(frozen=True, eq=False)
class Folds:
    """The fold of each segment and of each system; `units` are segments that stay together, as numbers.

    `families` are the systems that share so many outputs that they count as one, where there are such.
    """

    segments: Ints
    systems: Ints
    units: Ints
    families: tuple[tuple[str, ...], ...] = ()

    @property
    def system_folds(self) -> int:
        """How many folds of systems there are."""
        return int(self.systems.max()) + 1


def make_folds(judged: Judged, sources: Sequence[str] | None, unit: str | None, seed: int) -> Folds:
    """Drawn from a seed; segments of one unit, and those with the same source, stay together."""
    units = np.arange(judged.size) if unit is None else number_units(judged, "item", unit)
    if sources is not None:
        units = _joined(units, sources)
    units = np.unique(units, return_inverse=True)[1].astype(np.int64)
    count = int(units.max()) + 1
    if count < FOLDS:
        what = "sources" if unit is None else f"different values of {unit}"
        raise InputError(
            f"there are {count} {what}, and it takes {FOLDS} to learn from some and try the others; judge more"
        )
    families = _families(judged)
    systems = int(families.max()) + 1
    if systems < 2:
        raise InputError(
            f"{', '.join(judged.systems)}: they share so many outputs that they count as one system, and it takes two "
            "to learn from one and try the other; add judged systems"
        )
    rng = np.random.default_rng(seed)
    named = tuple(
        tuple(name for name, own in zip(judged.systems, families.tolist(), strict=True) if own == family)
        for family in range(systems)
    )
    return Folds(
        _dealt(units, FOLDS, rng),
        _dealt(families, min(FOLDS, systems), rng),
        units,
        tuple(names for names in named if len(names) > 1),
    )


def _joined(units: Ints, sources: Sequence[str]) -> Ints:
    """Units with equal sources in them made one."""
    root = {int(unit): int(unit) for unit in np.unique(units)}

    def find(unit: int) -> int:
        while root[unit] != unit:
            unit = root[unit]
        return unit

    first: dict[str, int] = {}
    for unit, source in zip(units.tolist(), sources, strict=True):
        own, known = find(unit), find(first.setdefault(" ".join(source.split()), unit))
        root[max(own, known)] = min(own, known)
    return np.array([find(unit) for unit in units.tolist()], dtype=np.int64)


def _families(judged: Judged) -> Ints:
    """The number of the family of each system: those that share outputs, and those that share them with these."""
    family = np.arange(len(judged.systems))
    if judged.has_texts:
        for second in range(len(family)):
            for first in range(second):
                if np.mean(judged.text[first] == judged.text[second]) > _FAMILY:
                    family[family == family[second]] = family[first]
    return np.unique(family, return_inverse=True)[1].astype(np.int64)


def _dealt(groups: Ints, folds: int, rng: np.random.Generator) -> Ints:
    """The fold of each member of groups, which stay whole: the largest first, each into the smallest fold so far."""
    sizes = np.bincount(groups)
    order = rng.permutation(len(sizes))
    order = order[np.argsort(-sizes[order], kind="stable")]
    filled = np.zeros(folds, dtype=np.int64)
    fold_of = np.zeros(len(sizes), dtype=np.int64)
    for group in order.tolist():
        fold = int(np.argmin(filled))
        fold_of[group] = fold
        filled[fold] += sizes[group]
    return np.asarray(fold_of[groups])
