"""LaTeX tables in the manner of the booktabs package."""

from collections.abc import Iterator

from mtassay.reports.document import Document, Figure, Note, Section, Table, plain_line
from mtassay.reports.formats.shown_values import one_line, shown_rows, shown_value

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"$<$",
    "≤": r"$\leq$",
    "·": r"$\cdot$",
    "±": r"$\pm$",
    **{c: "\\" + c for c in "&%$#_{}"},
}


class Latex:
    """Tables to be pasted into a paper; all that stands around them is comment."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str:
        """Facts, the notes before the first table and signatures come first."""
        sections = document.typeset_sections if table is None else (document.table(table),)
        first = next((place for place, section in enumerate(sections) if not isinstance(section, Note)), len(sections))
        lines = [_comment(f"{name}: {shown_value(value)}") for name, value in document.facts.items()]
        lines += [line for section in sections[:first] for line in _lines(section, digits)]
        lines += [_comment(f"{signature.label}: {signature.signature}") for signature in document.signatures]
        lines += [line for section in sections[first:] for line in _lines(section, digits)]
        return "\n".join(lines) + "\n"


def _lines(section: Section, digits: int | None) -> Iterator[str]:
    if isinstance(section, Note):
        yield from map(_comment, filter(None, (section.title, *map(plain_line, section.lines))))
        return
    table = section.table if isinstance(section, Figure) else section
    if table is None:
        return
    if table.title:
        yield ""
        yield _comment(table.title)
    if table.rows or not table.notes:
        yield from _draw(table, digits)
    yield from map(_comment, table.notes)


def _draw(table: Table, digits: int | None) -> Iterator[str]:
    sides = "".join("l" if place == 0 or column.is_words else "r" for place, column in enumerate(table.columns))
    yield rf"\begin{{tabular}}{{{sides}}}"
    yield r"\toprule"
    yield " & ".join(_cell(column.heading, False) for column in table.columns) + r" \\"
    yield r"\midrule"
    for number, row in enumerate(shown_rows(table, digits)):
        yield " & ".join(_cell(text, (number, place) in table.bold) for place, text in enumerate(row)) + r" \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _cell(text: str, is_bold: bool) -> str:
    if is_bold and text:
        return rf"\textbf{{{_escape(text)}}}"
    # what opens with a bracket would be an argument of the \\ before it
    return ("{}" if text.startswith(("[", "*")) else "") + _escape(text)


def _comment(text: str) -> str:
    return f"% {one_line(text)}"


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(c, c) for c in one_line(text))
