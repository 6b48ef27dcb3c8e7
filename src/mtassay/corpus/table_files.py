"""Files as tables: which format a file has, and the columns that one asks it for."""

import warnings
from collections.abc import Sequence
from pathlib import Path

from mtassay.corpus.column_names import is_said
from mtassay.corpus.file_specs import FileSpec, parse_file_spec, split_name
from mtassay.corpus.formats.base import FILE_FORMATS, Column, Format, Role, Table
from mtassay.corpus.formats.text import Text
from mtassay.corpus.formats.tsv import Tsv, is_saved_by_spreadsheet
from mtassay.corpus.long_tables import find_names
from mtassay.corpus.packed import STANDARD_INPUT, bare_name, pack, read_bytes, show_path
from mtassay.corpus.tables import check_table, find_column, list_columns, whole
from mtassay.errors import InputError, MtassayWarning, OutputError

_CALLED = {Role.SOURCE: "the source", Role.REFERENCE: "references", Role.SYSTEM: "systems", Role.LABEL: "labels"}


class TableFiles:
    """Files that are read once, however often they are named."""

    def __init__(self) -> None:
        self._tables: dict[tuple[str, str | None, str | None], tuple[Format, Table]] = {}

    def table(self, spec: FileSpec) -> Table:
        """What is in a file."""
        return self._read(spec)[1]

    def format(self, spec: FileSpec) -> Format:
        """The format of a file, for which it has to be read; one that is not there may still be named."""
        return Text() if _is_named_text(spec) and not Path(spec.path).is_file() else self._read(spec)[0]

    def is_table(self, argument: str) -> bool:
        """Whether a file can hold more than one text for each segment."""
        return not isinstance(self.format(parse_file_spec(split_name(argument)[1])), Text)

    def columns(self, spec: FileSpec, role: Role) -> Sequence[Column]:
        """The columns of a role: those that the spec chooses, else the only text, else those that are called so."""
        shown = show_path(spec.path)
        table = self.table(spec)
        chosen = {
            Role.SOURCE: () if spec.choices.source is None else (spec.choices.source,),
            Role.REFERENCE: spec.choices.references,
            Role.SYSTEM: spec.choices.systems,
            Role.LABEL: spec.choices.labels,
        }
        others = [other for other, names in chosen.items() if names and other is not role]
        if others:
            raise InputError(
                f"{spec}: this file is named for {_CALLED[role]}, and {others[0]}= chooses something else; "
                f"say {role}=COLUMN"
            )
        if chosen[role]:
            told = [whole(find_column(table, name, shown)) for name in chosen[role]]
            return _refuse_long(table, told, shown) if role is Role.SYSTEM else told
        texts = [column for column in table.columns if column.role is not Role.LABEL]
        if len(table.columns) == 1 or (len(texts) == 1 and texts[0].role in (None, role)):
            return [whole(column) for column in texts or table.columns]
        of_role = [column for column in table.columns if column.role is role]
        if not of_role:
            raise InputError(
                f"{shown}: no column seems to hold {_CALLED[role]}; {list_columns(table)}: say which, {role}=COLUMN"
            )
        guessed = [f"{role}={column.name.strip()}" for column in of_role if not is_said(column.name)]
        if guessed:
            warnings.warn(f"{shown}: columns by their names: {', '.join(guessed)}", MtassayWarning, stacklevel=3)
        of_role = list(map(whole, of_role))
        return _refuse_long(table, of_role, shown) if role is Role.SYSTEM else of_role

    def _read(self, spec: FileSpec) -> tuple[Format, Table]:
        key = (spec.path, spec.sheet, spec.format)
        if key not in self._tables:
            shown = show_path(spec.path)
            data = read_bytes(spec.path)
            is_plain = spec.path == STANDARD_INPUT and spec.format is None  # one segment a line, whatever is in it
            format = Text() if is_plain else choose_format(spec, data)
            table = format.read(data, shown, spec.sheet)
            check_table(table, shown)
            self._tables[key] = format, table
        return self._tables[key]


def _refuse_long(table: Table, systems: Sequence[Column], shown: str) -> Sequence[Column]:
    """Refuse a table with a row for each system and segment, which is no file with a row for each segment."""
    by_role = {
        role: [column for column in table.columns if column.role is role] for role in (Role.SOURCE, Role.REFERENCE)
    }
    names = find_names(table, {**by_role, Role.SYSTEM: systems})
    if names is not None:
        raise InputError(
            f"{shown}: a row for each system and segment, told apart by {names.name.strip()!r}; name this file alone, "
            "and it is read as a table with all texts"
        )
    return systems


def choose_format(spec: FileSpec, data: bytes) -> Format:
    """The format that the spec names; else by how the file's name ends, and by what is in it; else plain text."""
    if spec.format is not None:
        return FILE_FORMATS.create(spec.format)
    sharing = _by_ending(spec.path)
    recognized = [file_format for file_format in sharing or FILE_FORMATS.values() if file_format.recognizes(data)]
    chosen = (recognized or sharing or [Text])[0]
    is_saved = sharing and chosen in (Text, Tsv) and is_saved_by_spreadsheet(data, chosen is Text)
    return Tsv(quoted=True) if is_saved else chosen()


def write_file(table: Table, path: str, format: str | None = None) -> bytes:
    """What a file of this name should hold: in the format that its name ends in, unless told, and packed as it says."""
    chosen = [FILE_FORMATS[format.partition(":")[0]]] if format else _by_ending(path)
    writable = [file_format for file_format in chosen if file_format.can_write]
    if not chosen:
        endings = sorted(
            {ending for file_format in FILE_FORMATS.values() if file_format.can_write for ending in file_format.endings}
        )
        raise OutputError(f"{path}: the name does not say which format; end it in one of {', '.join(endings)}")
    writer = FILE_FORMATS.create(format) if format else (writable or chosen)[0]()
    if not writer.tells_missing:
        _note_empty_references(table, path, writer.name)
    return pack(writer.write(table), path)


def _note_empty_references(table: Table, path: str, format: str) -> None:
    references = [column for column in table.columns if column.role is Role.REFERENCE]
    count = sum(column.texts.count("") for column in references) if len(references) > 1 else 0
    if count:
        warnings.warn(
            f"{path}: {count} empty reference{'s' * (count > 1)} beside others, which {format} cannot tell from none; "
            "jsonl can",
            MtassayWarning,
            stacklevel=3,
        )


def _is_named_text(spec: FileSpec) -> bool:
    is_text = spec.path == STANDARD_INPUT or bare_name(spec.path).lower().endswith(Text.endings)
    return spec.format is None and is_text


def _by_ending(path: str) -> list[type[Format]]:
    """The formats of files that are called so, the one of the very name first."""
    name = bare_name(path).lower()
    fitting = [
        file_format for file_format in FILE_FORMATS.values() if name.endswith(tuple(file_format.endings) or ("\0",))
    ]
    return sorted(fitting, key=lambda file_format: not name.endswith(f".{file_format.name}"))
