"""Errors that people marked (MQM), as WMT publishes them: a row for each error, with the texts in it."""

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mtassay.corpus.column_names import guess_roles
from mtassay.corpus.formats.base import Column, Format, Role, Table
from mtassay.corpus.formats.tsv import read_columns
from mtassay.errors import InputError, MtassayWarning

_NEEDED = ("system", "seg_id", "source", "target", "category", "severity")
_MARKS = re.compile("</?v>")


@dataclass(frozen=True, kw_only=True)
class Mqm(Format):
    """Rows of system, seg_id, source, target, category and severity, with `<v>` and `</v>` around an error.

    Each segment becomes a row with a column for each system. Its errors are kept as labels,
    `errors NAME`: severity and category of each, in the order of the file. Raters and places are not.
    """

    name: ClassVar[str] = "mqm"
    title: ClassVar[str] = "marked errors as WMT publishes them (MQM), read for their texts"
    endings: ClassVar[tuple[str, ...]] = (".tsv",)
    can_write: ClassVar[bool] = False

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        names = data[: max(0, data.find(b"\n"))].decode("utf-8-sig", "replace").rstrip("\r").split("\t")
        return set(_NEEDED) <= set(names)

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        columns = read_columns(data, shown)
        by_name = {column[0]: column[1:] for column in columns}
        missing = [name for name in _NEEDED if name not in by_name]
        if missing:
            raise InputError(f"{shown}, line 1: no column {missing[0]!r}; a file of MQM has {', '.join(_NEEDED)}")
        systems, texts = by_name["system"], by_name["target"]
        documents = by_name.get("doc", [""] * len(systems))
        keys = list(zip(documents, by_name["seg_id"], strict=True))
        rows = {key: row for row, key in enumerate(dict.fromkeys(keys))}
        sources: list[str | None] = [None] * len(rows)
        outputs: dict[str, list[str | None]] = {name: [None] * len(rows) for name in dict.fromkeys(systems)}
        errors: dict[str, list[list[str]]] = {name: [[] for _ in rows] for name in outputs}
        differing = []
        for line, (key, system, source, text, category, severity) in enumerate(
            zip(keys, systems, by_name["source"], texts, by_name["category"], by_name["severity"], strict=True), start=2
        ):
            row, plain = rows[key], _MARKS.sub("", text)
            if sources[row] is None:
                sources[row] = _MARKS.sub("", source)
            if outputs[system][row] is None:
                outputs[system][row] = plain
            elif outputs[system][row] != plain:
                differing.append(line)
            errors[system][row].append(f"{severity} {category}".strip())
        if differing:
            warnings.warn(
                f"{shown}: in {len(differing)} rows the text is not that of an earlier row of the same segment and "
                f"system, which counts; the first is line {differing[0]}",
                MtassayWarning,
                stacklevel=4,
            )
        return Table((Column("src", sources, Role.SOURCE), *_columns(list(rows), outputs, errors)))


def _columns(
    keys: Sequence[tuple[str, str]], outputs: dict[str, list[str | None]], errors: dict[str, list[list[str]]]
) -> list[Column]:
    """Systems, those that are called refA or human as references, and labels."""
    roles = dict(zip(outputs, guess_roles(list(outputs)), strict=True))
    columns = [
        Column(name, texts, Role.REFERENCE)
        if roles[name] is Role.REFERENCE
        else Column(f"hyp:{name}", texts, Role.SYSTEM)
        for name, texts in outputs.items()
    ]
    columns.append(Column("label:document", [document for document, _ in keys], Role.LABEL))
    columns.append(Column("label:segment", [segment for _, segment in keys], Role.LABEL))
    columns += [
        Column(f"label:errors {name}", ["; ".join(marks) for marks in lists], Role.LABEL)
        for name, lists in errors.items()
    ]
    return columns
