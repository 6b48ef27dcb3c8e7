"""Differences as a person reads them: runs of words that are equal, or stand for each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from mtassay.alignment.edits import EditOperation, align_words


@dataclass(frozen=True)
class Chunk:
    """A run of words: equal in both texts, or different, where one side may be empty."""

    is_equal: bool
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]


def diff_words(hypothesis: Sequence[str], reference: Sequence[str]) -> tuple[Chunk, ...]:
    """Both texts as runs, from left to right; equal and different runs take turns."""
    chunks = []
    edits = align_words(hypothesis, reference)
    for is_equal, run in groupby(edits, key=lambda edit: edit.operation is EditOperation.MATCH):
        steps = list(run)
        chunks.append(
            Chunk(
                is_equal,
                tuple(hypothesis[edit.hypothesis] for edit in steps if edit.hypothesis is not None),
                tuple(reference[edit.reference] for edit in steps if edit.reference is not None),
            )
        )
    return tuple(chunks)
