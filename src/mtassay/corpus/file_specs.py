"""File specs: `PATH[#SHEET][:role=column,…]`, for example `cases.xlsx#Sheet1:hyp=Google,ref=Reference,src=Hindi`.

The keys are the roles `src`, `ref`, `hyp` and `label`, which may be repeated but for `src`, and
`format`, whose value is the spec of a file format where the name of the file does not tell or the
format has to be told something: `data.tsv:format='tsv:quoted=yes',hyp=3`. A column is a name or a
number counted from 1. Values are quoted as in all specs; a file of the literal name wins.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mtassay.corpus.formats.base import Role
from mtassay.corpus.tables import NO_CHOICES, Choices
from mtassay.errors import SettingError
from mtassay.settings import format_values, parse_values

_FORMAT = "format"
_KEYS = (*(role.value for role in Role), _FORMAT)
_ENDS_IN_KEY = re.compile(rf":\s*(?:{'|'.join(_KEYS)})\s*\Z")


@dataclass(frozen=True)
class FileSpec:
    """A file, the sheet of it where it has several, and what its columns are."""

    path: str
    sheet: str | None = None
    choices: Choices = NO_CHOICES
    format: str | None = None

    def __str__(self) -> str:
        sheet = "" if self.sheet is None else f"#{self.sheet}"
        values = [] if self.choices.source is None else [(Role.SOURCE.value, self.choices.source)]
        values += [(Role.REFERENCE.value, name) for name in self.choices.references]
        values += [(Role.SYSTEM.value, name) for name in self.choices.systems]
        values += [(Role.LABEL.value, name) for name in self.choices.labels]
        values += [] if self.format is None else [(_FORMAT, self.format)]
        return f"{self.path}{sheet}{':' if values else ''}{format_values(values, quoted=':')}"


def parse_file_spec(text: str, exists: Callable[[str], bool] | None = None) -> FileSpec:
    """What a file spec says; `exists` tells whether there is a file of a name."""
    path, sheet, values = split_file_spec(text, _KEYS, (Role.SOURCE, _FORMAT), exists)
    choices = Choices(
        source=next(iter(values[Role.SOURCE]), None),
        references=tuple(values[Role.REFERENCE]),
        systems=tuple(values[Role.SYSTEM]),
        labels=tuple(values[Role.LABEL]),
    )
    return FileSpec(path, sheet, choices, next(iter(values[_FORMAT]), None))


def split_file_spec(
    text: str, keys: Sequence[str], single: Sequence[str], exists: Callable[[str], bool] | None = None
) -> tuple[str, str | None, dict[str, list[str]]]:
    """Path, sheet and the values of every key of a file spec; those of `single` have one value at most."""
    exists = exists or _exists
    by_key: dict[str, list[str]] = {key: [] for key in keys}
    if exists(text):
        return text, None, by_key
    place, values = _cut_values(text, tuple(keys))
    path, sheet = _cut_sheet(place, exists)
    for key, value in values:
        if key not in by_key:
            raise SettingError(f"{text!r}: {key!r} is no role of a column; there are {', '.join(keys)}")
        by_key[key].append(value)
    for key in single:
        if len(by_key[key]) > 1:
            raise SettingError(f"{text!r} says {key}= twice; there is only one")
    return path, sheet, by_key


def split_name(argument: str, exists: Callable[[str], bool] | None = None) -> tuple[str | None, str]:
    """Name and file spec of `NAME=FILE`, where it has a name; an existing file of the literal name wins."""
    name, equals, rest = argument.partition("=")
    # `cases.tsv:hyp=A` has a role before its first equals sign, not a name
    if not equals or not name or _ENDS_IN_KEY.search(name) or (exists or _exists)(argument):
        return None, argument
    path, colon, key = name.rpartition(":")
    if colon and (exists or _exists)(_cut_sheet(path, exists or _exists)[0]):
        raise SettingError(f"{argument!r}: {key.strip()!r} is no role of a column; there are {', '.join(_KEYS)}")
    return name, rest


@cache
def _cut_pattern(keys: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf":(?=\s*(?:{'|'.join(keys)})\s*=)")


def _cut_values(text: str, keys: tuple[str, ...]) -> tuple[str, list[tuple[str, str]]]:
    """What stands before the last `:role=` that is outside of quotes, and the values behind it."""
    cuts = [match.start() for match in _cut_pattern(keys).finditer(text)]
    for cut in reversed(cuts):
        # An odd number of quotes follows where the cut is inside of some: one of them is closed there.
        if text.count("'", cut) % 2 == 0:
            return text[:cut], parse_values(text[cut + 1 :], text)
    if cuts:
        raise SettingError(f"{text!r}: a quote is not closed; a quote inside a value is doubled, and stands in quotes")
    return text, []


def _cut_sheet(place: str, exists: Callable[[str], bool]) -> tuple[str, str | None]:
    """Path and sheet: the path is what there is a file of; where there is none, a sheet has the last `#`."""
    if exists(place):
        return place, None
    cuts = [match.start() for match in re.finditer("#", place) if match.start() > 0]
    for cut in cuts:
        if exists(place[:cut]):
            return place[:cut], place[cut + 1 :]
    return (place[: cuts[-1]], place[cuts[-1] + 1 :]) if cuts else (place, None)


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False
