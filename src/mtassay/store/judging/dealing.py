"""Whom the items of a queue were dealt to when it was drawn, and who is asked for one of them now."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from mtassay.store.judging.questions import ANYONE

DEALT = "dealt"
"""The setting that says whom the items were dealt to, in their order, by the numbers of the queue's first judges."""


def dealt_numbers(settings: Mapping[str, Any], judges: int) -> dict[int, int]:
    """Whom the item at each place was dealt to; a queue from elsewhere may have kept anything."""
    kept = settings.get(DEALT, [])
    numbers = kept if isinstance(kept, list) else []
    return {place: judge for place, judge in enumerate(numbers, 1) if type(judge) is int and 0 <= judge < judges}


def choose_judge(seed: int, place: int, dealt: int, dealt_to: Sequence[str], judges: Sequence[str]) -> str:
    """Who of some judges is asked for the item at a place: whom it was dealt to, or who came instead.

    What was dealt to nobody is drawn by the seed: each block of as many items as there are judges has every judge once,
    so that all are about equally far in the queue at any time.
    """
    if not judges:
        return ANYONE
    if dealt >= 0:
        if dealt_to[dealt] in judges:
            return dealt_to[dealt]
        judges = [name for name in judges if name not in dealt_to] or judges
    block, within = divmod(place - 1, len(judges))

    def drawn(judge: str) -> bytes:
        # a digest is the same for every version of every library
        return blake2b(f"{seed} {block} {judge}".encode(), digest_size=16).digest()

    return sorted(judges, key=drawn)[within]
