"""Which analyses there are, what each counts and cannot tell, and how it can be set."""

import inspect

from mtassay.analyses.base import ANALYSES
from mtassay.reports.document import Document, Note, Table
from mtassay.reports.results.settings_table import filled, settings_note

_ADVICE = {"counts": "Counts", "blind_to": "Cannot tell"}


def analysis_list_document() -> Document:
    """All analyses, with the question that each answers."""
    width = max(map(len, ANALYSES))
    lines = [f"{name:<{width}}  {cls.question}" for name, cls in ANALYSES.items()]
    rows = [(name, cls.title, cls.question) for name, cls in ANALYSES.items()]
    names = ("name", "title", "question")
    table = Table.of(names, rows, frozenset(names), "analyses")
    return Document("Analyses", (Note(tuple(lines), is_verbatim=True, table=table),), data=(table,))


def analysis_document(name: str) -> Document:
    """What it counts and cannot tell, what it needs, settings and paper."""
    cls = ANALYSES[name]
    description = inspect.cleandoc(cls.__doc__ or "")
    needs = ", ".join(cls.needs) or "outputs alone"
    settings = settings_note(cls)
    assert settings.table is not None
    return Document(
        cls.title,
        (
            Note((f"{name}: {cls.title}", cls.question)),
            Note(tuple(description.splitlines()), is_verbatim=True),
            *(Note(tuple(filled(getattr(cls, name))), heading) for name, heading in _ADVICE.items()),
            Note(tuple(filled(f"{needs}.".capitalize())), "Needs"),
            settings,
            Note(tuple(filled(cls.paper)), "Paper"),
        ),
        data=(settings.table,),
        content={
            "name": name,
            "title": cls.title,
            "question": cls.question,
            "description": description,
            **{key: getattr(cls, key) for key in _ADVICE},
            "needs": list(cls.needs),
            "paper": cls.paper,
            settings.table.key: settings.table.records(),
        },
    )
