"""Buckets: names of the parts that words and segments are put into, and which part each belongs to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mtassay.analyses.counting.numbered_words import Ints, cut_places
from mtassay.corpus.decimal_commas import with_point
from mtassay.errors import SettingError

_TIMES = {1: "once", 2: "twice"}


@dataclass(frozen=True, eq=False)
class Buckets:
    """Parts with their names, and the part of each value.

    Spans of numbers have `cuts`, where all but the first begin; a part behind them is of what is no number.
    """

    names: tuple[str, ...]
    places: Ints
    cuts: tuple[float, ...] = ()


def times_names(cuts: Sequence[float]) -> tuple[str, ...]:
    """What buckets of numbers of times are called: `never`, `once`, `5–9`, `1000+`."""
    ends = [0.0, *map(float, cuts)]
    digits = _digits(ends)
    names = []
    for low, high in zip(ends, [*ends[1:], np.inf], strict=True):
        only = int(low) if low.is_integer() and high == low + 1 else None
        names.append("never" if only == 0 else _TIMES.get(only or 0, _span(low, high, digits)))
    return tuple(names)


def span_names(cuts: Sequence[float]) -> tuple[str, ...]:
    """What buckets of whole numbers are called: `below 10`, `10–19`, `60+`."""
    ends = [*map(float, cuts), np.inf]
    digits = _digits(ends[:-1])
    return (f"below {_text(ends[0], digits)}", *(_span(low, high, digits) for low, high in pairwise(ends)))


def _span(low: float, high: float, digits: int) -> str:
    first, last = _text(low, digits), _text(high - 1, digits)
    if np.isinf(high):
        return f"{first}+"
    if not (low.is_integer() and high.is_integer()):
        return f"{first} to {_text(high, digits)}"
    if high - 1 == low:
        return first
    return f"{first}–{last}" if low >= 0 else f"{first} to {last}"


def _text(number: float, digits: int) -> str:
    """A whole number with all its digits, another one with some after those before the point."""
    if abs(number) >= _LARGE:
        return f"{number:.{digits}g}"
    return f"{number:.0f}" if number.is_integer() else f"{number:.{max(digits, len(str(int(number))) + 1)}g}"


def _digits(numbers: Sequence[float]) -> int:
    """How many digits tell numbers apart: few will do, unless they are large and near to each other."""
    different = len(set(numbers))
    return next(
        digits
        for digits in range(6, _ALL_DIGITS + 1)
        if len({f"{number:.{digits}g}" for number in numbers}) == different
    )


def label_buckets(labels: Sequence[str], cuts: Sequence[float], known: Iterable[str] = ()) -> Buckets:
    """By the labels themselves; where all are numbers by cuts, or by quartiles of those that are known.

    `known` are all labels that decide: those of the whole test set, in the order of their first occurrence. Labels that
    are empty, as cells of a spreadsheet often are, are a bucket of their own, and may stand among numbers.
    """
    every = list(known) or list(labels)
    filled = [label for label in every if label.strip()]
    numbers = _numbers(filled)
    if numbers is not None and (cuts or len(set(filled)) > _MOST_NUMBERS):
        ends = tuple(cuts) or tuple(sorted(set(np.quantile(numbers, [0.25, 0.5, 0.75]).tolist())))
        names = span_names(ends)
        own = _numbers([label if label.strip() else "0" for label in labels])
        assert own is not None
        is_filled = np.array([bool(label.strip()) for label in labels], dtype=bool)
        return Buckets(
            (*names, "") if len(filled) < len(every) else names,
            np.where(is_filled, cut_places(own, ends), len(names)),
            ends,
        )
    if cuts:
        odd = next(label for label in filled if _numbers([label]) is None)
        raise SettingError(f"cuts: labels such as {odd!r} are no numbers; leave cuts out")
    different = list(dict.fromkeys(every))
    place = {name: index for index, name in enumerate(different)}
    return Buckets(tuple(different), np.array([place[label] for label in labels], dtype=np.int64))


_MOST_NUMBERS = 10
"""So many different numbers may be buckets of their own."""
_LARGE = 1e15
_ALL_DIGITS = 17
"""Two floats that are not the same differ in so many."""


def _numbers(labels: Sequence[str]) -> NDArray[np.float64] | None:
    """With a point or a comma before decimals, as spreadsheets write them; None where a label is no number."""
    try:
        values = np.array([float(with_point(label)) for label in labels])
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def check_cuts(cuts: Sequence[float]) -> None:
    """Refuse cuts that are not in order."""
    if any(low >= high for low, high in pairwise(cuts)):
        raise SettingError(f"cuts={','.join(f'{cut:g}' for cut in cuts)}: expected numbers that rise")
