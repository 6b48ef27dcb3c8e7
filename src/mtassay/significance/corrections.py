"""Corrections of p-values where several differences are tested at once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mtassay.significance.evidence import Floats

CORRECTIONS = ("holm", "bh", "none")


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm (1979): keeps the chance of any false alarm below the level."""
    order = np.argsort(p_values, kind="stable")
    factors = np.arange(len(order), 0, -1)
    return _restored(np.maximum.accumulate(np.asarray(p_values)[order] * factors), order)


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg (1995): keeps the expected share of false alarms below the level."""
    order = np.argsort(p_values, kind="stable")[::-1]
    factors = len(order) / np.arange(len(order), 0, -1)
    return _restored(np.minimum.accumulate(np.asarray(p_values)[order] * factors), order)


def correct(p_values: Sequence[float], correction: str) -> list[float]:
    """By the name in CORRECTIONS."""
    if correction == "holm":
        return holm(p_values)
    return benjamini_hochberg(p_values) if correction == "bh" else list(p_values)


def correct_bounds(p_values: Sequence[float], are_bounds: Sequence[bool], correction: str) -> list[bool]:
    """Which corrected p-values are upper bounds, where some p-values are: those that smaller ones would lower."""
    lowered = [0.0 if is_bound else p_value for p_value, is_bound in zip(p_values, are_bounds, strict=True)]
    pairs = zip(correct(lowered, correction), correct(p_values, correction), strict=True)
    return [least < shown for least, shown in pairs]


def _restored(adjusted: Floats, order: NDArray[np.intp]) -> list[float]:
    """In the order in which the p-values were given, and at most 1."""
    given = np.empty(len(order))
    given[order] = np.minimum(adjusted, 1.0)
    return given.tolist()
