"""Where results go: -o, forms by the name of the file, and what is refused."""

import csv
import gzip
import io
import json
import os
import pty
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from processes import run

from mtassay.cli.output import files_of_settings
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database

Write = Callable[[str, str | bytes], str]
CASES = "Hindi\tReference\tGoogle\tBing\nk\tthe cat sat\tthe cat sat\ta cat sat\nl\ta dog ran\ta dog ran\tdog ran\n"


@pytest.fixture
def cases(write: Write) -> str:
    return write("cases.tsv", CASES)


@pytest.mark.parametrize("ending", ["txt", "json", "jsonl", "tsv", "csv", "md", "tex", "tsv.gz"])
def test_the_name_says_the_form(ending: str, cases: str, tmp_path: Path) -> None:
    form = {"txt": "text", "md": "markdown", "tex": "latex", "tsv.gz": "tsv"}.get(ending, ending)
    path = tmp_path / f"out.{ending}"
    result = run("score", cases, "-m", "wer", "-q", "-o", str(path))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    data = gzip.decompress(path.read_bytes()) if ending.endswith("gz") else path.read_bytes()
    assert data.decode() == run("score", cases, "-m", "wer", "-q", "--format", form).stdout


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_workbook_is_written_or_piped(command: str, cases: str, tmp_path: Path) -> None:
    path = tmp_path / "out.xlsx"
    assert run(command, cases, "-m", "wer", "-q", "-o", str(path)).stderr == ""
    piped = tmp_path / "piped.xlsx"
    arguments = [sys.executable, "-m", "mtassay.cli.main", command, cases, "-m", "wer", "-q", "--format", "xlsx"]
    with piped.open("wb") as file:
        subprocess.run(arguments, stdout=file, check=True)
    for one in (path, piped):
        assert openpyxl.load_workbook(one)["Summary"].max_row > 2


def test_a_workbook_is_not_for_a_terminal(cases: str) -> None:
    master, slave = pty.openpty()
    arguments = [sys.executable, "-m", "mtassay.cli.main", "score", cases, "--format", "xlsx"]
    done = subprocess.run(arguments, stdout=slave, stderr=subprocess.PIPE, text=True, check=False)
    os.close(slave)
    os.close(master)
    assert done.returncode == 2
    assert "a workbook is nothing to read on a terminal; write it to a file: -o FILE.xlsx" in done.stderr


def test_a_missing_package_is_told_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    from mtassay.cli import output
    from mtassay.errors import MissingExtra

    monkeypatch.setattr(output, "find_spec", lambda name: None if name == "openpyxl" else name)
    with pytest.raises(MissingExtra, match=r"pip install 'mtassay\[excel\]'"):
        output.Destination.of("x.xlsx", None, [])


def test_the_format_wins_over_the_name(cases: str, tmp_path: Path) -> None:
    path = tmp_path / "out.data"
    assert run("score", cases, "-m", "wer", "-q", "-o", str(path), "--format", "json").returncode == 0
    assert json.loads(path.read_text())["segments"] == 2


def test_csv_for_spreadsheets(write: Write) -> None:
    cases = write("cases.tsv", "src\tref\thyp:=1+1\nk\ta b\ta\n")
    raw = run("score", cases, "-m", "wer", "-q", "--format", "csv").stdout
    assert list(csv.reader(io.StringIO(raw))) == [["system", "WER"], ["=1+1", "50.0"]]
    safe = run("score", cases, "-m", "wer", "-q", "--format", "csv:spreadsheet=yes,delimiter=;").stdout
    assert safe == "system;WER\n'=1+1;50.0\n"


def test_join_writes_files_too(cases: str, tmp_path: Path) -> None:
    saved, joined = tmp_path / "a.json", tmp_path / "b.xlsx"
    run("score", cases, "-m", "wer", "-q", "-o", str(saved))
    assert run("join", str(saved), "-o", str(joined)).returncode == 0
    assert openpyxl.load_workbook(joined).sheetnames == ["Summary"]
    assert run("join", str(saved), "-o", str(saved)).returncode == 5


def test_a_target_is_replaced_whole_and_a_link_stays_one(cases: str, tmp_path: Path) -> None:
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    assert run("score", cases, "-m", "wer", "-q", "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert json.loads(target.read_text())["segments"] == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cases.tsv", "link.json", "real.json"]


