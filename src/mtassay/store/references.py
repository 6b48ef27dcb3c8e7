"""Translations that people judged perfect, as references for free."""

from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.corpus.evalset import EvalSet
from mtassay.human.collection import collapse
from mtassay.store.memory import load_memory
from mtassay.store.projects import Project


@dataclass(frozen=True)
class JudgedReferences:
    """A test set with more references, and where they are from."""

    evalset: EvalSet
    added: int
    without: int
    provenance: str


def references_for(
    connection: sa.Connection, project: Project, evalset: EvalSet, revision: int | None = None
) -> JudgedReferences:
    """The test set with the perfect targets of each source behind the references that it has."""
    from mtassay.errors import InputError

    if evalset.sources is None:
        raise InputError("references from a database are found by their source; give it: -s FILE")
    memory = load_memory(connection, project, revision).memory
    perfect: dict[str, list[str]] = {}
    for number in memory.is_perfect.nonzero()[0].tolist():
        perfect.setdefault(memory.sources[memory.source_of[number]], []).append(memory.targets[number])
    references, added, without = [], 0, []
    for number, source in enumerate(evalset.sources):
        own = [] if evalset.references is None else list(evalset.references[number])
        known = {collapse(text) for text in own}
        new = [text for text in perfect.get(collapse(source), ()) if text not in known]
        references.append(own + new)
        added += len(new)
        if not references[-1]:
            without.append(number + 1)
    if without:
        shown = ", ".join(map(str, without[:5])) + (", …" if len(without) > 5 else "")
        raise InputError(
            f"{len(without)} of {len(evalset)} segments (number {shown}) have no translation that was judged perfect; "
            "give references for them too: -r FILE"
        )
    return JudgedReferences(
        EvalSet(
            references,
            sources=evalset.sources,
            systems=evalset.systems,
            labels=evalset.labels,
            target_language=evalset.target_language,
            warn_of_blanks=False,
        ),
        added,
        len(without),
        f"{project.name}@{memory.revision}",
    )
