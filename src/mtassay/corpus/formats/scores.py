"""Scores of segments that another program made: tables (TSV, CSV, spreadsheets), long or wide, and JSON lines.

A long table has columns for system, segment and score; without a header line they stand in this
order, and the segment may be left out. A wide table has a column for each system. JSON lines are
objects with the keys of a long table. Where no segment is named, scores are in the segments' order.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats.csv import Csv
from mtassay.corpus.formats.tabular import TabularFormat
from mtassay.corpus.formats.text import split_lines
from mtassay.corpus.formats.tsv import check_header, split_columns
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.corpus.table_files import choose_format
from mtassay.errors import InputError, SettingError
from mtassay.settings import did_you_mean

# of several that are there, the first
_SYSTEM = ("system", "sys", "model")
_SEGMENT = ("segment", "seg", "seg_id", "id", "line", "index")
_SCORE = ("score",)
_MISSING = ("", "nan", "none", "null", "na", "n/a")
_WHOLE_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,15}\s*")
# far beyond any scale, and so far below the largest double that sums stay finite
_LARGEST = 1e100
_JSON_FORM = '{"system": …, "segment": …, "score": …}'
_SHOWN_DIGITS = 12
_SHOWN_NAMES = 10


@dataclass(frozen=True)
class SystemScores:
    """The scores of one system, in the order of the file, and the line of each.

    `segments` are their numbers, or None where the order of the file is that of the segments.
    `unusable` is the first text that is no score, and its line; its value is NaN.
    """

    lines: NDArray[np.int64]
    segments: NDArray[np.int64] | None
    values: NDArray[np.float64]
    unusable: tuple[int, str] | None


@dataclass(frozen=True)
class ScoreFile:
    """All that a file of scores holds; whether it fits a test set is seen when one asks for a system."""

    shown: str
    digest: str
    systems: Mapping[str, SystemScores]
    is_wide: bool

    def scores_of(self, system: str, segments: int) -> NDArray[np.float64]:
        """One score for each segment of a test set; whatever keeps it from that is named with its line."""
        scores = self._find(system)
        if scores.unusable is not None:
            line, text = scores.unusable
            raise InputError(f"{self.shown}, line {line}: {_explain_unusable(text, system)}")
        if scores.segments is not None:
            return scores.values[self._order(scores, scores.segments, system, segments)]
        if len(scores.values) != segments:
            raise InputError(
                f"{self.shown}: {len(scores.values)} scores of system {system}, but the test set has {segments} "
                "segments; without segment numbers there must be one for each, in their order"
            )
        return scores.values

    def _find(self, system: str) -> SystemScores:
        if system in self.systems:
            return self.systems[system]
        if system == "" and len(self.systems) == 1:  # the only one that mtassay.score can mean
            return next(iter(self.systems.values()))
        names = ", ".join(list(self.systems)[:_SHOWN_NAMES])
        if len(self.systems) > _SHOWN_NAMES:
            names += f" and {len(self.systems) - _SHOWN_NAMES} more"
        if system == "":
            raise InputError(
                f"{self.shown}: scores of {names}, and this system has no name; "
                "use mtassay.evaluate and EvalSet(systems={NAME: …})"
            )
        reason = " (no column is called system, so each is one)" if self.is_wide else ""
        raise InputError(
            f"{self.shown}: no scores of system {system!r}{did_you_mean(system, self.systems)}; "
            f"it has {names}{reason}. Call the system what the file calls it: NAME=FILE"
        )

    def _order(self, scores: SystemScores, numbers: NDArray[np.int64], system: str, segments: int) -> NDArray[np.int64]:
        """Where the score of each segment stands."""
        first = 0 if numbers.min() == 0 else 1
        outside = np.flatnonzero((numbers < first) | (numbers >= first + segments))
        if outside.size:
            line, number = scores.lines[outside[0]], numbers[outside[0]]
            raise InputError(
                f"{self.shown}, line {line}: segment {number} of system {system}, but the test set has {segments} "
                f"segments, here counted from {first}; are the scores of another test set?"
            )
        order = np.argsort(numbers, kind="stable")
        twice = np.flatnonzero(np.diff(numbers[order]) == 0)
        if twice.size:
            earlier, later = order[twice[0]], order[twice[0] + 1]
            raise InputError(
                f"{self.shown}, line {scores.lines[later]}: segment {numbers[later]} of system {system} has a score "
                f"already in line {scores.lines[earlier]}; remove one of them"
            )
        if len(order) != segments:
            missing = np.setdiff1d(np.arange(first, first + segments), numbers)
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            raise InputError(
                f"{self.shown}: no score of system {system} for segment {missing[0]}{more}; "
                "score it, or leave it out of the test set"
            )
        return order


def read_scores(path: str, column: str = "") -> ScoreFile:
    """What is in a file of scores.

    `column` names the column or key of the scores; by default it is `score`, or the only one that is
    left besides system and segment. The digest is that of the unpacked file.
    """
    shown = show_path(path)
    data = read_bytes(path)
    if not data.strip():
        raise InputError(f"{shown}: the file is empty; expected a score for each segment of each system")
    format = choose_format(FileSpec(path), data)
    is_wide = False
    if isinstance(format, TabularFormat):  # a text may hold a table too
        cells = format.cells(data, shown)
        for refusal in cells.unusable.values():
            raise InputError(refusal)
        systems, is_wide = _read_table(cells.columns, column, shown)
    else:
        lines = split_lines(data, shown)
        start = lines[0].lstrip()
        if start.startswith("{"):
            systems = _read_json(lines, column, shown)
        elif start.startswith("["):
            raise InputError(f"{shown}: a JSON list; write each object on a line of its own instead (JSON lines)")
        elif "\t" not in start and "," in start:
            systems, is_wide = _read_table(Csv().cells(data, shown).columns, column, shown)
        else:
            systems, is_wide = _read_table(split_columns(lines, shown), column, shown)
    return ScoreFile(shown, hashlib.sha256(data).hexdigest()[:_SHOWN_DIGITS], systems, is_wide)


def _read_table(columns: Sequence[Sequence[str]], column: str, shown: str) -> tuple[dict[str, SystemScores], bool]:
    """The systems of a table, and whether it is a wide one."""
    names = [cells[0].strip() for cells in columns]
    system, segment = _index(names, _SYSTEM), _index(names, _SEGMENT)
    if system is None and segment is None and _starts_with_scores(names, shown):
        if column:
            raise SettingError(f"{shown} has no header line, and so no column {column!r}; leave column out")
        numbers = _whole_numbers(columns[1], 1, shown) if len(columns) == 3 else None
        return _group(columns[0], numbers, columns[-1], 1), False
    bodies = [cells[1:] for cells in columns]
    if not bodies[0]:
        raise InputError(f"{shown}: a header line and no scores below it")
    numbers = None if segment is None else _whole_numbers(bodies[segment], 2, shown)
    if system is not None:
        score = _index_of_scores(names, column, {system, segment}, shown)
        return _group(bodies[system], numbers, bodies[score], 2), False
    check_header(names, shown)
    if column:
        raise SettingError(f"{shown} has a column for each system and none called system; leave column={column} out")
    lines = np.arange(2, len(bodies[0]) + 2)
    return {
        name: _system_scores(lines, numbers, _numbers(bodies[index]), bodies[index])
        for index, name in enumerate(names)
        if index != segment
    }, True


def _read_json(lines: Sequence[str], column: str, shown: str) -> dict[str, SystemScores]:
    keys = list(_parse_object(lines[0], f"{shown}, line 1"))
    system, segment = _index(keys, _SYSTEM), _index(keys, _SEGMENT)
    if system is None:
        raise InputError(f"{shown}, line 1: no key 'system'; expected {_JSON_FORM}")
    wanted = [keys[system], keys[_index_of_scores(keys, column, {system, segment}, shown)]]
    wanted += [] if segment is None else [keys[segment]]
    pick = itemgetter(*wanted)
    picked: list[tuple[Any, ...]] = []
    try:
        for line in lines:
            picked.append(pick(json.loads(line)))  # how far it came says which line is wrong
    except (LookupError, TypeError, ValueError, RecursionError):
        where = f"{shown}, line {len(picked) + 1}"
        missing = next(key for key in wanted if key not in _parse_object(lines[len(picked)], where))
        raise InputError(f"{where}: no key {missing!r}, which line 1 has; add it") from None
    names = [values[0] for values in picked]
    for number, name in enumerate(names, start=1):
        if type(name) is not str:
            raise InputError(f"{shown}, line {number}: the system {_as_json(name)} is no text; put its name in quotes")
    numbers = None if segment is None else _whole_numbers([_as_json(values[2]) for values in picked], 1, shown)
    return _group(names, numbers, [_as_json(values[1]) for values in picked], 1)


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


def _starts_with_scores(cells: Sequence[str], shown: str) -> bool:
    """Whether the first line of a table is no header: system and score, perhaps with a segment between them."""
    is_score = _is_score(cells[-1]) or cells[-1].casefold() in _MISSING
    if len(cells) == 1 and _is_score(cells[0]):
        raise InputError(f"{shown}, line 1: a score without its system; put the system's name on top as a header line")
    return is_score and (len(cells) == 2 or (len(cells) == 3 and _WHOLE_NUMBER.fullmatch(cells[1]) is not None))


def _group(
    names: Sequence[str], segments: NDArray[np.int64] | None, texts: Sequence[str], first_line: int
) -> dict[str, SystemScores]:
    """The scores of each system from columns of a long table."""
    codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    coded = np.fromiter(map(codes.__getitem__, names), np.int64, len(names))
    rows_of_systems = np.split(np.argsort(coded, kind="stable"), np.cumsum(np.bincount(coded))[:-1])
    values = _numbers(texts)
    return {
        name: _system_scores(
            rows + first_line, None if segments is None else segments[rows], values[rows], texts, first_line
        )
        for name, rows in zip(codes, rows_of_systems, strict=True)
    }


def _system_scores(
    lines: NDArray[np.int64],
    segments: NDArray[np.int64] | None,
    values: NDArray[np.float64],
    texts: Sequence[str],
    first_line: int = 2,
) -> SystemScores:
    wrong = lines[np.isnan(values)]
    unusable = (int(wrong[0]), texts[wrong[0] - first_line]) if wrong.size else None
    return SystemScores(lines, segments, values, unusable)


def _numbers(texts: Sequence[str]) -> NDArray[np.float64]:
    """The numbers, and NaN for what is none that can be averaged."""
    try:
        if "_" in "".join(texts):  # which Python allows inside numbers
            raise ValueError
        values = np.fromiter(map(float, texts), np.float64, len(texts))
    except ValueError:
        values = np.fromiter((float(text) if _is_score(text) else np.nan for text in texts), np.float64, len(texts))
    values[~(np.abs(values) <= _LARGEST)] = np.nan
    return values


def _is_score(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text


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


def _explain_unusable(text: str, system: str) -> str:
    text = text.strip()
    score = f"the score of {system}" if system else "the score"
    if text.casefold() in _MISSING:
        return f"{score} is {repr(text) if text else 'empty'}; score the segment, or leave it out of the test set"
    if _is_score(text):
        return f"{score} is {text!r}, not finite or far too large; score the segment again, or leave it out"
    if re.fullmatch(r"[+-]?[0-9]*,[0-9]+", text):
        return f"{score} is {text!r}, with a comma; write a point: {text.replace(',', '.')}"
    if re.fullmatch('".*"', text) and _is_score(text[1:-1]):
        return f"{score} is {text}, in quotes; write the number without them"
    return f"{score} is {text!r}, which is no number; is this the column of the scores?"
