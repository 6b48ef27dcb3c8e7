"""Messages below the command line are read in browsers too: they name no command, which errors leave to `cli`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import mtassay
from mtassay.cli.remedies import COMMANDS, message_of
from mtassay.errors import Conflict, Remedy

SOURCE = Path(mtassay.__file__).parent
# a file that comes with an archive, and names the way by the browser too
EXCEPTIONS = {"store/archives/project_archive.py"}


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """All strings of a module but docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_no_message_below_the_command_line_names_a_command_on_databases() -> None:
    found = [
        f"{name}:{line}: {text}"
        for path in sorted(SOURCE.rglob("*.py"))
        for name in (path.relative_to(SOURCE).as_posix(),)
        if not name.startswith("cli/") and name not in EXCEPTIONS
        for line, text in texts(path)
        if "mtassay db" in text or "mtassay judge" in text
    ]
    assert found == []


def test_the_walk_finds_messages_and_no_docstrings(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('"""mtassay db a."""\n\nX = 1\n"""mtassay db b."""\n\ndef f(y):\n    raise E(f"mtassay db {y}")\n')
    assert [(line, text) for line, text in texts(path) if "mtassay db" in text] == [(7, "mtassay db ")]


@pytest.mark.parametrize("remedy", Remedy)
def test_the_command_line_knows_a_command_for_every_remedy(remedy: Remedy) -> None:
    about = {"system": "new one", "run": "second", "judges": "anna b,ben", "location": "my talks.db"}
    said = message_of(Conflict("do it", remedy=remedy, about=about))
    assert said.startswith("do it: mtassay db ")
    assert ("'new one' --run second" in said) == ("{queue}" in COMMANDS[remedy])
    assert "mtassay db init 'my talks.db'" in said or said.endswith(" --db 'my talks.db'")
    assert ("--judges 'anna b,ben'" in said) == ("{judges}" in COMMANDS[remedy])


def test_an_error_without_a_remedy_is_said_as_it_is() -> None:
    assert message_of(Conflict("it is closed")) == "it is closed"
