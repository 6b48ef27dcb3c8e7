"""Projects from the command line: other names and languages, put away and brought back."""

import shlex
from pathlib import Path

from processes import run
from small_memory import write

from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database


def test_a_project_is_renamed_and_its_languages_corrected(tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "memory.db"))
    write(tmp_path / "memory.db")
    renamed = run("db", "project", "rename", "travel", *db)
    assert renamed.stdout.startswith("hotel is called travel now.\nTo undo it: mtassay db restore ")
    told = run("db", "project", "languages", "Slovak", "pt_br", *db).stdout
    assert told.startswith("travel is from sk to pt-BR now.")
    listed = run("db", "project", "list", *db, "--format", "tsv").stdout.splitlines()
    assert listed[1].split("\t")[:3] == ["travel", "sk", "pt-BR"]
    assert run("db", "restore", told.split()[-1], *db).returncode == 0
    assert "pt-BR" not in run("db", "project", "list", *db).stdout
    again = run("db", "project", "rename", "travel", *db)
    assert "so already" in again.stdout
    wrong = run("db", "project", "languages", "Slowak", "en", *db)
    assert wrong.returncode != 0
    assert "did you mean 'Slovak'" in wrong.stderr


def test_a_project_is_archived_and_opened_again(tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "memory.db"))
    write(tmp_path / "memory.db")
    assert run("db", "project", "archive", *db).stdout.startswith("hotel is archived.")
    assert "archived" in run("db", "project", "list", *db).stdout
    assert run("db", "stats", "--project", "hotel", *db).returncode == 0
    refused = run("db", "delete", "--system", "neural", "--yes", "--project", "hotel", *db)
    refused = run("db", "project", "rename", "x", "--project", "hotel", *db) if refused.returncode == 2 else refused
    assert refused.returncode == 8
    assert "hotel is archived" in refused.stderr
    assert run("db", "project", "open", "hotel", *db).stdout == "hotel is open again.\n"
    assert run("db", "stats", *db).returncode == 0


def test_a_project_is_deleted_and_restored(tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "memory.db"))
    write(tmp_path / "memory.db")
    before = run("db", "stats", *db, "--format", "tsv").stdout
    deleted = run("db", "project", "delete", *db).stdout
    assert "To restore it: mtassay db project restore hotel" in deleted
    assert run("db", "stats", *db).returncode == 8
    assert "deleted, removed on" in run("db", "project", "list", *db).stdout
    unknown = run("db", "project", "restore", "hotl", *db)
    assert "did you mean 'hotel'" in unknown.stderr
    assert run("db", "project", "restore", "hotel", *db).stdout == "hotel is back.\n"
    assert run("db", "stats", *db, "--format", "tsv").stdout.split("\n\n")[1:] == before.split("\n\n")[1:]


def test_a_database_is_not_made_for_a_language_that_is_none(tmp_path: Path) -> None:
    refused = run("db", "init", str(tmp_path / "new.db"), "--source-language", "Slowak")
    assert "did you mean 'Slovak'" in refused.stderr
    assert not (tmp_path / "new.db").exists()


def test_the_printed_way_back_works_beside_other_projects(tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "memory.db"))
    write(tmp_path / "memory.db")
    database = Database(str(tmp_path / "memory.db"))
    with database.writing() as connection:
        add_project(connection, "talks", "anna")
    database.close()
    renamed = run("db", "project", "rename", "on the road", "--project", "hotel", *db).stdout
    program, *undo = shlex.split(renamed.partition("To undo it: ")[2])
    assert program == "mtassay"
    done = run(*undo, *db)
    assert done.returncode == 0, done.stderr
    assert "on the road" not in run("db", "project", "list", *db).stdout
