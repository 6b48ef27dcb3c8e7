"""Scores of other programs from files."""

import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mtassay import InputError, MtassayWarning, SettingError
from mtassay.corpus.formats.scores import read_scores

Write = Callable[[str, str | bytes], str]

EXPECTED = {"A": [0.5, -1.25, 3.0], "B": [0.25, 0.0, 1e-3]}
LONG = "system\tsegment\tscore\nA\t1\t0.5\nA\t2\t-1.25\nA\t3\t3\nB\t1\t.25\nB\t2\t0\nB\t3\t1e-3\n"


@pytest.mark.parametrize(
    "content",
    [
        LONG,
        LONG.replace("\n", "\r\n"),
        LONG.rstrip("\n"),
        LONG.replace("system\tsegment\tscore\n", ""),
        # any order of columns and rows, other names, counted from 0, an index as pandas writes it
        "Score\tSEG_ID\t\tModel\n3\t2\tx\tA\n.25\t0\tx\tB\n0.5\t0\tx\tA\n0\t1\tx\tB\n-1.25\t1\tx\tA\n1e-3\t2\tx\tB\n",
        "COMET\tsys\tline\n0.5\tA\t1\n.25\tB\t1\n-1.25\tA\t2\n0\tB\t2\n3\tA\t3\n1e-3\tB\t3\n",
        "system\tCOMET\nA\t0.5\nA\t-1.25\nB\t.25\nA\t3\nB\t0\nB\t1e-3\n",
        "A\t0.5\nA\t-1.25\nA\t3\nB\t.25\nB\t0\nB\t1e-3\n",
        "A\tB\n0.5\t.25\n-1.25\t0\n3\t1e-3\n",
        "id\tB\tA\tother\n3\t1e-3\t3\t\n1\t.25\t0.5\t\n2\t0\t-1.25\tnan\n",
        (
            '{"system": "A", "segment": 1, "score": 0.5}\n{"system": "A", "segment": 2, "score": -1.25}\n'
            '{"score": 3, "segment": 3, "system": "A"}\n{"system": "B", "segment": 3, "score": 1e-3}\n'
            '{"system": "B", "segment": 2, "score": 0}\n{"system": "B", "segment": 1, "score": 0.25, "more": "x"}\n'
        ),
        (
            '{"sys": "A", "value": 0.5}\n{"sys": "B", "value": 0.25}\n{"sys": "A", "value": -1.25}\n'
            '{"sys": "A", "value": 3.0}\n{"sys": "B", "value": 0.0}\n{"sys": "B", "value": 0.001}\n'
        ),
    ],
)
def test_every_form_is_told_apart_by_looking(write: Write, content: str) -> None:
    file = read_scores(write("scores", content))
    assert {system: file.scores_of(system, 3).tolist() for system in EXPECTED} == EXPECTED


# The forms are those of comet-score 1 and 2 (comet/cli/score.py), metricx24/predict.py and bleurt/score_files.py.
PRINTED = """\
Some message of the model
systems/A.txt\tSegment 0\tscore: 0.8123
B.en\tSegment 0\tscore: 0.5000
systems/A.txt\tSegment 1\tscore: -0.1
B.en\tSegment 1\tscore: 0.25
systems/A.txt\tscore: 0.3562
B.en\tscore: 0.3750
Predictions saved in: out.json.
"""
EXPORTED = {
    "systems/A.txt": [
        {
            "src": "x",
            "mt": "y",
            "ref": "z",
            "COMET": 0.8123,
            "variance": 0.1,
            "errors": [{"severity": "minor", "start": 0, "end": 1}],
        },
        {"src": "x", "mt": "y", "ref": "z", "COMET": -0.1},
    ],
    "B.en": [{"src": "x", "mt": "y", "COMET": 0.5}, {"src": "x", "mt": "y", "COMET": 0.25}],
}


