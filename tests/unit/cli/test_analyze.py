"""`mtassay analyze` and `mtassay analyses` as a user meets them: real processes, exit codes, messages."""

import csv
import gzip
import io
import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner
from processes import run

from mtassay import EvalSet, Finding
from mtassay.analyses.base import ANALYSES
from mtassay.checks.loops import Loops
from mtassay.cli.main import cli
from mtassay.reports.formats.choice import FORMATS

Write = Callable[[str, str | bytes], str]
FOLDER = Path(__file__).parents[3] / "examples" / "dialogues"
REFERENCE, SOURCE = str(FOLDER / "reference-a.en.txt"), str(FOLDER / "source.de.txt")
SMALL, LARGE, PHRASE = (
    str(FOLDER / "systems" / f"{name}.txt") for name in ("neural-small", "neural-large", "phrase-based")
)
DOCUMENTS = f"document={FOLDER}/documents.txt"
TABLES = ["standouts", "scores", "figures", "outcomes", "vocabulary", "ngrams", "discriminative", "examples"]


def analyze(*arguments: str) -> str:
    """What is said of two systems, without notes."""
    result = run("analyze", "-q", "-r", REFERENCE, SMALL, LARGE, "-m", "chrf", *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def refused(*arguments: str, stdin: str | bytes = b"") -> str:
    """The error of what is refused; nothing else is written."""
    result = run("analyze", "-q", "-r", REFERENCE, SMALL, LARGE, "-m", "chrf", *arguments, stdin=stdin)
    assert result.returncode in (2, 3, 4, 5, 7), result.stderr
    assert result.stdout == ""
    return result.stderr


def examples(command: str) -> list[str]:
    shown = run(command, "--help").stdout.partition("Examples:")[2]
    return [line.strip() for line in shown.splitlines() if line.strip()]


def test_help_has_examples_that_work(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"reference": "the cat sat down ", "source": "Katze ", "base": "the cat sat ", "new": "a cat sits "}
    for name, text in texts.items():
        write(f"{name}.txt", f"{text * 6}\n" * 40)
    for name, text in {"ref": "the cat sat", "base": "the cat", "new": "the dog sat"}.items():
        write(f"{name}.tok", f"{text}\n" * 40)
        write(f"{name}.pos", f"{'N ' * len(text.split())}\n" * 40)
    write("train.tsv.gz", gzip.compress(b"the\t7\n"))
    write("terms.tsv", "Katze\tcat\n")
    write("meta.tsv", "document\tdomain\n" + "".join(f"d{place}\tnews\n" for place in range(39)) + "d39\tchat\n")
    for command in ("analyze", "analyses"):
        lines = examples(command)
        assert len(lines) >= 3
        for line in lines:
            program, *arguments = shlex.split(line)
            done = run(*arguments)
            assert (program, done.returncode) == ("mtassay", 0), (line, done.stderr)


def test_everything_that_the_texts_allow_is_told() -> None:
    text = analyze("-s", SOURCE, "-l", "en", "--labels", DOCUMENTS)
    assert text.startswith("2 systems on 120 segments; compared with neural-small\n")
    for title in ("Words by frequency", "Words by shape", "chrF2 by words of the reference", "chrF2 by document",
                  "Error classes", "Names and numbers kept", "Different words", "Checks",
                  "Largest gains of neural-large", "What tells neural-large from the references"):  # fmt: skip
        assert f"\n{title}" in text, title
    assert "\nNot done" not in text
    assert "|version:" in text.splitlines()[-1]


def test_json_has_the_documented_keys() -> None:
    document = json.loads(analyze("-f", "json", "-a", "errors", "-a", "ngrams"))
    assert list(document) == [
        *("version", "systems", "pairs", "segments", "all_segments", "where", "untested_because", "unit", "alpha"),
        *("sentence", "standouts", "scores", "results", "not_done"),
    ]
    assert document["systems"] == ["neural-small", "neural-large"]
    assert [list(result) for result in document["results"]] == [["analysis", "title", "notes", "signature", "rows"]] * 5
    assert list(document["results"][0]["rows"][0]) == [
        *("line", "measure", "system", "value", "error", "size", "reference", "compared_with", "difference"),
        *("difference_error", "p", "q", "contribution"),
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_written_to_a_file(form: str, tmp_path: Path) -> None:
    path = tmp_path / "out"
    assert analyze("-f", form, "-o", str(path)) == ""
    written = path.read_bytes()
    if form == "xlsx":
        book = openpyxl.load_workbook(io.BytesIO(written))
        assert sorted(book.sheetnames) == sorted(name.capitalize() for name in TABLES)
    else:
        assert written.decode() == analyze("-f", form)
        assert written.endswith(b"\n")


def test_the_ending_of_a_file_says_the_format(tmp_path: Path) -> None:
    path = tmp_path / "analyses.json"
    analyze("-a", "errors", "-o", str(path))
    assert json.loads(path.read_text(encoding="utf-8"))["segments"] == 120


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_chosen_by_name(table: str) -> None:
    rows = list(csv.DictReader(io.StringIO(analyze("-f", "tsv", "--table", table)), delimiter="\t"))
    assert rows
    lines = analyze("-f", "jsonl", "--table", table).splitlines()
    assert len(lines) == len(rows)
    assert list(json.loads(lines[0])) == list(rows[0])


def test_an_unknown_table_is_refused_with_the_nearest() -> None:
    said = refused("-f", "tsv", "--table", "figurs")
    assert f"there is no table 'figurs' (did you mean 'figures'?); there are: {', '.join(TABLES)}" in said


def test_digits_are_those_asked_for() -> None:
    assert " 68.50 " in analyze("-a", "errors")
    assert " 68.4984 " in analyze("-a", "errors", "-w", "4")
    assert refused("-w", "16").startswith("mtassay: ")


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("length >> 5", "at '> 5' (character 9): write here a number"),
        ("length > 5 or segment < 3", "(character 12): conditions are joined by 'and' alone"),
        ("reference ~ /(a+)+/", "(character "),
        ("chrf(neural small) > 5", "(character 13): write ) behind the system"),
        ('reference ~ "going', "this quote is not closed"),
        ("lenght > 5", "there is no label 'lenght' (did you mean 'length'?)"),
        ("chrf(neural-smal) > 5", "there is no system 'neural-smal' (did you mean 'neural-small'?)"),
        ("bleu(neural-small) > 5", "'bleu' is not among the metrics of this run"),
        ("source ~ cat", "this test set has no sources; give them: --source FILE"),
        ("length > 5000", "where length > 5000: no segment is left; ask for less"),
    ],
)
def test_filters_that_are_wrong_are_told_with_the_place(where: str, place: str) -> None:
    said = refused("--where", where)
    assert place in said
    assert len(said.splitlines()) <= 2


