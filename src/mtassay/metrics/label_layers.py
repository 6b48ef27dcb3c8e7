"""Labels of words, such as part-of-speech tags, that a table of the user gives for references and systems."""

import hashlib
from collections.abc import Sequence

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.files import read_table
from mtassay.corpus.packed import read_bytes
from mtassay.corpus.tables import NO_CHOICES
from mtassay.errors import InputError

_SHOWN_DIGITS = 12


def labels_digest(path: str) -> str:
    """The start of the SHA-256 of a table, as signatures show it."""
    return f"given[{hashlib.sha256(read_bytes(path)).hexdigest()[:_SHOWN_DIGITS]}]"


def read_layer(path: str, layer: str, evalset: EvalSet) -> EvalSet:
    """A table of labels, which has what the test set has."""
    told = read_table(path, NO_CHOICES)
    if len(told) != len(evalset):
        raise InputError(
            f"{path}: {layer} of {len(told)} segments, and the test set has {len(evalset)}; another one's?"
        )
    missing = [name for name in evalset.systems if name not in told.systems]
    if missing:
        raise InputError(f"{path}: no {layer} of system {missing[0]!r}; name their column hyp:{missing[0]}")
    if not np.array_equal(told.required_references.starts, evalset.required_references.starts):
        raise InputError(f"{path}: {layer} of other references than the test set has; one column each: ref, ref:2, …")
    return told


def check_tags(path: str, whose: str, tags: Sequence[str], words: Sequence[str]) -> None:
    """Refuse tags that are not as many as words."""
    for row, (told, text) in enumerate(zip(tags, words, strict=True), start=1):
        if len(told.split()) != len(text.split()):
            raise InputError(
                f"{path}: text {row} of {whose} has {len(text.split())} words and {len(told.split())} tags; each word "
                "needs one, cut as for the tagger"
            )