@pytest.mark.parametrize("name", ["comet.txt", "comet.tsv", "comet.out", "comet.json"])
@pytest.mark.parametrize(
    "content",
    [
        PRINTED,
        PRINTED.replace("\n", "\r\n"),
        "".join(f"{line}\tvariance: 0.01\n" for line in PRINTED.splitlines() if "Segment" in line),
        json.dumps(EXPORTED, indent=4),
        json.dumps(EXPORTED),
    ],
)
def test_what_comet_prints_and_writes_is_read(write: Write, name: str, content: str) -> None:
    file = read_scores(write(name, content))
    assert file.scores_of("A", 2, is_alone=False).tolist() == [0.8123, -0.1]
    assert file.scores_of("B.en", 2, is_alone=False).tolist() == [0.5, 0.25]
    assert file.scores_of("systems/A.txt", 2).tolist() == [0.8123, -0.1]
    assert file.scores_of("mine", 2, chosen="B.en").tolist() == [0.5, 0.25]


@pytest.mark.parametrize(
    ("content", "column"),
    [
        ("0.8\n-0.25\n1e-3\n", ""),
        ("0.8\r\n-0.25\r\n1e-3", ""),
        ("score\n0.8\n-0.25\n1e-3\n", ""),
        ("src\tmt\tref\tscore\tlength\nx\ty\tz\t0.8\t1\nx\ty\tz\t-0.25\t1\n7\ty\tz\t1e-3\t1\n", ""),
        ("src,mt,COMET,length\nx,y,0.8,1\nx,y,-0.25,1\nx,y,1e-3,1\n", "COMET"),
        ("src,mt,mine,length\nx,y,0.8,1\nx,y,-0.25,1\nx,y,1e-3,1\n", "mine"),
        ("id\tscore\n3\t1e-3\n1\t0.8\n2\t-0.25\n", ""),
        (
            "".join(
                f'{{"id": "doc-{number}", "source": "x", "hypothesis": "7", "prediction": {score}}}\n'
                for number, score in enumerate([0.8, -0.25, 0.001])
            ),
            "",
        ),
        ('{"mt": "x", "mine": 0.8}\n{"mt": "x", "mine": -0.25}\n{"mt": "x", "mine": 0.001}\n', ""),
        ('{"segment": 2, "score": -0.25}\n{"segment": 1, "score": 0.8}\n{"segment": 3, "score": 0.001}\n', ""),
    ],
)
def test_scores_without_a_system_are_those_of_the_one_that_is_scored(write: Write, content: str, column: str) -> None:
    file = read_scores(write("scores", content), column)
    for system in ("A", ""):
        assert file.scores_of(system, 3).tolist() == [0.8, -0.25, 0.001]
    with pytest.raises(InputError, match="scores without the name of a system, and several systems are scored; score"):
        file.scores_of("A", 3, is_alone=False)


@pytest.mark.parametrize("name", ["scores", "scores.csv", "scores.txt"])
@pytest.mark.parametrize(
    "content",
    [
        "0,81\n-0,75\n1\n",
        "0,810\r\n-,75\r\n1,0\r\n",
        "score\n0,81\n-0,75\n1\n",
        "COMET\n0,81\n-0,75\n1\n",
        "src;mt;score\na;b;0,81\nc;d, e;-0,75\nf;g;1\n",
        "A;0,81\nA;-0,75\nA;1,0\n",
        "A\t0,81\nA\t-0,75\nA\t1,0\n",
        "0.81\n-0.75\n1\n",
    ],
)
@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")  # of delimiters, and of which column was taken
def test_decimal_commas_are_no_columns(write: Write, name: str, content: str) -> None:
    assert read_scores(write(name, content)).scores_of("A", 3).tolist() == [0.81, -0.75, 1]


@pytest.mark.parametrize("name", ["scores", "scores.csv"])
@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("1,234\n2,345\n", 1),
        ("0,812\n1,023\n", 2),
        ("score\n1,234\n0,5\n", 2),
    ],
)
def test_commas_that_may_mean_thousands_are_refused(write: Write, name: str, content: str, line: int) -> None:
    file = read_scores(write(name, content))
    with pytest.raises(InputError, match=rf"line {line}: the score .*which may be 1\.\d+ or 1\d+; write one of them"):
        file.scores_of("A", 2)


