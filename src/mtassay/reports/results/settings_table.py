"""The settings of a metric or an analysis, with their defaults."""

import textwrap
from collections.abc import Iterator

from mtassay.reports.document import Note, Table
from mtassay.settings import format_value, options_of

_LINE = 98


def settings_note(cls: type) -> Note:
    """A line for each setting: what it is at first, what it does, which values it may have."""
    options = options_of(cls)
    defaults = [f"{option.spelled}={format_value(option.default)}" for option in options]
    width = max(map(len, defaults), default=0)
    lines = []
    for option, default in zip(options, defaults, strict=True):
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        kind = "" if option.changes_scores else " [does not change scores]"
        lines.append(f"  {default:<{width}}  {option.help}{choices}{kind}")
    names = ("setting", "default", "help", "choices", "changes_scores")
    rows = [
        (
            option.spelled,
            format_value(option.default),
            option.help,
            ", ".join(option.choices or ()),
            option.changes_scores,
        )
        for option in options
    ]
    table = Table.of(names, rows, frozenset(names), title="settings")
    return Note(tuple(lines) or ("  none",), "Settings", is_verbatim=True, table=table)


def filled(words: str) -> Iterator[str]:
    """Sentences as indented lines."""
    yield from textwrap.wrap(words, _LINE, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
