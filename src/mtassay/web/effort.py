"""How long metrics may take at worst while somebody waits: known beforehand, by the lengths of texts."""

from collections.abc import Iterable, Sequence
from typing import Any

from mtassay.metrics.base import Metric
from mtassay.metrics.character import CharacTer

# some metrics compare every character with every other one; this many take them about a second
_MOST_COMPARED = 150_000_000
_MOST_BY_ALL_METRICS = 10 * _MOST_COMPARED
# CharacTER tries every phrase at every place, again and again; this many take it some seconds, where words repeat
_MOST_SHIFTED = 20_000_000_000


def takes_long(pairs: Iterable[tuple[str, str]], metrics: Sequence[Metric[Any]]) -> bool:
    """Whether texts, each beside a reference, could keep somebody waiting for longer than a few seconds."""
    known = list(pairs)
    if any(isinstance(metric, CharacTer) for metric in metrics):
        shifted = sum((_words(text) * _words(reference)) ** 2 for text, reference in known)
        if shifted > _MOST_SHIFTED:
            return True
    compared = sum([len(text) * len(reference) for text, reference in known])
    return compared > _MOST_COMPARED or compared * len(metrics) > _MOST_BY_ALL_METRICS


def _words(text: str) -> int:
    return text.count(" ") + 1
