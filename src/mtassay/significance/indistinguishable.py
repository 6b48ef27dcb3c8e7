"""Groups of systems that cannot be told apart."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def indistinguishable(ranked: Sequence[T], differ: Callable[[T, T], bool]) -> list[tuple[T, ...]]:
    """The longest runs of a ranking, best first, in which no two differ; a system may be in several.

    Runs, because a group is drawn as a bar beside a ranking. "Differs" is not transitive: where the first and the third
    of three do not differ but the second differs from one of them, no run has both the first and the third.
    """
    groups: list[tuple[T, ...]] = []
    stop = 0
    for start in range(len(ranked)):
        end = max(start + 1, stop)
        # what stands in the run so far differs from nothing in it: a shorter run is one too
        while end < len(ranked) and not any(differ(member, ranked[end]) for member in ranked[start:end]):
            end += 1
        if end > stop:
            groups.append(tuple(ranked[start:end]))
            stop = end
    return groups
