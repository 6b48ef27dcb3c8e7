"""The commands of `mtassay db`, as a person types them."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run

from mtassay.human.judgment_files import read_judgments

XML = """<database>
<source>
<s_sent>alles klar. danke schoen.</s_sent>
<ielist>
<iedef id="0">alles klar.</iedef>
<iedef id="1">danke schoen.</iedef>
</ielist>
<targets>
<tgt><t_sent>yes. thanks. fine.</t_sent>
<eval val="6"/></tgt>
<tgt><t_sent>okay thanks.</t_sent>
<eval val="10"/>
<ie id="0" val="ok"/>
<ie id="1" val="ok"/></tgt>
<tgt><t_sent>righto. thanks nice.</t_sent>
<eval val="5"/></tgt>
</targets>
</source>
</database>
"""

Db = Callable[..., str]


@pytest.fixture(params=["sqlite", "postgresql"])
def location(request: pytest.FixtureRequest, new_location: Callable[[str], str]) -> str:
    return new_location(request.param)


@pytest.fixture
def db(location: str) -> Db:
    """Runs `mtassay db …` on a database that holds the paper's example, and returns what it prints."""

    def call(*arguments: str, stdin: str = "", code: int = 0) -> str:
        done = run("db", *arguments, stdin=stdin, env={"MTASSAY_DB": location})
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout if code == 0 else done.stderr

    assert "was made in" in call("init", "--project", "paper", "--as", "anna")
    return call


@pytest.fixture
def paper(db: Db, write: Callable[[str, str | bytes], str]) -> Db:
    db("import", write("paper.xml", XML))
    return db


def test_comments_are_imported_from_the_column_that_is_named_and_exported(
    db: Db, write: Callable[[str, str | bytes], str], tmp_path: Path
) -> None:
    rows = "source;target;score;What I think\r\nja.;yes.;9;schön gesagt\r\n"
    path = write("ratings.csv", rows.encode("cp1252"))
    assert "1 new judgment" in db("import", f"{path}:comment=What I think")
    for name in ("out.tsv", "out.xml", "out.xlsx"):
        out = str(tmp_path / name)
        db("export", out)
        (source,) = read_judgments(out).sources
        assert [one.comment for one in source.targets[0].judgments] == ["schön gesagt"]


def test_a_life_of_a_database(paper: Db, write: Callable[[str, str | bytes], str], tmp_path: Path) -> None:
    again = paper("import", str(tmp_path / "paper.xml"))
    assert "0 new judgments" in again
    assert "3 judgments known already" in again
    added = paper("add-output", "new", write("new.txt", "okay. thanks. fine.\n"))
    assert "new: 0.0% judged, 100.0% estimated at mean distance 0.25, 0.0% unknown." in added
    assert "SSER 35.01, predicted; no interval yet: judge 1 output for ± 1 point.\n" in added
    assert "eSSER 40.00, of 1 of 1 outputs." in added
    estimate = json.loads(paper("estimate", "new", "--method", "evaltrans", "--format", "json"))
    assert estimate["Systems"][0]["eSSER"] == 40
    assert estimate["Systems"][0]["mWER"] == 100
    (segment,) = estimate["Segments of new"]
    assert (segment["score"], segment["origin"], segment["distance"]) == (6, "estimated", 1)
    assert segment["nearest judged"] == "yes. thanks. fine."
    exported = tmp_path / "out.xml"
    assert "holds 1 source, 4 translations and 3 judgments" in paper("export", str(exported))
    assert paper("export", "-", "--format", "evaltrans", "--revision", "2") == XML
    found = paper("search", "RIGHTO", "--format", "tsv").splitlines()
    assert found[1].split("\t")[1:] == ["alles klar. danke schoen.", "righto. thanks nice.", "5.0", "1"]
    assert "Deleted" in paper("delete", "--text", "righto", "--yes")
    assert paper("select", "--text", "righto") == "nothing\n"
    history = json.loads(paper("history", "--format", "json"))["rows"]
    assert [event["kind"] for event in history] == ["delete", "output", "import", "project"]
    paper("restore", str(history[0]["revision"]))
    assert "righto" in paper("select", "--from", "5", "--to", "5")
    assert "is sound" in paper("check")
    assert "holds all of" in paper("backup", str(tmp_path / "b.backup"))
    done = run("db", "restore", "--from-backup", str(tmp_path / "b.backup"), "--db", str(tmp_path / "again.db"))
    assert done.returncode == 0, done.stderr
    assert run("db", "export", "-", "--format", "evaltrans", "--db", str(tmp_path / "again.db")).stdout == paper(
        "export", "-", "--format", "evaltrans"
    )


def test_items_are_proposed_edited_and_applied(paper: Db) -> None:
    table = ("items", "--format", "tsv")
    assert paper(*table) == "source\titem\ttext\n1\t1\talles klar.\n1\t2\tdanke schoen.\n"
    proposal = paper("items", "--propose", "--all")
    edited = proposal.replace("alles klar. | danke schoen.", "alles | klar. | danke schoen.")
    assert "1 source cut anew" in paper("items", "--apply", "-", stdin=edited)
    assert paper(*table) == "source\titem\ttext\n1\t1\talles\n1\t2\tklar.\n1\t3\tdanke schoen.\n"
    assert "do not go with --propose" in paper(*table, "--propose", code=2)
    message = paper("items", "--apply", "-", stdin="1\tnicht da\n", code=7)
    assert "line 1: the information item 'nicht da' does not occur in the source" in message
    assert "nothing was changed" in message


