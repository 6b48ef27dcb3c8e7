"""What can be computed, and how it can be set."""

import inspect
import textwrap
from collections.abc import Iterator

from mtassay.metrics.base import ADVICE, METRICS, usual_direction
from mtassay.reports.document import Document, Note, Table
from mtassay.settings import format_value, options_of

_LINE = 98


def metric_list_document() -> Document:
    """All metrics, a line each."""
    width = max(map(len, METRICS))
    lines = [f"{name:<{width}}  {cls.title}; {usual_direction(cls)}" for name, cls in METRICS.items()]
    rows = [(name, cls.title, usual_direction(cls)) for name, cls in METRICS.items()]
    names = ("name", "title", "direction")
    table = Table.of(names, rows, frozenset(names), "metrics")
    return Document("Metrics", (Note(tuple(lines), is_verbatim=True, table=table),), data=(table,))


def metric_document(name: str) -> Document:
    """Formula, range, what it is good and bad at, where programs disagree, settings and paper."""
    cls = METRICS[name]
    options = options_of(cls)
    defaults = [f"{option.spelled}={format_value(option.default)}" for option in options]
    width = max(map(len, defaults), default=0)
    settings = []
    for option, default in zip(options, defaults, strict=True):
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        kind = "" if option.changes_scores else " [does not change scores]"
        settings.append(f"  {default:<{width}}  {option.help}{choices}{kind}")
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
    description = inspect.cleandoc(cls.__doc__ or "")
    names = ("setting", "default", "help", "choices", "changes_scores")
    table = Table.of(names, rows, frozenset(names), title="settings")
    return Document(
        cls.title,
        (
            Note((f"{name}: {cls.title}; {usual_direction(cls)}",)),
            Note(tuple(description.splitlines()), is_verbatim=True),
            *(Note(tuple(_filled(getattr(cls, name))), heading) for name, heading in ADVICE.items()),
            Note(tuple(settings), "Settings", is_verbatim=True, table=table),
            Note(tuple(_filled(cls.paper)), "Paper"),
        ),
        data=(table,),
        content={
            "name": name,
            "title": cls.title,
            "direction": usual_direction(cls),
            "description": description,
            **{key: getattr(cls, key) for key in ADVICE},
            "paper": cls.paper,
            table.key: table.records(),
        },
    )


def _filled(words: str) -> Iterator[str]:
    yield from textwrap.wrap(words, _LINE, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
