"""What can be computed, and how it can be set."""

import inspect
from collections.abc import Iterator, Sequence

from mtassay.alignment.resources.finding import ResourceKind, find_resource
from mtassay.metrics.base import ADVICE, METRICS, usual_direction
from mtassay.reports.document import Document, Note, Table
from mtassay.reports.results.settings_table import filled, settings_note


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
    description = inspect.cleandoc(cls.__doc__ or "")
    settings = settings_note(cls)
    assert settings.table is not None
    return Document(
        cls.title,
        (
            Note((f"{name}: {cls.title}; {usual_direction(cls)}",)),
            Note(tuple(description.splitlines()), is_verbatim=True),
            *(Note(tuple(filled(getattr(cls, name))), heading) for name, heading in ADVICE.items()),
            settings,
            *_resources_note(cls.resources),
            Note(tuple(filled(cls.paper)), "Paper"),
        ),
        data=(settings.table,),
        content={
            "name": name,
            "title": cls.title,
            "direction": usual_direction(cls),
            "description": description,
            **{key: getattr(cls, key) for key in ADVICE},
            "paper": cls.paper,
            settings.table.key: settings.table.records(),
        },
    )


def _resources_note(kinds: Sequence[ResourceKind]) -> Iterator[Note]:
    """What the metric can use is here, or what brings it."""
    lines = []
    for kind in kinds:
        resource = find_resource(kind)
        if resource is None:
            lines.append(f"  {kind.title}: not found; {kind.remedy}")
        else:
            lines.append(f"  {kind.title}: {resource.path} ({resource.origin})")
    if lines:
        yield Note(tuple(lines), "On this machine", is_verbatim=True)
