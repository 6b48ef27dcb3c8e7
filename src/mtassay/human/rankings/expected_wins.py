"""Expected wins: how likely a system is better than another one that is drawn at random (Koehn 2012)."""

import numpy as np

from mtassay.human.memory import Floats


def expected_wins(wins: Floats) -> Floats:
    """The mean of wins over wins and losses against each other system: `(…, systems, systems)` to `(…, systems)`.

    Ties do not count. Opponents that a system was never told apart from are left out of its mean; a system with no
    other ones is NaN.
    """
    decided = wins + np.swapaxes(wins, -1, -2)
    shares = np.divide(wins, decided, out=np.zeros(wins.shape), where=decided > 0)
    opponents = np.count_nonzero(decided > 0, axis=-1)
    means: Floats = np.divide(shares.sum(axis=-1), opponents, out=np.full(opponents.shape, np.nan), where=opponents > 0)
    return means
