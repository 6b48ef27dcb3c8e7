"""Markdown tables with the signatures below them."""

import re
from collections.abc import Iterator

from mtassay.reports.document import Document, Figure, Note, Section, Table, plain_line
from mtassay.reports.formats.shown_values import one_line, shown_rows, shown_value


class Markdown:
    """Facts and signatures as lists, sections with an empty line between them."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str:
        """Text of lines; what stands out is bold."""
        sections = document.typeset_sections if table is None else (document.table(table),)
        facts = [f"- {_escape(name)}: {_escape(shown_value(value))}" for name, value in document.facts.items()]
        blocks = [facts, *(lines for section in sections for lines in _blocks(section, digits))]
        blocks.append(
            [
                f"- {_escape(signature.label)}: {_code(one_line(signature.signature))}"
                for signature in document.signatures
            ]
        )
        return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def heading(title: str) -> str:
    """The first line of a file, above what stands in it."""
    return f"# {_escape(title)}\n\n"


def _blocks(section: Section, digits: int | None) -> Iterator[list[str]]:
    """What stands between empty lines."""
    if isinstance(section, Note):
        yield _title(section.title)
        if section.is_verbatim:
            yield _fenced([plain_line(line) for line in section.lines])
        else:
            yield [_escape(plain_line(line)) + "  " for line in section.lines]  # blanks at the end keep the break
        return
    table = section.table if isinstance(section, Figure) else section
    if table is None:
        return
    yield _title(table.title)
    if table.rows or not table.notes:
        yield _draw(table, digits)
    yield [_escape(note) for note in table.notes]


def _title(title: str) -> list[str]:
    return [f"**{_escape(title)}**"] if title else []


def _draw(table: Table, digits: int | None) -> list[str]:
    left = (place == 0 or column.is_words for place, column in enumerate(table.columns))
    lines = [
        "| " + " | ".join(_escape(column.heading) for column in table.columns) + " |",
        "|" + "".join(":---|" if is_left else "---:|" for is_left in left),
    ]
    for number, row in enumerate(shown_rows(table, digits)):
        cells = (_cell(text, (number, place) in table.bold) for place, text in enumerate(row))
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def _cell(text: str, is_bold: bool) -> str:
    return f"**{_escape(text)}**" if is_bold and text else _escape(text)


def _fenced(lines: list[str]) -> list[str]:
    """Lines as they are; the fence is longer than any inside of them."""
    longest = max((len(ticks) for line in lines for ticks in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *map(one_line, lines), fence] if lines else []


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _escape(text: str) -> str:
    return "".join("\\" + c if c in "\\|*_`<>[]" else c for c in one_line(text))
