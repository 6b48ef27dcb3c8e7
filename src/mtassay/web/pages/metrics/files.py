"""What the page Metrics gives to take along: its figures in several formats, and what differences mean."""

from collections.abc import Iterator

from mtassay.metaeval.differences import write_meanings
from mtassay.metaeval.result import MetaEvaluation
from mtassay.reports.formats.choice import report_format
from mtassay.reports.results.metaeval.meta import meta_document

FORMATS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "svg": "image/svg+xml",
    "json": "application/json",
    "md": "text/markdown",
    "tex": "application/x-tex",
}
DIFFERENCES = "differences"
"""Beside the formats: the file that `mtassay compare --meaning` reads."""
_NAMES = {"md": "markdown", "tex": "latex"}


def write_file(result: MetaEvaluation, kind: str) -> bytes | None:
    """The content of a file; None where there is nothing to say what differences mean."""
    if kind == DIFFERENCES:
        return write_meanings(result.meanings).encode() if result.meanings else None
    content = report_format(_NAMES.get(kind, kind)).write(meta_document(result))
    return content.encode("utf-8", "replace") if isinstance(content, str) else content


def write_files(result: MetaEvaluation) -> Iterator[tuple[str, str, bytes]]:
    """All that there is: its kind, its media type, its content."""
    for kind in (*FORMATS, DIFFERENCES):
        content = write_file(result, kind)
        if content is not None:
            yield kind, FORMATS.get(kind, FORMATS["json"]), content
