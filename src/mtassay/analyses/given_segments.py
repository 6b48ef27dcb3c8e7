"""The segments of a test set that a filter means, decided before anybody looks at outputs."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from mtassay.alignment.words import spans_of
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.human.memory import Ints

if TYPE_CHECKING:
    from mtassay.analyses.filters.segment_fields import SegmentFields


def given_segments(evalset: EvalSet, where: SegmentFilter) -> list[int]:
    """The places of the segments; refused is a filter that looks at outputs, because it would choose who looks better.

    Example:
        >>> texts = EvalSet(["a b", "a b c"], systems={"A": ["a", "b"]})
        >>> given_segments(texts, SegmentFilter.parse("length >= 3"))
        [1]

    """
    for condition in where.conditions:
        if not condition.is_given:
            raise SettingError(
                f"the filter looks at outputs ({condition}), so that it would choose which system looks better; choose "
                "by length, source, document or other labels"
            )
    mask = where.mask(cast("SegmentFields", _GivenFields(evalset)))  # no condition asks for more
    if not mask.any():
        raise InputError(f"where {where}: no segment is left to ask about; ask for less")
    return [int(place) for place in mask.nonzero()[0]]


class _GivenFields:
    """The segments of a test set as far as they were known before any system translated."""

    def __init__(self, evalset: EvalSet) -> None:
        self._evalset = evalset
        self.size: int = len(evalset)
        self.labels: Mapping[str, Sequence[str]] = evalset.labels
        self.sources: Sequence[str] | None = evalset.sources
        self.references: Sequence[Sequence[str]] | None = evalset.references
        self.systems: Mapping[str, Sequence[str]] = evalset.systems
        self.runs: Mapping[str, Sequence[str]] = {}
        self.metric_names: Sequence[tuple[str, ...]] = ()

    def numbers(self) -> Ints:
        """The numbers of the segments, from 1."""
        return np.arange(1, self.size + 1)

    def lengths(self) -> Ints:
        """The words of the references, of several of the first."""
        return _lengths([texts[0] for texts in self.references or ()])

    def source_lengths(self) -> Ints:
        """The words of the sources."""
        return _lengths(self.sources or ())


def _lengths(texts: Sequence[str]) -> Ints:
    starts, _ = spans_of(texts)
    return np.diff(starts)
