"""Between a table and a test set: which column is the source, which are references, systems and labels."""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from mtassay.corpus import limits
from mtassay.corpus.column_names import guess_roles, is_said, label_name, names_systems, system_name
from mtassay.corpus.evalset import LANGUAGE_CODE, EvalSet
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.corpus.long_tables import find_names, widen
from mtassay.errors import InputError, MtassayWarning
from mtassay.settings import did_you_mean

_SHOWN_COLUMNS = 12


@dataclass(frozen=True)
class Choices:
    """Columns that the user named for a role, by name or by number counted from 1."""

    source: str | None = None
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


NO_CHOICES: Final = Choices()


def table_of(evalset: EvalSet) -> Table:
    """A test set as a table; columns are called so that `evalset_of` needs no choices."""
    columns = []
    if evalset.sources is not None:
        columns.append(Column("src", evalset.sources, Role.SOURCE))
    if evalset.references is not None:
        counts = evalset.references.starts[1:] - evalset.references.starts[:-1]
        for number in range(int(counts.max())):
            starts, texts = evalset.references.starts[:-1] + number, evalset.references.texts
            stream = [
                texts[start] if number < count else None
                for start, count in zip(starts.tolist(), counts.tolist(), strict=True)
            ]
            columns.append(Column("ref" if number == 0 else f"ref:{number + 1}", stream, Role.REFERENCE))
    columns += [Column(f"hyp:{name}", texts, Role.SYSTEM) for name, texts in evalset.systems.items()]
    columns += [Column(f"label:{name}", texts, Role.LABEL) for name, texts in evalset.labels.items()]
    return Table(tuple(columns), target_language=evalset.target_language)


def evalset_of(
    table: Table, choices: Choices = NO_CHOICES, *, shown: str = "the table", target_language: str | None = None
) -> EvalSet:
    """The test set in a table, by what the user chose, else by what the columns say, else by a guess that is noted.

    A missing reference is left out, where the segment has another; any other missing text is an empty one. A row of a
    workbook in which none of the texts stands is no segment, nor is one in which a formula went wrong; both are noted.
    """
    chosen = choose_columns(table, choices, shown)
    table, chosen = _without_blank_rows(table, chosen, shown)
    names_column = _names_of_systems(table, choices, chosen)
    if names_column is not None:
        chosen = widen(chosen, names_column, shown)
    sources, references = chosen[Role.SOURCE], chosen[Role.REFERENCE]
    names = [system_name(column.name) for column in chosen[Role.SYSTEM]]
    kinds = [label_name(column.name) for column in chosen[Role.LABEL]]
    for what, given in (("systems", names), ("labels", kinds)):
        for name in given:
            if given.count(name) > 1:
                raise InputError(f"{shown}: two columns of {what} are called {name!r}; rename one of them")
    if not (sources or references or names):
        raise InputError(
            f"{shown}: no column is the source, a reference or a system; {_say_which(table)}, for example "
            "hyp=NAME,ref=NAME"
        )
    return EvalSet(
        reference_lists(references) if references else None,
        sources=filled(sources[0]) if sources else None,
        systems={name: filled(column) for name, column in zip(names, chosen[Role.SYSTEM], strict=True)},
        labels={kind: filled(column) for kind, column in zip(kinds, chosen[Role.LABEL], strict=True)},
        target_language=target_language or language_of([*references, *chosen[Role.SYSTEM]], table.target_language),
        warn_of_blanks=False,  # as for files of text, the check `empty` says more
    )


def segment_rows(table: Table, choices: Choices = NO_CHOICES, *, shown: str = "the table") -> Sequence[int] | None:
    """Which row of the table each segment of its test set is, counted from 0; None where a segment has several."""
    _, chosen = _choose(table, choices, shown)
    rows = _rows_with_text(table, chosen)
    table, chosen = _take_rows(table, chosen, rows)
    return rows if _names_of_systems(table, choices, chosen) is None else None


def choose_quietly(table: Table, choices: Choices, shown: str = "the table") -> dict[Role, list[Column]]:
    """The columns of each role, guessed where the user chose none, for whoever shows the guess."""
    return _choose(table, choices, shown)[1]


def choose_columns(table: Table, choices: Choices, shown: str) -> dict[Role, list[Column]]:
    """The columns of each role."""
    told, used = _choose(table, choices, shown)
    _note_guesses(table, told, used, shown)
    if not told[Role.SYSTEM] and all(column.role is None for column in used[Role.SYSTEM]):
        _note_refused(table, used)
    return used


