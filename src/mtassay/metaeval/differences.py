"""What a difference between two systems means: how often people agreed with differences of that size."""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from mtassay.corpus.packed import read_bytes, show_path
from mtassay.errors import InputError
from mtassay.metaeval.judged import Judged
from mtassay.significance.draws import choose_units, count_units
from mtassay.significance.evidence import Floats
from mtassay.significance.intervals import percentile

FEWEST_PAIRS = 20
"""Fewer pairs of systems say nothing of others."""
_FORMAT = 1
_LEVEL = 0.95
_BIN = 10
_AND = "+"
_STEEPEST = 1e6
# where references came from: a project at a revision
_ORIGIN = re.compile(r"(?<=\|)ref:.*?@\d+\|")
_KEYS = ("label", "signature", "slope", "is_bound", "low", "high", "pairs", "agreed", "systems", "gold", "digest")


@dataclass(frozen=True)
class SystemPairs:
    """The pairs of systems of one test set that differ for people and for a metric.

    The systems of each pair by their numbers, the size of the difference by the metric, and 1 where people agree.
    """

    systems: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    sizes: tuple[float, ...]
    agrees: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class DifferenceMeaning:
    """How sure people are of a difference d of a metric: they agree with 1 / (1 + exp(-slope · d)) of such.

    It is for other texts, so `signature` does not name the project and revision that references came from.
    `low` and `high` are the ends of an interval of 95 % of the slope over other systems. Where people agreed with every
    pair, the slope is a bound: one so large that chance would have given that in 5 % of cases only. `sets` are the
    pairs behind it, of one test set or of several.
    """

    label: str
    signature: str
    slope: float
    is_bound: bool
    low: float
    high: float
    pairs: int
    agreed: int
    systems: int
    gold: str
    digest: str
    sets: tuple[SystemPairs, ...] = field(default=(), repr=False)

    def share(self, difference: float) -> float:
        """With how many of such differences people agree, from 0 to 1."""
        return _share(self.slope * abs(difference))

    def ends(self, difference: float) -> tuple[float, float]:
        """The ends of the interval of that share."""
        return _share(self.low * abs(difference)), _share(self.high * abs(difference))

    def needed(self, share: float) -> float | None:
        """The difference with which people agree so often; None where no difference would do."""
        return math.log(share / (1 - share)) / self.slope if self.slope > 0 else None


@dataclass(frozen=True)
class CountedShare:
    """Pairs with differences of about one size, and with how many of them people agreed."""

    low: float
    high: float
    pairs: int
    agreed: int


def meaning_of_differences(judged: Judged, label: str, draws: int = 1000, seed: int = 12345) -> DifferenceMeaning:
    """Fitted by maximum likelihood to all pairs of systems that differ, for people and for the metric."""
    pairs = _pairs(judged, label)
    signature = _ORIGIN.sub("", judged.metrics[label].signature)
    return _fitted([pairs], label, signature, judged.gold, judged.digest, draws, seed)


def pool_meanings(
    meanings: Sequence[DifferenceMeaning], others: Sequence[DifferenceMeaning], draws: int = 1000, seed: int = 12345
) -> list[DifferenceMeaning]:
    """The same with the pairs of other test sets too, of metrics with the same label and signature.

    Systems of different sets are never paired, and are drawn set by set.
    """
    pooled = []
    for meaning in meanings:
        same = [each for each in others if (each.label, each.signature) == (meaning.label, meaning.signature)]
        if not same:
            known = ", ".join(f"{each.label} ({each.signature})" for each in others)
            raise InputError(
                f"{meaning.label} ({meaning.signature}) is not among what is to be counted too, which has {known}; "
                "compare the same metrics on all texts"
            )
        together = [meaning, *same]
        if not all(each.sets for each in together):
            raise InputError(f"{meaning.label}: a file without pairs of systems cannot be counted too; write it anew")
        digests = [digest for each in together for digest in each.digest.split(_AND)]
        if len(set(digests)) < len(digests):
            raise InputError(f"{meaning.label}: the same judgments would be counted twice; give those of other texts")
        sets = [pairs for each in together for pairs in each.sets]
        gold = "; ".join(dict.fromkeys(each.gold for each in together))
        pooled.append(_fitted(sets, meaning.label, meaning.signature, gold, _AND.join(digests), draws, seed))
    return pooled


def _fitted(
    sets: Sequence[SystemPairs], label: str, signature: str, gold: str, digest: str, draws: int, seed: int
) -> DifferenceMeaning:
    sizes, agrees = (np.concatenate([getattr(pairs, name) for pairs in sets]) for name in ("sizes", "agrees"))
    if len(sizes) < FEWEST_PAIRS:
        raise InputError(
            f"{label}: {len(sizes)} pairs of systems differ for people and the metric, and {FEWEST_PAIRS} are needed "
            "to say what a difference means; add judged systems"
        )
    slope = float(_slopes(sizes, agrees, np.ones((1, len(sizes))))[0])
    rng = np.random.default_rng(seed)
    drawn = np.hstack([_drawn_weights(pairs, draws, rng) for pairs in sets])
    interval = percentile(_slopes(sizes, agrees, drawn[drawn.any(axis=1)]), _LEVEL)
    return DifferenceMeaning(
        label=label,
        signature=signature,
        slope=slope,
        is_bound=bool(agrees.all()),
        low=interval.low,
        high=interval.high,
        pairs=len(sizes),
        agreed=int(agrees.sum()),
        systems=sum(pairs.systems for pairs in sets),
        gold=gold,
        digest=digest,
        sets=tuple(sets),
    )


