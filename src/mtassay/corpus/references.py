"""The references of a test set: one or more for each segment."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from mtassay.corpus.texts import CheckedTexts, as_list, check_texts
from mtassay.errors import InputError


class References(Sequence[tuple[str, ...]]):
    """One tuple of references for each segment, stored flat.

    `texts` holds all references one after the other; those of segment i are
    `texts[starts[i]:starts[i + 1]]`. A tuple for each segment would take more memory than scoring.
    """

    def __init__(self, checked: CheckedTexts, starts: NDArray[np.int64], *, are_lists: bool = True) -> None:
        self.are_lists: bool = are_lists  # False where each segment came as a plain string
        self.texts: Sequence[str] = checked.texts
        self.starts: NDArray[np.int64] = starts
        self._blank = checked.blank

    @classmethod
    def from_segments(cls, references: Iterable[str | Iterable[str]]) -> "References":
        """From one entry for each segment: a string, or a list of strings."""
        if isinstance(references, cls):
            return references
        entries = as_list(references, "references")
        if set(map(type, entries)) <= {str}:
            starts = np.arange(len(entries) + 1, dtype=np.int64)
            return cls(check_texts(entries, "references"), starts, are_lists=False)
        lists = [_reference_list(entry, number) for number, entry in enumerate(entries, start=1)]
        counts = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists))
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        try:
            return cls(check_texts(list(chain.from_iterable(lists)), "references"), starts)
        except InputError:
            for number, given in enumerate(lists, start=1):
                check_texts(given, f"references of segment {number}", "reference")
            raise

    @classmethod
    def from_streams(cls, streams: Sequence[Sequence[str]]) -> "References":
        """From one list of segments for each reference translator, all of the same length."""
        texts = [""] * sum(map(len, streams))
        for number, stream in enumerate(streams):
            texts[number :: len(streams)] = stream
        return cls(check_texts(texts, "references"), np.arange(0, len(texts) + 1, len(streams), dtype=np.int64))

    @property
    def per_segment(self) -> str:
        """How many references a segment has, as signatures show it: `1`, `2`, … or `var`."""
        counts = np.diff(self.starts)
        if counts.size and counts.min() != counts.max():
            return "var"
        return str(counts[0]) if counts.size else "0"

    @property
    def blank_segments(self) -> list[int]:
        """Indices of the segments that have an empty reference."""
        return sorted({int(np.searchsorted(self.starts, index, side="right")) - 1 for index in self._blank})

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> "References": ...
    def __getitem__(self, index: int | slice) -> "tuple[str, ...] | References":
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                return References.from_segments([self[i] for i in range(start, stop, step)])
            stop = max(start, stop)
            first, last = int(self.starts[start]), int(self.starts[stop])
            blank = [index - first for index in self._blank if first <= index < last]
            return References(CheckedTexts(self.texts[first:last], blank), self.starts[start : stop + 1] - first)
        position = range(len(self))[index]
        return tuple(self.texts[self.starts[position] : self.starts[position + 1]])

    def __repr__(self) -> str:
        return f"<References of {len(self)} segments, {self.per_segment} each>"


def _reference_list(entry: Any, number: int) -> Sequence[str]:
    """The references of one segment, still unchecked but for their number."""
    if isinstance(entry, str):
        return (entry,)
    given = entry if isinstance(entry, (list, tuple)) else check_texts(entry, f"references of segment {number}").texts
    if not given:
        raise InputError(
            f"references of segment {number}: an empty list; each segment needs a reference, "
            "so give one or leave the segment out of references and hypotheses"
        )
    return given
