"""A whole project out of one database and into another, and a name that goes."""

from pathlib import Path

from processes import run
from small_memory import write


def figures(text: str) -> list[list[str]]:
    """The cells without numbers of revisions, as an archive that came in and a name that went are steps too."""
    kept = []
    for table in text.split("\n\n"):
        rows = [line.split("\t") for line in table.splitlines()]
        steps = [column for column, head in enumerate(rows[0]) if "revision" in head]
        kept += [[cell for column, cell in enumerate(row) if column not in steps] for row in rows]
    return kept


def test_an_archive_goes_out_and_comes_back(tmp_path: Path) -> None:
    old, new, file = (str(tmp_path / name) for name in ("old.db", "new.db", "hotel.zip"))
    write(Path(old))
    written = run("db", "export", "--archive", file, "--db", old)
    assert written.returncode == 0, written.stderr
    assert "holds all of hotel" in written.stdout
    missing = run("db", "import", file, "--db", new, "--check")
    assert missing.returncode != 0
    assert not Path(new).exists()
    brought = run("db", "import", file, "--db", new)
    assert brought.returncode == 0, brought.stderr
    assert "27 judgments and 10 steps of history" in brought.stdout
    for command in (("stats",), ("estimate", "neural-large"), ("difficult",)):
        texts = [run("db", *command, "--db", place, "--format", "tsv").stdout for place in (old, new)]
        assert texts[0]
        assert figures(texts[0]) == figures(texts[1])
    again = run("db", "import", file, "--db", new)
    assert "already" in again.stderr
    rehearsed = run("db", "import", file, "--db", new, "--project", "again", "--check")
    assert "Nothing was stored" in rehearsed.stdout
    renamed = run("db", "import", file, "--db", new, "--project", "again")
    assert renamed.returncode == 0
    assert run("db", "check", "--db", new).returncode == 0


def test_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    database, file = str(tmp_path / "old.db"), str(tmp_path / "hotel.zip")
    write(Path(database))
    assert run("db", "export", "--archive", file, "--revision", "2", "--db", database).returncode == 2
    assert run("db", "import", file, "other.xml", "--db", database).returncode == 2
    Path(file).write_bytes(b"PK\x03\x04")
    broken = run("db", "import", file, "--db", database)
    assert "broken ZIP" in broken.stderr


def test_a_name_goes_and_scores_stay(tmp_path: Path) -> None:
    database = str(tmp_path / "old.db")
    write(Path(database))
    before = run("db", "stats", "--db", database, "--format", "tsv").stdout
    assert run("account", "forget", "anna", "--db", database).returncode != 0  # nobody said yes
    done = run("account", "forget", "anna", "--yes", "--db", database)
    assert "anna is called person-" in done.stdout
    pseudonym = done.stdout.split()[3]
    assert "anna" not in run("db", "export", "-", "--format", "evaltrans", "--db", database).stdout
    after = run("db", "stats", "--db", database, "--format", "tsv").stdout

    assert figures(before.replace("anna", pseudonym)) == figures(after)
    assert "nobody called" in run("account", "forget", "anna", "--yes", "--db", database).stderr
