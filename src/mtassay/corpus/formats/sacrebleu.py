"""Several references in the columns of one file, as sacreBLEU's `--num-refs` takes them."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.corpus.formats.base import Column, Format, Role, Table
from mtassay.corpus.formats.text import LINE_BREAKS, refuse_breaks
from mtassay.corpus.formats.tsv import read_columns


@dataclass(frozen=True, kw_only=True)
class Sacrebleu(Format):
    """References between tabs, no line that names them: what `sacrebleu --num-refs` reads.

    Never chosen by itself, because a table without names may hold anything: `refs.tsv:format=sacrebleu`.
    """

    name: ClassVar[str] = "sacrebleu"
    title: ClassVar[str] = "several references between tabs, as sacreBLEU's --num-refs takes them"
    tells_missing: ClassVar[bool] = False

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        columns = read_columns(data, shown)
        # an empty reference stays one, as it does there
        names = ["ref", *(f"ref:{number}" for number in range(2, len(columns) + 1))]
        return Table(tuple(Column(name, texts, Role.REFERENCE) for name, texts in zip(names, columns, strict=True)))

    def write(self, table: Table) -> bytes:
        references = Table(tuple(column for column in table.columns if column.role is Role.REFERENCE))
        refuse_breaks(references, self.name, "jsonl, csv or xlsx", {"\t": "a tab", **LINE_BREAKS})
        rows = zip(*(column.texts for column in references.columns), strict=True)
        return "".join("\t".join(text or "" for text in row) + "\n" for row in rows).encode()