@pytest.mark.parametrize("name", ["scores", "scores.csv", "scores.tsv"])
@pytest.mark.parametrize(("encoding", "note"), [("cp1252", "read as Windows-1252"), ("utf-16", "read as UTF-16")])
def test_files_of_spreadsheet_programs_are_read_with_one_note(
    write: Write, name: str, encoding: str, note: str
) -> None:
    path = write(name, "system\tscore\nMünchen\t0.5\nMünchen\t0.25\n".encode(encoding))
    with pytest.warns(MtassayWarning) as caught:
        file = read_scores(path)
    (message,) = (str(warning.message) for warning in caught if "read as" in str(warning.message))
    assert note in message
    assert "format=" not in message  # which a file of scores does not take
    assert file.scores_of("München", 2).tolist() == [0.5, 0.25]


def test_a_single_column_of_numbers_is_taken_and_that_is_said(write: Write) -> None:
    path = write("mine.tsv", "source\toutput\tmy metric\nx\ty\t0.5\nx\ty\t0.25\n")
    with pytest.warns(MtassayWarning, match=r"mine\.tsv: the column 'my metric' is taken as scores of A"):
        assert read_scores(path).scores_of("A", 2).tolist() == [0.5, 0.25]
    # its name may also be that of a system
    assert read_scores(path).scores_of("my metric", 2).tolist() == [0.5, 0.25]
    with pytest.raises(InputError, match="no scores of system 'A'"):
        read_scores(path).scores_of("A", 2, is_alone=False)
    several = write("several.tsv", "source\toutput\tmine\tyours\nx\ty\t0.5\t1\nx\ty\t0.25\t1\n")
    with pytest.raises(InputError, match=r"it has source, output, mine, yours .*, or choose one: column=NAME"):
        read_scores(several).scores_of("A", 2)


def test_one_system_of_a_file_is_chosen_for_one_system(write: Write) -> None:
    file = read_scores(write("scores", LONG))
    assert file.scores_of("mine", 3, chosen="B").tolist() == EXPECTED["B"]
    with pytest.raises(InputError, match="no scores of system 'C'; it has A, B"):
        file.scores_of("mine", 3, chosen="C")
    with pytest.raises(SettingError, match="system=B chooses the scores of one system, and several are scored; score"):
        file.scores_of("A", 3, chosen="B", is_alone=False)


def test_packed_or_not_the_digest_is_the_same(write: Write) -> None:
    plain, packed = read_scores(write("a.tsv", LONG)), read_scores(write("a.tsv.gz", gzip.compress(LONG.encode())))
    assert packed.scores_of("A", 3).tolist() == EXPECTED["A"]
    assert plain.digest == packed.digest == hashlib.sha256(LONG.encode()).hexdigest()[:12]


def test_a_column_is_chosen_by_name(write: Write) -> None:
    path = write("several.tsv", "system\tsegment\tBLEU\tchrF2\nA\t1\t10\t20\n")
    assert read_scores(path, "chrF2").scores_of("A", 1).tolist() == [20]
    with pytest.raises(
        SettingError, match=r"several\.tsv has several columns that may hold the scores: BLEU, chrF2; choo"
    ):
        read_scores(path)
    with pytest.raises(
        SettingError, match=r"has no column of scores 'chrF' \(did you mean 'chrF2'\?\); it has BLEU, chrF2"
    ):
        read_scores(path, "chrF")
    with pytest.raises(SettingError, match="no header line, and so no column 'x'"):
        read_scores(write("bare.tsv", "A\t1\n"), "x")
    with pytest.raises(SettingError, match=r"has no column of scores 'x'; it has A, B"):
        read_scores(write("wide.tsv", "A\tB\n1\t2\n"), "x")


