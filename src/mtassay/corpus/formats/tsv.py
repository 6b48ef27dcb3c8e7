"""Columns between tabs, a row a line; nothing is quoted."""

from collections.abc import Sequence

from mtassay.errors import InputError


def split_columns(lines: Sequence[str], shown: str) -> list[list[str]]:
    """The columns, a heading on top where the file has them. Every line must have as many cells as the first."""
    tabs = lines[0].count("\t")
    for number, line in enumerate(lines, start=1):
        if line.count("\t") != tabs:
            found, expected = line.count("\t") + 1, tabs + 1
            cure = "remove it" if not line.strip() else "is a tab missing, or one too many inside a cell?"
            raise InputError(f"{shown}, line {number}: {_columns(found)}, but line 1 has {expected}; {cure}")
    # one list of all cells, cut by steps: a list for each line would take twice the time and memory
    cells = "\t".join(lines).split("\t")
    return [cells[column :: tabs + 1] for column in range(tabs + 1)]


def check_header(names: Sequence[str], shown: str) -> None:
    """Refuse columns without a name, and two of one name."""
    for number, name in enumerate(names, start=1):
        if not name:
            raise InputError(f"{shown}, line 1: column {number} has no name; the header line names every column")
        if name in names[: number - 1]:
            raise InputError(f"{shown}, line 1: two columns are called {name!r}; rename one of them")


def _columns(count: int) -> str:
    return f"{count} column" + ("" if count == 1 else "s")
