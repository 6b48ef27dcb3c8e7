"""Labels of segments (document, domain, …): one a line, or a table of several kinds."""

from pathlib import Path

from mtassay.corpus.formats.text import read_lines
from mtassay.corpus.formats.tsv import check_header, split_columns
from mtassay.corpus.packed import show_path
from mtassay.errors import InputError


def read_labels(argument: str) -> dict[str, list[str]]:
    """Labels by kind: of `NAME=FILE` one a line, of `FILE` the columns of a TSV table with a header line."""
    name, path = split_argument(argument)
    lines = read_lines(path)
    if name is not None:
        return {name: lines}
    shown = show_path(path)
    if len(lines) == 1:
        raise InputError(
            f"{shown}: a header line and no labels below it; for a file with one label a line, name them: NAME={path}"
        )
    columns = split_columns(lines, shown)
    names = [column[0].strip() for column in columns]
    check_header(names, shown)
    return {name: column[1:] for name, column in zip(names, columns, strict=True)}


def split_argument(argument: str) -> tuple[str | None, str]:
    """Name, if it has one, and path; an existing file of the literal name wins."""
    name, equals, path = argument.partition("=")
    if not equals or not name or Path(argument).exists():
        return None, argument
    return name, path
