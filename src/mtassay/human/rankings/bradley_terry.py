"""Bradley and Terry (1952): strengths of systems whose differences give the odds that one beats the other."""

import numpy as np

from mtassay.human.memory import Bools, Floats

ADDED = 0.1
"""Wins that both sides of each pair are given where strengths would be infinite otherwise."""

_STEPS = 100
_SMALL = 1e-10


def bradley_terry(wins: Floats, ties: Floats) -> Floats:
    """Strengths with mean 0, `(…, systems, systems)` to `(…, systems)`: log odds of a win are their difference.

    A tie is half a win for both. Where some systems never lose to the others no strengths fit best; both sides of each
    pair then get a tenth of a win more.
    """
    size = wins.shape[-1]
    counts = (wins + ties / 2).reshape(-1, size, size)
    counts = counts + np.where(is_connected(counts), 0.0, ADDED)[:, None, None] * ~np.eye(size, dtype=bool)
    return _fitted(counts).reshape(*wins.shape[:-2], size)


def is_connected(wins: Floats) -> Bools:
    """Whether a way of wins leads from every system to every other one: `(…, systems, systems)` to `(…)`."""
    size = wins.shape[-1]
    reached = (wins > 0) | np.eye(size, dtype=bool)
    for _ in range(max(1, size.bit_length())):  # ways of twice the length with each round
        reached = np.matmul(reached.astype(np.float32), reached.astype(np.float32)) > 0
    return np.asarray(reached.all(axis=(-1, -2)))


def _fitted(counts: Floats) -> Floats:
    """By Newton's method, which finds the one maximum: the likelihood is concave."""
    draws, size, _ = counts.shape
    played, won = counts + counts.transpose(0, 2, 1), counts.sum(axis=2)
    strengths = np.zeros((draws, size))
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(strengths[:, None, :] - strengths[:, :, None]))
        gradient = won - (played * chance).sum(axis=2)
        information = played * chance * chance.transpose(0, 2, 1)
        hessian = -information
        diagonal = np.arange(size)
        hessian[:, diagonal, diagonal] = information.sum(axis=2) - information[:, diagonal, diagonal]
        # strengths are free up to a constant: a row of ones fixes their mean
        step = np.linalg.solve(hessian + 1 / size, gradient[:, :, None])[:, :, 0]
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max(initial=0.0) < _SMALL:
            break
    return np.asarray(strengths - strengths.mean(axis=1, keepdims=True))
