"""JSON: a list of objects, one for each segment."""

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from mtassay.corpus import limits
from mtassay.corpus.formats.base import Format, Table
from mtassay.corpus.formats.jsonl import NUL, objects_of_table, parse_json, table_of_objects
from mtassay.corpus.formats.text import decode_text
from mtassay.corpus.tables import refuse_nul
from mtassay.errors import InputError, Remedy


@dataclass(frozen=True, kw_only=True)
class Json(Format):
    """A list of objects, one for each segment, or an object in which there is one such list."""

    name: ClassVar[str] = "json"
    title: ClassVar[str] = "JSON, a list with an object for each segment"
    endings: ClassVar[tuple[str, ...]] = (".json",)

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        start, end = data[:1000].lstrip(), data[-1000:].rstrip()
        return start.startswith(b"[") and start[1:].lstrip().startswith(b"{") and end.endswith(b"]")

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        limits.check_table_cells(data.count(b","), shown)  # at most as many values are in it, and one
        limits.check_rows(data.count(b"{"), shown)
        value = parse_json(decode_text(data, shown), shown)
        table = table_of_objects(_find_list(value, shown), f"{shown}, item")
        if NUL in data:
            refuse_nul(table, shown)
        return table

    def write(self, table: Table) -> bytes:
        items = ",\n".join(json.dumps(item, ensure_ascii=False) for item in objects_of_table(table))
        return f"[\n{items}\n]\n".encode()


def _find_list(value: Any, shown: str) -> list[Any]:
    if isinstance(value, list):
        lists = [value]
    elif isinstance(value, dict):
        if "systems" in value and "test_set" in value:
            raise InputError(
                f"{shown}: scores that mtassay saved, and no texts; name the texts, or join the scores of such files",
                remedy=Remedy.JOIN_SCORES,
            )
        lists = [part for part in value.values() if isinstance(part, list) and part and isinstance(part[0], dict)]
    else:
        lists = []
    if len(lists) != 1:
        what = "several lists" if lists else "no list"
        raise InputError(f"{shown}: {what} of objects; expected one, with an object for each segment")
    if not lists[0]:
        raise InputError(f"{shown}: an empty list; there should be an object for each segment")
    return lists[0]
