"""Marked differences: by runs of words that native code finds, against one word after the other."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st
from oracles.test_words import split_slowly
from strategies import texts

from mtassay.alignment.edits import EditOperation, align_words
from mtassay.alignment.marked_text import Kind, MarkedText, Piece, mark_differences
from mtassay.alignment.matches import match_words

_MOST_PAIRS = 16_000_000
_SHORTEST_MOVE = 2

_pieces = st.sampled_from(
    [
        *"ab c.,-中文。あー🙂٣กิ\U00020000\U0001e800",
        "the ",
        "cat ",
        "on a mat ",
        "e\u0301",
        "\u0301",
        "\u0e34",
        "\u200d",
        "\u200b",
        "'d",
        "\u2019ll ",
        "would",
        "'",
        " ",
    ]
)
_mixed = st.lists(_pieces, max_size=20)


@given(texts, texts)
def test_any_two_texts_are_marked_alike(hypothesis: str, reference: str) -> None:
    assert mark_differences(hypothesis, reference) == mark_slowly(hypothesis, reference)


@given(_mixed, _mixed, _mixed, _mixed)
def test_texts_that_share_much_are_marked_alike(
    first: list[str], second: list[str], third: list[str], other: list[str]
) -> None:
    hypothesis, reference = "".join(first + second + third), "".join(first + third + other + second)
    assert mark_differences(hypothesis, reference) == mark_slowly(hypothesis, reference)


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def weight(self) -> float:
        """How much of a word it is; a punctuation mark is none."""
        if unicodedata.category(self.text[0])[0] not in "LMN":
            return 0
        return 0.5 if len(self.text) == 1 and len(split_slowly(self.text + self.text)) == 2 else 1


@dataclass(frozen=True)
class _Run:
    """Tokens that are equal, or differ, from one position to before another in each text."""

    is_equal: bool
    hypothesis: range
    reference: range


def mark_slowly(hypothesis: str, reference: str) -> MarkedText:
    """The same, token by token and character by character."""
    tokens, others = _tokens(hypothesis), _tokens(reference)
    runs = _runs(tokens, others)
    moved, gone = _moves(runs, tokens, others)
    pieces = _Pieces(hypothesis, reference)
    replaced = inserted = deleted = 0
    for run in runs:
        if run.is_equal:
            pieces.add("equal", tokens, run.hypothesis)
            continue
        new = [index for index in run.hypothesis if index not in moved]
        old = [index for index in run.reference if index not in gone]
        pairs = min(len(new), len(old))
        paired = set(new[:pairs])
        for index in run.hypothesis:
            kind: Kind = "moved" if index in moved else "replaced" if index in paired else "inserted"
            pieces.add(kind, tokens, [index])
        pieces.delete(others, old[pairs:])
        replaced, inserted, deleted = replaced + pairs, inserted + len(new) - pairs, deleted + len(old) - pairs
    starts = sum(index - 1 not in moved or moved[index - 1] != moved[index] for index in moved)
    return MarkedText(pieces.finish(), replaced, inserted, deleted, starts)


def _tokens(text: str) -> list[_Token]:
    return [_Token(text[start:end], start, end) for start, end in split_slowly(text)]


def _runs(tokens: Sequence[_Token], others: Sequence[_Token]) -> list[_Run]:
    if len(tokens) * len(others) > _MOST_PAIRS:
        return [_Run(False, range(len(tokens)), range(len(others)))]
    edits = align_words([token.text for token in tokens], [token.text for token in others])
    are_equal = [edit.operation is EditOperation.MATCH for edit in edits]
    for index in range(1, len(edits) - 1):
        if are_equal[index] and not are_equal[index - 1] and edits[index + 1].operation is not EditOperation.MATCH:
            are_equal[index] = False
    runs = []
    position = 0
    for is_equal, found in groupby(are_equal):
        length = len(list(found))
        run = edits[position : position + length]
        runs.append(_Run(is_equal, _span([e.hypothesis for e in run]), _span([e.reference for e in run])))
        position += length
    return runs


def _span(positions: Sequence[int | None]) -> range:
    found = [position for position in positions if position is not None]
    return range(found[0], found[-1] + 1) if found else range(0)


def _moves(
    runs: Sequence[_Run], tokens: Sequence[_Token], others: Sequence[_Token]
) -> tuple[dict[int, int], frozenset[int]]:
    """The number of the move that each moved token belongs to, and the tokens of the reference that moved away."""
    places = list(_ends([run.hypothesis for run in runs if not run.is_equal]))
    other_places = list(_ends([run.reference for run in runs if not run.is_equal]))
    if len(places) * len(other_places) > _MOST_PAIRS:
        return {}, frozenset()
    # a space is no token, so that these two match nothing: no move reaches over what stays
    left = [tokens[place].text if place is not None else " <" for place in places]
    right = [others[place].text if place is not None else " >" for place in other_places]
    moved: dict[int, int] = {}
    gone: set[int] = set()
    for number, chunk in enumerate(match_words(left, right, "longest").chunks):
        here = [place for match in chunk if (place := places[match.hypothesis]) is not None]
        if sum(tokens[place].weight for place in here) >= _SHORTEST_MOVE:
            moved.update(dict.fromkeys(here, number))
            gone.update(place for match in chunk if (place := other_places[match.reference]) is not None)
    return moved, frozenset(gone)


def _ends(spans: Sequence[range]) -> Iterator[int | None]:
    """All positions, with None after each span."""
    for span in spans:
        yield from span
        yield None


class _Pieces:
    """Puts pieces together, with the white space between tokens as the texts have it."""

    def __init__(self, hypothesis: str, reference: str) -> None:
        self.hypothesis, self.reference = hypothesis, reference
        self.end = 0
        self.pieces: list[Piece] = []
        self.needs_space = False

    def add(self, kind: Kind, tokens: Sequence[_Token], places: Sequence[int]) -> None:
        for place in places:
            token = tokens[place]
            gap = self.hypothesis[self.end : token.start]
            if not gap and self.needs_space:
                gap = " "
            last = self.pieces[-1].kind if self.pieces else "equal"
            self._put(kind if last == kind else "equal", gap)
            self._put(kind, token.text)
            self.end, self.needs_space = token.end, False

    def delete(self, others: Sequence[_Token], places: Sequence[int]) -> None:
        if not places:
            return
        first, last = others[places[0]], others[places[-1]]
        if self.pieces and first.start:
            before, after = self.pieces[-1], self.reference[first.start]
            # what is deleted must not look like the end of a word that stands for what was before it
            is_one_word = before.kind != "equal" and len(_tokens(before.text + after)) <= len(_tokens(before.text))
            if is_one_word or self.reference[first.start - 1].isspace():
                self._put("equal", " ")
        # what moved away from between them is not shown
        runs = [
            [place for _, place in run]
            for _, run in groupby(enumerate(places), key=lambda numbered: numbered[1] - numbered[0])
        ]
        texts = (self.reference[others[run[0]].start : others[run[-1]].end] for run in runs)
        self._put("deleted", " ".join(texts))
        self.needs_space = self.reference[last.end : last.end + 1].isspace()

    def finish(self) -> tuple[Piece, ...]:
        self._put("equal", self.hypothesis[self.end :])
        return tuple(self.pieces)

    def _put(self, kind: Kind, text: str) -> None:
        if not text:
            return
        if self.pieces and self.pieces[-1].kind == kind:
            text = self.pieces.pop().text + text
        self.pieces.append(Piece(kind, text))
