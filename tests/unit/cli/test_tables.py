"""Tables on the command line: columns, guesses, conversions."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run

Write = Callable[[str, str | bytes], str]
CASES = "Hindi\tReference\tGoogle\tBing\nk\tthe cat sat\tthe cat sat\ta cat sat\nl\ta dog ran\ta dog ran\tdog ran\n"


@pytest.fixture
def cases(write: Write) -> str:
    return write("cases.tsv", CASES)


def test_a_table_alone_is_scored_by_the_names_of_its_columns(cases: str) -> None:
    result = run("score", cases, "-m", "wer", "-b")
    assert result.stdout == "0.00\n33.33\n"
    assert result.stderr == (
        f"mtassay: note: {cases}: columns by their names: src=Hindi, ref=Reference, hyp=Google, hyp=Bing\n"
    )
    assert run("score", cases, "-m", "wer", "-b", "-q").stderr == ""


def test_empty_segments_are_told_once(write: Write) -> None:
    cases = write("cases.tsv", "src\tref\thyp:a\nk\tthe cat sat\t\nl\ta dog ran\ta dog ran\n")
    assert run("score", cases, "-m", "wer", "-b").stderr.count("empty") == 1


def test_columns_are_chosen_by_name_or_number(cases: str) -> None:
    assert run("score", cases, "--hyp", "Bing", "--ref", "Reference", "--src", "Hindi", "-m", "wer", "-b").stderr == ""
    assert run("score", cases, "--hyp", "4", "--hyp", "google", "--ref", "2", "-m", "wer", "-b", "-q").stdout == (
        "33.33\n0.00\n"
    )
    assert run("score", f"{cases}:hyp=Bing,ref=Google", "-m", "wer", "-b", "-q").stdout == "33.33\n"


def test_columns_stand_for_files(cases: str, write: Write) -> None:
    text = write("new.txt", "the cat sat\na dog\n")
    result = run("score", "-r", f"{cases}:ref=Reference", f"{cases}:hyp=Google,hyp=Bing", f"new={text}", "-m", "wer")
    assert [line.split()[0] for line in result.stdout.splitlines()[2:5]] == ["Google", "Bing", "new"]
    assert run("score", "-r", cases, f"mine={cases}:hyp=Bing", "-m", "wer", "-b").stdout == "33.33\n"


def test_compare_takes_tables_too(cases: str, write: Write) -> None:
    labels = write("labels.csv", "domain;topic\na;x\nb;y\n")
    arguments = ["-m", "wer", "--format", "json", "--draws", "10", "-q", "--by", "domain", "--labels", labels]
    one = json.loads(run("compare", cases, *arguments).stdout)
    assert (one["baseline"], [group["name"] for group in one["groups"]]) == ("Google", ["a", "b"])
    two = run(
        "compare",
        "-r",
        f"{cases}:ref=Reference",
        f"a={cases}:hyp=Google",
        f"a={cases}:hyp=Bing",
        f"{cases}:hyp=Bing",
        "-q",
    )
    assert two.returncode == 0
    assert "runs" in two.stdout


def test_mbr_takes_a_column_as_reference(cases: str, write: Write) -> None:
    samples = write("samples.jsonl", '["the cat sat", "x"]\n["y", "a dog ran"]\n')
    assert run("mbr", samples, "-r", f"{cases}:ref=Reference", "--text").stdout == "the cat sat\na dog ran\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["-r", "CASES", "CASES", "--hyp", "Bing"],
            2,
            "--hyp chooses a column of one table that has all texts, and -r",
        ),
        (["CASES", "CASES", "--ref", "Bing"], 2, "--ref chooses a column of one table, and 2 files are named"),
        (
            ["CASES", "--hyp", "Bong"],
            7,
            "there is no column 'Bong' (did you mean 'Bing'?); its columns are 1 'Hindi', 2",
        ),
        (["-r", "CASES:hyp=Bing", "CASES"], 7, "this file is named for references, and hyp= chooses something else"),
        (["-r", "CASES", "x=CASES"], 7, "one name for several systems (Google, Bing); choose one: x=CASES:hyp=COLUMN"),
        (["-r", "CASES", "CASES:hyp=Bing", "CASES:hyp=4"], 7, "two systems are called 'Bing'"),
        (["CASES:hyp=it's"], 2, "a quote is not closed"),
        (["CASES:format=tvs"], 2, "there is no file format 'tvs' (did you mean 'tsv'?)"),
        (["CASES:ref=Bing,hyp=1,src=2,format='tsv:header=none'", "--ref", "9"], 7, "there is no column 9"),
    ],
)
def test_mistakes_are_named(cases: str, arguments: list[str], code: int, message: str) -> None:
    result = run("score", *(argument.replace("CASES", cases) for argument in arguments), "-q")
    assert message.replace("CASES", cases) in result.stderr
    assert result.returncode == code


def test_a_table_without_references_is_refused_by_name(write: Write) -> None:
    result = run("score", write("x.csv", "source,MT\na,b\nc,d\n"), "-q")
    assert result.returncode == 2
    assert "bleu needs references; say which column: --ref COLUMN" in result.stderr
    result = run("score", write("y.csv", "source,reference\na,b\nc,d\n"), "-q")
    assert result.returncode == 2
    assert "has no column that seems to be a system; say which: --hyp COLUMN" in result.stderr


def test_the_delimiter_may_be_wrong(cases: str, write: Write) -> None:
    path = write("x.tsv", "Reference;Google\na;b\nc;d\n")
    assert "is the delimiter wrong?" in run("score", path, "--hyp", "Google").stderr
    assert run("score", f"{path}:format=csv", "-m", "wer", "-b", "-q").stdout == "100.00\n"


@pytest.mark.parametrize("name", ["all.xlsx", "all.csv", "all.tsv.gz", "all.json.xz", "all.jsonl.zst"])
def test_what_is_converted_scores_the_same(cases: str, tmp_path: Path, name: str) -> None:
    other = str(tmp_path / name)
    assert run("convert", cases, other, "-q").stdout == ""
    assert run("score", other, "-m", "wer", "-b").stdout == "0.00\n33.33\n"
    back = run("convert", other, "-")
    assert back.stdout == CASES.replace("Hindi\tReference\tGoogle\tBing", "src\tref\thyp:Google\thyp:Bing")


def test_files_are_joined_and_taken_apart(tmp_path: Path, write: Write) -> None:
    reference, system = write("ref.txt", "a\nb\n"), write("sys.txt", "c\nd\n")
    assert run("convert", "-r", reference, system, "-").stdout == "ref\thyp:sys\na\tc\nb\td\n"
    out = str(tmp_path / "all.json")
    assert run("convert", "-r", reference, system, f"more={system}", out).returncode == 0
    assert run("convert", out, str(tmp_path / "ref2.txt"), "--only", "ref").returncode == 0
    assert (tmp_path / "ref2.txt").read_text() == "a\nb\n"


@pytest.mark.parametrize(
    ("output", "code", "message"),
    [
        ("cases.tsv", 5, "this is one of the inputs, which are never written over; name another file"),
        ("x.ods", 5, "mtassay reads ods but does not write it"),
        (
            "x.txt",
            5,
            "there are 4; write tsv, csv, jsonl or xlsx, or keep one column: --only ref",
        ),
        ("x.unknown", 5, "the name does not say which format; end it in one of .csv, .json"),
        ("no/folder/x.csv", 5, "there is no folder"),
    ],
)
def test_what_cannot_be_written_is_said(cases: str, tmp_path: Path, output: str, code: int, message: str) -> None:
    result = run("convert", cases, str(tmp_path / output), "-q")
    assert message in result.stderr
    assert result.returncode == code
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cases.tsv"]


def test_an_empty_reference_beside_others_is_noted(tmp_path: Path, write: Write) -> None:
    path = write("x.jsonl", '{"ref": "a", "ref:2": "", "hyp:x": "b"}\n')
    result = run("convert", path, str(tmp_path / "x.csv"))
    assert "1 empty reference beside others, which csv cannot tell from none; jsonl can" in result.stderr


def test_scores_may_be_comma_separated(cases: str, write: Write) -> None:
    scores = write("scores.csv", "system;segment;score\nGoogle;1;0.5\nGoogle;2;0.25\n")
    result = run("score", cases, "--hyp", "Google", "-m", f"given:path={scores}", "-b", "-q")
    assert result.stdout.startswith("0.37")