def test_what_cannot_be_written_leaves_the_old_file(cases: str, tmp_path: Path) -> None:
    target = tmp_path / "out.tsv"
    target.write_text("old")
    # a process that may write 10 bytes to a file, as on a disk that is full
    limited = f"ulimit -f 0; exec {sys.executable} -B -m mtassay.cli.main score {cases} -m wer -q -o {target}"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (5, f"mtassay: {target}: cannot be written: File too large\n")
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cases.tsv", "out.tsv"]


def test_a_folder_that_is_read_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from mtassay.cli.output import check_writable
    from mtassay.errors import OutputError

    monkeypatch.setattr(os, "access", lambda *_: False)  # the tests may run as root, who may write anywhere
    with pytest.raises(OutputError, match=r"the folder .* cannot be written to; name a file in another"):
        check_writable(str(tmp_path / "x.json"))
    check_writable("/dev/null")


@pytest.mark.parametrize("kind", ["path", "symbolic", "hard"])
def test_an_input_is_never_written_over(kind: str, cases: str, tmp_path: Path) -> None:
    path = tmp_path / "other.tsv"
    if kind == "symbolic":
        path.symlink_to(cases)
    elif kind == "hard":
        path.hardlink_to(cases)
    else:
        path = tmp_path / "." / "cases.tsv"
    for arguments in (["score", cases], ["score", "-r", f"{cases}:ref=2", f"x={cases}:hyp=3"], ["compare", cases]):
        result = run(*arguments, "-m", "wer", "-q", "-o", str(path))
        assert result.returncode == 5
        assert "this is one of the inputs, which are never written over; name another file" in result.stderr
    assert run("score", cases, "-q", "--segments", str(path)).returncode == 5
    assert Path(cases).read_text() == CASES


def test_scores_that_are_read_are_not_written_over(cases: str, write: Write) -> None:
    given = write("given.tsv", "Google\tBing\n1\t2\n3\t4\n")
    for arguments in (["score", "-o"], ["score", "--segments"], ["compare", "-o"]):
        result = run(arguments[0], cases, "-q", "-m", f"given:path={given}", arguments[1], given)
        assert result.returncode == 5, result.stderr
        assert "this is one of the inputs" in result.stderr
    assert Path(given).read_text().startswith("Google")


def test_settings_name_files_also_inside_of_others() -> None:
    specs = ["bleu:tokenize='spm:model=a.model'", "wer", "given:path=b.tsv,name=COMET", "bleu:("]
    assert {"a.model", "b.tsv"} <= set(files_of_settings(specs))


def test_a_database_is_not_written_over(database: Database, talks: Project, write: Write) -> None:
    text, path = write("text.txt", "a\n"), database.path
    options = ["--references-from", str(path), "-r", text, "-s", text, text, "-q", "--format", "json", "-o", str(path)]
    result = run("score", *options)
    assert result.returncode == 5, result.stderr
    assert path.read_bytes().startswith(b"SQLite")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-o", "x.docx"], 2, "-o x.docx: the name does not say which form; end it in one of .txt, .json, .jsonl,"),
        (["-o", "none/x.json"], 5, "none/x.json: there is no folder"),
        (["-o", "x.json", "-b"], 2, "-b and --format json cannot be combined"),
        (["-o", "x.txt", "-b"], 2, "-b prints, and -o writes to a file; leave one of them out"),
        (["-o", "x.txt", "--cite"], 2, "--cite prints, and -o writes to a file"),
        (["-o", "x.tsv", "--segments", "./x.tsv"], 2, "--segments and -o name the same file, ./x.tsv; name another"),
        (["--statistics", "-b"], 2, "-b and --statistics cannot be combined"),
        (["--statistics", "--format", "tsv"], 2, "--statistics are tables of their own, and tsv holds one; choose"),
        (["--format", "tsv:quoted=yes"], 2, "only csv has settings, for example csv:spreadsheet=yes"),
        (["--format", "csv:spreadshet=yes"], 2, "csv has no setting 'spreadshet' (did you mean 'spreadsheet'?)"),
        (["--format", "xml"], 2, "'xml' is not one of"),
    ],
)
def test_what_is_refused(arguments: list[str], code: int, message: str, cases: str) -> None:
    result = run("score", cases, "-m", "wer", "-q", *arguments)
    assert (result.returncode, result.stdout) == (code, "")
    assert message in result.stderr
    assert not Path("x.json").exists()


