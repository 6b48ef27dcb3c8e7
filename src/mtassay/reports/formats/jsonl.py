"""JSON lines: an object for each row, so that the lines of several runs can stand in one file."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mtassay.reports.document import Document
from mtassay.reports.formats.exact_values import plain_value


class JsonLines:
    """The rows of one table, or the lines that the result has for programs."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str:
        """An object a line."""
        if table is not None:
            lines: Sequence[Mapping[str, Any]] = document.table(table).records()
        else:
            lines = document.main_table.records() if document.lines is None else document.lines
        return "".join(json.dumps(plain_value(dict(line), digits), ensure_ascii=False) + "\n" for line in lines)
