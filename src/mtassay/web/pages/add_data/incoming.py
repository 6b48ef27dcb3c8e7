"""Files on their way into a project: what they are, what their columns hold, and what would be stored of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import sqlalchemy as sa
from pydantic import BaseModel, FailFast

from mtassay.corpus import limits
from mtassay.corpus.column_names import system_name
from mtassay.corpus.evalset import LANGUAGE_CODE, EvalSet
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.corpus.line_counts import explain
from mtassay.corpus.packed import bare_name, unpack
from mtassay.corpus.tables import NO_CHOICES, choose_columns, unusable_rows
from mtassay.errors import InputError, SettingError
from mtassay.human.collection import Collection, Source
from mtassay.human.files.base import JUDGMENT_FILES, JudgmentFile
from mtassay.human.files.table import JudgmentTable
from mtassay.human.files.table_columns import suggested
from mtassay.human.judgment_files import choose_judgment_format, read_judgment_content
from mtassay.store.contents.outputs import outputs_collection, segments
from mtassay.store.contents.projects import Project
from mtassay.web.serving.notes import notes
from mtassay.web.serving.uploads import MOST_UNPACKED_BYTES, Upload, read_upload

GUESSED, NONE = -1, 0
"""Numbers of columns that are none: what their names suggest, and that there is none."""

MOST_NAME_CHARACTERS = 200
_ENDING = re.compile(r"(?<=.)(\.[A-Za-z0-9]{1,8})+$")
_JUDGMENT_ROLES = {
    "source": "src",
    "score": "score",
    "judge": "judge",
    "system_column": "system",
    "document": "document",
    "comment": "comment",
}


class IncomingKind(StrEnum):
    """What a file brings."""

    OUTPUTS = "outputs"
    JUDGMENTS = "judgments"
    SOURCES = "sources"


class Choices(BaseModel):
    """What somebody said of a file. Columns are counted from 1; -1 is for a guess by their names, and 0 for none.

    `texts` are the columns of translations. `system` names the system of an only one; several are called as their
    columns are. `scale` is that of judgments, where the file does not say it.
    """

    kind: str = ""
    sheet: str = ""
    source: int = GUESSED
    texts: Annotated[list[int], FailFast()] = []
    document: int = GUESSED
    score: int = GUESSED
    judge: int = GUESSED
    system_column: int = GUESSED
    comment: int = GUESSED
    system: str = ""
    run: str = ""
    scale: str = ""


@dataclass(frozen=True)
class Incoming:
    """A file that was looked at: its table where it is one, its kind, and the choices with every guess made."""

    upload: Upload
    data: bytes
    format: str
    table: Table | None
    kind: IncomingKind
    choices: Choices


def look_at(upload: Upload, choices: Choices, *, has_sources: bool) -> Incoming:
    """What a file is; a kind that nobody chose is guessed, with an eye to whether the project has sources yet."""
    with notes():  # of what is guessed, in words of the command line: the page shows it
        return _look_at(upload, choices, has_sources)


def _look_at(upload: Upload, choices: Choices, has_sources: bool) -> Incoming:
    kind = _said_kind(choices.kind)
    data = unpack(upload.content, upload.name)
    limits.check_bytes(len(data), upload.name, MOST_UNPACKED_BYTES, ", unpacked")
    known = [
        file_format
        for file_format in JUDGMENT_FILES.values()
        if file_format is not JudgmentTable and file_format.recognizes(data)
    ]
    if known and choose_judgment_format(upload.name, data) in known and kind in (None, IncomingKind.JUDGMENTS):
        format = choose_judgment_format(upload.name, data).name
        return Incoming(upload, data, format, None, IncomingKind.JUDGMENTS, choices)
    read = read_upload(upload, choices.sheet or None)
    if kind is None:
        kind = _guess_kind(read.table, has_sources=has_sources)
    guessed = _guess_columns(read.table, choices, kind)
    if kind is IncomingKind.OUTPUTS and len(guessed.texts) == 1 and not guessed.system:
        name = _guess_system(read.table, guessed.texts[0], upload.name)
        guessed = guessed.model_copy(update={"system": name})
    return Incoming(upload, data, read.format.name, read.table, kind, guessed)


def collect(connection: sa.Connection, project: Project, incoming: Incoming) -> Collection:
    """What would be stored of a file, checked as a whole; an InputError says what does not fit, and where."""
    if incoming.kind is IncomingKind.JUDGMENTS:
        with notes():
            return _judgments(incoming).check()
    assert incoming.table is not None  # only judgments come in other files
    if incoming.kind is IncomingKind.SOURCES:
        return _sources(incoming, incoming.table, project).check()
    return _outputs(connection, project, incoming, incoming.table).check()


def left_out(incoming: Incoming) -> list[str]:
    """What is wrong with cells whose rows are left out, each with its place."""
    table, choices = incoming.table, incoming.choices
    if table is None:
        return []
    numbers = [choices.source, *choices.texts]
    if incoming.kind is IncomingKind.JUDGMENTS:
        numbers += [getattr(choices, field) for field in _JUDGMENT_ROLES]
    columns = [table.columns[number - 1] for number in dict.fromkeys(numbers) if number > NONE]
    return list(unusable_rows(columns).values())


def evalset_of_outputs(collection: Collection, language: str) -> EvalSet | None:
    """The outputs of a collection as checks look at them; None where systems did not translate the same sources."""
    systems: dict[str, dict[int, str]] = {}
    for place, source in enumerate(collection.sources):
        for target in source.targets:
            for output in target.outputs:
                name = f"{output.system} ({output.run})" if output.run else output.system
                systems.setdefault(name, {})[place] = target.text
    if not systems:
        return None
    sources = {name: [collection.sources[place].text for place in texts] for name, texts in systems.items()}
    first = next(iter(sources.values()))
    if any(texts != first for texts in sources.values()):
        return None
    return EvalSet(
        sources=first,
        systems={name: list(texts.values()) for name, texts in systems.items()},
        target_language=language if LANGUAGE_CODE.fullmatch(language) else None,
        warn_of_blanks=False,
    )


def _said_kind(text: str) -> IncomingKind | None:
    if not text:
        return None
    try:
        return IncomingKind(text)
    except ValueError:
        raise SettingError(f"a file cannot be {text[:50]!r}; it holds {', '.join(IncomingKind)}") from None


def _guess_kind(table: Table, *, has_sources: bool) -> IncomingKind:
    if suggested("score", table.columns) and len(table.columns) > 1:
        return IncomingKind.JUDGMENTS
    named = [column for column in suggested("system", table.columns) if column.role is not Role.SYSTEM]
    if named and any(column.role is Role.SYSTEM for column in table.columns):
        return IncomingKind.JUDGMENTS  # a row for each system and segment, which only such tables have
    texts = [column for column in table.columns if column.role is not Role.LABEL]
    is_single = len(texts) == 1 and texts[0].role in (None, Role.SOURCE)
    return IncomingKind.SOURCES if is_single and not has_sources else IncomingKind.OUTPUTS


def _guess_columns(table: Table, choices: Choices, kind: IncomingKind) -> Choices:
    """The choices with numbers of columns in place of guesses."""
    for field in _JUDGMENT_ROLES:
        _check_column(table, getattr(choices, field), least=GUESSED)
    for number in choices.texts:
        _check_column(table, number, least=1)
    columns = table.columns
    changed: dict[str, object] = {}
    source = choices.source
    if source == GUESSED:
        source = _first(table, [column for column in columns if column.role is Role.SOURCE or column.name == "source"])
        if source == NONE and kind is IncomingKind.SOURCES:
            source = 1
        changed["source"] = source
    if not choices.texts and kind is not IncomingKind.SOURCES:
        changed["texts"] = _guess_texts(table, source, kind)
    for role, name in _JUDGMENT_ROLES.items():
        if role != "source" and getattr(choices, role) == GUESSED:
            taken = changed.get("texts", choices.texts)
            candidates = [column for column in suggested(name, columns) if _number(table, column) not in taken]  # type: ignore[operator]
            changed[role] = _first(table, candidates)
    return choices.model_copy(update=changed)


def _guess_texts(table: Table, source: int, kind: IncomingKind) -> list[int]:
    usable = [column for column in table.columns if _number(table, column) != source and not column.refusal]
    try:
        # a column beside references that is no reference holds the output of a system
        outputs = choose_columns(table, NO_CHOICES, "the file")[Role.SYSTEM]
    except InputError:
        outputs = []
    outputs = [column for column in outputs if _is_among(column, usable)] or [
        column for column in usable if column.name == "target"
    ]
    if not outputs:
        outputs = [column for column in usable if column.role is not Role.LABEL][:1]
    numbers = [_number(table, output) for output in outputs]
    return numbers[:1] if kind is IncomingKind.JUDGMENTS else numbers


def _guess_system(table: Table, number: int, name: str) -> str:
    column = table.columns[number - 1]
    own = system_name(column.name)
    is_named = column.name.startswith("hyp:") or (column.role is Role.SYSTEM and len(table.columns) > 2)
    if is_named and own.casefold() not in ("target", "translation", "hypothesis", "hyp", "mt", "output", "system"):
        return own[:MOST_NAME_CHARACTERS]
    return (_ENDING.sub("", bare_name(name)) or name)[:MOST_NAME_CHARACTERS]


def _check_column(table: Table, number: int, least: int) -> None:
    if not least <= number <= len(table.columns):
        raise InputError(f"there is no column {number}; the file has {len(table.columns)}, counted from 1")


def _is_among(column: Column, columns: Sequence[Column]) -> bool:
    # columns are values, and two may be equal
    return any(other is column for other in columns)


def _first(table: Table, columns: Sequence[Column]) -> int:
    return _number(table, columns[0]) if columns else NONE


def _number(table: Table, column: Column) -> int:
    return next(number for number, other in enumerate(table.columns, start=1) if other is column)


def _column(table: Table, number: int) -> Column | None:
    if number == NONE:
        return None
    column = table.columns[number - 1]
    if column.refusal:
        raise InputError(column.refusal)
    return column


def _judgments(incoming: Incoming) -> Collection:
    choices, table = incoming.choices, incoming.table
    told: dict[str, list[str]] = {}
    options = {"scale": choices.scale} if choices.scale else {}
    if table is not None:
        numbers = {role: [getattr(choices, field)] for field, role in _JUDGMENT_ROLES.items()}
        numbers["hyp"] = choices.texts
        told = {
            role: [table.columns[number - 1].name for number in role_numbers if number > NONE]
            for role, role_numbers in numbers.items()
        }
    # that there is no column of a role is said too: otherwise it would be guessed again
    columns = {role: names for role, names in told.items() if names or role not in ("src", "hyp")}
    file = JudgmentFile(incoming.upload.name, choices.sheet or None, columns)
    return read_judgment_content(incoming.data, file, **options)


def _sources(incoming: Incoming, table: Table, project: Project) -> Collection:
    choices = incoming.choices
    column, document = _column(table, choices.source), _column(table, choices.document)
    if column is None:
        raise InputError("choose the column that holds the sources")
    sources = tuple(
        Source(
            column.texts[row] or "", document=_cell(document, row), position=place, place=_place(incoming, table, row)
        )
        for place, row in enumerate(_rows(table, [column]), start=1)
    )
    return Collection(sources, project.scale)


def _outputs(connection: sa.Connection, project: Project, incoming: Incoming, table: Table) -> Collection:
    choices = incoming.choices
    texts = [column for number in choices.texts if (column := _column(table, number)) is not None]
    if not texts:
        raise InputError("choose the column that holds the outputs")
    names = [choices.system] if len(texts) == 1 else [system_name(column.name) for column in texts]
    for name in (*names, choices.run):
        if len(name) > MOST_NAME_CHARACTERS or not name.isprintable():
            raise InputError(f"{name[:50]!r} cannot be the name of a system; take up to 200 printable characters")
    if not all(name.strip() for name in names):
        raise InputError("the system has no name; write its name")
    if len(set(names)) < len(names):
        raise InputError("two columns of outputs have the same name; choose one of them, or rename it")
    source, document = _column(table, choices.source), _column(table, choices.document)
    rows = _rows(table, [*texts, *([] if source is None else [source])])
    if source is None:
        for column in texts:  # a row that is left out would put all others beside wrong sources
            if column.problem:
                raise InputError(column.problem)
        _check_length(connection, project, [_cell(texts[0], row) for row in rows], incoming.upload.name)
    sources: list[Source] = []
    for name, column in zip(names, texts, strict=True):
        collection = outputs_collection(
            connection,
            project,
            name,
            [_cell(column, row) for row in rows],
            sources=None if source is None else [_cell(source, row) for row in rows],
            documents=None if source is None or document is None else [_cell(document, row) for row in rows],
            run=choices.run,
        )
        sources += collection.sources
    return Collection(tuple(sources), project.scale)


def _check_length(connection: sa.Connection, project: Project, texts: Sequence[str], name: str) -> None:
    """Refuse outputs that are not of the project's test set, line by line."""
    places = segments(connection, project)
    if not places:
        raise InputError(
            "the project has no sources yet, so it is not known what was translated; add the sources first, or a table "
            "that has them beside the outputs"
        )
    if len(places) != len(texts):
        raise InputError(explain(name, texts, "the project's test set", [place.source for place in places]))


