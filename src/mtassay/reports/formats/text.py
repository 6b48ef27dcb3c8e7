"""Tables for the terminal, with the signatures below them."""

import unicodedata
from collections.abc import Iterable, Iterator

from mtassay.reports.document import Document, Figure, Line, Marked, Note, Section, Signature, Table, plain_line
from mtassay.reports.drawing.bars import interval_bars
from mtassay.reports.formats.shown_values import one_line, shown_rows, shown_value

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_LINE = 98
_LONGEST = 60
_NARROWEST_PICTURE, _WIDEST_PICTURE = 16, 40


class Text:
    """What people read on a terminal: facts, sections and signatures with an empty line between them."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str:
        """Text of lines; what stands out is bold where `color` is on."""
        sections = document.sections if table is None else (document.table(table),)
        # signatures below stand at the left too, and notes should not look like them
        margin = "  " if document.signatures else ""
        facts = [f"{one_line(name)}: {shown_value(value)}" for name, value in document.facts.items()]
        blocks = [facts, *(list(_section(section, digits, margin, color=color)) for section in sections)]
        blocks.append(list(_signatures(document)))
        return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def draw(table: Table, digits: int | None = None, *, color: bool = False) -> list[str]:
    """The lines of a table without its title and notes; with pictures of intervals where it has some."""
    lines = list(_lines(table, digits, color=False))
    if table.bars is None:
        return list(_lines(table, digits, color=color)) if color and table.bold else lines
    room = _LINE - max(map(display_width, lines))
    pictures = interval_bars(table.bars, min(_WIDEST_PICTURE, max(_NARROWEST_PICTURE, room)))
    return list(_lines(table, digits, pictures, color=color))


def display_width(text: str) -> int:
    """Columns that a terminal takes for a text: two for wide characters, none for combining marks."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _section(section: Section, digits: int | None, margin: str, *, color: bool) -> Iterator[str]:
    if isinstance(section, Note):
        if section.title:
            yield f"{_BOLD}{section.title}{_PLAIN}" if color else section.title
        yield from (_marked(line) if color else plain_line(line) for line in section.lines)
        return
    table = section.table if isinstance(section, Figure) else section
    if table is None:
        return
    if table.title:
        yield one_line(table.title)
    if table.rows:
        yield from draw(table, digits, color=color)
    elif not table.title and not table.notes:
        yield "nothing"
    yield from (margin + one_line(note) for note in table.notes)


def _lines(table: Table, digits: int | None, pictures: Iterable[str] = (), *, color: bool) -> Iterator[str]:
    columns = table.columns
    rows = [
        [_shortened(text) if column.is_words else text for column, text in zip(columns, row, strict=True)]
        for row in shown_rows(table, digits)
    ]
    heads = [one_line(column.heading) for column in columns]
    widths = [max(map(display_width, texts)) for texts in zip(heads, *rows, strict=True)]
    is_left = [place == 0 or column.is_words for place, column in enumerate(columns)]

    def line(texts: list[str], number: int | None) -> str:
        cells = []
        for place, text in enumerate(texts):
            space = " " * (widths[place] - display_width(text))
            shown = f"{_BOLD}{text}{_PLAIN}" if color and (number, place) in table.bold else text
            cells.append(shown + space if is_left[place] else space + shown)
        return "  ".join(cells)

    head = line(heads, None)
    yield head.rstrip()
    yield "-" * display_width(head)
    beside = list(pictures) or [""] * len(rows)
    for number, (row, picture) in enumerate(zip(rows, beside, strict=True)):
        yield f"{line(row, number)}  {picture}".rstrip()


def _marked(line: Line) -> str:
    if isinstance(line, str):
        return line
    return "".join(f"{_BOLD}{piece}{_PLAIN}" if isinstance(piece, Marked) else piece for piece in line)


def _signatures(document: Document) -> Iterator[str]:
    signatures = [Signature(*map(one_line, signature)) for signature in document.signatures]
    width = max((display_width(signature.label) for signature in signatures), default=0)
    for label, direction, signature in signatures:
        yield f"{label}{' ' * (width - display_width(label))}  {direction:<16}  {signature}"


def _shortened(text: str) -> str:
    """The text, cut where it is longer than a terminal shows well."""
    if display_width(text) <= _LONGEST:
        return text
    while display_width(text) > _LONGEST - 1:
        text = text[:-1]
    return text + "…"


def _columns(character: str) -> int:
    # by category: vowel signs of Indic scripts join the letter before them, but have no combining class
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
