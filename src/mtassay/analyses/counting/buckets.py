"""Buckets: names of the parts that words and segments are put into, and which part each belongs to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mtassay.analyses.counting.numbered_words import Ints, cut_places
from mtassay.errors import SettingError

_TIMES = {1: "once", 2: "twice"}


@dataclass(frozen=True, eq=False)
class Buckets:
    """Parts with their names, and the part of each value."""

    names: tuple[str, ...]
    places: Ints


def times_names(cuts: Sequence[float]) -> tuple[str, ...]:
    """What buckets of numbers of times are called: `never`, `once`, `5–9`, `1000+`."""
    ends = [0.0, *map(float, cuts)]
    names = []
    for low, high in zip(ends, [*ends[1:], np.inf], strict=True):
        only = int(low) if low.is_integer() and high == low + 1 else None
        names.append("never" if only == 0 else _TIMES.get(only or 0, _span(low, high)))
    return tuple(names)


def span_names(cuts: Sequence[float]) -> tuple[str, ...]:
    """What buckets of whole numbers are called: `below 10`, `10–19`, `60+`."""
    ends = [*map(float, cuts), np.inf]
    return (f"below {cuts[0]:g}", *(_span(low, high) for low, high in pairwise(ends)))


def _span(low: float, high: float) -> str:
    if np.isinf(high):
        return f"{low:g}+"
    if not (low.is_integer() and high.is_integer()):
        return f"{low:g} to {high:g}"
    last = high - 1
    if last == low:
        return f"{low:g}"
    return f"{low:g}–{last:g}" if low >= 0 else f"{low:g} to {last:g}"


def label_buckets(labels: Sequence[str], cuts: Sequence[float], known: Iterable[str] = ()) -> Buckets:
    """By the labels themselves; where all are numbers by cuts, or by quartiles of those that are known.

    `known` are all labels that decide: those of the whole test set, in the order of their first occurrence.
    """
    every = list(known) or list(labels)
    numbers = _numbers(every)
    if numbers is not None and (cuts or len(set(every)) > _MOST_NUMBERS):
        ends = tuple(cuts) or tuple(sorted(set(np.quantile(numbers, [0.25, 0.5, 0.75]).tolist())))
        own = _numbers(labels)
        assert own is not None
        return Buckets(span_names(ends), cut_places(own, ends))
    if cuts:
        odd = next(label for label in every if _numbers([label]) is None)
        raise SettingError(f"cuts: labels such as {odd!r} are no numbers; leave cuts out")
    names = list(dict.fromkeys(every))
    place = {name: index for index, name in enumerate(names)}
    return Buckets(tuple(names), np.array([place[label] for label in labels], dtype=np.int64))


_MOST_NUMBERS = 10
"""So many different numbers may be buckets of their own."""


def _numbers(labels: Sequence[str]) -> NDArray[np.float64] | None:
    try:
        values = np.array([float(label) for label in labels])
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def check_cuts(cuts: Sequence[float]) -> None:
    """Refuse cuts that are not in order."""
    if any(low >= high for low, high in pairwise(cuts)):
        raise SettingError(f"cuts={','.join(f'{cut:g}' for cut in cuts)}: expected numbers that rise")
