"""Laws of the kinds of events: each is known in words, nothing else is ever recorded, and a newer one harms nothing."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import mtassay
from mtassay.store.history.event_kinds import BY_JUDGES, EventKind, Trait, known_kind, why_lasting
from mtassay.web.event_words import did

SOURCES = Path(mtassay.__file__).parent
STORED = (
    "project import output judgment correction recheck undo delete items merge queue assignment closing rules archive "
    "person account password role activation deactivation invitation revocation "
    "renaming languages archiving deletion removal campaign answer exclusion grade release links"
)
OF_TWO_WORDS = {"no score", "letting in", "shutting out", "campaign state", "answer correction", "late answers"}
OF_TWO_WORDS |= {"campaign import", "taken into memory"}


def test_databases_and_archives_hold_these_values() -> None:
    assert {kind.value for kind in EventKind} == {*STORED.split(), *OF_TWO_WORDS}


@pytest.mark.parametrize("kind", EventKind)
def test_every_kind_says_what_happened_and_whether_it_can_be_undone(kind: EventKind) -> None:
    assert known_kind(kind.value) is kind
    assert did(kind.value) == kind.words
    assert kind.words.strip() == kind.words != ""
    assert [one for one in EventKind if one.words == kind.words] == [kind]
    assert why_lasting(kind.value) == (kind.words if Trait.LASTING in kind.traits else "")
    assert (kind in BY_JUDGES) == (Trait.BY_JUDGES in kind.traits)
    assert len(kind.value) <= 32  # as the column has it


def test_a_kind_of_a_newer_version_stands_for_itself_and_is_not_undone() -> None:
    assert known_kind("seance") is None
    assert did("seance") == "seance"
    assert "does not know ('seance')" in why_lasting("seance")


def kinds_in_calls() -> Iterator[tuple[str, ast.expr]]:
    """What calls of `record` and `add_collection` in our sources say of the kind, with their place."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = {"record": 2, "add_collection": 4}.get(name)
            if place is not None and len(node.args) > place:
                yield f"{path.relative_to(SOURCES)}:{node.lineno}", node.args[place]


def test_nothing_else_is_recorded() -> None:
    found = list(kinds_in_calls())
    assert len(found) > 20
    loose = [place for place, kind in found if isinstance(kind, (ast.Constant, ast.JoinedStr))]
    assert not loose, f"record an EventKind at {', '.join(loose)}"
    written = [ast.unparse(kind) for _, kind in found]
    named = {words.removeprefix("EventKind.") for words in written if words.startswith("EventKind.")}
    assert named <= set(EventKind.__members__)


def test_no_kind_is_compared_as_text() -> None:
    values = {kind.value for kind in EventKind} - {"items", "project", "output"}  # words of other things too
    for path in sorted((SOURCES / "store").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith(".kind"):
                texts = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
                assert not texts & values, f"{path}:{node.lineno}"
