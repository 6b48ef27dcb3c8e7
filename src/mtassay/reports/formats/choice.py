"""The one list of output formats; each is a file of this package, imported once it is asked for.

Commands name formats and endings in their help, so both are written here and no format is imported for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mtassay.reports.formats.base import ReportFormat


class Entry(NamedTuple):
    """A format before it is imported: how its files end, and its class in the module of its name.

    `holds_one_table` says that it has room for nothing beside one table, so that every program can read it;
    `has_settings` that its class takes the spec; `only_draws` that it is for results with pictures.
    """

    ending: str
    class_name: str
    holds_one_table: bool = False
    has_settings: bool = False
    only_draws: bool = False


_ENTRIES = {
    "text": Entry(".txt", "Text"),
    "json": Entry(".json", "Json"),
    "jsonl": Entry(".jsonl", "JsonLines", holds_one_table=True),
    "tsv": Entry(".tsv", "Tsv", holds_one_table=True),
    "csv": Entry(".csv", "Csv", holds_one_table=True, has_settings=True),
    "markdown": Entry(".md", "Markdown"),
    "latex": Entry(".tex", "Latex"),
    "xlsx": Entry(".xlsx", "Xlsx"),
    "svg": Entry(".svg", "Svg", only_draws=True),
}
FORMATS = tuple(name for name, entry in _ENTRIES.items() if not entry.only_draws)
"""Those in which every result can be written."""
PICTURE_FORMATS = tuple(name for name, entry in _ENTRIES.items() if entry.only_draws)
"""Those in which results with pictures can be written."""
ENDINGS = {_ENTRIES[name].ending: name for name in FORMATS}
"""How names of files end that hold each of them."""


def report_format(spec: str) -> "ReportFormat":
    """A format by its name; one that has settings reads them off the spec, `csv:spreadsheet=yes`."""
    name = spec.partition(":")[0]
    entry = _ENTRIES[name]
    format_class = getattr(import_module(f"mtassay.reports.formats.{name}"), entry.class_name)
    chosen: ReportFormat = format_class(spec) if entry.has_settings else format_class()
    return chosen


def holds_one_table(spec: str) -> bool:
    """Whether a format has room for one table and nothing beside it."""
    return _ENTRIES[spec.partition(":")[0]].holds_one_table
