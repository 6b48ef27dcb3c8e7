"""JSON for programs: one object; the keys are documented in docs/reference/cli.md."""

import json
from typing import Any

from mtassay.reports.document import Document
from mtassay.reports.formats.exact_values import plain_value


class Json:
    """The facts, and a list of objects for each table; or the object that the result has for programs."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str:
        """One object; numbers have all their digits unless `digits` is given."""
        if table is not None:
            content: dict[str, Any] = {document.table(table).key: document.table(table).records()}
        elif document.content is not None:
            content = dict(document.content)
        else:
            content = {**document.facts, **{table.key: table.records() for table in document.tables}}
        return json.dumps(plain_value(content, digits), ensure_ascii=False, indent=2) + "\n"
