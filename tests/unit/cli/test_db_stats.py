"""`mtassay db stats` and `mtassay db difficult`, on both databases."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import small_memory
from answering import answer
from click.testing import CliRunner, Result

from mtassay.cli.main import cli
from mtassay.errors import InputError, NotFound, OutputError
from mtassay.store.contents.projects import Project, find_project
from mtassay.store.database import Database

SECTIONS = ["overview", "items", "error", "revisions", "sets", "judges", "agreement"]


def run(database: Database, *arguments: str) -> Result:
    database.close()
    location = database.url.render_as_string(hide_password=False) if not database.is_sqlite else str(database.path)
    return CliRunner().invoke(cli, ["db", *arguments, "--db", location])


def output(database: Database, *arguments: str) -> str:
    result = run(database, *arguments)
    assert result.exit_code == 0, result.output or result.exception
    return result.stdout


def records(database: Database, *arguments: str) -> dict[str, list[dict[str, object]]]:
    found = json.loads(output(database, *arguments, "--format", "json"), parse_constant=pytest.fail)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def filled(database: Database) -> Database:
    with database.writing() as connection:
        small_memory.fill(connection)
    return database


def values(rows: list[dict[str, object]]) -> dict[str, object]:
    return {str(row["figure"]): row["value"] for row in rows}


def test_overview(filled: Database) -> None:
    found = records(filled, "stats")
    figures = values(found["overview"])
    assert (figures["sources (n)"], figures["judged translations (T)"], figures["judges"]) == (6, 16, 2)
    assert figures["T/n"] == pytest.approx(16 / 6)
    assert figures["|EE|, of those that can be estimated"] == 4.25
    assert figures["lowest SSER: neural"] == pytest.approx(5 / 6)
    assert [row["judged"] for row in found["systems"]] == [6, 6, 6, 3]


def test_all_sections_in_every_form(filled: Database) -> None:
    assert set(SECTIONS) <= set(records(filled, "stats", *SECTIONS))
    assert "T/n" in output(filled, "stats", *SECTIONS)
    assert output(filled, "stats", "judges", "--format", "tsv").splitlines()[1].startswith("anna\t19\t3\t16\t7.0\t50.0")


@pytest.mark.parametrize("section", SECTIONS)
def test_an_empty_project_is_no_error(database: Database, project: Project, section: str, tmp_path: Path) -> None:
    output(database, "stats", section)
    if section in ("items", "error", "revisions", "sets"):
        result = run(database, "stats", section, "--svg", str(tmp_path / "none.svg"))
        assert result.exit_code == 0
        assert "There is nothing to draw." in result.stderr
        assert not (tmp_path / "none.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["items"], "No source is cut into information items; cut some, and judge them"),
        (["error"], "No translation can be estimated: none shares its source with another one that was judged."),
        (["error", "--leave", "judge"], "no judgment of this memory says which judge it belongs to"),
        (["sets"], "No outputs of a system were judged"),
        (["judges"], "Nobody has judged anything yet."),
        (["agreement"], "No translation was judged by two judges"),
    ],
)
def test_a_section_without_anything_says_so(
    database: Database, project: Project, arguments: list[str], line: str
) -> None:
    assert line in output(database, "stats", *arguments)


def test_the_source_is_found_by_number_and_by_words(filled: Database) -> None:
    by_words = records(filled, "stats", "items", "--source", "ZIMMER")
    figures = values(by_words["source"])
    assert (figures["IER"], figures["rank, the hardest first"], figures["sources ranked"]) == (25.0, 2, 4)
    assert [row["item"] for row in by_words["items"]] == ["ich hätte gern ein Zimmer", "für zwei Nächte."]
    assert records(filled, "stats", "items", "--source", str(figures["source"])) == by_words
    assert "it is not cut into information items" in output(filled, "stats", "items", "--source", "anreisen")
    found = run(filled, "stats", "items", "--source", "ist").exception
    assert isinstance(found, NotFound)
    assert "2 sources contain 'ist'" in str(found)
    assert isinstance(run(filled, "stats", "items", "--source", "bahnhof").exception, NotFound)
    assert isinstance(run(filled, "stats", "items", "--source", "99999").exception, NotFound)


def test_errors_of_a_part(filled: Database) -> None:
    def units(*arguments: str) -> object:
        return values(records(filled, "stats", "error", *arguments)["error"])["translations"]

    assert units() == 16
    assert units("--system", "phrases") == 6
    assert units("--judge", "ben") == 8
    assert units("--text", "FRIDAY") == 2
    assert units("--document", "hotel") == 16
    assert units("--source", "Zimmer") == 2
    assert units("--document", "hotel", "--source", "Zimmer", "--system", "word-by-word") == 1
    assert isinstance(run(filled, "stats", "error", "--system", "nobody").exception, InputError)
    assert isinstance(run(filled, "stats", "error", "--document", "nobody").exception, InputError)
    assert units("--from", "7,5") == units("--from", "7.5") == 9
    assert units("--difficulty", "hard") + units("--difficulty", "middle") + units("--difficulty", "easy") == 16
    assert units("--text", "fru\u0308hstu\u0308ck") == 3
    wrong = run(filled, "stats", "error", "--from", "good")
    assert (wrong.exit_code, "'good' is no score" in wrong.stderr) == (2, True)
    assert run(filled, "stats", "error", "--since", "today").exit_code == 2


def test_every_section_is_of_what_the_conditions_mean(filled: Database) -> None:
    found = records(filled, "stats", *SECTIONS, "--judge", "ben", "--draws", "0")
    assert found["translations"] == "judged by ben"
    assert values(found["overview"])["judgments"] == 8
    assert [row["judge"] for row in found["judges"]] == ["ben"]
    assert [(row["first"], row["second"]) for row in found["pairs of judges"]] == [("anna", "ben")]
    assert found["revisions"][-1]["judged"] == values(found["overview"])["judged translations (T)"] == 8


def test_days_are_those_of_judging(filled: Database) -> None:
    today = datetime.now(UTC).date().isoformat()
    with filled.writing() as connection:
        answer(connection, find_project(connection, None), 1, "zoe", 3)
    for command in (["select"], ["stats", "judges"]):
        (rows,) = [rows for rows in records(filled, *command, "--since", today).values() if isinstance(rows, list)]
        assert len(rows) == 1
        assert "zoe" not in output(filled, *command, "--until", "2001-01-01")


def test_systems_left_out(filled: Database) -> None:
    found = records(filled, "stats", "error", "--leave", "system", "--by", "moves")
    assert [row["system"] for row in found["left out by system"]] == ["word-by-word", "phrases", "neural"]


def test_figures_as_of_a_revision(filled: Database) -> None:
    everything = records(filled, "stats", "revisions")["revisions"]
    revision = everything[3]["revision"]
    past = records(filled, "stats", "overview", "revisions", "sets", "--revision", str(revision))
    assert past["revision"] == revision
    assert past["revisions"] == everything[:4]
    assert [row["system"] for row in past["sets"]] == ["word-by-word", "phrases"]
    assert values(past["overview"])["|EE|, of those that can be estimated"] == everything[3]["|EE|"]
    assert isinstance(run(filled, "stats", "--revision", "9999999").exception, NotFound)


def test_pictures_in_a_folder_and_in_a_file(filled: Database, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    output(filled, "stats", "items", "error", "revisions", "sets", "judges", "--svg", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == ["error.svg", "items.svg", "revisions.svg", "sets.svg"]
    output(filled, "stats", "error", "sets", "--svg", str(tmp_path / "both.svg"))
    both = (tmp_path / "both.svg").read_text(encoding="utf-8")
    assert "Errors of estimates" in both
    assert "Estimated before, judged after" in both


def test_pictures_that_cannot_be_written(filled: Database, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert isinstance(run(filled, "stats", "sets", "--svg", str(tmp_path / "file")).exception, OutputError)
    assert isinstance(run(filled, "stats", "sets", "--svg", str(tmp_path / "no" / "a.svg")).exception, OutputError)
    result = run(filled, "stats", "judges", "--svg", str(tmp_path / "a.svg"))
    assert (result.exit_code, "--svg draws items, error, revisions, sets" in result.stderr) == (2, True)


def test_filters_that_say_nothing_are_refused(filled: Database) -> None:
    result = run(filled, "stats", "--leave", "system")
    assert result.exit_code == 2
    assert "--leave says nothing to overview; it is for error" in result.stderr
    result = run(filled, "stats", "sets", "--judge", "ben")
    assert "a condition other than --system says nothing to sets" in result.stderr


def test_no_draws_no_intervals_and_the_same_seed_the_same_ones(filled: Database) -> None:
    plain = records(filled, "stats", "--draws", "0")["overview"]
    assert all(row["low"] is None for row in plain)
    assert records(filled, "stats", "--seed", "7") == records(filled, "stats", "--seed", "7")
    assert records(filled, "stats", "--seed", "7") != records(filled, "stats", "--seed", "8")


def test_difficult_sources(filled: Database) -> None:
    rows = records(filled, "difficult")["difficult"]
    assert [row["text"] for row in rows][:2] == ["am Freitag, gegen acht Uhr abends.", "wann wollen Sie anreisen?"]
    assert rows[1]["ok share"] is None
    by_items = records(filled, "difficult", "--by", "items", "--least", "3")["difficult"]
    assert [row["labelled"] for row in by_items] == [3, 3]
    limited = run(filled, "difficult", "--limit", "2")
    assert "There are 6 sources; see --limit." in limited.stderr
    assert "No source has 9 translations with a judgment." in output(filled, "difficult", "--least", "9")
    assert records(filled, "difficult", "--revision", "1") == {"difficult": []}