def test_several_conditions_must_all_hold() -> None:
    document = json.loads(analyze("-f", "json", "-a", "errors", "--where", "length >= 10", "--where", "segment > 50"))
    assert document["where"] == "length >= 10 and segment > 50"
    assert "the filter 'segment >'" in refused("--where", "length >= 10", "--where", "segment >")


def test_what_is_wrong_with_a_filter_is_told_before_files_are_read() -> None:
    result = run("analyze", "-r", "no-such-file.txt", "neither.txt", "--where", "length >>")
    assert "the filter 'length >>'" in result.stderr


def test_a_filter_that_is_given_keeps_tests_and_one_that_looks_at_outputs_does_not() -> None:
    kept = json.loads(analyze("-f", "json", "-a", "errors", "--where", "length>=10"))
    assert (kept["where"], kept["untested_because"]) == ("length >= 10", None)
    assert kept["segments"] < kept["all_segments"] == 120
    assert kept["results"][0]["rows"][-1]["p"] is not None
    assert "|where:length >= 10|" in kept["results"][0]["signature"]
    assert "|where:length >= 10|" in kept["scores"][0]["signature"]
    looking = json.loads(analyze("-f", "json", "-a", "errors", "--where", "chrf(neural-large) > 60"))
    assert looking["untested_because"].startswith("The filter looks at outputs (chrf(neural-large) > 60)")
    assert {row["p"] for row in looking["results"][0]["rows"]} == {None}
    assert {score["p"] for score in looking["scores"]} == {None}
    assert looking["standouts"] == []
    text = analyze("-a", "errors", "--where", "chrf(neural-large) > 60")
    assert "scores are shown without intervals and p-values." in text
    few = analyze("-a", "errors", "--where", "segment <= 12")
    assert "The filter leaves 12 segments, too few to test anything: it takes 30." in few


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-a", "erors"], "there is no analysis 'erors' (did you mean 'errors'?); there are checks, "),
        (["--without", "wrods"], "there is no analysis 'wrods' (did you mean 'words'?)"),
        (["-a", "errors:base=englsh"], "there is no such stemmer (did you mean 'english'?)"),
        (["-a", "words:by=pos"], "words have no labels 'pos'; there are frequency, shape"),
        (["-a", "segments:by=document"], "segments have no label 'document'"),
        (["-a", "words:cuts='5,2'"], "expected numbers that rise"),
        (["--pair", "neural-small"], "--pair neural-small: name two systems with a comma between them"),
        (["--pair", "neural-small,"], "name two systems with a comma between them"),
        (["--pair", "a,b,c"], "--pair a,b,c: name two systems with a comma between them"),
        (["--pair", "neural-small,neural-larg"], "there is no system 'neural-larg' (did you mean 'neural-large'?)"),
        (["--pair", "neural-small,neural-small"], "'neural-small' with itself"),
        (["--word-labels", "pos=x.txt"], "--word-labels needs --words space"),
        (["--words", "spaces"], "--words"),
        (["--unit", "document"], "segments have no label 'document'"),
        (["--test", "bootstap"], "(did you mean 'bootstrap'?)"),
        (["--alpha", "2"], "alpha=2"),
        (["--where", "lenght > 3"], "(did you mean 'length'?); there are no labels, and every segment has segment, "),
        (["--glossary", "no-such-file.tsv"], "no-such-file.tsv: there is no such file"),
        (["-a", "words:counts=no-such-file.tsv"], "no-such-file.tsv: there is no such file"),
    ],
)
def test_options_that_are_wrong_are_told(arguments: list[str], said: str) -> None:
    assert said in refused(*arguments)


