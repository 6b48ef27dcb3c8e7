"""The judging queue of a new system: the order in which people judge its outputs, so that any beginning is a sample."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.estimation.nearest import counting
from mtassay.estimation.prediction import Prediction
from mtassay.human.memory import Bools, Floats, Ints, Memory
from mtassay.human.translations import Translations, find_translations


@dataclass(frozen=True, eq=False)
class Queue:
    """Items in an order by chance, those of wide spread more likely early.

    `sizes` says how likely each item is among the first: its spread times the outputs that it stands for. Drawn anew
    from the same seed and prediction it is the same.
    """

    seed: int
    uniforms: Floats
    sizes: Floats

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def order(self) -> Ints:
        """The items as they are to be judged; of equals the one of the lower number comes first."""
        return np.argsort(self.uniforms / self.sizes, kind="stable")


def draw_queue(prediction: Prediction, seed: int) -> Queue:
    """The queue of a prediction, which must be frozen: it may not learn from what the queue brings."""
    if seed < 0:
        raise SettingError(f"the seed {seed} is below 0; give 0 or more")
    uniforms = np.random.default_rng(seed).random(prediction.items)
    return Queue(seed, uniforms, prediction.item_spreads * prediction.item_counts)


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


def judged_items(prediction: Prediction, translations: Translations, past: Memory, memory: Memory) -> Floats:
    """What people said of each item by now, judge effects taken away; NaN where nobody judged it yet.

    `past` is the memory that was predicted from, and `translations` are the outputs as it numbers them; `memory` is
    that of now.
    """
    sources = [past.sources[source] if source >= 0 else None for source in translations.source.tolist()]
    pairs = [(sources[place] or "", translations.texts[place]) for place in prediction.first.tolist()]
    found = find_translations(memory, pairs)
    judgments = counting(memory, None)
    points = judgments.points
    if prediction.effects is not None:
        names = [memory.judges[judge] if judge >= 0 else "" for judge in judgments.judge.tolist()]
        points = prediction.effects.adjust_named(points.tolist(), names)
    sums = np.bincount(judgments.target, weights=points, minlength=len(memory.targets))
    means = np.append(np.where(memory.counts > 0, sums / np.maximum(memory.counts, 1), np.nan), np.nan)
    scores: Floats = means[found.target]  # -1, what the memory lacks, is the last
    return scores
