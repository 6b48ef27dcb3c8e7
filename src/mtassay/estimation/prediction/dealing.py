"""Who is to judge which new output: whoever judged its source before, as far as all get about the same number."""

from dataclasses import dataclass

import numpy as np

from mtassay.human.memory import Floats, Ints, Memory

LEAST_ITEMS = 10
"""Fewer items than this for each judge are not dealt: samples of so few would be poor ones."""


@dataclass(frozen=True, eq=False)
class Dealing:
    """Judges, and the seed that says who gets what nobody has judged before.

    `fixed` is the number of the judge whom each output was dealt to, -1 for nobody; None where outputs are to be dealt.
    """

    judges: tuple[str, ...]
    seed: int
    fixed: Ints | None = None

    def deal(self, memory: Memory, sources: Ints, first: Ints) -> Ints | None:
        """The number of the judge of each item; `sources` are those of items, `first` the outputs at which they stand.

        It looks at sources alone, and not at where items stand in a queue: so the queue stays a sample for each judge.
        None where there are too few items for that many samples.
        """
        if self.fixed is not None:
            return self.fixed[first]
        if len(sources) < LEAST_ITEMS * len(self.judges):
            return None
        return deal(judgments_of_sources(memory, self.judges, sources), self.seed)

    def numbers_in(self, memory: Memory) -> Ints:
        """The number that each judge has in a memory, -1 for who never judged there."""
        known = {name: number for number, name in enumerate(memory.judges)}
        return np.array([known.get(name, -1) for name in self.judges], dtype=np.int64)


def judgments_of_sources(memory: Memory, judges: tuple[str, ...], sources: Ints) -> Floats:
    """How many translations of each source each judge has judged, `(sources, judges)`; -1 is a source unheard of."""
    counting = memory.counting
    source = memory.source_of[counting.target]
    counts = np.zeros((len(sources), len(judges)))
    for place, name in enumerate(judges):
        if name in memory.judges:
            own = counting.judge == memory.judges.index(name)
            counts[:, place] = np.append(np.bincount(source[own], minlength=len(memory.sources)), 0)[sources]
    return counts


def deal(familiar: Floats, seed: int) -> Ints:
    """A judge for each item, those first who are most familiar with it; counts of judges differ by one at most.

    >>> deal(np.array([[2, 0], [2, 0], [1, 0], [0, 0]]), seed=1).tolist()
    [0, 0, 1, 1]
    """
    items, judges = familiar.shape
    least, more = divmod(items, judges)
    count = np.zeros(judges, dtype=np.int64)
    dealt = np.full(items, -1, dtype=np.int64)
    chance = np.random.default_rng([seed, items]).random((items, judges))
    for pair in np.lexsort((chance.ravel(), -familiar.ravel())).tolist():
        item, judge = divmod(pair, judges)
        if dealt[item] >= 0 or count[judge] > least or (count[judge] == least and not more):
            continue
        more -= count[judge] == least
        count[judge] += 1
        dealt[item] = judge
    return dealt