def test_what_other_systems_lack_does_not_matter(write: Write) -> None:
    file = read_scores(write("s", "A\t0.5\nB\tNone\nC\t1e999\nB\t2\nA\t1\n"))
    assert file.scores_of("A", 2).tolist() == [0.5, 1.0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "scores: the file is empty; expected a score for each segment of each system"),
        ("\n\n", "scores: the file is empty"),
        ("system\tsegment\tscore\n", "scores: a header line and no scores below it"),
        ("system\tsegment\nA\t1\n", "scores, line 1: no scores besides system and segment; add a column 'score'"),
        ("system\tx\tx\nA\t1\t2\n", "scores has several columns that may hold the scores: x, x"),
        ("system,segment,score\nA,1\n", "scores, row 2: 2 columns, but row 1 has 3; is a comma missing"),
        ("segment\tA\t\n1\t2\t3\n", "scores, line 1: column 3 has no name"),
        ("A\tA\n1\t2\n", "scores, line 1: two columns are called 'A'"),
        ("system\tsegment\tscore\nA\t1\t0.5\nA\t2\n", "scores, line 3: 2 columns, but line 1 has 3; is a tab missing"),
        (
            "system\tsegment\tscore\nA\tone\t0.5\n",
            "scores, line 2: segment 'one' is no whole number; number the segments",
        ),
        ("A\t1\t0.5\nA\t2_0\t0.5\n", "scores, line 2: segment '2_0' is no whole number"),
        ("A\t1\t0.5\nA\t99999999999999999999\t0.5\n", "line 2: segment '99999999999999999999' is no whole number"),
        ("[1, 2]\n", "scores: a JSON list; write each object on a line of its own"),
        (
            '{"system": "A", "score": 1}\n{"system"\n',
            "scores, line 2: broken JSON (Expecting ':' delimiter at column 10)",
        ),
        ('{"system": "A", "score": 1}\n\n', "scores, line 2: an empty line; remove it"),
        ('{"system": "A", "score": 1}\n[1]\n', 'scores, line 2: not an object; expected {"system": …'),
        ('{"system": "A", "score": 1}\n{"system": "A"}\n', "scores, line 2: no key 'score', which line 1 has; add it"),
        ('{"segment": 1, "source": "x"}\n', "scores, line 1: no scores besides system and segment; add a column"),
        ('{"a": [{"mt": "x", "COMET": 1}, {"mt": "y"}]}', "scores, entry 2 of a: no key 'COMET', which the first has"),
        ("a\tSegment 0\tscore: 1\na\tSegment 1\n", "line 2: 'a\\tSegment 1' among lines of comet-score, which are"),
        ('{"system": 3, "score": 1}\n', "scores, line 1: the system 3 is no text; put its name in quotes"),
        ('{"system": "A", "segment": "1", "score": 1}\n', "line 1: segment '\"1\"' is no whole number"),
        (
            '{"system": "A", "a": 1, "b": 2}\n',
            "several columns that may hold the scores: a, b; choose one: column=NAME",
        ),
    ],
)
def test_files_that_make_no_sense_are_refused(write: Write, content: str, message: str) -> None:
    with pytest.raises((InputError, SettingError)) as caught:
        read_scores(write("scores", content))
    assert message in str(caught.value)


