"""A text with marks that say how it differs from another, as a page shows it."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from mtassay._native import EditOperation, Segments, edit_operations, longest_runs
from mtassay.alignment.words import Words, is_word_alone, split_words

Kind = Literal["equal", "inserted", "deleted", "replaced", "moved"]

# each look at an enumeration for its member takes as long as a comparison
_MATCH, _DELETE, _INSERT = EditOperation.MATCH, EditOperation.DELETE, EditOperation.INSERT
_MOST_PAIRS = 16_000_000  # of words that are compared: 64 MB
_SHORTEST_MOVE = 2  # words; a character of a script without spaces is half a word


@dataclass(frozen=True)
class Piece:
    """A run of text of one kind; what is deleted is text of the reference, all else of the hypothesis."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class MarkedText:
    """A hypothesis in pieces, with what it lacks where it would stand.

    Without the deleted pieces, and the spaces around them, the pieces are the hypothesis. The numbers are
    of words and punctuation marks, or of characters where words are not told apart by spaces; `moves` is of runs.
    """

    pieces: tuple[Piece, ...]
    replaced: int
    inserted: int
    deleted: int
    moves: int

    @property
    def is_equal(self) -> bool:
        """Whether only white space differs, if anything."""
        return not (self.replaced or self.inserted or self.deleted or self.moves)


class _Run(NamedTuple):
    """Tokens that are equal, or differ, from one position to before another in each text."""

    is_equal: bool
    hypothesis: range
    reference: range


def mark_differences(hypothesis: str, reference: str) -> MarkedText:
    """What a reader should look at, by words and punctuation marks, or by characters where words have no spaces.

    One equal word between two differences belongs to them: the eye cannot use it. Two words or more that
    stand elsewhere in the reference are moved. Of other differences as many words as both sides have are
    replaced, the rest is inserted or deleted. Texts too long to compare are replaced as a whole.
    """
    if hypothesis == reference:
        return MarkedText((Piece("equal", hypothesis),) if hypothesis else (), 0, 0, 0, 0)
    tokens, others = split_words(hypothesis), split_words(reference)
    runs = _runs(tokens, others)
    moved, gone = _moves(runs, tokens, others)
    pieces = _Pieces(hypothesis, reference, tokens, others)
    replaced = inserted = deleted = 0
    for run in runs:
        if run.is_equal:
            pieces.add("equal", run.hypothesis[0], run.hypothesis[-1])
            continue
        new: Sequence[int] = run.hypothesis
        old: Sequence[int] = run.reference
        if moved:  # seldom
            new = [index for index in new if index not in moved]
            old = [index for index in old if index not in gone]
        pairs = min(len(new), len(old))
        for kind, first, last in _kinds(run.hypothesis, new, pairs):
            pieces.add(kind, first, last)
        pieces.delete(old[pairs:])
        replaced, inserted, deleted = replaced + pairs, inserted + len(new) - pairs, deleted + len(old) - pairs
    starts = sum(index - 1 not in moved or moved[index - 1] != moved[index] for index in moved)
    return MarkedText(pieces.finish(), replaced, inserted, deleted, starts)


def _kinds(places: range, new: Sequence[int], pairs: int) -> Iterator[tuple[Kind, int, int]]:
    """What became of places of the hypothesis, in runs from one to another; those that are not new are moved."""
    if len(new) == len(places):  # nearly always
        if pairs:
            yield "replaced", places[0], places[pairs - 1]
        if pairs < len(places):
            yield "inserted", places[pairs], places[-1]
        return
    kinds: dict[int, Kind] = dict.fromkeys(places, "moved")
    kinds.update(dict.fromkeys(new[:pairs], "replaced"))
    kinds.update(dict.fromkeys(new[pairs:], "inserted"))
    for kind, group in groupby(places, key=kinds.__getitem__):
        run = list(group)
        yield kind, run[0], run[-1]


def mark_all_differences(hypotheses: Sequence[str], references: Sequence[str]) -> list[MarkedText]:
    """Those of each hypothesis and its reference."""
    return [mark_differences(*pair) for pair in zip(hypotheses, references, strict=True)]


def own_pieces(marked: MarkedText, hypothesis: str) -> tuple[Piece, ...]:
    """The hypothesis alone, to the letter: without what is deleted, and with white space as it was."""
    pieces: list[Piece] = []
    end = 0
    for piece in marked.pieces:
        words = piece.text.strip()
        if piece.kind == "deleted" or not words:
            continue
        start = hypothesis.index(words, end)
        if start > end:
            pieces.append(Piece("equal", hypothesis[end:start]))
        end = start + len(words)
        pieces.append(Piece(piece.kind, words))
    if hypothesis[end:]:
        pieces.append(Piece("equal", hypothesis[end:]))
    return tuple(pieces)


def _runs(tokens: Words, others: Words) -> list[_Run]:
    if len(tokens) * len(others) > _MOST_PAIRS:
        return [_Run(False, range(len(tokens)), range(len(others)))]
    steps = edit_operations(Segments(tokens.texts), Segments(others.texts))
    runs: list[_Run] = []
    place = other = position = 0
    for first, last in _differing(steps):
        if first > position:
            end, other_end = place + first - position, other + first - position
            runs.append(_Run(True, range(place, end), range(other, other_end)))
            place, other = end, other_end
        position = last + 1
        run = steps[first:position]
        end, other_end = place + len(run) - run.count(_DELETE), other + len(run) - run.count(_INSERT)
        runs.append(_Run(False, range(place, end), range(other, other_end)))
        place, other = end, other_end
    if position < len(steps):
        runs.append(_Run(True, range(place, len(tokens)), range(other, len(others))))
    return runs


