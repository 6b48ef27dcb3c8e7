"""What a distance is, the distances of grouped texts as one array, and the registry of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Closeness, Segments, Tokenization, grouped_distances, inner_distances, token_counts
from mtassay.corpus.texts import check_texts
from mtassay.registry import Registry
from mtassay.settings import Configured, runtime

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class GroupedDistances:
    """From each text to every text of its group on the other side, in one array.

    Those of text i stand in `values` at `starts[i]` to `starts[i + 1]`; the first of them leads to the text `first[i]`
    of the other side, the next one to the text behind it.
    """

    values: Floats
    starts: Ints
    first: Ints

    def __len__(self) -> int:
        return len(self.first)

    @cached_property
    def sizes(self) -> Ints:
        """How many distances each text has."""
        return np.diff(self.starts)

    @cached_property
    def rows(self) -> Ints:
        """The text that each value starts from."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @cached_property
    def columns(self) -> Ints:
        """The text of the other side that each value leads to."""
        columns: Ints = np.arange(len(self.values)) + np.repeat(self.first - self.starts[:-1], self.sizes)
        return columns

    def of(self, index: int) -> Floats:
        """The distances of one text."""
        return self.values[self.starts[index] : self.starts[index + 1]]

    def chosen(self, which: Ints) -> "GroupedDistances":
        """The distances of some texts, in the order of `which`."""
        starts = _starts(self.sizes[which])
        places = np.arange(starts[-1]) + np.repeat(self.starts[which] - starts[:-1], self.sizes[which])
        return GroupedDistances(self.values[places], starts, self.first[which])


@dataclass(frozen=True, kw_only=True)
class Distance(Configured, ABC):
    """Says how far two texts are from each other: 0 for equal ones, and the same in both directions.

    Defining a class with a name registers it; packages outside ours use the entry-point group
    `mtassay.alignment.distances`.
    """

    title: ClassVar[str]
    """What is counted, in words that follow `by`: `by word edits`."""
    is_share: ClassVar[bool] = False
    """Whether it lies between 0 and 1 whatever the length of the texts; else it counts changes."""

    threads: int = runtime(0, "worker threads; 0 means one per core", low=0, high=1024)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            DISTANCES.register(cls)

    def between(self, texts: Sequence[str], groups: Ints, others: Sequence[str], offsets: Ints) -> GroupedDistances:
        """From each text to every one of the others that are in its group.

        `groups` has the group of each text; the others of group g stand at `offsets[g]` to `offsets[g + 1]`.
        """
        groups, offsets = np.asarray(groups, dtype=np.int64), np.asarray(offsets, dtype=np.int64)
        checked = check_texts(texts, "texts", "text").texts, check_texts(others, "others", "text").texts
        values = self._between(checked[0], groups, checked[1], offsets)
        return GroupedDistances(values, _starts(np.diff(offsets)[groups]), offsets[groups])

    def within(self, texts: Sequence[str], offsets: Ints) -> GroupedDistances:
        """From each text to every text of its group, itself included."""
        offsets = np.asarray(offsets, dtype=np.int64)
        values = self._within(check_texts(texts, "texts", "text").texts, offsets)
        groups = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        return GroupedDistances(values, _starts(np.diff(offsets)[groups]), offsets[groups])

    def normalized(
        self, distances: GroupedDistances, texts: Sequence[str], others: Sequence[str] | None = None
    ) -> GroupedDistances:
        """Each distance as a share of the longer text, 0 to 1; `others` are the texts themselves unless given."""
        if self.is_share:
            return distances
        lengths = self.lengths(texts)
        other_lengths = lengths if others is None else self.lengths(others)
        longer = np.maximum(np.repeat(lengths, distances.sizes), other_lengths[distances.columns])
        return replace(distances, values=distances.values / np.maximum(longer, 1))

    @abstractmethod
    def lengths(self, texts: Sequence[str]) -> Ints:
        """How long each text is, in what the distance counts."""

    @abstractmethod
    def _between(self, texts: Sequence[str], groups: Ints, others: Sequence[str], offsets: Ints) -> Floats: ...

    @abstractmethod
    def _within(self, texts: Sequence[str], offsets: Ints) -> Floats: ...


@dataclass(frozen=True, kw_only=True)
class NativeDistance(Distance):
    """A distance that native code computes."""

    closeness: ClassVar[Closeness]

    @property
    def tokenization(self) -> Tokenization:
        """What a length is counted in."""
        return Tokenization.NONE

    @property
    def max_order(self) -> int:
        """How long n-grams are, where they count."""
        return 1

    def lengths(self, texts: Sequence[str]) -> Ints:
        return token_counts(self._segments(texts), self.tokenization, self.threads)

    def _segments(self, texts: Sequence[str]) -> Segments:
        """The texts as native code gets them."""
        return Segments(texts)

    def _between(self, texts: Sequence[str], groups: Ints, others: Sequence[str], offsets: Ints) -> Floats:
        sides = self._segments(texts), groups, self._segments(others), offsets
        return grouped_distances(*sides, self.closeness, self.tokenization, self.max_order, self.threads)

    def _within(self, texts: Sequence[str], offsets: Ints) -> Floats:
        return inner_distances(
            self._segments(texts), offsets, self.closeness, self.tokenization, self.max_order, self.threads
        )


def _starts(sizes: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


DISTANCES: Registry[Distance] = Registry("distance", "mtassay.alignment.distances")


def distance(spec: str | Distance) -> Distance:
    """The distance that a spec describes, for example `edits` or `edits:unit=character`."""
    return spec if isinstance(spec, Distance) else DISTANCES.create(spec)
