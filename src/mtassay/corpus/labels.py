"""Labels of segments (document, domain, …): one a line, or a table of several kinds."""

from collections.abc import Sequence

from mtassay.corpus.file_specs import parse_file_spec, split_name
from mtassay.corpus.formats.text import Text
from mtassay.corpus.formats.tsv import check_header, split_columns
from mtassay.corpus.packed import show_path
from mtassay.corpus.table_files import TableFiles
from mtassay.corpus.tables import filled, find_column, whole
from mtassay.errors import InputError


def read_labels(argument: str, files: TableFiles | None = None) -> dict[str, Sequence[str]]:
    """Labels by kind: of `NAME=FILE` one a line, of `FILE` the columns of a table that have names.

    `label=COLUMN` in the file spec chooses among the columns.
    """
    files = files or TableFiles()
    name, text = split_name(argument)
    spec = parse_file_spec(text)
    shown = show_path(spec.path)
    table = files.table(spec)
    if isinstance(files.format(spec), Text):
        lines = filled(table.columns[0])
        return {name: lines} if name is not None else _split_table(lines, shown, spec.path)
    told = [find_column(table, label, shown) for label in spec.choices.labels]
    chosen = list(map(whole, told or table.columns))
    if name is None:
        names = [column.name.strip().removeprefix("label:") for column in chosen]
        check_header(names, shown)
        return {label: filled(column) for label, column in zip(names, chosen, strict=True)}
    if len(chosen) != 1:
        raise InputError(f"{shown}: {len(chosen)} columns; say which has the labels: {name}={spec.path}:label=COLUMN")
    return {name: filled(chosen[0])}


def _split_table(lines: Sequence[str], shown: str, path: str) -> dict[str, Sequence[str]]:
    """The columns of a text whose first line names them."""
    if len(lines) == 1:
        raise InputError(
            f"{shown}: a header line and no labels below it; for a file with one label a line, name them: NAME={path}"
        )
    columns = split_columns(lines, shown)
    names = [column[0].strip() for column in columns]
    check_header(names, shown)
    return {name: column[1:] for name, column in zip(names, columns, strict=True)}
