"""Pictures of words: marked, edited, matched with others."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from mtassay.alignment.edits import EditOperation
from mtassay.metrics.explanation import Edits, Matching, Words
from mtassay.reports.drawing.elements import Block, box, group, line, text, text_width, wrap
from mtassay.reports.drawing.frame import LINE, NORMAL, SMALL, paragraph, section

_PAD = 4  # of a word in its box
_GAP = 14
_ROW = 22
_NAMES_AT_MOST = 110
_LINKS = 44  # from the hypothesis down to the reference
_LETTERS = {
    EditOperation.MATCH: "",
    EditOperation.SUBSTITUTE: "S",
    EditOperation.DELETE: "D",
    EditOperation.INSERT: "I",
}
_LEGEND = {
    "S": "S: substituted",
    "D": "D: deleted, missing in the hypothesis",
    "I": "I: inserted, not in the reference",
}


@dataclass(frozen=True)
class _Word:
    """A word as it fits: a very long one, such as a sentence of Chinese that nobody cut, takes several lines."""

    lines: list[str]

    @classmethod
    def of(cls, word: str, room: float) -> Self:
        return cls(["␣"] if word.isspace() else wrap(word, room - 2 * _PAD, NORMAL))

    @property
    def width(self) -> float:
        return max(text_width(part, NORMAL) for part in self.lines) + 2 * _PAD

    @property
    def height(self) -> float:
        return LINE * len(self.lines) + 5

    def drawn(self, left: float, top: float, width: float, kind: str) -> str:
        """In the middle of a width; `kind` is of the box around it, empty for none."""
        marks = [box(left + 0.5, top + 0.5, width - 1, self.height - 1, kind, radius=3)] if kind else []
        middle = left + width / 2
        marks += [text(middle, top + 15.5 + LINE * index, part, "word middle") for index, part in enumerate(self.lines)]
        return "".join(marks)


def _rows(widths: Sequence[float], room: float, gap: float) -> Iterator[list[tuple[int, float]]]:
    """For each line the items that stand on it, and how far each is from where the line starts."""
    row: list[tuple[int, float]] = []
    used = 0.0
    for index, width in enumerate(widths):
        if row and used + width > room:
            yield row
            row, used = [], 0.0
        row.append((index, used))
        used += width + gap
    if row:
        yield row


def _starts_right(words: Iterable[str]) -> bool:
    """Whether the text is one that is read from right to left, as its first letter tells."""
    kinds = (unicodedata.bidirectional(character) for word in words for character in word)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


def draw_words(step: Words, width: float) -> Block:
    """Each text under its name, the words that count in boxes."""
    names = [wrap(name, _NAMES_AT_MOST, SMALL) for name, _, _ in step.texts]
    left = max((text_width(part, SMALL) for lines in names for part in lines), default=0) + _GAP
    blocks = []
    for lines, (_, words, marked) in zip(names, step.texts, strict=True):
        label = Block("".join(text(0, 15 + LINE * n, part, "soft") for n, part in enumerate(lines)), LINE * len(lines))
        flow = _flow(words, marked, width - left)
        blocks.append(Block(label.marks + group(flow.marks, left, 0), max(label.height, flow.height) + 6))
    return section(step.title, width, *blocks)


def _flow(words: Sequence[str], marked: frozenset[int], room: float) -> Block:
    if not words:
        return Block(text(_PAD, 15.5, "no words", "soft"), _ROW)
    cells = [_Word.of(word, room) for word in words]
    to_left = _starts_right(words)
    marks, top = [], 0.0
    for row in _rows([cell.width for cell in cells], room, 2):
        for index, start in row:
            cell = cells[index]
            left = room - start - cell.width if to_left else start
            marks.append(cell.drawn(left, top, cell.width, "marked" if index in marked else ""))
        top += max(cells[index].height for index, _ in row) + 4
    return Block("\n".join(marks), top)


@dataclass(frozen=True)
class _Column:
    """One edit: a word of the reference above one of the hypothesis, or above nothing."""

    reference: _Word | None
    hypothesis: _Word | None
    letter: str

    @property
    def width(self) -> float:
        return max(word.width for word in (self.reference, self.hypothesis) if word)

    def drawn(self, left: float, below: float, tag: float) -> str:
        """`below` and `tag` are the heights of the hypothesis and of the letter under it."""
        marks = []
        for word, top in ((self.reference, 0.0), (self.hypothesis, below)):
            if word:
                marks.append(word.drawn(left, top, self.width, "changed" if self.letter else ""))
            else:
                marks.append(box(left + 0.5, top + 0.5, self.width - 1, _ROW - 1, "missing", radius=3))
        if self.letter:
            marks.append(text(left + self.width / 2, tag, self.letter, "worse middle"))
        return "".join(marks)


def draw_edits(step: Edits, width: float) -> Block:
    """Columns of what was done to each word, after what was done before."""
    left = text_width("hypothesis", SMALL) + _GAP
    room = width - left
    columns = [
        _Column(
            None if edit.reference is None else _Word.of(step.reference[edit.reference], room),
            None if edit.hypothesis is None else _Word.of(step.hypothesis[edit.hypothesis], room),
            _LETTERS[edit.operation],
        )
        for edit in step.edits
    ]
    blocks = [paragraph(words, width) for words in step.before]
    if not columns:
        blocks.append(paragraph("Both texts are empty.", width))
    to_left = _starts_right(step.reference or step.hypothesis)
    for row in _rows([column.width for column in columns], room, 2):
        row_columns = [columns[index] for index, _ in row]
        below = max((column.reference.height for column in row_columns if column.reference), default=_ROW) + 4
        bottom = below + max((column.hypothesis.height for column in row_columns if column.hypothesis), default=_ROW)
        marks = [text(0, 15.5, "reference", "soft"), text(0, below + 15.5, "hypothesis", "soft")]
        for column, (_, start) in zip(row_columns, row, strict=True):
            x = left + (room - start - column.width if to_left else start)
            marks.append(column.drawn(x, below, bottom + 14))
        blocks.append(Block("\n".join(marks), bottom + 28))
    used = {column.letter for column in columns}
    legend = "; ".join(words for letter, words in _LEGEND.items() if letter in used)
    return section(step.title, width, *blocks, *([paragraph(f"{legend}.", width)] if legend else []))


class _Side:
    """One of the two texts of a matching, with the chunk that each of its words belongs to."""

    def __init__(self, words: Sequence[str], matched: Sequence[Iterable[int]], left: float, room: float) -> None:
        self.cells = [_Word.of(word, room) for word in words]
        self.chunks = {index: number for number, chunk in enumerate(matched, start=1) for index in chunk}
        self.lines: list[dict[int, float]] = []
        """For each line its words, and where the left edge of each is."""
        to_left = _starts_right(words)
        for row in _rows([cell.width for cell in self.cells], room, 6):
            edges = {index: room - start - self.cells[index].width if to_left else start for index, start in row}
            self.lines.append({index: left + edge for index, edge in edges.items()})

    def line(self, number: int) -> dict[int, float]:
        """Empty where the other text is longer."""
        return self.lines[number] if number < len(self.lines) else {}

    def height(self, number: int) -> float:
        return max((self.cells[index].height for index in self.line(number)), default=0)

    def middle(self, number: int, index: int) -> float:
        return self.line(number)[index] + self.cells[index].width / 2

    def drawn(self, number: int, name: str, top: float, numbers: float) -> Iterator[str]:
        """The words of a line; the number of a chunk stands where it begins, at the height `numbers`."""
        if self.line(number):
            yield text(0, top + 15.5, name, "soft")
        previous = None
        for index, left in self.line(number).items():
            cell, chunk = self.cells[index], self.chunks.get(index)
            yield cell.drawn(left, top, cell.width, f"chunk-{chunk % 2}" if chunk else "")
            if chunk and chunk != previous:
                yield text(self.middle(number, index), numbers, str(chunk), "chunk-number middle")
            previous = chunk


def draw_matching(step: Matching, width: float) -> Block:
    """Line by line, each of the hypothesis above one of the reference; the numbers of chunks tie lines together."""
    left = text_width("hypothesis", SMALL) + _GAP
    above = _Side(step.hypothesis, [[i for i, _ in chunk] for chunk in step.chunks], left, width - left)
    below = _Side(step.reference, [[j for _, j in chunk] for chunk in step.chunks], left, width - left)
    links = [link for chunk in step.chunks for link in chunk]
    blocks = []
    undrawn = len(links)
    for number in range(max(len(above.lines), len(below.lines))):
        top = 16.0 if above.line(number) else 0.0
        middle = top + above.height(number)
        lower = middle + (_LINKS if above.line(number) and below.line(number) else 0)
        bottom = lower + below.height(number)
        marks = [
            line((above.middle(number, i), top + above.cells[i].height), (below.middle(number, j), lower), "link")
            for i, j in links
            if i in above.line(number) and j in below.line(number)
        ]
        undrawn -= len(marks)
        marks += above.drawn(number, "hypothesis", top, top - 4)
        marks += below.drawn(number, "reference", lower, bottom + 13)
        blocks.append(Block("\n".join(marks), bottom + 28))
    notes = ["Numbers are those of the chunks: runs of words that stand together in both texts."]
    if undrawn:
        notes.append("Where there is no line, the other word stands elsewhere under the same number.")
    return section(step.title, width, *blocks, paragraph(" ".join(notes) if links else "Nothing is matched.", width))