def _drawn_weights(pairs: SystemPairs, draws: int, rng: np.random.Generator) -> Floats:
    """How often each pair is there when systems are drawn, `(draws, pairs)`."""
    first, second = (np.array(numbers, dtype=np.int64) for numbers in (pairs.first, pairs.second))
    blocks = []
    for chosen in choose_units(pairs.systems, draws, pairs.systems, rng):
        weights = count_units(chosen, pairs.systems).astype(np.float64)
        blocks.append(weights[:, first] * weights[:, second])
    return np.concatenate(blocks)


def counted_shares(meaning: DifferenceMeaning) -> list[CountedShare]:
    """The pairs behind it, from small differences to large ones, in bins of ten or more."""
    sizes, agrees = (np.concatenate([getattr(pairs, name) for pairs in meaning.sets]) for name in ("sizes", "agrees"))
    order = np.argsort(sizes, kind="stable")
    ends = np.linspace(0, len(order), max(1, len(order) // _BIN) + 1).astype(int).tolist()
    return [
        CountedShare(float(sizes[places[0]]), float(sizes[places[-1]]), len(places), int(agrees[places].sum()))
        for start, stop in pairwise(ends)
        if len(places := order[start:stop])
    ]


def _pairs(judged: Judged, label: str) -> SystemPairs:
    first, second = np.triu_indices(len(judged.systems), 1)
    scores = judged.metrics[label].systems
    by_metric = scores[first] - scores[second]
    by_people = judged.human_systems[first] - judged.human_systems[second]
    decided = (by_metric != 0) & (by_people != 0)
    agrees = (np.sign(by_metric) == np.sign(by_people)).astype(np.float64)
    columns = (first, second, np.abs(by_metric), agrees)
    return SystemPairs(len(judged.systems), *(tuple(column[decided].tolist()) for column in columns))


def _slopes(sizes: Floats, agrees: Floats, weights: Floats) -> Floats:
    """Of each row of weights of pairs the slope where the derivative of the log likelihood is 0.

    It falls, so halving finds it, for all rows at once. Where all pairs agree there is no such place: then the slope
    with which all would agree once in twenty times.
    """
    counted = weights > 0
    all_agree, none_agrees = (~(counted & (agrees == other)).any(axis=1) for other in (0, 1))
    is_bound = all_agree | none_agrees
    slopes = np.empty(len(weights))
    mixed, alike = weights[~is_bound], weights[is_bound]

    def derivative(slopes: Floats) -> Floats:
        gains = sizes * (agrees - _logistic(slopes[:, None] * sizes))
        return np.asarray((mixed * gains).sum(axis=1))

    def reach(slopes: Floats) -> Floats:
        likelihoods = (alike * np.log(_logistic(slopes[:, None] * sizes))).sum(axis=1)
        return np.asarray(math.log(1 - _LEVEL) - likelihoods)

    scales = mixed.sum(axis=1) / (mixed @ sizes)
    slopes[~is_bound] = _roots(derivative, -scales, scales)
    largest = np.where(alike > 0, sizes, 0.0).max(axis=1, initial=0.0)
    steepest = _roots(reach, np.zeros(len(alike)), 1.0 / largest)
    slopes[is_bound] = np.where(all_agree[is_bound], steepest, -steepest)
    return slopes


def _roots(falling: Callable[[Floats], Floats], low: Floats, high: Floats) -> Floats:
    """Where functions that fall are 0, between two places or beyond them."""
    largest = _STEEPEST * np.maximum(np.abs(low), np.abs(high))
    while (is_short := (falling(high) > 0) & (high < largest)).any():
        high = np.where(is_short, 2 * high, high)
    while (is_far := (falling(low) < 0) & (low > -largest)).any():
        low = np.where(is_far, np.where(low < 0, 2 * low, low - high), low)
    for _ in range(60):
        middle = (low + high) / 2
        is_below = falling(middle) > 0
        low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
    return np.asarray((low + high) / 2)


def _share(exponent: float) -> float:
    return float(_logistic(np.array(exponent)))


def _logistic(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -700, 700))))


def write_meanings(meanings: Sequence[DifferenceMeaning]) -> str:
    """The content of a file from which the same is read."""
    lines = ",\n".join(json.dumps(asdict(meaning), ensure_ascii=False) for meaning in meanings)
    return f'{{"format": {_FORMAT}, "differences": [\n{lines}\n]}}\n'


def read_meanings(path: str) -> list[DifferenceMeaning]:
    """What is in such a file."""
    shown = show_path(path)
    try:
        content = json.loads(read_bytes(path))
        if content["format"] != _FORMAT:
            raise InputError(
                f"{shown}: a file of format {content['format']!r}, and this version reads {_FORMAT}; write it anew"
            )
        meanings = [
            DifferenceMeaning(**{key: entry[key] for key in _KEYS}, sets=tuple(map(_read_pairs, entry.get("sets", ()))))
            for entry in content["differences"]
        ]
        for meaning in meanings:
            words = (meaning.label, meaning.signature, meaning.gold, meaning.digest)
            if not math.isfinite(meaning.slope) or not all(isinstance(word, str) for word in words):
                raise ValueError
    except (ValueError, TypeError, LookupError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{shown}: this is no file of what differences mean; write one with the meta-evaluation"
        ) from None
    return meanings


def _read_pairs(entry: Mapping[str, Any]) -> SystemPairs:
    columns = [tuple(entry[key]) for key in ("first", "second", "sizes", "agrees")]
    systems = int(entry["systems"])
    first, second, sizes, agrees = columns
    is_sound = len(set(map(len, columns))) == 1 and all(0 <= number < systems for number in (*first, *second))
    if not is_sound or not all(math.isfinite(size) and size > 0 for size in sizes) or not set(agrees) <= {0, 1}:
        raise ValueError
    return SystemPairs(systems, first, second, sizes, agrees)
