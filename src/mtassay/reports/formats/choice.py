"""The one list of output formats; each is a file of this package, imported once it is asked for."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtassay.reports.formats.base import ReportFormat

FORMATS = ("text", "json", "jsonl", "tsv", "csv", "markdown", "latex", "xlsx")
ENDINGS = {
    ".txt": "text",
    ".json": "json",
    ".jsonl": "jsonl",
    ".tsv": "tsv",
    ".csv": "csv",
    ".md": "markdown",
    ".tex": "latex",
    ".xlsx": "xlsx",
}
"""How names of files end that hold each of them."""
_ONE_TABLE = ("jsonl", "tsv", "csv")


def report_format(spec: str) -> "ReportFormat":
    """A format by its name; that of CSV may have settings, `csv:spreadsheet=yes`."""
    name = spec.partition(":")[0]
    if name == "json":
        from mtassay.reports.formats.json import Json

        return Json()
    if name == "jsonl":
        from mtassay.reports.formats.jsonl import JsonLines

        return JsonLines()
    if name == "tsv":
        from mtassay.reports.formats.tsv import Tsv

        return Tsv()
    if name == "csv":
        from mtassay.reports.formats.csv import Csv

        return Csv(spec)
    if name == "markdown":
        from mtassay.reports.formats.markdown import Markdown

        return Markdown()
    if name == "latex":
        from mtassay.reports.formats.latex import Latex

        return Latex()
    if name == "xlsx":
        from mtassay.reports.formats.xlsx import Xlsx

        return Xlsx()
    from mtassay.reports.formats.text import Text

    return Text()


def holds_one_table(spec: str) -> bool:
    """Whether a format has room for one table and nothing beside it, so that every program can read it."""
    return spec.partition(":")[0] in _ONE_TABLE