def _choose(table: Table, choices: Choices, shown: str) -> tuple[dict[Role, list[Column]], dict[Role, list[Column]]]:
    """The columns of each role that the user chose, and all that are used."""
    wanted = {
        Role.SOURCE: [] if choices.source is None else [choices.source],
        Role.REFERENCE: list(choices.references),
        Role.SYSTEM: list(choices.systems),
        Role.LABEL: list(choices.labels),
    }
    told = {role: [usable(find_column(table, name, shown)) for name in names] for role, names in wanted.items()}
    taken = [column for columns in told.values() for column in columns]
    by_role = {
        role: columns or [column for column in table.columns if column.role is role and not _is_among(column, taken)]
        for role, columns in told.items()
    }
    if not told[Role.SYSTEM]:
        # a column called `system` may hold outputs, or names
        by_role[Role.SYSTEM] = [
            column for column in by_role[Role.SYSTEM] if not names_systems(column.name) or _are_varied(column)
        ]
    if not told[Role.LABEL]:
        # nobody asked for these labels: leave out unusable ones, and all but the first of a name, without an error
        by_role[Role.LABEL] = [column for column in by_role[Role.LABEL] if not column.refusal]
        by_name = {label_name(column.name): column for column in reversed(by_role[Role.LABEL])}
        by_role[Role.LABEL] = [column for column in by_role[Role.LABEL] if by_name[label_name(column.name)] is column]
    if len(by_role[Role.SOURCE]) > 1:
        names = ", ".join(column.name for column in by_role[Role.SOURCE])
        raise InputError(f"{shown}: several columns may be the source ({names}); say which: src=NAME")
    if not by_role[Role.SYSTEM]:
        used = [column for columns in by_role.values() for column in columns]
        rest = [column for column in table.columns if not _is_among(column, used) and _has_words(column)]
        languages = {None, *(column.language for column in by_role[Role.REFERENCE])}
        rest = [column for column in rest if column.language in languages]
        # beside references, a column of words that has no role can only be the output of a system
        by_role[Role.SYSTEM] = rest if by_role[Role.REFERENCE] else []
    return told, {role: list(map(usable, columns)) for role, columns in by_role.items()}


def _names_of_systems(table: Table, choices: Choices, chosen: Mapping[Role, Sequence[Column]]) -> Column | None:
    return None if choices.labels else find_names(table, chosen)


def _without_blank_rows(
    table: Table, chosen: dict[Role, list[Column]], shown: str
) -> tuple[Table, dict[Role, list[Column]]]:
    rows = _rows_with_text(table, chosen)
    broken = unusable_rows(_texts(chosen))
    if broken:
        warnings.warn(tell_unusable(broken), MtassayWarning, stacklevel=4)
    blank = sorted(set(range(len(table))).difference(rows, broken))
    if blank:
        count = "1 row" if len(blank) == 1 else f"{len(blank)} rows"
        warnings.warn(
            f"{shown}, sheet {table.sheet}: {count} without any of the texts, left out (the first is row "
            f"{table.first_row + blank[0]})",
            MtassayWarning,
            stacklevel=4,
        )
    return _take_rows(table, chosen, rows)


def _rows_with_text(table: Table, chosen: Mapping[Role, Sequence[Column]]) -> Sequence[int]:
    """The rows that are segments, counted from 0.

    People leave rows of a sheet empty, or write a sum below: such rows would be scored as empty segments. In other
    files, and in workbooks that we write, there is a row for each segment, whatever is in it. Where not all texts are
    in the sheet, a row with anything in it may be one whose output is missing.
    """
    texts = _texts(chosen)
    broken = unusable_rows(texts)
    if len(broken) == len(table):
        raise InputError(next(iter(broken.values())))
    with_text: Sequence[int] = range(len(table))
    if table.sheet is not None and not all(is_said(column.name) for column in texts):
        looked_at = texts if chosen[Role.REFERENCE] and chosen[Role.SYSTEM] else table.columns
        rows = zip(*(column.texts for column in looked_at), strict=True)
        filled_rows = [number for number, row in enumerate(rows) if any(text and not text.isspace() for text in row)]
        with_text = filled_rows or with_text
    return [row for row in with_text if row not in broken] if broken or len(with_text) < len(table) else with_text


def _texts(chosen: Mapping[Role, Sequence[Column]]) -> list[Column]:
    return [column for role in (Role.SOURCE, Role.REFERENCE, Role.SYSTEM) for column in chosen[role]]