def test_names_of_systems_may_have_blanks_quotes_and_commas(write: Write) -> None:
    old = write("old, v1.txt", Path(SMALL).read_bytes())
    new = write('it\'s "new".txt', Path(LARGE).read_bytes())
    options = ["-q", "-r", REFERENCE, old, new, "-m", "chrf", "-a", "errors", "-f", "json"]
    pairs = json.loads(run("analyze", *options, "--pair", 'it\'s "new",old, v1').stdout)["pairs"]
    assert pairs == [['it\'s "new"', "old, v1"]]
    blanks = json.loads(run("analyze", *options, "--pair", 'old, v1, it\'s "new"').stdout)["pairs"]
    assert blanks == [["old, v1", 'it\'s "new"']]
    for where in ('chrf("old, v1") > 60', "chrf('it''s \"new\"') > 60", 'chrf("it\'s ""new""") > 60'):
        document = json.loads(run("analyze", *options, "--where", where).stdout)
        assert 30 < document["segments"] < 120
        again = json.loads(run("analyze", *options, "--where", document["where"]).stdout)
        assert again == document


def test_several_pairs_are_told_apart() -> None:
    options = ["--pair", "neural-small,phrase-based", "--pair", "neural-large,phrase-based"]
    text = analyze(PHRASE, "-a", "errors", *options)
    assert "phrase-based - neural-small" in text
    assert "phrase-based - neural-large" in text
    assert "neural-large - neural-small" not in text.partition("Error classes")[2]


