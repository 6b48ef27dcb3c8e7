"""`mtassay check`, and the look that `score` and `compare` take at the text first."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run

Write = Callable[[str, str | bytes], str]


@pytest.fixture
def reference(write: Write) -> str:
    return write("ref.txt", "the cat sat on the mat\na dog barked at me\nit cost 1,234 euros\n")


@pytest.fixture
def system(write: Write) -> str:
    return write("sys.txt", "the cat sat on the mat\n\nit cost 1,243 euros\n")


def test_findings_are_shown_with_their_text(reference: str, system: str) -> None:
    done = run("check", "-r", reference, system)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 segments, 1 system, references (1 each); 12 checks: 2 findings, 2 severe\n\nempty (severe)" in done.stdout
    assert (
        "  3: lost 1,234; has 1,243\n     reference  it cost 1,234 euros\n     output     it cost 1,243" in done.stdout
    )
    assert "Nothing found by: duplicates, language, leaked" in done.stdout
    assert "Without sources not done: copied, untranslated\n" in done.stdout


def test_json(reference: str, system: str) -> None:
    document = json.loads(run("check", "-r", reference, f"mine={system}", "-f", "json", "--only", "numbers").stdout)
    assert list(document) == [
        *("version", "segments", "test_set", "target_language", "systems", "checks", "skipped", "findings")
    ]
    assert document["checks"] == ["numbers"]
    assert document["findings"] == [
        {
            "check": "numbers",
            "severity": "severe",
            "part": "systems",
            "system": "mine",
            "message": "1 segment (33 %) with lost or changed numbers; "
            "a changed number is a serious error: look at each",
            "count": 1,
            "segments": [{"segment": 3, "detail": "lost 1,234; has 1,243"}],
        }
    ]


def test_strict_speaks_by_its_exit_code(reference: str, system: str) -> None:
    assert run("check", "-r", reference, system, "--strict").returncode == 7
    assert run("check", "-r", reference, system, "--strict", "--only", "loops").returncode == 0
    assert run("check", "-r", reference, "--strict").returncode == 0


def test_checks_can_be_chosen(reference: str, system: str) -> None:
    only = run("check", "-r", reference, system, "--only", "loops", "--only", "length:factor=9").stdout
    assert "2 checks: nothing found\n\nNothing found by: loops, length:factor=9\n" in only
    skipped = run("check", "-r", reference, system, "--skip", "empty", "--skip", "numbers").stdout
    assert "10 checks: nothing found" in skipped


def test_long_lists_are_cut_unless_all_is_asked_for(write: Write) -> None:
    reference = write("many.txt", "".join(f"in the year {n}\n" for n in range(1900, 1960)))
    system = write("none.txt", "some year\n" * 60)
    few = run("check", "-r", reference, system, "--only", "numbers").stdout
    assert "  and 57 more: 4, 5, 6," in few
    assert "23, …\n" in few
    complete = run("check", "-r", reference, system, "--only", "numbers", "--all").stdout
    assert complete.count("lost 19") == 60
    assert "more:" not in complete


def test_control_characters_are_shown_as_such(write: Write) -> None:
    path = write("odd.txt", "a\x1b[31mred\x07 \ufffd\n")
    assert "\\x1b[31mred\\x07" in run("check", path).stdout


def test_color_is_for_terminals(reference: str, system: str) -> None:
    assert "\x1b[1mempty (severe)\x1b[0m" in run("check", "-r", reference, system, "--color").stdout


def test_training_runs_have_one_name(reference: str, system: str, write: Write) -> None:
    other = write("other.txt", Path(system).read_text())
    done = run("check", "-r", reference, f"new={system}", f"new={other}")
    assert "system new#1: 1 segment" in done.stdout
    assert "system new#2: 1 segment" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check"], "nothing to check; name systems, -r FILE or -s FILE"),
        (["check", "{ref}", "--only", "empty", "--skip", "empty"], "--only and --skip cannot be combined"),
        (["check", "{ref}", "--only", "emty"], "there is no check 'emty' (did you mean 'empty'?)"),
        (["check", "{ref}", "--skip", "emty"], "there is no check 'emty' (did you mean 'empty'?)"),
        (["check", "{ref}", "--only", "length:factor=0"], "length: factor=0: expected 1 or more"),
    ],
)
def test_mistakes_are_explained(reference: str, arguments: list[str], message: str) -> None:
    done = run(*(argument.format(ref=reference) for argument in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_text_is_looked_at_before_it_is_scored(command: str, reference: str, system: str, write: Write) -> None:
    same = write("same.txt", Path(reference).read_text())
    done = run(command, "-r", reference, same, system, "-m", "chrf")
    assert done.returncode == 0
    assert done.stderr.splitlines()[:3] == [
        "mtassay: note: severe: segments without text: 1 in system sys (2)",
        "mtassay: note: severe: segments with lost or changed numbers: 1 in system sys (3)",
        f"mtassay: note: see them: mtassay check -r {reference} {system}",
    ]
    assert run(command, "-r", reference, same, system, "-m", "chrf", "-q").stderr == ""


@pytest.mark.parametrize("command", ["score", "compare"])
@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_strict_stops_before_anything_is_scored(command: str, quiet: list[str], reference: str, system: str) -> None:
    done = run(command, "-r", reference, f"a={reference}", f"b={system}", "--strict", *quiet)
    assert (done.returncode, done.stdout) == (7, "")
    assert done.stderr == (
        "mtassay: system b: 1 segment (33 %) without text; is text missing? Translate again, or leave out everywhere "
        f"(2); --strict stops here, see all: mtassay check -r {reference} b={system}\n"
    )
    assert run(command, "-r", reference, f"a={reference}", f"b={reference}", "--strict").returncode == 0


def test_the_summary_is_short(write: Write) -> None:
    reference = write("ref.txt", "Für 1,234 <b>Euro</b>, in the year of 1492, was it so.\n")
    bad = "fÃ¼r haha haha haha haha haha Привет \n"
    systems = [write(f"s{number}.txt", bad) for number in range(5)]
    lines = run("score", "-r", reference, *systems).stderr.splitlines()
    assert len(lines) == 6
    assert lines[0].endswith("and others in 2 more texts")
    assert lines[4] == "mtassay: note: and 1 more kind of findings"
    assert lines[5].startswith("mtassay: note: see them: mtassay check")


def test_the_source_and_the_language_are_part_of_the_advice(reference: str, system: str) -> None:
    advice = run("score", "-r", reference, "-s", reference, "-l", "en", system).stderr.splitlines()[-1]
    assert advice == f"mtassay: note: see them: mtassay check -r {reference} -s {reference} -l en {system}"


def test_a_pipe_is_read_once(reference: str) -> None:
    done = run("score", "-r", reference, "/dev/stdin", "-m", "chrf", "-b", stdin="the cat\n\nit cost 1,234 euros\n")
    assert done.returncode == 0, done.stderr
    assert f"see them: mtassay check -r {reference} /dev/stdin" in done.stderr