def test_statistics_in_text(cases: str) -> None:
    shown = run("score", cases, "-m", "wer", "-m", "chrf", "-q", "--statistics").stdout
    assert "Bing: scores of segments" in shown
    assert "Google: WER scores every segment alike, and so correlates with nothing." in shown
    assert "all systems: correlation of the metrics over 4 segments (Pearson)" in shown


def workbook(path: Path, rows: list[list[object]], first: int = 1) -> str:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cases"
    for number, row in enumerate(rows, start=first):
        for column, value in enumerate(row, start=1):
            sheet.cell(number, column, value)
    book.save(path)
    return str(path)


ROWS: list[list[object]] = [
    ["No", "Reference", "Google", "Bing"],
    [1, "the cat sat", "the cat sat", "a cat sat"],
    [None, None, None, None],
    [3, "a dog ran", "a dog", None],
    [4, "it rains", "it rains", "it rains"],
]


def test_scores_stand_in_the_rows_of_their_texts(tmp_path: Path) -> None:
    path, out = workbook(tmp_path / "in.xlsx", ROWS, first=3), tmp_path / "out.xlsx"
    book = openpyxl.load_workbook(path)
    book["Cases"]["A1"] = "Cases of May"
    book["Cases"].merge_cells("A1:D1")
    book["Cases"].row_dimensions[6].hidden = True
    book.save(path)
    before = Path(path).read_bytes()
    result = run("score", path, "--hyp", "Google", "--hyp", "Bing", "--ref", "Reference", "-m", "wer", "-o", str(out))
    assert result.returncode == 0, result.stderr
    assert "row 3 names the columns" in result.stderr
    sheet = openpyxl.load_workbook(out)["Cases"]
    assert [cell.value for cell in sheet[3]] == ["No", "Reference", "Google", "Bing", "Google WER", "Bing WER"]
    assert [sheet.cell(row, 6).value for row in (4, 6, 7)] == [pytest.approx(100 / 3), 100.0, 0.0]
    assert sheet.cell(6, 5).value == pytest.approx(100 / 3)
    assert sheet.row_dimensions[6].hidden
    assert Path(path).read_bytes() == before


def test_rows_without_texts_are_no_segments(tmp_path: Path) -> None:
    total: list[object] = ["Total", None, None, None]
    path, out = workbook(tmp_path / "in.xlsx", [*ROWS, total]), tmp_path / "out.xlsx"
    result = run("score", path, "--hyp", "Google", "--hyp", "Bing", "--ref", "Reference", "-m", "wer", "-o", str(out))
    assert result.returncode == 0, result.stderr
    assert f"{path}, sheet Cases: 2 rows without any of the texts, left out (the first is row 3)" in result.stderr
    book = openpyxl.load_workbook(out)
    assert [cell.value for cell in book["Cases"]["E"]] == ["Google WER", 0.0, None, pytest.approx(100 / 3), 0.0, None]
    assert [cell.value for cell in book["Statistics"][2]][:3] == ["Google", "WER", pytest.approx(100 / 3)]
    assert book["Statistics"]["F2"].value == pytest.approx(100 / 9)
    assert "3 segments" in [cell.value for cell in book["Summary"]["A"]]


LONG: list[list[object]] = [
    ["system", "source", "reference", "output"],
    *([name, source, source.upper(), f"{name} {source}"] for source in ("a", "b") for name in ("x", "y")),
]


def test_scores_of_a_row_for_each_system_stand_in_no_other_row(tmp_path: Path) -> None:
    path, out = workbook(tmp_path / "in.xlsx", LONG), tmp_path / "out.xlsx"
    result = run("score", path, "-m", "wer", "-o", str(out))
    assert result.returncode == 0, result.stderr
    assert "scores go into a new workbook, not into this one: it has a row for each system and segment" in result.stderr
    assert openpyxl.load_workbook(out).sheetnames == ["Summary", "Segments", "Statistics"]


def test_the_only_system_of_a_workbook_can_be_named(tmp_path: Path) -> None:
    path, out = workbook(tmp_path / "in.xlsx", ROWS), tmp_path / "out.xlsx"
    result = run("score", f"new={path}:hyp=Google,ref=Reference", "-q", "-m", "wer", "-o", str(out))
    assert result.returncode == 0, result.stderr
    assert openpyxl.load_workbook(out)["Cases"]["E1"].value == "new WER"