def test_one_system_alone_is_described() -> None:
    result = run("analyze", "-q", "-r", REFERENCE, SMALL, "-m", "chrf", "-f", "json")
    document = json.loads(result.stdout)
    assert (document["pairs"], document["sentence"], document["standouts"]) == ([], None, [])
    assert [each["analysis"] for each in document["not_done"]] == ["kept"]
    assert document["scores"][0]["signature"]


def test_without_references_what_lacks_them_is_said_not_to_be_done() -> None:
    scores = str(FOLDER / "neural-small-scores.txt")
    result = run("analyze", "-q", SMALL, "-s", SOURCE, "-m", f"given:path={scores}")
    assert (result.returncode, result.stderr) == (0, "")
    told = result.stdout.partition("Not done\n")[2]
    assert "  errors: needs references\n" in told
    assert "  words: needs references\n" in told
    assert "Length and repetition" in result.stdout
    assert "bleu needs references; give them with -r FILE" in run("analyze", SMALL, LARGE).stderr


def test_what_was_asked_for_and_lacks_something_is_said_too() -> None:
    assert analyze("-a", "terms").partition("Not done\n")[2].startswith("  terms: needs sources and a glossary\n")


def test_identical_systems_have_no_differences() -> None:
    result = run("analyze", "-q", "-r", REFERENCE, f"a={SMALL}", f"b={SMALL}", "-m", "chrf", "-f", "json")
    document = json.loads(result.stdout)
    assert document["sentence"] == "b cannot be told apart from a by chrF2."
    rows = [row for each in document["results"] for row in each["rows"] if row.get("difference") is not None]
    assert {row["difference"] for row in rows} == {0}
    assert {row["p"] for row in rows} <= {1, None}


def test_a_name_twice_makes_runs() -> None:
    options = ["-q", "-r", REFERENCE, f"a={SMALL}", f"a={PHRASE}", f"b={LARGE}", "-m", "chrf", "-a", "errors"]
    document = json.loads(run("analyze", *options, "-f", "json").stdout)
    assert document["systems"] == ["a", "b"]
    assert "|runs:" in document["results"][0]["signature"]
    filtered = run("analyze", *options, "-f", "json", "--where", "chrf(a#2) > 40")
    assert 0 < json.loads(filtered.stdout)["segments"] < 120
    assert "a has 2 runs; write one of a#1, a#2" in run("analyze", *options, "--where", "chrf(a) > 40").stderr


def test_documents_are_units() -> None:
    text = analyze("-a", "errors", "--labels", DOCUMENTS, "--unit", "document")
    assert "p-values by the jackknife over parts by document" in text
    assert "Too few parts by document to test (under 30)." in text


def test_labels_come_from_spreadsheets_too(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["Domain", "Rating"])
    for place in range(120):
        book.active.append(["news, sport" if place % 2 else 'the "rest"', None if place % 10 == 0 else place / 8])
    path = tmp_path / "labels.xlsx"
    book.save(path)
    options = ["-f", "json", "--labels", str(path), "-a", "segments:by=Domain", "-a", "segments:by=Rating"]
    document = json.loads(analyze(*options))
    lines = [list(dict.fromkeys(row["line"] for row in each["rows"])) for each in document["results"]]
    assert lines[0] == ['the "rest"', "news, sport"]
    assert len(lines[1]) == 5
    assert lines[1][-1] == ""
    chosen = json.loads(analyze(*options, "--where", 'Domain = "news, sport"'))
    assert (chosen["segments"], chosen["where"]) == (60, 'Domain = "news, sport"')


