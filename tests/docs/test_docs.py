"""Examples in the docs do what they show, and generated pages are current."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
import small_memory
from processes import prepared_program

import mtassay
from mtassay.alignment.distances.base import DISTANCES
from mtassay.analyses.base import ANALYSES
from mtassay.checks.base import CHECKS
from mtassay.cli.main import cli
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.human.files.base import JUDGMENT_FILES
from mtassay.metaeval.contests.base import CONTESTS
from mtassay.metaeval.statistics.base import STATISTICS
from mtassay.metrics.base import METRICS
from mtassay.reports.scored_files.scored_workbook import MOST_BYTES
from mtassay.reports.scored_files.workbook_losses import KINDS
from mtassay.settings import options_of
from mtassay.tokenizers.base import TOKENIZERS

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def console_examples() -> list[object]:
    return [
        pytest.param(page, id=str(page.relative_to(ROOT)))
        for page in PAGES
        if CONSOLE.search(page.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("page", console_examples())
def test_console_examples(page: Path, tmp_path: Path) -> None:
    """Examples of a page go on where the one before ended, and other pages run beside it: each has its own folder."""
    content = page.read_text(encoding="utf-8")
    (tmp_path / "build").mkdir()
    for entry in ROOT.iterdir():
        if entry.name != "build":
            (tmp_path / entry.name).symlink_to(entry)
    programs = tmp_path / "programs"
    path = os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "NO_COLOR": "1", "PATH": path}
    programs.mkdir()
    (programs / "mtassay").write_text(
        f'#!/bin/sh\nexec {prepared_program()} -m mtassay.cli.main "$@"\n', encoding="utf-8"
    )
    (programs / "mtassay").chmod(0o755)
    if "tests/small_memory.py" in content:
        small_memory.write(tmp_path / "hotel.db")
        environment["MTASSAY_DB"] = str(tmp_path / "hotel.db")
    for block in CONSOLE.findall(content):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            done = subprocess.run(
                ["bash", "-c", command],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                cwd=tmp_path,
                env=environment,
            )
            assert done.stdout == expected, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples(page: Path) -> None:
    # in a process of its own: a page may define a metric, which no other test should meet
    command = [sys.executable, "-m", "doctest", "-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def test_docstring_examples() -> None:
    assert doctest.testmod(mtassay, optionflags=doctest.ELLIPSIS).failed == 0


def test_generated_pages_are_current() -> None:
    done = subprocess.run(
        [sys.executable, "docs/generate.py", "--check"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stdout + done.stderr == ""


def test_what_a_workbook_loses_is_listed() -> None:
    page = (ROOT / "docs" / "how-to" / "score-a-spreadsheet.md").read_text(encoding="utf-8")
    listed = " ".join(page.split())
    assert [loss for loss in KINDS if loss not in listed] == []
    assert f"larger than {MOST_BYTES >> 20} MB, unpacked" in listed


def test_the_example_workbook_has_the_texts_of_the_files() -> None:
    legal = ROOT / "examples" / "legal"
    sheet = openpyxl.load_workbook(legal / "cases.xlsx")["Cases"]
    names = ("source.hi", "reference.en", "systems/online-a", "systems/online-b")
    for column, name in enumerate(names, start=2):
        lines = (legal / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        assert [sheet.cell(row, column).value for row in range(4, sheet.max_row + 1)] == lines


def test_everything_has_an_entry() -> None:
    def text(name: str) -> str:
        return (ROOT / "docs" / "reference" / f"{name}.md").read_text(encoding="utf-8")

    for name, cls in METRICS.items():
        assert f"## `{name}`" in text("metrics")
        assert all(f"`{option.spelled}`" in text("metrics") for option in options_of(cls))
    for name, check in CHECKS.items():
        assert f"## `{name}`" in text("checks")
        assert all(f"`{option.spelled}`" in text("checks") for option in options_of(check))
    for name, analysis in ANALYSES.items():
        assert f"## `{name}`" in text("analyses")
        assert all(f"`{option.spelled}`" in text("analyses") for option in options_of(analysis))
    for name, distance in DISTANCES.items():
        assert f"## `{name}`" in text("distances")
        assert all(f"`{option.spelled}`" in text("distances") for option in options_of(distance))
    for name in TOKENIZERS:
        assert f"## `{name}`" in text("tokenizers")
    for name, format in FILE_FORMATS.items():
        assert f"## `{name}`" in text("formats")
        assert all(f"`{option.spelled}`" in text("formats") for option in options_of(format))
    for name, judgments in JUDGMENT_FILES.items():
        assert f"## `{name}`" in text("judgment-files")
        assert all(f"`{option.spelled}`" in text("judgment-files") for option in options_of(judgments))
    for things in (STATISTICS, CONTESTS):
        for name, thing in things.items():
            assert f"## `{name}`" in text("meta")
            assert all(f"`{option.spelled}`" in text("meta") for option in options_of(thing))
    for name in mtassay.__all__:
        assert f"## `mtassay.{name}`" in text("python")


@pytest.mark.parametrize("page", [*PAGES, *ROOT.glob("*.md"), ROOT / "benchmarks" / "README.md"], ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_every_page_can_be_reached_from_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {
        (index.parent / link).resolve() for link in re.findall(r"\]\(([^)#]+\.md)", index.read_text(encoding="utf-8"))
    }
    assert {page for page in PAGES if "docs" in page.parts} - {index} <= linked


def test_the_readme_keeps_to_what_a_newcomer_needs() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_the_architecture_is_short_and_names_what_is_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200
    named = {name for name in re.findall(r"`([\w/]+(?:\.\w+|/))`", text) if "/" in name or name.endswith(".py")}
    homes = [ROOT, *(path.parent for path in (ROOT / "src" / "mtassay").rglob("__init__.py")), ROOT / "src/mtassay/web"]
    homes.append(ROOT / "tests" / "contracts")
    assert not {name for name in named if not any((home / name).exists() for home in homes)}


def test_what_the_founding_texts_name_is_offered_as_it_says() -> None:
    page = (ROOT / "docs" / "reference" / "seeds-metrics.md").read_text(encoding="utf-8")
    offered = [spec for cell in re.findall(r"offered as ([^|;.]*)", page) for spec in re.findall(r"`([^`]+)`", cell)]
    assert len(offered) > 20
    named = [line for line in page.partition("## Errata")[0].splitlines() if line.startswith("| ")]
    assert not [line for line in named if not re.search("\\| Here |offered as|not offered because|comes later", line)]
    commands = set(re.findall(r"`mtassay (\w+)", page))
    assert commands <= set(cli.commands), "no such command"
    for spec in offered:
        if not spec.startswith(("mtassay ", "-")):
            mtassay.metric(spec.replace("given", "given:path=scores.tsv"))


def test_each_rule_of_safety_names_tests_that_are_there() -> None:
    page = (ROOT / "docs" / "explanation" / "safety.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 12
    for row in rows:
        named = re.findall(r"`([^`]+)`", row[3])
        assert named, row[1]
        for file, _, name in (test.partition("::") for test in named):
            text = (ROOT / "tests" / file).read_text(encoding="utf-8")
            assert f"def {name}(" in text if name else "def " in text, (file, name)