HEAD = "system\tsegment\tscore\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (HEAD + "A\t1\t1\nA\t2\tnan\n", "scores, line 3: the score of A is 'nan'; score the segment, or leave it"),
        (HEAD + "A\t1\tNone\nA\t2\t1\n", "scores, line 2: the score of A is 'None'; score the segment"),
        (HEAD + "A\t1\t\nA\t2\t1\n", "scores, line 2: the score of A is empty; score the segment"),
        (HEAD + "A\t1\t-inf\nA\t2\t1\n", "scores, line 2: the score of A is '-inf', not finite or far too large"),
        (HEAD + "A\t1\t1e200\nA\t2\t1\n", "scores, line 2: the score of A is '1e200', not finite or far too large"),
        (HEAD + "A\t1\tgood\nA\t2\t1\n", "scores, line 2: the score of A is 'good', which is no number; is this"),
        (HEAD + "A\t1\t1,234\nA\t2\t1\n", "line 2: the score of A is '1,234', which may be 1.234 or 1234; write one"),
        (HEAD + "A\t1\t1_0\nA\t2\t1\n", "scores, line 2: the score of A is '1_0', which is no number"),
        (HEAD + "B\t1\t1\nAA\t2\t1\n", "scores: no scores of system 'A' (did you mean 'AA'?); it has B, AA. Call the"),
        ("C\tB\n1\t2\n3\t4\n", "no scores of system 'A'; it has C, B (no column is called system, so each is one)"),
        ("1\n2\n3\n", "scores: 3 scores of system A, but the test set has 2 segments; without segment numbers there"),
        ("1\nnan\n", "scores, line 2: the score of A is 'nan'; score the segment, or leave it out of the test set"),
        ("B\tSegment 0\tscore: 1\nC\tSegment 0\tscore: 1\n", "it has B, C. Call the system what the file calls it:"),
        ("B\tSegment 0\tscore: 1\nC\tSegment 0\tscore: 1\n", "calls it: NAME=FILE, or choose one: system=NAME"),
        ("A.txt\tSegment 0\tscore: 1\nA.txt\tSegment 1\tscore: nan\n", "line 2: the score of A is 'nan'; score the"),
        ("A\tSegment 0\tscore: 1\nA\tscore: 1\n", "no score of system A for segment 1; score it, or leave it out"),
        ('{"A": [{"COMET": NaN}, {"COMET": 1}]}', "scores, entry 1: the score of A is 'nan'; score the segment"),
        ('{"prediction": 1}\n{"prediction": null}\n', "scores, line 2: the score of A is 'null'; score"),
        ("".join(f"s{n}\t1\n" for n in range(12)), "it has s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 2 more. Call"),
        (HEAD + "A\t2\t1\n", "scores: no score of system A for segment 1; score it, or leave it out of the test set"),
        (HEAD + "A\t0\t1\n", "scores: no score of system A for segment 1; score it"),
        ("A\t1\nB\t1\nB\t2\n", "scores: 1 scores of system A, but the test set has 2 segments; without"),
        (HEAD + "A\t1\t1\nA\t3\t1\n", "scores, line 3: segment 3 of system A, but the test set has 2 segments"),
        (HEAD + "A\t0\t1\nA\t2\t1\n", "but the test set has 2 segments, here counted from 0; are"),
        (HEAD + "A\t-1\t1\nA\t2\t1\n", "scores, line 2: segment -1 of system A"),
        (HEAD + "A\t2\t1\nB\t2\t1\nA\t1\t1\nA\t2\t1\n", "line 5: segment 2 of system A has a score already in line 2"),
        ('{"system": "A", "score": NaN}\n{"system": "A", "score": 1}\n', "line 1: the score of A is 'nan'; score"),
        ('{"system": "A", "score": 1}\n{"system": "A", "score": null}\n', "line 2: the score of A is 'null'; score"),
        ('{"system": "A", "score": 1}\n{"system": "A", "score": true}\n', "the score of A is 'true', which is no"),
        ('{"system": "A", "score": 1}\n{"system": "A", "score": "0.5"}\n', 'the score of A is "0.5", in quotes; write'),
    ],
)  # fmt: skip
def test_files_that_do_not_fit_the_test_set_are_refused(write: Write, content: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_scores(write("scores", content)).scores_of("A", 2)
    assert message in str(caught.value)


def test_several_missing_segments_are_counted(write: Write) -> None:
    with pytest.raises(InputError, match=r"for segment 2 \(and 2 more\); score it"):
        read_scores(write("scores", "A\t1\t1\n")).scores_of("A", 4)


def test_the_example(dialogues: Path) -> None:
    file = read_scores(str(dialogues / "scores" / "judge.tsv"))
    assert sorted(file.systems) == sorted(path.stem for path in (dialogues / "systems").iterdir())
    means = [file.scores_of(system, 120).mean() for system in sorted(file.systems)]
    assert means == sorted(means, reverse=True)


def test_a_million_lines_take_seconds_and_not_minutes(write: Write) -> None:
    import time

    path = write("many.tsv", "".join(f"S{n % 20}\t{n // 20}\t0.{n}\n" for n in range(1_000_000)))
    start = time.process_time()
    assert read_scores(path).scores_of("S7", 50_000)[1] == 0.27
    assert time.process_time() - start < 20
