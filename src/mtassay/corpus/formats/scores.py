"""Scores of segments that another program made: tables (TSV, CSV, spreadsheets), long or wide, JSON lines, COMET's.

A long table has columns for system, segment and score; without a header line they stand in this
order, and the segment may be left out. A wide table has a column for each system. JSON lines are
objects with the keys of a long table. Where no segment is named, scores are in the segments' order.
Where no system is named, as MetricX and BLEURT have it, scores are of the one system that is scored: one number a
line, or the only column of numbers.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.corpus.decimal_commas import with_point
from mtassay.corpus.encodings import AUTO, read_encoded
from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats import comet_scores
from mtassay.corpus.formats.csv import Csv
from mtassay.corpus.formats.marked_errors import KEY, MarkedError, read_errors
from mtassay.corpus.formats.score_file import MISSING, ScoreFile, SystemScores, is_score
from mtassay.corpus.formats.tabular import TabularFormat
from mtassay.corpus.formats.text import split_lines
from mtassay.corpus.formats.tsv import check_header, split_columns
from mtassay.corpus.formats.workbook import WorkbookFormat
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.corpus.table_files import choose_format
from mtassay.errors import InputError, SettingError
from mtassay.settings import did_you_mean

# of several that are there, the first
_SYSTEM = ("system", "sys", "model")
_SEGMENT = ("segment", "seg", "seg_id", "id", "line", "index")
_SCORE = ("score", "prediction")
_COMET = "COMET"
_WHOLE_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,15}\s*")
_WITH_COMMA = re.compile(r"\s*[+-]?[0-9]*,[0-9]+\s*")
_DELIMITERS = re.compile("[,;|\t]")
# far beyond any scale, and so far below the largest double that sums stay finite
_LARGEST = 1e100
_JSON_FORM = '{"system": …, "segment": …, "score": …}'
_SHOWN_DIGITS = 12


def read_scores(path: str, column: str = "") -> ScoreFile:
    """What is in a file of scores.

    `column` names the column or key of the scores; by default it is `score` or what MetricX calls it, or the
    only one that is left besides system and segment, or the only numbers. The digest is that of the unpacked file.
    """
    return parse_scores(read_bytes(path), path, column)


def parse_scores(data: bytes, path: str, column: str = "") -> ScoreFile:
    """What is in the content of a file that is called so."""
    shown = show_path(path)
    if not data.strip():
        raise InputError(f"{shown}: the file is empty; expected a score for each segment of each system")
    digest = hashlib.sha256(data).hexdigest()[:_SHOWN_DIGITS]
    format = choose_format(FileSpec(path), data)
    if isinstance(format, WorkbookFormat):
        return _read_cells(format, data, column, shown, digest)
    (lines, data), _ = read_encoded(data, shown, AUTO, "", lambda content: (split_lines(content, shown), content))
    export = comet_scores.exported("\n".join(lines))
    if export is not None:
        return ScoreFile(shown, digest, _read_export(export, column, shown), row="entry")
    if comet_scores.is_printed(lines):
        printed = comet_scores.read_printed(lines, shown)
        if column:
            raise SettingError(f"{shown} is what comet-score printed, and has no column {column!r}; leave column out")
        numbers = _whole_numbers(printed.segments, 1, shown)
        systems = _group(printed.systems, numbers, printed.scores, printed.lines)
        return ScoreFile(shown, digest, systems)
    if _are_one_column(lines):  # before commas are taken for what stands between columns
        return _read_table([lines], column, shown, digest)
    if isinstance(format, TabularFormat):  # a text may hold a table too
        return _read_cells(format, data, column, shown, digest)
    start = lines[0].lstrip()
    if start.startswith("{"):
        return _read_json(lines, column, shown, digest)
    if start.startswith("["):
        raise InputError(f"{shown}: a JSON list; write each object on a line of its own instead (JSON lines)")
    if "\t" not in start and ("," in start or ";" in start):
        return _read_cells(Csv(), data, column, shown, digest)
    return _read_table(split_columns(lines, shown), column, shown, digest)


def _read_cells(format: TabularFormat, data: bytes, column: str, shown: str, digest: str) -> ScoreFile:
    cells = format.cells(data, shown)
    for refusal in (why for rows in cells.unusable.values() for why in rows.values()):
        raise InputError(refusal)
    return _read_table(cells.columns, column, shown, digest)


def _read_export(export: Mapping[str, Sequence[Mapping[str, Any]]], column: str, shown: str) -> dict[str, SystemScores]:
    """The systems of what comet-score wrote as JSON."""
    first = next(iter(export.values()))[0]
    if not column and _COMET in first:
        column = _COMET
    key = list(first)[_index_of_scores(list(first), column, _text_keys(first), shown)]
    systems = {}
    for name, entries in export.items():
        for number, entry in enumerate(entries, start=1):
            if key not in entry:
                raise InputError(f"{shown}, entry {number} of {name}: no key {key!r}, which the first has; add it")
        texts = [_as_json(entry[key]) for entry in entries]
        systems[name] = _column_scores(np.arange(1, len(texts) + 1), None, texts)
        if any(KEY in entry for entry in entries):  # xCOMET's; a segment without errors has no such key
            where = f"{shown}, entry {{}} of {name}".format
            errors = (read_errors(entry, where(number)) for number, entry in enumerate(entries, start=1))
            systems[name] = replace(systems[name], marked=tuple(errors))
    return systems


def _read_table(columns: Sequence[Sequence[str]], column: str, shown: str, digest: str) -> ScoreFile:
    names = [cells[0].strip() for cells in columns]
    system, segment = _index(names, _SYSTEM), _index(names, _SEGMENT)
    if system is None and segment is None and _starts_with_scores(names):
        if column:
            raise SettingError(f"{shown} has no header line, and so no column {column!r}; leave column out")
        if len(columns) == 1:
            lines = np.arange(1, len(columns[0]) + 1)
            unnamed = _column_scores(lines, None, columns[0])
            return ScoreFile(shown, digest, {}, unnamed=unnamed)
        numbers = _whole_numbers(columns[1], 1, shown) if len(columns) == 3 else None
        return ScoreFile(shown, digest, _group(columns[0], numbers, columns[-1], 1))
    bodies = [cells[1:] for cells in columns]
    if not bodies[0]:
        raise InputError(f"{shown}: a header line and no scores below it")
    numbers = None if segment is None else _whole_numbers(bodies[segment], 2, shown)
    if system is not None:
        score = _index_of_scores(names, column, {system, segment}, shown)
        return ScoreFile(shown, digest, _group(bodies[system], numbers, bodies[score], 2))
    return _read_wide(names, bodies, segment, numbers, column, shown, digest)


def _read_wide(
    names: Sequence[str],
    bodies: Sequence[Sequence[str]],
    segment: int | None,
    numbers: NDArray[np.int64] | None,
    column: str,
    shown: str,
    digest: str,
) -> ScoreFile:
    """A table without a column for the system: each column is a system, or one has the scores beside texts."""
    lines = np.arange(2, len(bodies[0]) + 2)
    scores = [_column_scores(lines, numbers, body) for body in bodies]
    numeric = _numeric_columns(bodies, names, {segment})
    if column or _index(names, _SCORE) in numeric:
        chosen = _index_of_scores(names, column, {segment}, shown)
        return ScoreFile(shown, digest, {}, unnamed=scores[chosen])
    check_header(names, shown)
    systems = {name: scores[index] for index, name in enumerate(names) if index != segment}
    if len(numeric) != 1:
        return ScoreFile(shown, digest, systems, is_wide=True)
    only = numeric[0]
    return ScoreFile(shown, digest, systems, is_wide=True, unnamed=scores[only], unnamed_column=names[only])


def _numeric_columns(bodies: Sequence[Sequence[str]], names: Sequence[str], taken: set[int | None]) -> list[int]:
    """The columns that hold numbers, or nothing, in each row."""
    return [
        index
        for index, body in enumerate(bodies)
        if index not in taken
        and names[index]
        and any(map(_is_number, body))
        and all(_is_number(text) or text.strip().casefold() in MISSING for text in body)
    ]


def _read_json(lines: Sequence[str], column: str, shown: str, digest: str) -> ScoreFile:
    first = _parse_object(lines[0], f"{shown}, line 1")
    keys = list(first)
    system, segment = _index(keys, _SYSTEM), _index(keys, _SEGMENT)
    if segment is not None and type(first[keys[segment]]) is not int and system is None:
        segment = None  # an identifier, beside scores in the order of the segments
    taken = {system, segment} if system is not None else {segment, *_text_keys(first)}
    wanted = [keys[_index_of_scores(keys, column, taken, shown)]]
    wanted += [keys[place] for place in (system, segment) if place is not None]
    picked: list[list[Any]] = []
    marked: dict[int, tuple[MarkedError, ...]] = {}
    try:
        for line in lines:
            entry = json.loads(line)
            picked.append([entry[key] for key in wanted])  # how far it came says which line is wrong
            if KEY in entry and KEY not in wanted:
                marked[len(picked)] = read_errors(entry, f"{shown}, line {len(picked)}")
    except InputError:  # a ValueError too
        raise
    except (LookupError, TypeError, ValueError, RecursionError):
        where = f"{shown}, line {len(picked) + 1}"
        missing = next(key for key in wanted if key not in _parse_object(lines[len(picked)], where))
        raise InputError(f"{where}: no key {missing!r}, which line 1 has; add it") from None
    texts = [_as_json(values[0]) for values in picked]
    numbers = None if segment is None else _whole_numbers([_as_json(values[-1]) for values in picked], 1, shown)
    if system is None:
        rows = np.arange(1, len(texts) + 1)
        return ScoreFile(shown, digest, {}, unnamed=_with_errors(_column_scores(rows, numbers, texts), marked))
    names = [values[1] for values in picked]
    for number, name in enumerate(names, start=1):
        if type(name) is not str:
            raise InputError(f"{shown}, line {number}: the system {_as_json(name)} is no text; put its name in quotes")
    systems = _group(names, numbers, texts, 1)
    return ScoreFile(shown, digest, {name: _with_errors(scores, marked) for name, scores in systems.items()})


def _with_errors(scores: SystemScores, marked: Mapping[int, tuple[MarkedError, ...]]) -> SystemScores:
    """Scores with what was marked in the same lines; without, where nothing was marked in the whole file."""
    if not marked:
        return scores
    return replace(scores, marked=tuple(marked.get(line, ()) for line in scores.lines.tolist()))


def _text_keys(entry: Mapping[str, Any]) -> set[int | None]:
    """Where an object has something else than a number: what it is about, which is no score."""
    return {
        index
        for index, value in enumerate(entry.values())
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)))
    }


def _as_json(value: Any) -> str:
    """As JSON writes it, so that a number in quotes is none; for numbers repr does the same, and faster."""
    return repr(value) if type(value) in (float, int) else json.dumps(value, ensure_ascii=False)


def _parse_object(line: str, where: str) -> dict[str, Any]:
    try:
        value: Any = json.loads(line)
    except json.JSONDecodeError as error:
        what = f"broken JSON ({error.msg} at column {error.colno}); expected an object on each line"
        raise InputError(f"{where}: {what if line.strip() else 'an empty line; remove it'}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{where}: unusable JSON; expected {_JSON_FORM}") from None
    if not isinstance(value, dict):
        raise InputError(f"{where}: not an object; expected {_JSON_FORM}")
    return value


def _index(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    folded = [name.casefold() for name in names]
    return next((folded.index(name) for name in wanted if name in folded), None)


def _index_of_scores(names: Sequence[str], column: str, taken: set[int | None], shown: str) -> int:
    # a column without a name is the index that pandas writes
    free = [index for index, name in enumerate(names) if name and index not in taken]
    listed = ", ".join(names[index] for index in free) or "none"
    if column:
        chosen = [index for index in free if names[index] == column]
        if not chosen:
            near = did_you_mean(column, [names[index] for index in free])
            raise SettingError(f"{shown} has no column of scores {column!r}{near}; it has {listed}")
    else:
        default = _index(names, _SCORE)
        chosen = free if default is None else [default]
    if len(chosen) == 1:
        return chosen[0]
    if not chosen:
        raise InputError(f"{shown}, line 1: no scores besides system and segment; add a column 'score'")
    if column:
        raise InputError(f"{shown}, line 1: two columns are called {column!r}; rename one of them")
    raise SettingError(f"{shown} has several columns that may hold the scores: {listed}; choose one: column=NAME")


def _is_number(text: str) -> bool:
    """Whether a text is a number, also with a comma; one that may mean thousands is refused where it is asked for."""
    return is_score(text) or _WITH_COMMA.fullmatch(text) is not None


def _are_one_column(lines: Sequence[str]) -> bool:
    """Whether there is one number a line, some with a comma, below a heading or none."""
    if not any("," in line for line in lines):
        return False
    if not _is_number(lines[0]) and (_DELIMITERS.search(lines[0]) or len(lines) == 1):
        return False
    return all(_is_number(line) or line.strip().casefold() in MISSING for line in lines[1:])


def _starts_with_scores(cells: Sequence[str]) -> bool:
    """Whether the first line of a table is no header: a score, before it perhaps system, or system and segment."""
    if len(cells) == 1:
        return _is_number(cells[0])
    has_score = _is_number(cells[-1]) or cells[-1].casefold() in MISSING
    return has_score and (len(cells) == 2 or (len(cells) == 3 and _WHOLE_NUMBER.fullmatch(cells[1]) is not None))


def _group(
    names: Sequence[str], segments: NDArray[np.int64] | None, texts: Sequence[str], lines: int | Sequence[int]
) -> dict[str, SystemScores]:
    """The scores of each system from columns of a long table; `lines` are those of the rows, or that of the first."""
    line_of = np.arange(lines, lines + len(texts)) if isinstance(lines, int) else np.array(lines)
    codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    coded = np.fromiter(map(codes.__getitem__, names), np.int64, len(names))
    rows_of_systems = np.split(np.argsort(coded, kind="stable"), np.cumsum(np.bincount(coded))[:-1])
    values = _numbers(texts)
    return {
        name: _system_scores(
            line_of[rows],
            None if segments is None else segments[rows],
            values[rows],
            [texts[row] for row in rows[np.isnan(values[rows])][:1]],
        )
        for name, rows in zip(codes, rows_of_systems, strict=True)
    }


def _system_scores(
    lines: NDArray[np.int64],
    segments: NDArray[np.int64] | None,
    values: NDArray[np.float64],
    unusable: Sequence[str],
) -> SystemScores:
    """The scores of one system; `unusable` begins with the first text that is no score, if there is one."""
    wrong = lines[np.isnan(values)]
    return SystemScores(lines, segments, values, (int(wrong[0]), unusable[0]) if wrong.size else None)


def _column_scores(lines: NDArray[np.int64], segments: NDArray[np.int64] | None, texts: Sequence[str]) -> SystemScores:
    values = _numbers(texts)
    return _system_scores(lines, segments, values, [texts[row] for row in np.flatnonzero(np.isnan(values))[:1]])


def _numbers(texts: Sequence[str]) -> NDArray[np.float64]:
    """The numbers, and NaN for what is none that can be averaged."""
    try:
        if "_" in "".join(texts):  # which Python allows inside numbers
            raise ValueError
        values = np.fromiter(map(float, texts), np.float64, len(texts))
    except ValueError:
        points = map(with_point, texts)
        values = np.fromiter((float(text) if is_score(text) else np.nan for text in points), np.float64, len(texts))
    values[~(np.abs(values) <= _LARGEST)] = np.nan
    return values


def _whole_numbers(texts: Sequence[str], first_line: int, shown: str) -> NDArray[np.int64]:
    try:
        if "_" in "".join(texts):
            raise ValueError
        return np.fromiter(map(int, texts), np.int64, len(texts))
    except (ValueError, OverflowError):
        line, text = next((n, t) for n, t in enumerate(texts, first_line) if not _WHOLE_NUMBER.fullmatch(t))
        raise InputError(
            f"{shown}, line {line}: segment {text!r} is no whole number; number the segments 1, 2, 3, …"
        ) from None