def _rows(table: Table, columns: Sequence[Column]) -> Sequence[int]:
    """The rows that are segments: people leave rows of a sheet empty, which other files do not.

    Rows with a cell that is wrong are left out.
    """
    if table.sheet is None:
        return range(len(table))
    unusable = unusable_rows(columns)
    return [
        row
        for row in range(len(table))
        if row not in unusable and any((column.texts[row] or "").strip() for column in columns)
    ]


def _cell(column: Column | None, row: int) -> str:
    return "" if column is None else column.texts[row] or ""


def _place(incoming: Incoming, table: Table, row: int) -> str:
    return f"{incoming.upload.name}, {'row' if table.sheet else 'line'} {table.first_row + row}"


def shown_rows(collection: Collection, most: int) -> Iterator[tuple[str, str, str, str, str, str]]:
    """The first translations of a collection: source, translation, system, judge, score and comment."""
    count = 0
    for source in collection.sources:
        for target in source.targets:
            for judgment in target.judgments or (None,):
                if count == most:
                    return
                count += 1
                systems = ", ".join(dict.fromkeys(output.system for output in target.outputs))
                if judgment is None:
                    yield source.text, target.text, systems, "", "", ""
                else:
                    value = "" if judgment.value is None else f"{judgment.value:g}"
                    system = judgment.system or systems
                    yield source.text, target.text, system, judgment.judge, value, judgment.comment


def shown_outputs(collection: Collection, most: int) -> tuple[list[str], list[list[str]]]:
    """The first sources with the output of each system beside them, under headings; nothing where they do not fit."""
    systems: dict[str, list[tuple[str, str]]] = {}
    for source in collection.sources:
        for target in source.targets:
            for output in target.outputs:
                systems.setdefault(output.system, []).append((source.text, target.text))
    columns = [pairs[:most] for pairs in systems.values()]
    sources = [source for source, _ in columns[0]] if columns else []
    if any([source for source, _ in column] != sources for column in columns):
        return [], []
    rows = [[source, *(column[row][1] for column in columns)] for row, source in enumerate(sources)]
    return ["Source", *systems], rows
