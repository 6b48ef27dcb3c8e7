"""`mtassay report` as a user meets it."""

import json
import shlex
from pathlib import Path

import pytest
from lxml import html
from processes import run, run_module

FOLDER = Path(__file__).parents[3] / "examples" / "dialogues"
REFERENCE = str(FOLDER / "reference-a.en.txt")
SMALL, LARGE = (str(FOLDER / "systems" / f"{name}.txt") for name in ("neural-small", "neural-large"))


def test_a_page_is_written_and_named(tmp_path: Path) -> None:
    output = tmp_path / "report.html"
    done = run("report", "-r", REFERENCE, SMALL, LARGE, "-m", "chrf", "-o", str(output))
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{output}\n"
    page = html.fromstring(output.read_text(encoding="utf-8"))
    assert page.find(".//h1").text_content() == "neural-large against neural-small"
    assert str(FOLDER) not in output.read_text(encoding="utf-8")


def test_markdown_and_json(tmp_path: Path) -> None:
    for name in ("report.md", "report.json"):
        done = run("report", "-q", "-r", REFERENCE, SMALL, LARGE, "-a", "words", "-o", str(tmp_path / name))
        assert (done.returncode, done.stdout) == (0, "")
    assert json.loads((tmp_path / "report.json").read_text())["systems"] == ["neural-small", "neural-large"]
    assert "| once " in (tmp_path / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "report.pdf"), "reports are .html, .md or .json"),
        ((), "Missing option '-o'"),
        (("-o", SMALL, "-f", "html"), "neural-small.txt"),
        (("-o", "no/such/folder.html"), "there is no folder"),
    ],
)
def test_what_cannot_be_written_is_refused_first(arguments: tuple[str, ...], said: str) -> None:
    before = Path(SMALL).read_bytes()
    done = run("report", "-r", REFERENCE, SMALL, LARGE, *arguments)
    assert done.returncode in (2, 5)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert Path(SMALL).read_bytes() == before


def test_help_has_examples() -> None:
    shown = run("report", "--help").stdout
    assert "mtassay report -r reference.txt base.txt new.txt -o report.html" in shown


def test_a_report_for_others_has_no_texts(tmp_path: Path) -> None:
    output = tmp_path / "report.html"
    done = run("report", "-r", REFERENCE, SMALL, LARGE, "-m", "chrf", "--texts", "none", "-o", str(output))
    assert done.returncode == 0, done.stderr
    page = output.read_text(encoding="utf-8")
    assert "This report has no text of any segment" in page
    long_lines = [line for path in (REFERENCE, SMALL, LARGE) for line in Path(path).read_text().splitlines()]
    assert not [line for line in long_lines if len(line.split()) > 4 and line in html.fromstring(page).text_content()]


def test_how_many_texts_is_checked_before_anything_is_read() -> None:
    done = run("report", "-r", "no-such-file.txt", SMALL, LARGE, "--texts", "some", "-o", "report.html")
    assert done.returncode == 2
    assert "texts=some: expected all, none, or how many segments" in done.stderr


def written(folder: Path, form: str, *more: str) -> str:
    """A report of files in some folders, with scores and counts of words that are named by their whole paths."""
    for part in ("texts", "scores"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for path in (REFERENCE, SMALL, LARGE):
        lines = Path(path).read_text(encoding="utf-8").splitlines()[:40]
        (folder / "texts" / Path(path).name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    rows = [f"{number % 7}\t{number % 5}\n" for number in range(40)]
    (folder / "scores" / "comet.tsv").write_text("neural-small\tneural-large\n" + "".join(rows))
    (folder / "scores" / "counts.tsv").write_text("the\t900\na\t7\n")
    reference, small, large = (folder / "texts" / Path(path).name for path in (REFERENCE, SMALL, LARGE))
    scores, counts = folder / "scores" / "comet.tsv", folder / "scores" / "counts.tsv"
    options = ["-m", f"given:path={scores},name=Unbabel/comet", "-a", f"words:counts={counts}", "-a", "segments"]
    options += ["-a", "segments:by=score", *more]
    output = folder / f"report.{form}"
    done = run("report", "-q", "-r", str(reference), str(small), str(large), *options, "-o", str(output))
    assert done.returncode == 0, done.stderr
    return output.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["html", "md", "json"])
def test_no_folder_of_anybody_stands_in_a_report(tmp_path: Path, form: str) -> None:
    first, second = (written(tmp_path / name / "secret", form) for name in ("mine", "elsewhere"))
    assert "secret" not in first
    assert first == second
    assert "given:path=comet.tsv,name=Unbabel/comet" in first


def test_the_command_of_a_report_runs_where_its_files_are(tmp_path: Path) -> None:
    page = html.fromstring(written(tmp_path / "secret", "html"))
    (command,) = page.xpath("//*[@data-command]")
    together = tmp_path / "together"
    together.mkdir()
    for path in (tmp_path / "secret").glob("*/*"):
        (together / path.name).write_bytes(path.read_bytes())
    done = run_module("mtassay.cli.main", *shlex.split(command.text_content())[1:], folder=together)
    assert done.returncode == 0, done.stderr
    assert (together / "report.html").read_bytes() == (tmp_path / "secret" / "report.html").read_bytes()


def test_two_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    other = tmp_path / "other"
    written(other, "md")
    (other / "scores" / "counts.tsv").write_text("of\t12\n")
    more = ("-m", f"given:path={other}/scores/comet.tsv", "-a", f"words:counts={other}/scores/counts.tsv")
    values = json.loads(written(tmp_path / "mine", "json", *more, "-m", f"given:path={tmp_path}/mine/scores/comet.tsv"))
    assert str(tmp_path) not in json.dumps(values)
    metrics = {row["metric"] for row in values["scores"]}
    assert metrics == {"Unbabel/comet", "comet:path=comet.tsv", "comet:path=comet.tsv (2)"}
    specs = [result["analysis"] for result in values["results"]]
    assert "words:counts=counts.tsv" in specs
    assert "words:counts=counts.tsv (2)" in specs