def _differing(steps: Sequence[EditOperation]) -> Iterator[tuple[int, int]]:
    """First and last step of each difference; one equal word between two differences belongs to them."""
    odd = [index for index, step in enumerate(steps) if step is not _MATCH]
    if not odd:
        return
    first = last = odd[0]
    for index in odd:
        if index > last + 2:
            yield first, last
            first = index
        last = index
    yield first, last


def _moves(runs: Sequence[_Run], tokens: Words, others: Words) -> tuple[dict[int, int], frozenset[int]]:
    """The number of the move that each moved token belongs to, and the tokens of the reference that moved away."""
    odd = [run for run in runs if not run.is_equal]
    there: set[str] = set()
    for run in odd:
        there.update(others.texts[run.reference.start : run.reference.stop])
    common = [place for run in odd for place in run.hypothesis if tokens.texts[place] in there]
    if _weight(tokens, common) < _SHORTEST_MOVE:  # a comma and a word, as a rule: too little to be a run
        return {}, frozenset()
    places = list(_ends([run.hypothesis for run in odd]))
    other_places = list(_ends([run.reference for run in odd]))
    if len(places) * len(other_places) > _MOST_PAIRS:
        return {}, frozenset()
    # a space is no token, so that these two match nothing: no move reaches over what stays
    left = [tokens.texts[place] if place is not None else " <" for place in places]
    right = [others.texts[place] if place is not None else " >" for place in other_places]
    moved: dict[int, int] = {}
    gone: set[int] = set()
    for number, (start, other_start, length) in enumerate(longest_runs(Segments(left), Segments(right))):
        # of equal tokens, so that neither side has a None in it
        run_places = [place for place in places[start : start + length] if place is not None]
        if _weight(tokens, run_places) >= _SHORTEST_MOVE:
            moved.update(dict.fromkeys(run_places, number))
            gone.update(place for place in other_places[other_start : other_start + length] if place is not None)
    return moved, frozenset(gone)


def _weight(tokens: Words, places: Sequence[int]) -> float:
    """How many words there are at some places; a punctuation mark is none."""
    weight = 0.0
    for place in places:
        text = tokens.texts[place]
        if unicodedata.category(text[0])[0] in "LMN":
            weight += 0.5 if len(text) == 1 and is_word_alone(text) else 1
    return weight


def _ends(spans: Sequence[range]) -> Iterator[int | None]:
    """All positions, with None after each span."""
    for span in spans:
        yield from span
        yield None


class _Pieces:
    """Puts pieces together, with the white space between tokens as the texts have it."""

    def __init__(self, hypothesis: str, reference: str, tokens: Words, others: Words) -> None:
        self.hypothesis, self.reference = hypothesis, reference
        self.tokens, self.others = tokens, others
        self.end = 0
        self.kinds: list[Kind] = []
        self.texts: list[str] = []
        self.needs_space = False

    def add(self, kind: Kind, first: int, last: int) -> None:
        """Tokens of the hypothesis, from one to another."""
        start, end = self.tokens.starts[first], self.tokens.ends[last]
        gap = self.hypothesis[self.end : start] or (" " if self.needs_space else "")
        text = self.hypothesis[start:end]
        if kind == "equal" or (self.kinds and self.kinds[-1] == kind):
            self._put(kind, gap + text)
        else:
            if gap:
                self._put("equal", gap)
            self.kinds.append(kind)
            self.texts.append(text)
        self.end, self.needs_space = end, False

    def delete(self, places: Sequence[int]) -> None:
        """Tokens of the reference; what moved away from between them is not shown."""
        if not places:
            return
        start, end = self.others.starts[places[0]], self.others.ends[places[-1]]
        if self.kinds and start and (self.reference[start - 1].isspace() or self._would_run_together(start)):
            self._put("equal", " ")
        if places[-1] - places[0] == len(places) - 1:  # nearly always
            self._put("deleted", self.reference[start:end])
        else:
            runs = [
                [place for _, place in run]
                for _, run in groupby(enumerate(places), key=lambda numbered: numbered[1] - numbered[0])
            ]
            texts = (self.reference[self.others.starts[run[0]] : self.others.ends[run[-1]]] for run in runs)
            self._put("deleted", " ".join(texts))
        self.needs_space = self.reference[end : end + 1].isspace()

    def _would_run_together(self, start: int) -> bool:
        """Whether what is deleted would look like the end of a word that stands for what was before it."""
        before = self.texts[-1]
        return self.kinds[-1] != "equal" and len(split_words(before + self.reference[start])) <= len(
            split_words(before)
        )

    def finish(self) -> tuple[Piece, ...]:
        if self.hypothesis[self.end :]:
            self._put("equal", self.hypothesis[self.end :])
        return tuple(map(Piece, self.kinds, self.texts))

    def _put(self, kind: Kind, text: str) -> None:
        if self.kinds and self.kinds[-1] == kind:
            self.texts[-1] += text
        else:
            self.kinds.append(kind)
            self.texts.append(text)