def unusable_rows(columns: Iterable[Column]) -> dict[int, str]:
    """The rows in which one of the columns has no text that can be used, counted from 0, and why; in order."""
    broken: dict[int, str] = {}
    for column in columns:
        broken = {**column.unusable, **broken}
    return dict(sorted(broken.items()))


def tell_unusable(broken: Mapping[int, str]) -> str:
    """That rows are left out and why, of the first of them."""
    fact, _, cure = next(iter(broken.values())).partition("; ")
    more = f", and {len(broken) - 1} more for the like" if len(broken) > 1 else ""
    return f"{fact}, so the row is left out{more}; {cure}"


def _take_rows(
    table: Table, chosen: dict[Role, list[Column]], rows: Sequence[int]
) -> tuple[Table, dict[Role, list[Column]]]:
    if len(rows) == len(table):
        return table, chosen
    taken = {
        id(column): replace(column, texts=[column.texts[row] for row in rows], unusable={}) for column in table.columns
    }
    return (
        replace(table, columns=tuple(taken.values())),
        {role: [taken[id(column)] for column in columns] for role, columns in chosen.items()},
    )


def usable(column: Column) -> Column:
    """A column whose texts are asked for; refused where the file has none that could be used."""
    if column.refusal:
        raise InputError(column.refusal)
    return column


def whole(column: Column) -> Column:
    """A column that stands beside those of other files, so that no row of it can be left out."""
    if column.problem:
        raise InputError(column.problem)
    return column


def find_column(table: Table, wanted: str, shown: str) -> Column:
    """The column of a name, or of a number; what stands behind `hyp:`, `ref:` and `label:` is a name too."""
    tests = (
        lambda column: column.name == wanted,
        lambda column: column.name.strip() == wanted.strip(),
        lambda column: wanted.strip() in (system_name(column.name), label_name(column.name)),
        lambda column: not wanted.strip().isdecimal() and column.name == f"ref:{wanted.strip()}",
        lambda column: column.name.strip().casefold() == wanted.strip().casefold(),
    )
    for test in tests:
        fitting = [column for column in table.columns if test(column)]
        if len(fitting) > 1:
            numbers = " and ".join(str(_number(table, column)) for column in fitting)
            raise InputError(
                f"{shown}: columns {numbers} are both called {wanted!r}; choose by number, or rename one of them"
            )
        if fitting:
            return fitting[0]
    if re.fullmatch("[0-9]{1,6}", wanted.strip()):
        number = int(wanted)
        if 1 <= number <= len(table.columns):
            return table.columns[number - 1]
        raise InputError(f"{shown}: there is no column {number}; {list_columns(table)}")
    near = did_you_mean(wanted, [column.name for column in table.columns])
    raise InputError(f"{shown}: there is no column {wanted!r}{near}; {list_columns(table)}")


def reference_lists(columns: Sequence[Column]) -> Iterable[str | list[str]]:
    """The references of each segment: those that are there, and an empty one where none is."""
    if len(columns) == 1:
        return filled(columns[0])
    rows = zip(*(column.texts for column in columns), strict=True)
    return [[text for text in row if text is not None] or [""] for row in rows]


def with_guessed_roles(names: Sequence[str], columns: Iterable[Sequence[str | None]]) -> tuple[Column, ...]:
    """Columns with the roles that their names suggest."""
    return tuple(
        Column(name, texts, role) for name, texts, role in zip(names, columns, guess_roles(names), strict=True)
    )


def check_table(table: Table, shown: str) -> None:
    """Refuse a table that is larger than is read, or holds nothing."""
    limits.check_columns(len(table.columns), shown)
    limits.check_rows(len(table), shown)
    if not len(table):
        raise InputError(f"{shown}: no segments; there should be a row for each")
    for number, column in enumerate(table.columns, start=1):
        if "\0" in column.name or not _is_unicode(column.name):
            raise InputError(
                f"{shown}, column {number}: its name {column.name!r} has a character that is none; rename it"
            )
        try:
            longest = max(map(len, column.texts))  # type: ignore[arg-type]  # mostly none is None, and this is fastest
        except TypeError:
            longest = max(map(len, filter(None, column.texts)), default=0)
        if longest > limits.CELL_CHARACTERS:
            for row, text in enumerate(column.texts, start=table.first_row):
                limits.check_characters(len(text or ""), f"{shown}, row {row}, column {column.name}")


