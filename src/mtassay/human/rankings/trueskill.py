"""TrueSkill as WMT ranks with it: skills learnt from single judgments, in many runs on resampled pairs."""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from mtassay.errors import InputError
from mtassay.human.memory import Bools, Floats, Ints
from mtassay.human.rankings.pairs import FIRST, SECOND, TIE, RankedPairs

_SIGMA = 0.5
_DRAWN = 0.25
_GAMES_OF_BETA = 40.0


@dataclass(frozen=True, eq=False)
class Skills:
    """The skill that each run gave each system, `(runs, systems)`."""

    systems: tuple[str, ...]
    runs: Floats

    @property
    def means(self) -> Floats:
        """The mean over the runs."""
        return np.asarray(self.runs.mean(axis=0))


def trueskill(pairs: RankedPairs, runs: int = 400, seed: int = 12345) -> Skills:
    """Skills as Sakaguchi, Post and Van Durme (2014) learn them, with WMT's settings.

    Skills start at 0 with a deviation of 0.5; n pairs make n games, whose noise is 0.5 · n / 40, a quarter of them
    draws. In each game the system that is least certain meets another, drawn by how close their skills are, and the
    game ends like one of their judgments, drawn with replacement. Each run has pairs of its own, resampled from all.
    """
    size, games = len(pairs.systems), len(pairs)
    if size < 2:
        raise InputError("TrueSkill compares systems, and there is one")
    rng = np.random.default_rng(seed)
    chances, is_met = _chances(pairs, runs, rng)
    beta = _SIGMA * games / _GAMES_OF_BETA
    margin = NormalDist().inv_cdf((_DRAWN + 1) / 2) * math.sqrt(2) * beta
    mu, variance = np.zeros((runs, size)), np.full((runs, size), _SIGMA**2)
    rows = np.arange(runs)
    starts = rng.random((runs, size)) * 1e-12  # who begins among equals is drawn
    starts[~is_met.any(axis=2)] = -np.inf  # few pairs: a run may have drawn none of a system, which then stays at 0
    for _ in range(games):
        player = np.argmax(variance + starts, axis=1)
        other = _opponent(mu, player, is_met[rows, player], rng)
        outcome = _outcome(chances[rows, player, other], rng)
        _play(mu, variance, (rows, player), (rows, other), outcome, beta, margin)
    return Skills(pairs.systems, mu)


def _chances(pairs: RankedPairs, runs: int, rng: np.random.Generator) -> tuple[Floats, Bools]:
    """Of each run: the shares of wins, and of wins and draws, for each system against each; whether they ever met."""
    size, games = len(pairs.systems), len(pairs)
    cells = (pairs.first * size + pairs.second) * 3 + pairs.label
    shares = np.bincount(cells, minlength=size * size * 3) / games
    drawn = rng.multinomial(games, shares, size=runs).reshape(runs, size, size, 3).astype(np.float64)
    drawn = drawn + drawn.transpose(0, 2, 1, 3)[..., [SECOND, TIE, FIRST]]
    totals = drawn.sum(axis=3)
    steps = np.cumsum(drawn, axis=3)[..., :2]
    return np.divide(steps, totals[..., None], out=np.zeros(steps.shape), where=totals[..., None] > 0), totals > 0


def _opponent(mu: Floats, player: Ints, is_met: Bools, rng: np.random.Generator) -> Ints:
    own = np.take_along_axis(mu, player[:, None], axis=1)
    steps = np.cumsum(np.exp(-np.abs(mu - own)) * is_met, axis=1)
    return np.asarray((steps <= rng.random(len(mu))[:, None] * steps[:, -1:]).sum(axis=1))


def _outcome(steps: Floats, rng: np.random.Generator) -> Ints:
    """FIRST where the player wins, SECOND where the other does, or TIE."""
    return np.asarray((rng.random(len(steps))[:, None] >= steps).sum(axis=1))


def _play(
    mu: Floats,
    variance: Floats,
    player: tuple[Ints, Ints],
    other: tuple[Ints, Ints],
    outcome: Ints,
    beta: float,
    margin: float,
) -> None:
    """Change skills by the outcome of a game of each run (Herbrich, Minka and Graepel 2007)."""
    noise = np.sqrt(2 * beta**2 + variance[player] + variance[other])
    sign = np.where(outcome == SECOND, -1.0, 1.0)
    lead, edge = sign * (mu[player] - mu[other]) / noise, margin / noise
    is_draw = outcome == TIE
    # mean and variance of what is cut off a normal distribution: to the winner's side, or to the middle, where who
    # leads is turned to one side, so that small probabilities keep their digits
    gap = np.abs(lead)
    below, above = -edge - gap, edge - gap
    low, high, inside = _density(below), _density(above), _cumulative(above) - _cumulative(below)
    drawn = (low - high) / inside
    short = edge - lead
    won = _density(short) / _cumulative(-short)
    v = np.where(is_draw, np.where(lead < 0, -drawn, drawn), won)
    w = np.where(is_draw, drawn**2 + (above * high - below * low) / inside, won * (won - short))
    for changed, direction in ((player, sign), (other, -sign)):
        share = variance[changed] / noise
        mu[changed] += direction * share * v
        variance[changed] *= 1 - share / noise * w


def _density(values: Floats) -> Floats:
    return np.asarray(np.exp(-(values**2) / 2) / math.sqrt(2 * math.pi))


def _cumulative(values: Floats) -> Floats:
    """The normal distribution by the rational approximation of Abramowitz and Stegun 26.2.17, to 7.5e-8."""
    t = 1 / (1 + 0.2316419 * np.abs(values))
    series = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = _density(values) * series
    return np.where(values > 0, 1 - tail, tail)
