"""`mtassay human`: what people's judgments in files show."""

import json
from collections.abc import Callable

import pytest
from processes import run

Write = Callable[[str, str | bytes], str]

RANKINGS = "examples/dialogues/rankings.csv"
JUDGMENTS = "examples/dialogues/judgments.xml"
DA = "hit\trater\tsystem\ttype\tline\traw\n" + "".join(
    f"{judge}\tjudge{judge}\t{system}\tSYSTEM\t{line}\t{(7 * judge + 11 * line + 31 * place) % 60 + 20 * place}\n"
    for judge in range(5)
    for line in range(1, 13)
    for place, system in enumerate("AB")
)


def results(*arguments: str) -> dict[str, list[dict[str, object]]]:
    done = run("human", *arguments, "-f", "json")
    assert done.returncode == 0, done.stderr
    content: dict[str, list[dict[str, object]]] = json.loads(done.stdout)
    return content


def test_scores_of_a_file_without_texts(write: Write) -> None:
    path = write("da.tsv", DA)
    tables = results(path)
    assert [row["system"] for row in tables["systems"]] == ["B", "A"]
    assert tables["systems"][0]["estimate low"] is not None
    assert tables["systems"][0]["mean of all answers high"] is not None
    assert len(tables["judges"]) == 5
    assert len(results(path, "--without-judge", "judge0")["judges"]) == 4


def test_the_manners_of_wmt(write: Write) -> None:
    assert "z" in results(write("da.tsv", DA), "--as", "wmt-da")["systems"][0]
    ranked = results(RANKINGS, "--as", "wmt", "--runs", "20")
    assert {"trueskill", "first rank", "last rank"} <= set(ranked["systems"][0])
    for path, manner in ((RANKINGS, "wmt-da"), (JUDGMENTS, "wmt")):
        refused = run("human", path, "--as", manner)
        assert refused.returncode == 7
        assert "ask for its" in refused.stderr


def test_judges_are_named_only_where_that_is_asked_for() -> None:
    shown = results(JUDGMENTS, "--judge", "ben", "--judge", "judge 1")
    assert [row["judge"] for row in shown["judges"]] == ["judge 1", "judge 2"]
    assert {"judge 1", "judge 2"} >= {
        said.rpartition(" ")[0] for row in shown["disputed"] for said in row["said"].split("; ")
    }
    assert "not busy" not in json.dumps(shown)  # nor what ben wrote
    named = results(JUDGMENTS, "--judge", "ben", "--judge", "anna", "--names")
    assert [row["judge"] for row in named["judges"]] == ["anna", "ben"]
    assert named["systems"] == shown["systems"]


def test_filters_compute_everything_anew() -> None:
    everything = results(JUDGMENTS)
    long = results(JUDGMENTS, "--length", "15..", "--system", "phrase-based", "--system", "word-by-word")
    assert [row["system"] for row in long["systems"]] == ["phrase-based", "word-by-word"]
    assert everything["systems"][1]["answers"] != long["systems"][0]["answers"]
    assert "left out: outside the filter" in json.dumps(long)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--length", "many"], 2, "write numbers of words"),
        (["--length", "9..3"], 2, "no source has at least 9 and at most 3 words"),
        (["--judge", "ana", "--names"], 7, "there is no judge 'ana' (did you mean 'anna'?)"),
        (["--judge", "ana"], 7, "there is no judge 'ana'; there are judge 1, judge 2, judge 3"),
        (["--since", "yesterday"], 7, "is no day"),
        (["--expertise", "professional"], 7, "none of the 365 answers meets the filter"),
    ],
)
def test_wrong_options_say_what_to_do(arguments: list[str], code: int, message: str) -> None:
    done = run("human", JUDGMENTS, *arguments)
    assert (done.returncode, message in done.stderr) == (code, True), done.stderr


def test_a_file_without_judgments_is_refused(write: Write) -> None:
    done = run("human", write("outputs.tsv", "source\ttarget\tsystem\nJa.\tYes.\tA\n"))
    assert done.returncode == 7
    assert "there is no judgment in it" in done.stderr
