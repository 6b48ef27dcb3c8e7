"""Judgments from files and into files: which format a file has, and what options it takes."""

import os
from collections.abc import Mapping, Sequence
from typing import IO, Any

from mtassay.corpus.file_specs import split_file_spec
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.corpus.packed import bare_name, pack, read_bytes
from mtassay.corpus.whole_files import write_whole_file
from mtassay.errors import OutputError, SettingError
from mtassay.human.collection import Collection
from mtassay.human.files.base import JUDGMENT_FILES, JudgmentFile, JudgmentFormat
from mtassay.human.files.table import JudgmentTable
from mtassay.human.files.table_columns import ROLES, SEVERAL
from mtassay.settings import did_you_mean, options_of, parse_spec

_FORMAT = "format"


def read_judgments(spec: str, format: str | None = None, **options: Any) -> Collection:
    """What is in a file, checked as a whole: sources, translations, judgments.

    `spec` is `PATH[#SHEET][:role=column,…]`. `format` is the spec of a format of judgments, or of a kind of table such
    as `csv:delimiter=tab`; without it, the file's name and content tell. `options` are settings of the format.
    """
    path, sheet, columns = split_judgment_spec(spec)
    told = columns.pop(_FORMAT)
    chosen = {role: names for role, names in columns.items() if names}
    data = read_bytes(path)
    reader = _configured(format or (told[0] if told else None), path, data, options)
    _check_roles(reader, chosen, spec)
    return reader.read(data, JudgmentFile(path, sheet, chosen))


def split_judgment_spec(spec: str) -> tuple[str, str | None, dict[str, list[str]]]:
    """Path, sheet and the columns that a spec chooses, whichever format of judgments it is for."""
    keys = list(
        dict.fromkeys(
            [*ROLES, *(role for file_format in JUDGMENT_FILES.values() for role in file_format.roles), _FORMAT]
        )
    )
    return split_file_spec(spec, keys, [key for key in keys if key not in SEVERAL])


def read_judgment_content(data: bytes, file: JudgmentFile, **options: Any) -> Collection:
    """What is in the unpacked content of a file, wherever that came from; its name and content tell the format."""
    reader = _configured(None, file.path, data, options)
    _check_roles(reader, file.columns, file.shown)
    return reader.read(data, file)


def _check_roles(reader: JudgmentFormat, columns: Mapping[str, Sequence[str]], shown: str) -> None:
    unknown = [role for role in columns if role not in reader.roles]
    if unknown:
        has = f"it has {', '.join(reader.roles)}" if reader.roles else "its columns have fixed names, or it has none"
        raise SettingError(f"{shown!r}: {reader.name} has no column to choose for {unknown[0]!r}; {has}")


def judgment_file_content(collection: Collection, path: str, format: str | None = None, **options: Any) -> bytes:
    """What a file of this name should hold: in the format that its name ends in, unless told, and packed as it says."""
    writer = _configured(format, path, None, options)
    content = writer.write(collection.check(), path)
    # tables are packed where they are written
    return content if isinstance(writer, JudgmentTable) else pack(content, path)


def write_judgments(
    collection: Collection, target: str | os.PathLike[str] | IO[bytes], format: str | None = None, **options: Any
) -> None:
    """Write a collection into a file, whole or not at all, or into a stream of bytes, for which `format` must tell."""
    if not isinstance(target, (str, os.PathLike)):
        if format is None:
            raise SettingError("a stream has no name that tells the format; say format='evaltrans', 'tsv' or another")
        target.write(judgment_file_content(collection, "the stream", format, **options))
        return
    path = os.fspath(target)
    write_whole_file(path, judgment_file_content(collection, path, format, **options))


def choose_judgment_format(path: str, data: bytes | None) -> type[JudgmentFormat]:
    """The format by how the name ends, and by what is in the file where there is one; a table in case of doubt."""
    name = bare_name(path).lower()
    sharing = [
        file_format for file_format in JUDGMENT_FILES.values() if name.endswith(tuple(file_format.endings) or ("\0",))
    ]
    if data is None:
        writable = [file_format for file_format in sharing if file_format.can_write]
        if not writable:
            endings = sorted(
                {
                    ending
                    for file_format in JUDGMENT_FILES.values()
                    if file_format.can_write
                    for ending in file_format.endings
                }
            )
            raise OutputError(f"{path}: the name does not say which format; end it in one of {', '.join(endings)}")
        return writable[0]
    recognized = [file_format for file_format in sharing or JUDGMENT_FILES.values() if file_format.recognizes(data)]
    if recognized:
        return recognized[0]
    return sharing[0] if len(sharing) == 1 else JudgmentTable


def _configured(spec: str | None, path: str, data: bytes | None, options: dict[str, Any]) -> JudgmentFormat:
    if spec is None:
        cls, given = choose_judgment_format(path, data), {}
    else:
        name, texts = parse_spec(spec)
        if name not in JUDGMENT_FILES and name in FILE_FORMATS:
            cls, given = JudgmentTable, {_FORMAT: spec}
        else:
            cls = JUDGMENT_FILES[name]
            plain = cls.from_texts(texts)
            given = {option.name: getattr(plain, option.name) for option in options_of(cls) if option.spelled in texts}
    known = [option.name for option in options_of(cls)]
    for option in options:
        if option not in known:
            raise SettingError(
                f"{path}: {cls.name} has no option {option!r}{did_you_mean(option, known)}; it has {', '.join(known)}"
            )
    return cls(**{**given, **options})