def test_words_are_counted_in_a_file_whatever_its_ends_of_lines(write: Write) -> None:
    expected = analyze("-f", "tsv", "-a", f"words:counts={write('plain.tsv', 'the' + chr(9) + '7' + chr(10))}")
    assert "\tnever\t" in expected
    for name, data in {
        "windows.tsv": b"\xef\xbb\xbfthe\t7\r\n\r\n",
        "packed.tsv.gz": gzip.compress(b"the\t7\n"),
    }.items():
        path = write(name, data)
        shown = analyze("-f", "tsv", "-a", f"words:counts={path}")
        assert shown.replace(name, "") == expected.replace("plain.tsv", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the\t7\nword\tmany\n", "counts.tsv, line 2: 'word\\tmany' is no word with its count; write WORD, a tab and"),
        ("the\t7\nword\n", "counts.tsv, line 2: 'word' is no word with its count"),
        ("the\t7\n\t7\n", "counts.tsv, line 2"),
        ("the\t-1\n", "counts.tsv, line 1"),
        ("", "counts.tsv: the file is empty"),
        (f"the\t{'9' * 30}\n", "counts.tsv, line 1"),
    ],
)
def test_counts_of_another_form_are_told_with_their_line(write: Write, text: str, said: str) -> None:
    assert said in refused("-a", f"words:counts={write('counts.tsv', text)}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tag\tday\nHotel\n", "terms.tsv, line 2: 'Hotel' has no tab; write SOURCE, a tab and TARGET"),
        ("Tag\t\n", "terms.tsv, line 1: the target is empty"),
        ("\tday\n", "terms.tsv, line 1: the source is empty"),
        ("\n", "terms.tsv: no terms; write SOURCE, a tab and TARGET"),
        ("", "terms.tsv: the file is empty"),
        ("cat\tKatze\n", "none of its terms stands in the sources; is it the other way round"),
    ],
)
def test_glossaries_of_another_form_are_told_with_their_line(write: Write, text: str, said: str) -> None:
    for analysis in ([], ["-a", "terms"]):
        assert said in refused("-s", SOURCE, "--glossary", write("terms.tsv", text), *analysis)


def test_a_workbook_is_no_glossary_and_no_counts(tmp_path: Path) -> None:
    path = tmp_path / "terms.xlsx"
    openpyxl.Workbook().save(path)
    said = "terms.xlsx: this is a workbook, and here text is read; save its sheet as text with tabs"
    assert said in refused("-s", SOURCE, "--glossary", str(path))
    assert said in refused("-a", f"words:counts={path}")


def test_a_glossary_from_a_spreadsheet_is_read(write: Write) -> None:
    path = write("terms.tsv", b"\xef\xbb\xbfHotel\tHotel\thotel\r\nZug\ttrain\r\nHotel\tinn\r\n")
    result = run(
        "analyze", "-s", SOURCE, "-r", REFERENCE, SMALL, LARGE, "-a", "terms", "--glossary", path, "-f", "json"
    )
    assert result.returncode == 0
    assert "terms that stand there more than once: 1, such as 'Hotel'; all their targets are allowed" in result.stderr
    (terms,) = json.loads(result.stdout)["results"]
    assert {row["line"] for row in terms["rows"]} == {"all", "Hotel", "Zug"}


def test_labels_of_words(write: Write) -> None:
    reference, old = write("ref.tok", "the cat sat\n" * 40), write("old.tok", "the dog\n" * 40)
    new = write("new.tok", "the cat\n" * 40)
    of_reference, of_old = write("ref.pos", "D N V\n" * 40), write("old.pos", "D N\r\n" * 40)
    options = ["-q", "-r", reference, f"old={old}", f"new={new}", "-m", "chrf", "--words", "space"]
    options += ["-f", "json", "-a", "words:by=pos"]
    labels = f"pos={of_reference},old={of_old},new={of_old}"
    (table,) = json.loads(run("analyze", *options, "--word-labels", labels).stdout)["results"]
    recall = {(row["line"], row["system"]): row["value"] for row in table["rows"] if row["measure"] == "recall"}
    assert recall["N", "old"] == 0
    assert recall["N", "new"] == 1
    assert table["signature"].startswith("nrefs:1|words:space|by:pos|")

    def said(argument: str) -> str:
        failed = run("analyze", *options[:-2], "--word-labels", argument)
        assert (failed.returncode != 0, failed.stdout) == (True, "")
        return failed.stderr

    short = write("short.pos", "D N V\n" * 39)
    wrong = write("wrong.pos", "D N V\n" * 39 + "D N\n")
    assert "short.pos: 39 lines of labels for 40 segments" in said(f"pos={short}")
    assert "wrong.pos, line 40: 2 labels, and the text has 3 words" in said(f"pos={wrong}")
    assert "there is no system 'nwe' (did you mean 'new'?); there are old, new" in said(
        f"pos={of_reference},nwe={of_old}"
    )
    assert "expected NAME=REFERENCE-FILE" in said("pos")
    assert "shape is a name of ours" in said(f"shape={of_reference}")