def test_a_workbook_through_a_pipe_is_read_once(tmp_path: Path) -> None:
    path, out = workbook(tmp_path / "in.xlsx", ROWS), tmp_path / "out.xlsx"
    result = run("score", "/dev/stdin", "-m", "wer", "-o", str(out), stdin=Path(path).read_bytes())
    assert result.returncode == 0, result.stderr
    assert "new workbook, not into this one: it came through a pipe, which can be read only once" in result.stderr
    assert openpyxl.load_workbook(out).sheetnames == ["Summary", "Segments", "Statistics"]


def test_labels_of_rows_without_texts_are_left_out(tmp_path: Path, write: Write) -> None:
    path, labels = workbook(tmp_path / "in.xlsx", ROWS), write("labels.txt", "x\n-\ny\nx\n")
    result = run(
        "compare", path, "-m", "wer", "-q", "--labels", f"domain={labels}", "--by", "domain", "--format", "tsv"
    )
    assert result.returncode == 0, result.stderr
    assert {line.split("\t")[1] for line in result.stdout.splitlines()[1:]} == {"", "x", "y"}


@pytest.mark.parametrize("kind", ["path", "symbolic", "hard"])
def test_a_workbook_is_never_written_over(kind: str, tmp_path: Path) -> None:
    path, out = workbook(tmp_path / "in.xlsx", ROWS), tmp_path / "out.xlsx"
    if kind == "symbolic":
        out.symlink_to(path)
    elif kind == "hard":
        out.hardlink_to(path)
    else:
        out = Path(path)
    result = run("score", f"{path}#Cases", "-q", "-m", "wer", "-o", str(out))
    assert (result.returncode, result.stdout) == (5, "")
    assert "never written over; name another file" in result.stderr


def test_a_new_workbook_if_asked_for(tmp_path: Path) -> None:
    path, out = workbook(tmp_path / "in.xlsx", ROWS), tmp_path / "out.xlsx"
    assert run("score", path, "-q", "-m", "wer", "-o", str(out), "--new-workbook").stderr == ""
    assert openpyxl.load_workbook(out).sheetnames == ["Summary", "Segments", "Statistics"]
    assert run("score", path, "-m", "wer", "--new-workbook").returncode == 2


def test_a_new_workbook_where_the_old_one_cannot_be_written(tmp_path: Path) -> None:
    path, out = workbook(tmp_path / "in.xlsx", ROWS), tmp_path / "out.xlsx"
    broken = tmp_path / "broken.xlsx"
    with zipfile.ZipFile(path) as parts, zipfile.ZipFile(broken, "w") as copied:
        for name in parts.namelist():
            copied.writestr(name, parts.read(name).replace(b'left="0.75"', b'left="wide"'))
    result = run("score", str(broken), "-m", "wer", "-o", str(out))
    assert result.returncode == 0
    assert f"{broken}: scores go into a new workbook, not into this one: openpyxl cannot read it" in result.stderr
    assert "Segments" in openpyxl.load_workbook(out).sheetnames


def test_what_is_lost_is_noted(tmp_path: Path) -> None:
    path, out = tmp_path / "in.xlsx", tmp_path / "out.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(ROWS[:2]):
            sheet.write_row(number, 0, row)
        sheet.write("E1", "Length")
        sheet.write_formula("E2", "=LEN(B2)", None, 11)
    result = run("score", str(path), "--hyp", "Google", "-m", "wer", "-o", str(out))
    assert result.returncode == 0
    assert "the workbook comes back without the stored values of formulas (a spreadsheet program" in result.stderr
    assert openpyxl.load_workbook(out)["Sheet1"]["E2"].value == "=LEN(B2)"
    assert run("score", str(path), "--hyp", "Google", "-m", "wer", "-o", str(out), "-q").stderr == ""


def test_of_an_ods_file_a_new_workbook_is_made(tmp_path: Path) -> None:
    path, out = tmp_path / "in.ods", tmp_path / "out.xlsx"
    rows = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>' for text in row
        )
        + "</table:table-row>"
        for row in (["Reference", "Google"], ["the cat sat", "the cat"])
    )
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = (
        f"<office:document-content{names}><office:body><office:spreadsheet>"
        f'<table:table table:name="Cases">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w") as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        parts.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        parts.writestr("content.xml", content)
    result = run("score", str(path), "-m", "wer", "-o", str(out))
    assert result.returncode == 0, result.stderr
    assert "scores go into a new workbook, not into this one: mtassay reads ods but does not write it" in result.stderr
    assert "Segments" in openpyxl.load_workbook(out).sheetnames