def test_two_databases_are_merged(paper: Db, tmp_path: Path, write: Callable[[str, str | bytes], str]) -> None:
    other = str(tmp_path / "other.db")
    assert run("db", "init", other).returncode == 0
    more = XML.replace("yes. thanks. fine.", "fine. thanks.")
    assert run("db", "import", write("more.xml", more), "--db", other).returncode == 0
    assert "Added 0 sources, 1 translation, 1 judgment; 2 judgments were here already." in paper("merge", other)


def test_nothing_is_kept_of_a_rehearsal(db: Db, write: Callable[[str, str | bytes], str]) -> None:
    assert "Nothing was stored" in db("import", "--check", write("paper.xml", XML))
    assert db("select") == "nothing\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('val="6"', 'val="11"'), "line 10: the score 11 is not on the scale"),
        (('val="ok"/>\n<ie id="1"', 'val="good"/>\n<ie id="1"'), "the item class 'good' does not exist"),
        (("alles klar.</iedef>", "alles gut.</iedef>"), "'alles gut.' does not occur in its source"),
        (("<database>", '<!DOCTYPE database SYSTEM "x">\n<database>'), "DOCTYPE"),
        (("</database>", ""), "paper.xml, line"),
    ],
)
def test_a_faulty_file_is_refused_as_a_whole(
    db: Db, write: Callable[[str, str | bytes], str], change: tuple[str, str], message: str
) -> None:
    assert change[0] in XML
    good = write("good.xml", XML.replace("alles", "Alles"))
    error = db("import", good, write("paper.xml", XML.replace(*change, 1)), code=7)
    assert message in error
    assert db("select") == "nothing\n"


def test_mixed_encodings_are_refused(db: Db, write: Callable[[str, str | bytes], str]) -> None:
    content = XML.replace("danke schoen", "danke sch\u00f6n").encode() + "<!-- sch\u00f6n -->".encode("latin-1")
    assert "paper.xml" in db("import", write("paper.xml", content), code=7)
    assert db("select") == "nothing\n"


def test_errors_say_what_to_do(tmp_path: Path) -> None:
    missing = run("db", "history", "--db", str(tmp_path / "missing.db"))
    assert missing.returncode == 8
    assert missing.stderr.endswith(f"make one: mtassay db init {tmp_path / 'missing.db'}\n")
    path = tmp_path / "newer.db"
    assert run("db", "init", str(path)).returncode == 0
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    newer = run("db", "history", "--db", str(path))
    assert newer.returncode == 8
    assert "written by a newer mtassay (schema 9999" in newer.stderr
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE alembic_version")
    foreign = run("db", "history", "--db", str(path))
    assert foreign.returncode == 8
    assert "no database of mtassay" in foreign.stderr
    assert "--db" in run("db", "init", str(tmp_path / "x.db")).stdout


def test_advice_names_the_database_that_it_is_about(tmp_path: Path) -> None:
    here = {"MTASSAY_DB": str(tmp_path / "here.db")}
    old = tmp_path / "of before.db"
    assert run("db", "init", env=here).returncode == 0
    assert run("db", "init", str(old)).returncode == 0
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0008'")
    for arguments in (["merge", str(old)], ["history", "--db", str(old)]):
        said = run("db", *arguments, env=here)
        assert said.returncode == 8
        assert said.stderr.endswith(f"a backup is made first: mtassay db upgrade --db '{old}'\n")
    assert run("db", "history", env={"MTASSAY_DB": str(old)}).stderr.endswith(": mtassay db upgrade\n")
    assert run("db", "restore", "77", env=here).stderr.endswith("see its history: mtassay db history\n")
    elsewhere = run("db", "restore", "77", "--db", here["MTASSAY_DB"])
    assert elsewhere.stderr.endswith(f"see its history: mtassay db history --db {here['MTASSAY_DB']}\n")
    secret = run("db", "history", "--db", "postgresql://anna:secret@localhost:1/judgments")
    assert "secret" not in secret.stderr


def test_deleting_asks_first_and_says_how_to_undo(paper: Db) -> None:
    assert "stopped" in paper("delete", "--text", "okay", stdin="n\n", code=130)
    deleted = paper("delete", "--text", "okay", stdin="y\n")
    assert "to bring it back: mtassay db restore 3" in deleted
    assert "in one way" in paper("delete", code=2)
    assert "created the project, which cannot be undone" in paper("restore", "1-3", code=8)
    assert "Revision 3 is undone; to take that back: mtassay db restore" in paper("restore", "3")


@pytest.mark.parametrize("option", ["--text", "--in-source", "--system", "--judge", "--document", "--from", "--until"])
def test_an_option_without_a_value_is_refused_and_deletes_nothing(paper: Db, option: str) -> None:
    for command in (["delete", "--yes"], ["select"], ["stats"]):
        for blank in ("", "  "):
            said = " ".join(paper(*command, option, blank, "--judged", code=2).split())
            assert f"'{option}': it is empty; write a value, or leave the option out" in said
    assert len(json.loads(paper("select", "-f", "json"))["rows"]) == 3


def test_perfect_translations_are_references(
    location: str, paper: Db, write: Callable[[str, str | bytes], str]
) -> None:
    source, system = write("source.txt", "alles klar. danke schoen.\n"), write("system.txt", "okay thanks.\n")
    done = run("score", "--references-from", location, "-s", source, system, "-m", "bleu", "-q")
    assert done.returncode == 0, done.stderr
    assert "nrefs:1|ref:paper@2|" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [("db", "init", "x.db"), ("db", "history"), ("db", "restore", "--from-backup", "x"), ("judge", "--judge", "anna")],
)
def test_without_the_optional_packages_it_says_what_to_install(arguments: tuple[str, ...], tmp_path: Path) -> None:
    # a folder without the packages comes before the one with them
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "found = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name == 'sqlalchemy' else found(name, package)\n"
    )
    done = run(*arguments, env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 4
    assert "pip install 'mtassay[db]'" in done.stderr
