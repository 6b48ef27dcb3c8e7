"""Messages below the command line are read in browsers too: they name no command, which errors leave to `cli`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mtassay
from mtassay.cli.main import cli
from mtassay.cli.remedies import COMMANDS, message_of
from mtassay.errors import Conflict, Remedy

SOURCE = Path(mtassay.__file__).parent
# a file that comes with an archive, and names the way by the browser too; lists of arguments, which are no messages
EXCEPTIONS = {"store/archives/project_archive.py", "store/judging/queues.py", "web/report_command.py"}
# pages that say whose numbers they show, and what a file is for
INFORMATION = {
    ("web/templates/systems/page.html", "mtassay compare"),
    ("web/templates/metrics/page.html", "mtassay meta"),
    ("web/templates/metrics/page.html", "--db"),
    ("web/templates/help_page.html", "mtassay compare"),
    ("web/templates/help_page.html", "--meaning"),
}
TYPED = re.compile(rf"mtassay (?:{'|'.join(cli.commands)})\b|(?:^|[ (`])--[a-z]+")
# commands of other programs may have options
FOREIGN = re.compile(r"\b(?:pip|xmllint|sha256sum|sacreBLEU's) [^;.]*")


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """All strings of a module but docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def is_read_in_browsers(name: str) -> bool:
    # what imitates sacreBLEU speaks of its options
    return not name.startswith(("cli/", "compat/")) and name not in EXCEPTIONS


def typed(text: str) -> list[str]:
    """What a text tells people to type."""
    return [match.group().strip() for match in TYPED.finditer(FOREIGN.sub("", text))]


def test_no_message_below_the_command_line_names_a_command_or_an_option() -> None:
    named = [
        f"{name}:{line}: {text}"
        for path in sorted(SOURCE.rglob("*.py"))
        for name in (path.relative_to(SOURCE).as_posix(),)
        if is_read_in_browsers(name)
        for line, text in texts(path)
        if typed(text)
    ]
    assert named == []


def test_no_page_names_a_command_or_an_option() -> None:
    pages = sorted(SOURCE.rglob("*.html"))
    named = {
        (path.relative_to(SOURCE).as_posix(), words)
        for path in pages
        for words in typed(re.sub(r"<!--|{#.*?#}|-->", "", path.read_text(encoding="utf-8")))
    }
    assert len(pages) > 30
    assert named == INFORMATION


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("see: mtassay join", ["mtassay join"]),
        ("say --per 10, or `--only ref`", ["--per", "`--only"]),
        ("what mtassay computed", []),
        ("update: pip install --upgrade mtassay", []),
    ],
)
def test_commands_and_options_are_recognized(text: str, named: list[str]) -> None:
    assert typed(text) == named


def test_the_walk_finds_messages_and_no_docstrings(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('"""mtassay db a."""\n\nX = 1\n"""mtassay db b."""\n\ndef f(y):\n    raise E(f"mtassay db {y}")\n')
    assert [(line, text) for line, text in texts(path) if "mtassay db" in text] == [(7, "mtassay db ")]


@pytest.mark.parametrize("remedy", Remedy)
def test_the_command_line_knows_a_command_for_every_remedy(remedy: Remedy) -> None:
    about = {"system": "new one", "run": "second", "judges": "anna b,ben", "location": "my talks.db"}
    said = message_of(Conflict("do it", remedy=remedy, about=about))
    assert typed(said), said
    assert said.startswith("do it: ")
    assert ("'new one' --run second" in said) == ("{queue}" in COMMANDS[remedy])
    names_it = "mtassay db init 'my talks.db'" in said or said.endswith(" --db 'my talks.db'")
    assert names_it == ("mtassay db" in said)
    assert ("--judges 'anna b,ben'" in said) == ("{judges}" in COMMANDS[remedy])


def test_an_error_without_a_remedy_is_said_as_it_is() -> None:
    assert message_of(Conflict("it is closed")) == "it is closed"
