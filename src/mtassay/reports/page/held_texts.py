"""Texts as a report holds them: the script in its page knows the words without splitting any."""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from mtassay.alignment.words import spans_of

_END_OF_SEGMENT = "\x1e"
_TOUCHING = "\x1f"
_TAKEN = re.compile(f"[{_END_OF_SEGMENT}{_TOUCHING}]")
_REPLACEMENT = "\ufffd"


def hold_texts(texts: Sequence[str]) -> list[str]:
    """The texts with U+001F where two words touch.

    Words are then what stands between white space, zero-width spaces and U+001F. A text that has U+001E or U+001F
    itself gets U+FFFD for it, which is a word where they were white space.
    """
    clean = [_TAKEN.sub(_REPLACEMENT, text) for text in texts]
    starts, spans = spans_of(clean)
    # the place after the last word of a text is not after a word of the next one
    places = np.flatnonzero(spans[:-1, 1] == spans[1:, 0])
    places = places[~np.isin(places + 1, starts)]
    cuts = spans[places, 1].tolist()
    bounds = np.searchsorted(places, starts).tolist()
    return [
        _cut(text, cuts[first:last]) if first < last else text
        for text, (first, last) in zip(clean, pairwise(bounds), strict=True)
    ]


def _cut(text: str, places: Sequence[int]) -> str:
    return _TOUCHING.join(text[start:end] for start, end in pairwise((0, *places, len(text))))
