"""Clusters of systems that cannot be told apart."""

from collections.abc import Callable, Sequence


def clusters(ranked: Sequence[int], differ: Callable[[int, int], bool]) -> list[list[int]]:
    """Cut a ranking, best first, wherever everything above differs from everything below.

    As WMT ranks systems: within a cluster no line can be drawn, though some of its pairs may differ.
    """
    parts: list[list[int]] = []
    start = 0
    for cut in range(1, len(ranked) + 1):
        above, below = ranked[start:cut], ranked[cut:]
        if all(differ(upper, other) for upper in above for other in below):
            parts.append(list(above))
            start = cut
    return parts
