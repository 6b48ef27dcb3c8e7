"""Wins ratio: how often a system is better than another, among all its comparisons that are no ties."""

import numpy as np

from mtassay.human.memory import Floats


def wins_ratio(wins: Floats) -> Floats:
    """Wins over wins and losses of each system, `(…, systems, systems)` to `(…, systems)`; NaN without either."""
    won, lost = wins.sum(axis=-1), wins.sum(axis=-2)
    shares: Floats = np.divide(won, won + lost, out=np.full(won.shape, np.nan), where=won + lost > 0)
    return shares


def at_least_ratio(wins: Floats, ties: Floats) -> Floats:
    """Wins and ties over all comparisons, as WMT ranked until 2011; NaN where there is none."""
    won, lost, tied = wins.sum(axis=-1), wins.sum(axis=-2), ties.sum(axis=-1)
    compared = won + lost + tied
    shares: Floats = np.divide(won + tied, compared, out=np.full(won.shape, np.nan), where=compared > 0)
    return shares
