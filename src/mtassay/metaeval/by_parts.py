"""Parts of the test set: where a metric agrees with people, and where it does not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mtassay.errors import InputError, Remedy, SettingError
from mtassay.metaeval.judged import Bools, Judged
from mtassay.metaeval.measured import Measured, constant_scores, parts_of
from mtassay.metaeval.resampled import spreads
from mtassay.metaeval.result import MeasuredPart
from mtassay.metaeval.statistics.base import Parts, RowStatistic
from mtassay.settings import did_you_mean
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.evidence import Floats

LENGTH, DIFFICULTY = "length", "difficulty"
MOST_PARTS = 100
_QUARTERS = (0.25, 0.5, 0.75)
_THIRDS = (1 / 3, 2 / 3)
_DIFFICULTIES = ("hard", "middle", "easy")
_NAMELESS = "(none)"


@dataclass(frozen=True, eq=False)
class Part:
    """Some segments: what divides the test set, the name of this part, and which segments it has."""

    by: str
    name: str
    chosen: Bools


def divide(judged: Judged, by: Sequence[str]) -> list[Part]:
    """The parts of a test set by the length of sources, by difficulty, or by labels of segments."""
    return [part for name in dict.fromkeys(by) for part in _divide(judged, name)]


def measure_parts(measured: Measured, parts: Sequence[Part], bootstrap: Bootstrap) -> tuple[MeasuredPart, ...]:
    """The statistic of each metric on each part, with the epsilon of the whole; only of groups by segment."""
    judged, statistic = measured.judged, measured.statistic
    assert isinstance(statistic, RowStatistic)
    constant = parts_of(judged, statistic, constant_scores(judged).segments, measured.group)
    measured_parts = []
    for part in parts:
        cut = replace(
            measured,
            parts={label: _cut(whole, part.chosen) for label, whole in measured.parts.items()},
            units=None if measured.units is None else measured.units[part.chosen],
        )
        cut = replace(cut, values={label: own.value for label, own in cut.parts.items()})
        spread = spreads(cut, bootstrap)
        measured_parts.append(
            MeasuredPart(
                by=part.by,
                name=part.name,
                segments=int(np.count_nonzero(part.chosen)),
                values=cut.values,
                intervals={label: around.interval for label, around in spread.items()},
                constant=_cut(constant, part.chosen).value,
            )
        )
    return tuple(measured_parts)


def check_parts(level: str, group: str) -> None:
    """Refuse what has no segments to divide."""
    if level != "segment":
        raise SettingError("parts of the test set are of the segment level; ask for that too")
    if group != "item":
        raise SettingError(
            "parts of the test set are told apart by segments, so outputs are compared by segment",
            remedy=Remedy.GROUP_BY_ITEM,
        )


def _cut(parts: Parts, chosen: Bools) -> Parts:
    return Parts(parts.numerators[chosen], parts.denominators[chosen], parts.epsilon)


def _divide(judged: Judged, by: str) -> Iterator[Part]:
    is_judged = np.asarray(~np.isnan(judged.human).all(axis=0), dtype=np.bool_)
    if by in judged.labels:
        yield from _by_label(judged, by, is_judged)
    elif by == LENGTH:
        if judged.source_words is None:
            raise InputError("the length is that of sources, and there are none; give them", remedy=Remedy.NAME_SOURCES)
        yield from _by_length(judged.source_words.astype(np.float64), is_judged)
    elif by == DIFFICULTY:
        if judged.outcomes is not None:
            raise InputError(
                "rankings do not say how good the outputs of a segment are, so none is harder than another"
            )
        yield from _by_difficulty(judged, is_judged)
    else:
        known = (LENGTH, DIFFICULTY, *judged.labels)
        advice = "give labels of segments" if judged.has_texts else "name one of them, or add a column"
        raise SettingError(
            f"there are no parts by {by!r}{did_you_mean(by, known)}; there are: {', '.join(known)}; {advice}",
            remedy=Remedy.NAME_LABELS if judged.has_texts else None,
        )


def _by_label(judged: Judged, by: str, is_judged: Bools) -> Iterator[Part]:
    labels = np.array([label or _NAMELESS for label in judged.labels[by]])
    names = list(dict.fromkeys(labels[is_judged].tolist()))
    if len(names) > MOST_PARTS:
        raise InputError(
            f"the judged segments have {len(names):,} different labels of {by!r}, and a table takes up to "
            f"{MOST_PARTS}; give labels of larger groups"
        )
    for name in names:
        yield Part(by, name, np.asarray(is_judged & (labels == name), dtype=np.bool_))


def _by_length(words: Floats, is_judged: Bools) -> Iterator[Part]:
    """Quarters by source words; where many sources are as long, fewer parts."""
    places = _places(words, is_judged, _QUARTERS)
    for place in np.unique(places[is_judged]).tolist():
        chosen = np.asarray(is_judged & (places == place), dtype=np.bool_)
        low, high = int(words[chosen].min()), int(words[chosen].max())
        unit = "word" if high == 1 else "words"
        yield Part(LENGTH, f"{low} {unit}" if low == high else f"{low} to {high} {unit}", chosen)


def _by_difficulty(judged: Judged, is_judged: Bools) -> Iterator[Part]:
    """Thirds by what people say of all outputs of a segment."""
    known = ~np.isnan(judged.human)
    means = np.where(known, judged.human, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    places = _places(means, is_judged, _THIRDS)
    for place, name in enumerate(_DIFFICULTIES):
        chosen = np.asarray(is_judged & (places == place), dtype=np.bool_)
        if chosen.any():
            yield Part(DIFFICULTY, name, chosen)


def _places(values: Floats, is_judged: Bools, shares: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Which part each value belongs to: those up to the first cut, up to the second, and so on; equal ones together."""
    return np.searchsorted(np.quantile(values[is_judged], shares), values, side="left")
