"""Translations that people judged perfect, as references for free."""

import re

import sqlalchemy as sa

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.human.memory import Memory
from mtassay.human.references import add_references
from mtassay.store.contents.projects import Project
from mtassay.store.memory.stored_memory import load_memory


def references_for(
    connection: sa.Connection, project: Project, evalset: EvalSet, revision: int | None = None
) -> EvalSet:
    """The test set with the perfect targets of each source behind the references that it has.

    Its signatures name the project and the revision. What one of the systems produced itself is among them where
    people judged it perfect, so a system that was judged has an advantage over one that was not.
    """
    if evalset.sources is None:
        raise InputError("references from a database are found by their source; give it: -s FILE")
    memory = load_memory(connection, project, revision).memory
    perfect = perfect_translations(memory)
    name = re.sub(r"[|:\s]+", "-", project.name)  # which mean something else in a signature
    missing = "translation that was judged perfect"
    return add_references(evalset, perfect, f"{name}@{memory.revision}", missing)


def perfect_translations(memory: Memory) -> dict[str, list[str]]:
    """What people judged perfect, by source."""
    perfect: dict[str, list[str]] = {}
    for number in memory.is_perfect.nonzero()[0].tolist():
        perfect.setdefault(memory.sources[memory.source_of[number]], []).append(memory.targets[number])
    return perfect
