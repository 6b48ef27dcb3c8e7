"""Block moves: the shifts of TER, and the edits that remain after them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from mtassay._native import ter_shifts
from mtassay.alignment.edits import Edit, align_words, word_segments

T = TypeVar("T")


@dataclass(frozen=True)
class Shift:
    """`length` words from position `start` on are moved to before the word at `target`.

    Positions are those just before this shift. A target inside the block, or at its end, moves it right by that many
    places.
    """

    start: int
    length: int
    target: int

    @property
    def new_start(self) -> int:
        """Where the block stands after the shift."""
        if self.target <= self.start + self.length:
            return self.target
        return self.target - self.length


@dataclass(frozen=True)
class ShiftedAlignment:
    """Shifts in the order of their application, then edits.

    `order` says where each word of the shifted hypothesis stood at first; the hypothesis positions of
    `edits` are those at first. `edit_count` is TER's: shifts and edits together. TER looks for edits
    within a beam, so for very long texts it can exceed the number of `edits` that are no matches.
    """

    shifts: tuple[Shift, ...]
    order: tuple[int, ...]
    edits: tuple[Edit, ...]
    edit_count: int


def shifted(words: Sequence[T], shift: Shift) -> list[T]:
    """The words after a shift."""
    end = shift.start + shift.length
    others = [*words[: shift.start], *words[end:]]
    return [*others[: shift.new_start], *words[shift.start : end], *others[shift.new_start :]]


def align_with_shifts(hypothesis: Sequence[str], reference: Sequence[str]) -> ShiftedAlignment:
    """What TER does to turn the hypothesis into the reference."""
    edit_count, shifts, order = ter_shifts(
        word_segments(hypothesis, "hypothesis"), word_segments(reference, "reference")
    )
    edits = (
        Edit(edit.operation, None if edit.hypothesis is None else order[edit.hypothesis], edit.reference)
        for edit in align_words([hypothesis[position] for position in order], reference)
    )
    return ShiftedAlignment(tuple(Shift(*shift) for shift in shifts), tuple(order), tuple(edits), edit_count)