@pytest.fixture(params=["tsv", "csv", "xlsx"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """All texts in one file, with a column of documents."""
    columns = [Path(path).read_text(encoding="utf-8").splitlines() for path in (SOURCE, REFERENCE, SMALL, LARGE)]
    columns.append([f"doc {place // 3}" for place in range(120)])
    rows = [["Source", "Reference", "Small one", "Large one", "Document"], *map(list, zip(*columns, strict=True))]
    path = tmp_path / f"all.{request.param}"
    if request.param == "xlsx":
        book = openpyxl.Workbook()
        assert book.active is not None
        for row in rows:
            book.active.append(row)
        book.save(path)
    else:
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            if request.param == "csv":
                csv.writer(file, delimiter=";", lineterminator="\r\n").writerows(rows)
            else:
                file.writelines("\t".join(row) + "\r\n" for row in rows)
    return str(path)


def test_a_table_may_hold_all_texts(table: str) -> None:
    columns = ["--src", "Source", "--ref", "Reference", "--hyp", "Small one", "--hyp", "Large one"]
    options = ["-q", "-m", "chrf", "-f", "json", "-a", "errors", "-a", "kept"]
    document = json.loads(run("analyze", table, *columns, *options, "--unit", "Document").stdout)
    assert (document["systems"], document["unit"]) == (["Small one", "Large one"], "Document")
    of_files = json.loads(
        run("analyze", "-r", REFERENCE, "-s", SOURCE, f"Small one={SMALL}", f"Large one={LARGE}", *options).stdout
    )

    def values(every: Any) -> list[Any]:
        return [row["value"] for result in every["results"] for row in result["rows"]]

    assert values(document) == values(of_files)
    where = ["--where", 'Document in ("doc 1", "doc 2") and chrf("Large one") > 1']
    assert json.loads(run("analyze", table, *columns, *options, *where).stdout)["segments"] == 6


def test_texts_come_from_standard_input_once() -> None:
    data = Path(LARGE).read_bytes()
    options = ["-q", "-r", REFERENCE, SMALL, "new=-", "-m", "chrf", "-a", "errors", "-f", "json"]
    document = json.loads(run("analyze", *options, stdin=data).stdout)
    assert document["systems"] == ["neural-small", "new"]
    assert document["results"][0]["rows"] == [
        {**row, "system": row["system"].replace("neural-large", "new")}
        for row in json.loads(analyze("-a", "errors", "-f", "json"))["results"][0]["rows"]
    ]
    piped = run("analyze", *options, "-s", SOURCE, "--glossary", "-", "-a", "terms", stdin=b"Hotel\thotel\n")
    assert piped.returncode != 0
    assert piped.stdout == ""


def test_notes_and_checks_go_to_standard_error() -> None:
    loud = run("analyze", "-r", REFERENCE, SMALL, LARGE, "-m", "chrf", "-a", "errors")
    assert "note: segments with lost or changed numbers: 2 in system neural-small (5, 97)" in loud.stderr
    assert loud.stdout == analyze("-a", "errors")


def test_strict_stops_where_something_is_severe() -> None:
    stopped = run("analyze", "--strict", "-r", REFERENCE, "-s", SOURCE, f"copy={SOURCE}", LARGE, "-m", "chrf")
    assert (stopped.returncode != 0, stopped.stdout) == (True, "")
    assert "--strict stops here" in stopped.stderr
    assert run("analyze", "--strict", "-q", "-r", REFERENCE, SMALL, LARGE, "-a", "errors").returncode == 0


def test_no_input_is_written_over(write: Write) -> None:
    glossary, labels = write("terms.tsv", "Hotel\thotel\n"), write("labels.txt", "a\n" * 120)
    counts, words = write("counts.tsv", "the\t7\n"), write("labels-of-words.txt", "x\n" * 120)
    options = ["-s", SOURCE, "--glossary", glossary, "--labels", f"domain={labels}", "-a", f"words:counts={counts}"]
    options += ["--words", "space", "--word-labels", f"pos={words}"]
    for path in (REFERENCE, SMALL, SOURCE, glossary, labels, counts, words):
        before = Path(path).read_bytes()
        assert "this is one of the inputs, which are never written over" in refused(*options, "-o", path)
        assert Path(path).read_bytes() == before


def test_a_long_segment_leaves_the_rest(write: Write) -> None:
    long = "w " * 100_001
    texts = "a cat sat\n" * 39
    old, new, reference = (write(name, long + end + "\n" + texts) for name, end in
                           (("old.txt", "x"), ("new.txt", "y"), ("reference.txt", "")))  # fmt: skip
    options = ["-q", "-r", reference, old, new, "-m", "chrf"]
    done = run("analyze", *options)
    assert done.returncode == 0
    assert "  errors: system old, segment 1: 100,002 words, too long to compare" in done.stdout
    failed = run("analyze", *options, "-a", "errors")
    assert (failed.returncode != 0, failed.stdout) == (True, "")
    assert "too long to compare; is a line a whole file?" in failed.stderr


def test_odd_characters_break_no_line_and_no_file(write: Write, tmp_path: Path) -> None:
    texts = "a\x1eb\x1f\n</script>\n\u202ea\n\x1ba\n=1+1\n" * 8
    old, new = write("old.txt", texts), write("new.txt", texts.replace("a", "b"))
    options = ["-q", "-r", old, old, new, "-m", "chrf"]
    shown = run("analyze", *options).stdout
    assert "\\x1b a" in shown
    assert not set("\x1b\x1e\x1f\u202e") & set(shown)
    for form in FORMATS:
        assert run("analyze", *options, "-f", form, "-o", str(tmp_path / form)).returncode == 0


def test_the_list_of_analyses_names_all_and_one_is_explained() -> None:
    listed = run("analyses")
    assert [line.split()[0] for line in listed.stdout.splitlines() if line and not line.startswith(("All", "Run"))] == (
        sorted(ANALYSES)
    )
    assert "All about one: mtassay analyses NAME" in listed.stdout
    rows = [json.loads(line) for line in run("analyses", "-f", "jsonl").stdout.splitlines()]
    assert [row["name"] for row in rows] == sorted(ANALYSES)
    for name in ANALYSES:
        shown = run("analyses", name)
        assert (shown.returncode, shown.stderr) == (0, "")
        assert all(f"\n{head}\n" in shown.stdout for head in ("Counts", "Cannot tell", "Needs", "Paper"))
        assert json.loads(run("analyses", name, "-f", "json").stdout)["name"] == name


def test_an_unknown_analysis_is_refused_with_the_nearest() -> None:
    refused = run("analyses", "erors")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "there is no analysis 'erors' (did you mean 'errors'?)" in refused.stderr


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@pytest.mark.parametrize("quiet", [(), ("-q",)])
def test_checks_look_at_the_texts_once(quiet: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    find = Loops.find

    def counted(self: Loops, evalset: EvalSet) -> Iterator[Finding]:
        looked.append(self.name)
        return find(self, evalset)

    monkeypatch.setattr(Loops, "find", counted)
    done = CliRunner().invoke(cli, ["analyze", "-r", REFERENCE, SMALL, LARGE, "-m", "chrf", "-a", "checks", *quiet])
    assert done.exit_code == 0, done.output
    assert looked == ["loops"]
