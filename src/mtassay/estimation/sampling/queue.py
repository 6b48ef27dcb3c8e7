"""The judging queue of a new system: the order in which people judge its outputs, so that any beginning is a sample."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.prediction import Prediction
from mtassay.human.memory import Bools, Floats, Ints


@dataclass(frozen=True, eq=False)
class QueueSample:
    """Items in an order by chance, those of wide spread more likely early.

    `sizes` says how likely each item is among the first: its spread times the outputs that it stands for, by what it
    costs. Drawn anew from the same seed and prediction it is the same. `judge` is the number of who is asked for each
    item by now, which must not depend on what it is, -1 for nobody; None where somebody goes through all.

    `dealt` is the number of whom each item was dealt to before it got its place, None where it was to nobody in
    particular. Judges then take turns, each with an order of his or her own: what each has done is a sample of what he
    or she was dealt.
    """

    seed: int
    uniforms: Floats
    sizes: Floats
    judge: Ints | None = None
    dealt: Ints | None = None

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def order(self) -> Ints:
        """The items as they are to be judged; of equals the one of the lower number comes first."""
        order = np.argsort(self.uniforms / self.sizes, kind="stable")
        if self.dealt is None:
            return order
        turn = np.zeros(len(self), dtype=np.int64)
        for judge in np.unique(self.dealt).tolist():
            own = order[self.dealt[order] == judge]
            turn[own] = np.arange(len(own))
        # within a turn by chance, so that nobody is always first; a digest is the same for every version of libraries
        chance = [
            blake2b(f"{self.seed} {number} {judge}".encode(), digest_size=16).digest()
            for number, judge in zip(turn.tolist(), self.dealt.tolist(), strict=True)
        ]
        return np.array(sorted(range(len(self)), key=lambda item: (turn[item], chance[item])), dtype=np.int64)


def draw_queue(prediction: Prediction, seed: int) -> QueueSample:
    """The queue of a prediction, which must be frozen: it may not learn from what the queue brings."""
    if seed < 0:
        raise SettingError(f"the seed {seed} is below 0; give 0 or more")
    uniforms = np.random.default_rng(seed).random(prediction.items)
    return QueueSample(seed, uniforms, prediction.item_sizes, dealt=prediction.dealt)


def inclusion_probabilities(sizes: Floats, count: int) -> Floats:
    """How likely each item is among the first `count`: in proportion to its size, but never above 1."""
    if not 0 <= count <= len(sizes):
        raise InputError(f"{count} of {len(sizes)} items cannot be judged")
    probabilities = np.ones(len(sizes))
    free: Bools = np.ones(len(sizes), dtype=bool)
    while free.any():
        left = count - np.count_nonzero(~free)
        wanted = left * sizes[free] / sizes[free].sum()
        probabilities[free] = np.minimum(wanted, 1.0)
        # rounding may leave the last a little below 1 where all are certain
        certain = wanted >= 1 - 1e-12
        if not certain.any():
            break
        places = np.flatnonzero(free)[certain]
        probabilities[places] = 1.0
        free[places] = False
    return probabilities


def dealt_probabilities(sizes: Floats, dealt: Ints | None, count: int) -> Floats:
    """How likely each item is among the first `count` of a queue whose judges take turns; of one order where None.

    In the turn that is not complete each judge who has items left is as likely to have had his or hers.
    """
    if dealt is None or count >= len(sizes):
        return inclusion_probabilities(sizes, count)
    numbers, stock = np.unique(dealt, return_counts=True)
    turns = count // len(numbers)
    while np.minimum(stock, turns + 1).sum() <= count:
        turns += 1
    begun = (count - np.minimum(stock, turns).sum()) / np.count_nonzero(stock > turns)
    probabilities = np.ones(len(sizes))
    for number, size in zip(numbers.tolist(), stock.tolist(), strict=True):
        own = dealt == number
        if size > turns:
            before, after = (inclusion_probabilities(sizes[own], turn) for turn in (turns, turns + 1))
            probabilities[own] = (1 - begun) * before + begun * after
    return probabilities


def probabilities_at(sizes: Floats, places: Ints) -> Floats:
    """How likely each item stands at one of some places of the queue, which ascend and count from 0.

    That it stands at a place is that it is among the first up to there, and not among those before.
    """
    probabilities = np.zeros(len(sizes))
    for stretch in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1):
        if len(stretch):
            probabilities += inclusion_probabilities(sizes, int(stretch[-1]) + 1)
            probabilities -= inclusion_probabilities(sizes, int(stretch[0]))
    return probabilities
