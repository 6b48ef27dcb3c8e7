"""Translations beside the one that is judged: how far they are, where they differ, and whether scores contradict."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from itertools import groupby

import numpy as np

from mtassay.alignment.distances.edits import Edits
from mtassay.alignment.edits import Edit, EditOperation, align_words
from mtassay.alignment.text_units import split_word

NEAR_SHARE = 0.2
"""Two translations are near-identical where at most this share of the longer one's words was edited, or one of 3."""

FAR_POINTS = 3.0
"""Scores of one translation, or of near-identical ones, contradict each other from here on, in points of 0 to 10."""

NEAREST_SHOWN = 9
"""So many neighbours are worth a look."""

# of translations further apart, the score of one says nothing about the other
_TELLING_SHARE = 0.5


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """A judgment that holds: its number in the database, whose it is, and what it says.

    `value` is on the project's scale, `points` are on 0 to 10; `verdicts` are by the numbers of items.
    """

    judgment: int
    judge: str
    value: float
    points: float
    verdicts: Mapping[int, str] = field(default_factory=dict)
    comment: str = ""
    seconds: float | None = None
    system: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Neighbour:
    """A judged translation of the same source. `distance` counts word edits, `share` is that by the longer text."""

    target: int
    text: str
    distance: int
    share: float
    opinions: tuple[Opinion, ...]

    @property
    def is_near_identical(self) -> bool:
        """Whether so few words differ that so should few points."""
        return self.share <= NEAR_SHARE or (self.distance == 1 and self.share < 0.5)

    @property
    def mean_value(self) -> float:
        """What people think of it, on the project's scale."""
        return sum(opinion.value for opinion in self.opinions) / len(self.opinions)


@dataclass(frozen=True)
class Contradiction:
    """A near-identical translation of which someone thinks very differently."""

    neighbour: Neighbour
    opinion: Opinion
    is_own: bool


@dataclass(frozen=True)
class Piece:
    """A word, or a character of a script without blanks; `is_apart` says that a blank stands before it."""

    text: str
    is_apart: bool


class Change(Enum):
    """What happened to a run of words on the way from a neighbour to the candidate."""

    NONE = "none"
    INSERTED = "inserted"
    DELETED = "deleted"
    REPLACED = "replaced"


@dataclass(frozen=True)
class Run:
    """Consecutive words with the same change: those of the neighbour, `old`, and those of the candidate, `new`."""

    change: Change
    old: tuple[Piece, ...]
    new: tuple[Piece, ...]


_CHANGES = {
    EditOperation.MATCH: Change.NONE,
    EditOperation.INSERT: Change.INSERTED,
    EditOperation.DELETE: Change.DELETED,
    EditOperation.SUBSTITUTE: Change.REPLACED,
}


def cut_pieces(text: str) -> tuple[Piece, ...]:
    """What edits are counted in: words, or characters where a script has no blanks, as a reader would see them."""
    return tuple(Piece(unit, place == 0) for word in text.split() for place, unit in enumerate(split_word(word)))


def differences(candidate: str, neighbour: str) -> tuple[Run, ...]:
    """How the candidate differs from a neighbour, from left to right."""
    new, old = cut_pieces(candidate), cut_pieces(neighbour)
    runs = []
    for operation, group in groupby(_edits(new, old), key=lambda edit: edit.operation):
        steps = list(group)
        runs.append(
            Run(
                _CHANGES[operation],
                tuple(old[edit.reference] for edit in steps if edit.reference is not None),
                tuple(new[edit.hypothesis] for edit in steps if edit.hypothesis is not None),
            )
        )
    return tuple(runs)


def nearest_first(candidate: str, judged: Iterable[tuple[int, str, Sequence[Opinion]]]) -> tuple[Neighbour, ...]:
    """Judged translations of the same source, given as number, text and opinions, by their distance."""
    others = list(judged)
    texts = [text for _, text, _ in others]
    edits = Edits(threads=1)  # as estimates count them
    distances = edits.between([candidate], np.zeros(1, np.int64), texts, np.array([0, len(texts)]))
    shares = edits.normalized(distances, [candidate], texts)
    neighbours = [
        Neighbour(target, text, int(distance), float(share), tuple(opinions))
        for (target, text, opinions), distance, share in zip(others, distances.values, shares.values, strict=True)
    ]
    return tuple(sorted(neighbours, key=lambda neighbour: (neighbour.distance, neighbour.target)))


def find_contradiction(points: float, judge: str, neighbours: Iterable[Neighbour]) -> Contradiction | None:
    """The opinion that differs most from `points`, among those on near-identical translations; None if all are alike.

    Of equally different ones the judge's own comes first, because only that one can be revised.
    """
    contradictions = [
        Contradiction(neighbour, opinion, opinion.judge == judge)
        for neighbour in neighbours
        if neighbour.is_near_identical
        for opinion in neighbour.opinions
        if abs(opinion.points - points) >= FAR_POINTS
    ]
    return max(
        contradictions,
        key=lambda contradiction: (abs(contradiction.opinion.points - points), contradiction.is_own),
        default=None,
    )


def telling_neighbour(neighbours: Sequence[Neighbour]) -> Neighbour | None:
    """The nearest of some that are in order, where it is near enough to compare scores with."""
    return neighbours[0] if neighbours and neighbours[0].share <= _TELLING_SHARE else None


def _edits(new: Sequence[Piece], old: Sequence[Piece]) -> tuple[Edit, ...]:
    return align_words([piece.text for piece in new], [piece.text for piece in old])
