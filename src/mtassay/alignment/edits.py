"""Word edits: which words of two lists match, and what must be done to the others."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay._native import EditOperation, Segments, edit_operations
from mtassay.corpus.texts import check_texts

__all__ = ["Edit", "EditOperation", "align_words"]


@dataclass(frozen=True)
class Edit:
    """One step: a match or substitution has both positions, a deletion no hypothesis, an insertion no reference."""

    operation: EditOperation
    hypothesis: int | None
    reference: int | None


def word_segments(words: Sequence[str], what: str) -> Segments:
    """A list of words for native code, after the usual checks."""
    return Segments(check_texts(words, what, "word").texts)


def align_words(hypothesis: Sequence[str], reference: Sequence[str]) -> tuple[Edit, ...]:
    """The steps of one cheapest alignment, from left to right; each word stands in exactly one step.

    Of several cheapest alignments it is the one that jiwer takes. Memory grows with the product of
    the lengths, 4 bytes a pair: meant for segments, not for whole books.
    """
    edits = []
    in_hypothesis = in_reference = 0
    for operation in edit_operations(word_segments(hypothesis, "hypothesis"), word_segments(reference, "reference")):
        deletes, inserts = operation is EditOperation.DELETE, operation is EditOperation.INSERT
        edits.append(Edit(operation, None if deletes else in_hypothesis, None if inserts else in_reference))
        in_hypothesis += not deletes
        in_reference += not inserts
    return tuple(edits)
