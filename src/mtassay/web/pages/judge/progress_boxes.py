"""The bar of boxes that shows how far a judge is: one for each translation, or for parts of many."""

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


def progress_boxes(stops: Sequence[Stop], current: int | None) -> list[Box]:
    """Up to MOST_BOXES are shown one by one; of more, each document has a box, or each equal part where that fails."""
    if len(stops) <= MOST_BOXES:
        return [_single(number, stop, current) for number, stop in enumerate(stops, start=1)]
    documents: dict[str, list[Stop]] = {}
    for stop in stops:
        documents.setdefault(stop.document, []).append(stop)
    if 1 < len(documents) <= MOST_BOXES:
        return [_several(name or "without a document", stops, current) for name, stops in documents.items()]
    size = -(-len(stops) // _PARTS)
    starts = range(0, len(stops), size)
    return [
        _several(f"{start + 1} to {min(start + size, len(stops))}", stops[start : start + size], current)
        for start in starts
    ]


def _single(number: int, stop: Stop, current: int | None) -> Box:
    is_current = stop.target == current
    state = "flag" if stop.is_flagged else "done" if stop.is_done else "skip" if stop.is_put_off else "open"
    words = {"flag": "contradicts another", "done": "done", "skip": "put off", "open": "open"}[state]
    label = f"{number}, {'current' if is_current else words}"
    return Box(label, state, stop.target, is_current, 1, int(stop.is_done), [stop.target])


def _several(name: str, stops: Sequence[Stop], current: int | None) -> Box:
    done = sum(stop.is_done for stop in stops)
    targets = [stop.target for stop in stops]
    first = next((stop.target for stop in stops if not stop.is_done), targets[0])
    state = "flag" if any(stop.is_flagged for stop in stops) else "open"
    if state == "open" and done:
        state = "done" if done == len(stops) else "part"
    label = f"{name}, {done} of {len(stops)} done"
    return Box(label, state, first, current in targets, len(stops), done, targets)
