"""`mtassay report` as a user meets it."""

import json
from pathlib import Path

import pytest
from lxml import html
from processes import run

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
