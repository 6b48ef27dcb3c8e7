"""The rules of judging in a project."""

from mtassay.reports.document import Document, Note, Table
from mtassay.store.judging.rules import JudgingRules


def rules_document(rules: JudgingRules) -> Document:
    """What people read in words; programs get one row of values."""
    shown = "shown at once" if rules.is_open else "hidden until the judge has answered"
    rows = (("scores of others", shown), ("order drawn by", rules.seed), ("guidelines", _count(rules.guidelines)))
    guidelines = Note(tuple(rules.guidelines.splitlines()), "guidelines", is_verbatim=True)
    return Document(
        "Rules",
        (Table.of(("rule", "value"), rows, frozenset({"value"})), *([guidelines] if rules.guidelines else [])),
        data=(Table.of(("is_open", "seed", "guidelines"), [(rules.is_open, rules.seed, rules.guidelines)]),),
    )


def _count(guidelines: str) -> str:
    return f"{len(guidelines.split())} words" if guidelines else "none"
