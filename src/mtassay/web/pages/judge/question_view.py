"""A question as a judge may see it: without names of systems, and without scores of others before the answer."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mtassay.alignment.marked_text import mark_differences, own_pieces
from mtassay.human.collection import item_starts
from mtassay.human.neighbours import NEAREST_SHOWN, Neighbour, find_contradiction, telling_neighbour
from mtassay.human.scales import Scale
from mtassay.store.contents.items import StoredItem
from mtassay.store.judging.drafts import Draft, draft_to_show
from mtassay.store.judging.questions import Question

LONG_TEXT = 600
"""Characters of a source or a translation above which the two stand side by side."""


@dataclass(frozen=True)
class SourcePiece:
    """A part of the source; `item` is the number of the information item that it is, from 1."""

    text: str
    item: int | None


@dataclass(frozen=True)
class ItemRow:
    """An information item, and what the judge has said of it so far."""

    id: int
    number: int
    text: str
    verdict: str | None


@dataclass(frozen=True)
class TextPiece:
    """A run of words: equal, inserted, deleted, replaced or moved."""

    kind: str
    text: str


@dataclass(frozen=True, kw_only=True)
class NeighbourRow:
    """A judged translation; its score and verdicts, by the numbers of items, are None while they are hidden."""

    text: str
    distance: int
    judges: int
    last: str | None
    score: float | None
    ramp: int | None
    verdicts: dict[int, str] | None
    in_candidate: tuple[TextPiece, ...]
    in_neighbour: tuple[TextPiece, ...]


@dataclass(frozen=True, kw_only=True)
class ShownQuestion:
    """A translation to judge. `token` is for a form that is sent without script; `version` the answer it corrects.

    What `is_long` is read side by side with its source.
    """

    target: int
    source: int
    document: str
    position: int | None
    context: str
    source_pieces: list[SourcePiece]
    text: str
    is_long: bool
    items: list[ItemRow]
    neighbours: list[NeighbourRow]
    shows_scores: bool
    is_answered: bool
    version: int
    token: str
    value: float | None
    comment: str
    seconds: float


@dataclass(frozen=True)
class Contradicted:
    """A translation nearly the same as one that was just judged, with a very different score."""

    text: str
    distance: int
    value: float
    is_own: bool
    target: int | None


@dataclass(frozen=True)
class Feedback:
    """What came of an answer: what was saved, what the nearest has, and whether that is a contradiction."""

    target: int
    text: str
    value: float
    nearest_distance: int | None
    nearest_score: float | None
    contradiction: Contradicted | None


def show_question(question: Question, draft: Draft | None, scale: Scale, *, shows_scores: bool) -> ShownQuestion:
    """What is shown of a question; a draft that was made before the answer was changed elsewhere is not."""
    draft = draft_to_show(draft, question.own)
    return ShownQuestion(
        target=question.target,
        source=question.source,
        document=question.document,
        position=question.position,
        context=question.context,
        source_pieces=list(_source_pieces(question.source_text, question.items)),
        text=question.text,
        is_long=max(len(question.source_text), len(question.text)) > LONG_TEXT,
        items=[
            ItemRow(item.id, number, item.text, draft.body.verdicts.get(item.id))
            for number, item in enumerate(question.items, start=1)
        ],
        neighbours=[
            _row(question.text, neighbour, scale, shows_scores) for neighbour in question.neighbours[:NEAREST_SHOWN]
        ],
        shows_scores=shows_scores,
        is_answered=question.own is not None,
        version=draft.version,
        token=secrets.token_hex(16),
        value=draft.body.value,
        comment=draft.comment,
        seconds=draft.seconds,
    )


def say_saved(question: Question, judge: str, scale: Scale) -> Feedback | None:
    """What a judge is told after an answer; None where it does not hold any more."""
    if question.own is None:
        return None
    nearest = telling_neighbour(question.neighbours)
    contradiction = find_contradiction(scale.points(question.own.value), judge, question.neighbours)
    return Feedback(
        question.target,
        question.text,
        question.own.value,
        None if nearest is None else nearest.distance,
        None if nearest is None else nearest.mean_value,
        None
        if contradiction is None
        else Contradicted(
            contradiction.neighbour.text,
            contradiction.neighbour.distance,
            contradiction.opinion.value,
            contradiction.is_own,
            contradiction.neighbour.target if contradiction.is_own else None,
        ),
    )


def _source_pieces(text: str, items: Sequence[StoredItem]) -> Iterator[SourcePiece]:
    """The source in parts; items that overlap or are not in it any more are shown in the list alone."""
    end = 0
    starts = item_starts(text, [item.text for item in items])
    for start, number, item in sorted(
        zip(starts, range(1, len(items) + 1), items, strict=True), key=lambda piece: piece[0]
    ):
        if start < end:
            continue
        if text[end:start]:
            yield SourcePiece(text[end:start], None)
        end = start + len(item.text)
        yield SourcePiece(text[start:end], number)
    if text[end:]:
        yield SourcePiece(text[end:], None)


def _row(candidate: str, neighbour: Neighbour, scale: Scale, shows_scores: bool) -> NeighbourRow:
    mean = neighbour.mean_value
    verdicts: dict[int, str] = {}
    for opinion in neighbour.opinions:
        verdicts.update(opinion.verdicts)
    times = [opinion.at for opinion in neighbour.opinions if opinion.at is not None]
    return NeighbourRow(
        text=neighbour.text,
        distance=neighbour.distance,
        judges=len({opinion.judge for opinion in neighbour.opinions}),
        last=max(times).isoformat() if times else None,
        score=mean if shows_scores else None,
        ramp=round(scale.points(mean)) if shows_scores else None,
        verdicts=verdicts if shows_scores else None,
        in_candidate=_pieces(candidate, neighbour.text, "inserted"),
        in_neighbour=_pieces(neighbour.text, candidate, "deleted"),
    )


# several judges are asked for the same translation, and each again after the answer
@lru_cache(maxsize=10_000)
def _pieces(text: str, other: str, only_here: str) -> tuple[TextPiece, ...]:
    """A text alone, with marks; what only the other one has is marked there."""
    return tuple(
        TextPiece(only_here if piece.kind == "inserted" else piece.kind, piece.text)
        for piece in own_pieces(mark_differences(text, other), text)
    )
