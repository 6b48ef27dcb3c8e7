"""Tab-separated values: one table, a line for each row."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from mtassay.reports.document import Document, Value
from mtassay.reports.formats.exact_values import exact_text

_BREAKS = str.maketrans("\t\n\r", "   ")


class Tsv:
    """One table; blanks stand for tabs and line breaks inside of texts, so that every line is a row."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str:
        """The names of the columns, then the rows."""
        chosen = document.main_table if table is None else document.table(table)
        return "".join(tsv_lines(chosen.names, chosen.values(), digits))


def tsv_lines(names: Sequence[str], rows: Iterable[Sequence[Value]], digits: int | None) -> Iterator[str]:
    """A line with the names of the columns, then a line for each row as it comes."""
    for row in chain([names], rows):
        yield "\t".join(exact_text(value, digits).translate(_BREAKS) for value in row) + "\n"
