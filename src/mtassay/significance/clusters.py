"""Clusters of a ranking: cuts across which all comparisons are decided."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def clusters(ranked: Sequence[T], is_better: Callable[[T, T], bool]) -> tuple[int, ...]:
    """For each of a ranking, best first, the number of its cluster, from 1.

    Everything in a cluster is better than everything in the clusters behind it; within a cluster that is not so.
    """
    numbers, number = [], 1
    for place in range(len(ranked)):
        if place and all(is_better(better, worse) for better in ranked[:place] for worse in ranked[place:]):
            number += 1
        numbers.append(number)
    return tuple(numbers)
