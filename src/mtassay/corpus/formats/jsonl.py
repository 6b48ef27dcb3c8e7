"""JSON lines: an object for each segment, its texts by name."""

import json
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, ClassVar

from mtassay.corpus import limits
from mtassay.corpus.column_names import guess_roles
from mtassay.corpus.formats.base import Column, Format, Role, Table
from mtassay.corpus.formats.text import decode_text
from mtassay.corpus.tables import refuse_nul
from mtassay.errors import InputError, MtassayWarning

_TEXTS = (Role.SOURCE, Role.REFERENCE, Role.SYSTEM)
NUL = rb"\u0000"


@dataclass(frozen=True, kw_only=True)
class JsonLines(Format):
    """An object on each line, its texts by name; a list under a name of references holds several of them."""

    name: ClassVar[str] = "jsonl"
    title: ClassVar[str] = "JSON lines, an object for each segment"
    endings: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson")

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        first, newline, rest = data[:100_000].lstrip().partition(b"\n")
        if not first.startswith(b"{") or rest.lstrip()[:1] not in (b"{", b""):
            return False
        try:
            return not newline or isinstance(json.loads(first), dict)
        except ValueError:
            return False

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        limits.check_table_cells(data.count(b","), shown)
        lines = decode_text(data, shown).rstrip().split("\n")
        objects = [parse_json(line, f"{shown}, line {number}") for number, line in enumerate(lines, start=1)]
        table = table_of_objects(objects, f"{shown}, line")
        if NUL in data:
            refuse_nul(table, shown)
        return table

    def write(self, table: Table) -> bytes:
        return "".join(f"{json.dumps(item, ensure_ascii=False)}\n" for item in objects_of_table(table)).encode()


def parse_json(text: str, where: str) -> Any:
    """The value of a JSON text; what is wrong with it is said in words."""
    try:
        return _DECODER.decode(text)
    except _NamedTwiceError as error:
        raise InputError(
            f"{where}: {error} stands twice in one object, and it is open which is meant; remove one"
        ) from None
    except json.JSONDecodeError as error:
        what = (
            f"broken JSON ({error.msg} at line {error.lineno}, column {error.colno})"
            if text.strip()
            else "an empty line"
        )
        cure = (
            "is the file cut off?" if text.strip() and error.pos >= len(text.rstrip()) - 1 else "correct or remove it"
        )
        raise InputError(f"{where}: {what}; {cure}") from None
    except RecursionError:
        raise InputError(f"{where}: lists or objects too deep inside one another; no test set needs them") from None
    except ValueError as error:  # a whole number of thousands of digits
        raise InputError(f"{where}: unusable JSON ({error})") from None


class _NamedTwiceError(Exception):
    """What is named twice in an object, where Python would keep the last."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    by_name = dict(pairs)
    if len(by_name) < len(pairs):
        names = [name for name, _ in pairs]
        raise _NamedTwiceError(repr(next(name for name in by_name if names.count(name) > 1)))
    return by_name


_DECODER = json.JSONDecoder(object_pairs_hook=_object)  # json.loads would make one for each line


def table_of_objects(objects: Sequence[Any], where: str) -> Table:
    """The table of which each object is a row; a key that an object lacks is a missing text."""
    names: dict[str, None] = {}
    for number, item in enumerate(objects, start=1):
        if not isinstance(item, dict):
            raise InputError(
                f'{where} {number}: not an object; expected one for each segment: {{"src": …, "ref": …, "hyp:NAME": …}}'
            )
        names.update(dict.fromkeys(item))
    columns: list[Column] = []
    for name, role in zip(names, guess_roles(list(names)), strict=True):
        values = [item.get(name) for item in objects]
        if role is Role.REFERENCE and any(type(value) is list for value in values):
            columns += _reference_columns(name, values, where)
        else:
            texts = list(map(_text, values))
            columns.append(Column(name, texts, role, refusal=_refusal(name, values, where)))
            if role in _TEXTS:
                _note_numbers(name, values, texts, where)
    return Table(tuple(columns))


def objects_of_table(table: Table) -> Iterable[dict[str, str | None]]:
    """An object for each row; a missing text is left out, but for the first row, which has all names."""
    names = [column.name for column in table.columns]
    for number, row in enumerate(zip(*(column.texts for column in table.columns), strict=True)):
        yield {name: text for name, text in zip(names, row, strict=True) if text is not None or number == 0}


def _reference_columns(name: str, values: Sequence[Any], where: str) -> Iterable[Column]:
    """A column for each place in the lists."""
    lists = [value if isinstance(value, list) else [value] for value in values]
    for number, texts in enumerate(lists, start=1):
        if not all(isinstance(text, str) or text is None for text in texts):
            raise InputError(f"{where} {number}: {name!r} holds something that is no text; expected a list of texts")
    for place in range(max(map(len, lists))):
        texts = [texts[place] if place < len(texts) else None for texts in lists]
        yield Column("ref" if place == 0 else f"ref:{place + 1}", texts, Role.REFERENCE)


def _refusal(name: str, values: Sequence[Any], where: str) -> str:
    """Why this is no column of texts, and where."""
    for number, value in enumerate(values, start=1):
        if type(value) is list or type(value) is dict:
            what = "a list" if type(value) is list else "an object"
            return f"{where} {number}: {name!r} is {what} and no text; give each text a name of its own"
    return ""


def _note_numbers(name: str, values: Sequence[Any], texts: Sequence[str | None], where: str) -> None:
    others = [number for number, value in enumerate(values) if not isinstance(value, (str, list, dict, NoneType))]
    if others:
        warnings.warn(
            f"{where} {others[0] + 1}: {name!r} is no text, and is read as {texts[others[0]]!r}"
            + (f"; {len(others)} of {len(values)} are such" if len(others) > 1 else ""),
            MtassayWarning,
            stacklevel=5,
        )


def _text(value: Any) -> str | None:
    """A value as text: numbers and whatever has parts as JSON writes them."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
