"""The bar of boxes that shows how far a judge is: one for each translation, or for parts of a long way."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.store.judging.context import Stop

MOST_BOXES = 120
_PARTS = 60


@dataclass(frozen=True)
class Box:
    """One translation, or several: `target` is where it leads to, `targets` are all that it stands for."""

    label: str
    state: str
    target: int
    is_current: bool
    count: int
    done: int
    targets: list[int]


def progress_boxes(way: Sequence[Stop], current: int | None) -> list[Box]:
    """Up to MOST_BOXES are shown one by one; of more, each document has a box, or each equal part where that fails."""
    if len(way) <= MOST_BOXES:
        return [_single(number, place, current) for number, place in enumerate(way, start=1)]
    documents: dict[str, list[Stop]] = {}
    for place in way:
        documents.setdefault(place.document, []).append(place)
    if 1 < len(documents) <= MOST_BOXES:
        return [_several(name or "without a document", found, current) for name, found in documents.items()]
    size = -(-len(way) // _PARTS)
    starts = range(0, len(way), size)
    return [
        _several(f"{start + 1} to {min(start + size, len(way))}", way[start : start + size], current)
        for start in starts
    ]


def _single(number: int, place: Stop, current: int | None) -> Box:
    is_current = place.target == current
    state = "flag" if place.is_flagged else "done" if place.is_done else "skip" if place.is_put_off else "open"
    words = {"flag": "contradicts another", "done": "done", "skip": "put off", "open": "open"}[state]
    label = f"{number}, {'current' if is_current else words}"
    return Box(label, state, place.target, is_current, 1, int(place.is_done), [place.target])


def _several(name: str, found: Sequence[Stop], current: int | None) -> Box:
    done = sum(place.is_done for place in found)
    targets = [place.target for place in found]
    first = next((place.target for place in found if not place.is_done), targets[0])
    state = "flag" if any(place.is_flagged for place in found) else "open"
    if state == "open" and done:
        state = "done" if done == len(found) else "part"
    label = f"{name}, {done} of {len(found)} done"
    return Box(label, state, first, current in targets, len(found), done, targets)
