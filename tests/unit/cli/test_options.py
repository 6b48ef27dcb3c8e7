"""The same forms everywhere: every command that prints a result, and which of its tables goes where."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import openpyxl
import pytest
import small_memory
from processes import run

from mtassay.cli.main import cli
from mtassay.human.answer_files.base import ANSWER_FILES
from mtassay.reports.formats.choice import FORMATS

Write = Callable[[str, str | bytes], str]

SENTENCES = {
    *("account add", "account close", "account forget", "account open", "account password", "account role"),
    *("campaign assign", "campaign close", "campaign links", "campaign new"),
    *("account invite", "account let-in", "account revoke", "account shut-out"),
    *(f"db project {name}" for name in ("archive", "delete", "languages", "open", "rename", "restore")),
    *("db add-output", "db backup", "db check", "db delete", "db init", "db merge", "db restore", "db upgrade"),
    *("campaign take", "campaign verify"),
}
"""Commands that say in a sentence what they did."""
OTHER_FILES = {"report", "convert", "db export", "db import", "judge", "sacrebleu", "serve", "tokenize"}
OTHER_FILES |= {"campaign import", "campaign import-answers", "campaign pack"}
"""Commands whose input or output is a file of its own kind."""


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{path}{name} ")
        else:
            yield path + name, command


ALL = dict(commands(cli))


def test_commands_without_forms_are_known() -> None:
    assert set(ALL) >= SENTENCES | OTHER_FILES


@pytest.mark.parametrize("name", sorted(set(ALL) - SENTENCES - OTHER_FILES))
def test_every_command_that_prints_a_result_offers_the_same(name: str) -> None:
    options = {option: one for one in ALL[name].params for option in one.opts}
    assert {"--format", "-f", "--output", "-o", "--table"} <= set(options)
    choices = options["--format"].type
    assert isinstance(choices, click.Choice)
    assert tuple(choices.choices)[: len(FORMATS)] == FORMATS
    assert set(choices.choices) - set(FORMATS) <= ({*ANSWER_FILES} if name == "campaign export" else {"svg"})


@pytest.fixture(scope="module")
def hotel(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("hotel") / "hotel.db"
    small_memory.write(path)
    return str(path)


@pytest.fixture
def system(write: Write) -> list[str]:
    return ["-r", write("ref.txt", "the cat sat\na dog ran 12\n"), write("sys.txt", "the cat sat\na dog ran 21\n")]


def rows(text: str, delimiter: str = "\t") -> list[list[str]]:
    found = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    assert len({len(row) for row in found}) == 1
    return found


def test_a_queue_with_items_is_a_table_of_items(hotel: str) -> None:
    shown = run("db", "queue", "neural-large", "--items", "--format", "tsv", "--db", hotel)
    assert (shown.returncode, shown.stderr) == (0, "")
    head, *items = rows(shown.stdout)
    assert head == ["item", "segment", "state", "judge", "source", "translation"]
    assert len(items) == 3
    judges = run("db", "queue", "neural-large", "--items", "-f", "csv", "--table", "judges", "--db", hotel)
    assert rows(judges.stdout, ",")[0] == ["judge", "asked for", "judged", "open"]


def test_a_note_names_the_other_tables(hotel: str) -> None:
    shown = run("db", "stats", "error", "--format", "tsv", "--db", hotel, "-q")
    assert rows(shown.stdout)[0] == ["figure", "value", "low", "high"]
    assert "tsv holds one table, here error; --table NAME writes another: errors, errors by distance" in shown.stderr
    other = run("db", "stats", "error", "--format", "tsv", "--db", hotel, "-q", "--table", "errors by distance")
    assert rows(other.stdout)[0] == ["distance (edits)", "translations", "|EE|"]
    assert other.stderr == ""
    wrong = run("db", "stats", "error", "--format", "tsv", "--db", hotel, "-q", "--table", "error by distance")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "did you mean 'errors by distance'?" in wrong.stderr


def test_one_table_in_formats_that_hold_several(hotel: str) -> None:
    arguments = ["db", "plan", "neural-large", "--db", hotel, "--table", "where to look", "-f"]
    assert list(json.loads(run(*arguments, "json").stdout)) == ["Where to look"]
    shown = run(*arguments, "markdown").stdout
    assert "**Where to look**" in shown
    assert "Judgments for a half width" not in shown


def test_results_of_a_database_go_into_files(hotel: str, tmp_path: Path) -> None:
    path = tmp_path / "estimate.xlsx"
    assert run("db", "estimate", "neural-large", "--revision", "10", "--db", hotel, "-o", str(path)).stdout == ""
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Systems", "Segments of neural-large", "Facts"]
    assert [cell.value for cell in book["Facts"]["B"]] == ["value", "hotel", 10]
    assert book["Segments of neural-large"].max_row == 7  # all of them, as for programs


def test_a_database_is_never_written_over(hotel: str) -> None:
    before = Path(hotel).read_bytes()
    done = run("db", "history", "--db", hotel, "-o", hotel, "--format", "json")
    assert done.returncode == 5
    assert "this is one of the inputs, which are never written over" in done.stderr
    assert Path(hotel).read_bytes() == before


def test_findings_for_programs(system: list[str], tmp_path: Path) -> None:
    path = tmp_path / "findings.csv"
    assert run("check", *system, "--only", "numbers", "-q", "-o", str(path)).returncode == 0
    head, *found = rows(path.read_text(), ",")
    assert head[:6] == ["check", "severity", "part", "system", "segment", "detail"]
    assert [row[:5] + row[6:9] for row in found] == [
        ["numbers", found[0][1], "systems", "sys", "2", "", "a dog ran 12", "a dog ran 21"]
    ]
    shown = run("check", *system, "--only", "numbers", "-q", "--format", "markdown").stdout
    assert "| segment | detail | part | text |" in shown
    assert "system sys: 1 segment" in shown
    assert "```" not in shown


def test_statistics_as_a_table(system: list[str]) -> None:
    shown = run("score", *system, "-m", "wer", "-q", "--statistics", "--format", "tsv", "--table", "statistics").stdout
    assert rows(shown)[0][:3] == ["system", "metric", "maximum"]


def test_explanations_and_metrics_for_programs(tmp_path: Path) -> None:
    shown = run("explain", "the cat sat", "the cat sat", "-m", "wer", "--format", "csv").stdout
    assert rows(shown, ",")[1][:2] == ["WER", "0.0"]
    path = tmp_path / "picture.svg"
    assert run("explain", "the cat", "a cat", "-f", "svg", "-o", str(path)).stdout == ""
    assert path.read_text().startswith("<svg")
    listed = json.loads(run("metrics", "--format", "json").stdout)["metrics"]
    assert [one["direction"] for one in listed if one["name"] in ("bleu", "wer")] == [
        "higher is better",
        "lower is better",
    ]
    assert json.loads(run("metrics", "chrf", "-f", "json").stdout)["settings"][0]["setting"] == "lowercase"


def test_marked_words_are_bold_on_a_terminal_and_in_brackets_elsewhere() -> None:
    plain = run("explain", "the cat sat", "the cat ran", "--no-color").stdout
    assert "[the] [cat] sat" in plain
    assert "\x1b[1mthe\x1b[0m \x1b[1mcat\x1b[0m sat" in run("explain", "the cat sat", "the cat ran", "--color").stdout


def test_candidates_in_other_forms(write: Write, tmp_path: Path) -> None:
    lists = write("lists.txt", "a b\na c\na b\nd\nd\ne\n")
    assert run("mbr", lists, "--per", "3", "-q").stdout.startswith("segment\tindex\tscore\n1\t0\t")
    path = tmp_path / "chosen.jsonl"
    assert run("mbr", lists, "--per", "3", "-q", "-o", str(path)).stdout == ""
    assert [json.loads(line)["index"] for line in path.read_text().splitlines()] == [0, 0]
    refused = run("mbr", lists, "--per", "3", "-q", "--text", "-f", "json")
    assert refused.returncode == 2
    assert "--text prints texts, and --format and -o are for the table" in refused.stderr


def test_accounts_for_programs(hotel: str) -> None:
    assert json.loads(run("account", "list", "--db", hotel, "-f", "json").stdout) == {"rows": []}


def test_facts_are_a_table_of_one_row(hotel: str) -> None:
    shown = run("db", "effects", "--table", "facts", "--format", "tsv", "--db", hotel)
    assert shown.returncode == 0
    head, *values = rows(shown.stdout)
    assert {"project", "revision"} <= set(head)
    assert len(values) == 1


def test_keys_of_a_metric_are_names_of_attributes() -> None:
    described = json.loads(run("metrics", "bleu", "--format", "json").stdout)
    assert {"range", "strengths", "weaknesses", "disagreements", "paper"} <= set(described)
    assert "changes_scores" in described["settings"][0]
