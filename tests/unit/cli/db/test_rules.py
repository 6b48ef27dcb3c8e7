"""`mtassay db rules`: what holds for all judges of a project, wherever they judge."""

import re
from pathlib import Path

from processes import run

from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.rules import JudgingRules, judging_rules


def rules_of(database: Database, project: Project) -> JudgingRules:
    with database.reading() as connection:
        return judging_rules(connection, project)


def test_rules_are_shown_changed_and_restored(database: Database, talks: Project, tmp_path: Path) -> None:
    told = tmp_path / "guidelines.md"
    told.write_bytes("\ufeff# Judge kindly\r\n".encode())
    command = ["db", "rules", "--db", database.location]
    shown = run(*command).stdout
    assert "hidden until the judge has answered" in shown
    assert "none" in shown
    refused = run(*command, "--open", "--format", "json")
    assert refused.returncode == 2
    assert "--format, -o and --table do not go with" in refused.stderr
    changed = run(*command, "--open", "--seed", "7", "--guidelines", str(told))
    assert changed.stdout.startswith("Other rules hold from revision ")
    assert rules_of(database, talks) == JudgingRules("# Judge kindly", is_open=True, seed=7)
    assert run(*command, "--open").stdout == "These rules hold already.\n"
    assert run(*command, "--format", "csv").stdout == "is_open,seed,guidelines\nTrue,7,# Judge kindly\n"
    assert "# Judge kindly" in run(*command).stdout
    run(*command, "--hidden")
    assert rules_of(database, talks) == JudgingRules("# Judge kindly", is_open=False, seed=7)
    revision = changed.stdout.split()[-1]
    assert run("db", "restore", revision, "--db", database.location).returncode == 0


def test_guidelines_that_cannot_be_read_are_named(database: Database, talks: Project, tmp_path: Path) -> None:
    broken = tmp_path / "broken.md"
    broken.write_bytes(b"caf\xe9")
    for file, reason in ((broken, "are not UTF-8"), (tmp_path / "missing.md", "cannot be read")):
        result = run("db", "rules", "--db", database.location, "--guidelines", str(file))
        assert result.returncode == 7
        assert reason in result.stderr
    assert rules_of(database, talks) == JudgingRules()


def test_rules_hold_in_the_terminal(database: Database, talks: Project) -> None:
    command = ["judge", "--db", database.location, "--judge", "anna", "--system", "A"]
    assert not re.search(r"1 edit +10 ", run(*command).stdout)
    run("db", "rules", "--db", database.location, "--open")
    assert re.search(r"1 edit +10 ", run(*command).stdout)
    assert run(*command, "--open").returncode == 2