def _is_unicode(text: str) -> bool:
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def refuse_nul(table: Table, shown: str) -> None:
    """Refuse a table with NUL in it, for formats in which that can be written without a byte of this value."""
    for column in table.columns:
        for row, text in enumerate(column.texts, start=table.first_row):
            if text and "\0" in text:
                raise InputError(
                    f"{shown}, row {row}, column {column.name}: a NUL character, which no text has; remove it"
                )


def _note_guesses(table: Table, told: dict[Role, list[Column]], chosen: dict[Role, list[Column]], shown: str) -> None:
    """One note of all that was guessed, in the form in which one would say it."""
    guessed = [
        f"{role}={column.name.strip()}"
        for role, columns in chosen.items()
        if role is not Role.LABEL and not told[role]
        for column in columns
        if not is_said(column.name)
    ]
    if not guessed:
        return
    used = [column for columns in chosen.values() for column in columns]
    unused = [column.name.strip() for column in table.columns if not _is_among(column, used)]
    rest = f"; unused: {_shorten(unused)}" if unused else ""
    warnings.warn(f"{shown}: columns by their names: {_shorten(guessed)}{rest}", MtassayWarning, stacklevel=4)


def _note_refused(table: Table, chosen: dict[Role, list[Column]]) -> None:
    """Say why a column is no system like others without a role: most of its cells have no text that can be used."""
    used = [column for columns in chosen.values() for column in columns]
    refused = [column for column in table.columns if column.refusal and column.role is None]
    refused = [column for column in refused if not _is_among(column, used)]
    if refused:
        fact, _, cure = refused[0].refusal.partition("; ")
        names = [repr(column.name.strip()) for column in refused]
        more = f", nor {_shorten(names[1:])} for the like" if names[1:] else ""
        warnings.warn(f"{fact}, so the column {names[0]} is not used{more}; {cure}", MtassayWarning, stacklevel=4)


def _is_among(column: Column, columns: Iterable[Column]) -> bool:
    # by identity: a column with the same texts as the reference is equal to it, and is another column
    return any(other is column for other in columns)


def _has_words(column: Column) -> bool:
    """Whether this can be text: in most rows there is something, no number, and mostly something new."""
    if column.role is not None:
        return False
    words = sum(1 for text in column.texts if text and any(map(str.isalpha, text)))
    return 2 * words > len(column.texts) and _are_varied(column)


def _are_varied(column: Column) -> bool:
    """Whether most texts stand there for the first time or nearly so: names and kinds come again and again."""
    return 4 * len(set(column.texts)) > len(column.texts)


def filled(column: Column) -> Sequence[str]:
    """The texts of a column, empty where there is none."""
    texts = column.texts
    return [text or "" for text in texts] if None in texts else texts  # type: ignore[return-value]  # none is None


def _number(table: Table, column: Column) -> int:
    return next(number for number, other in enumerate(table.columns, start=1) if other is column)


def list_columns(table: Table) -> str:
    """The columns of a table for an error, with their numbers."""
    return f"its columns are {_shorten(list(_numbered(table)))}{_doubt(table)}"


def _doubt(table: Table) -> str:
    """A question, where one column seems to be several."""
    first = table.columns[0]
    texts = (first.name, *first.texts[:1])
    is_cut = len(table.columns) > 1 or not any(text and re.search("[,;|\t]", text) for text in texts)
    return "" if is_cut else " (is the delimiter wrong?)"


def _say_which(table: Table) -> str:
    return f"{list_columns(table)}; say which they are"


def _numbered(table: Table) -> Iterator[str]:
    for number, column in enumerate(table.columns, start=1):
        name = column.name.strip()
        yield name if name == str(number) else f"{number} {name!r}"


def _shorten(names: Sequence[str]) -> str:
    more = len(names) - _SHOWN_COLUMNS
    return ", ".join(names[:_SHOWN_COLUMNS]) + (f" and {more} more" if more > 0 else "")


def language_of(columns: Sequence[Column], default: str | None = None) -> str | None:
    """The one language that texts are in, by what their files say; `default` is that of columns that say nothing."""
    codes = {_language(column.language or default) for column in columns}
    return codes.pop() if len(codes) == 1 else None


def _language(code: str | None) -> str | None:
    """A code as EvalSet takes it: files write regions in lower case too, which there would be a pair."""
    if code is None or not LANGUAGE_CODE.fullmatch(code):
        return None
    language, dash, region = code.replace("_", "-").partition("-")
    return language.lower() + dash + (region.upper() if len(region) == 2 else region)
