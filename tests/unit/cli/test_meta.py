"""`mtassay meta` as a user meets it: real processes, exit codes, messages."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import small_memory
from processes import run

FOLDER = Path(__file__).parents[3] / "examples" / "dialogues"
TEXTS = ["-s", str(FOLDER / "source.de.txt"), "-r", str(FOLDER / "reference-a.en.txt")]
SYSTEMS = [str(path) for path in sorted((FOLDER / "systems").iterdir())]
JUDGMENTS = ["--judgments", str(FOLDER / "judgments.xml")]
Write = Callable[[str, str], str]


@pytest.fixture
def wide(write: Write) -> str:
    """Six systems on ten segments: chrf is near people, ter counts errors, flat says nothing."""
    lines = ["system\tsegment\tdocument\thuman\tchrf\tter\tflat"]
    for system in range(6):
        for segment in range(10):
            human = (system * 7 + segment * 3) % 11 + system
            noise = (system * 5 + segment * 2) % 3
            lines.append(f"s{system}\t{segment + 1}\td{segment // 5}\t{human}\t{human + noise}\t{20 - human}\t1")
    return write("wide.tsv", "\n".join(lines) + "\n")


def test_json_has_every_table(wide: str) -> None:
    done = run("meta", "--scores", wide, "--errors", "ter", "-f", "json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert {"metrics", "pairs", "systems", "judged outputs", "seed"} <= set(document)
    best = document["metrics"][0]
    assert (best["metric"], best["rank"], best["statistic"]) == ("ter", 1, "pearson")
    assert best["value"] == pytest.approx(1)
    assert [row["system"] for row in document["systems"]] == [f"s{number}" for number in range(6)]


def test_tables_are_written_one_by_one(wide: str, tmp_path: Path) -> None:
    pairs = run("meta", "--scores", wide, "--table", "pairs", "-f", "tsv", "--level", "segment").stdout.splitlines()
    assert pairs[0].split("\t")[:6] == ["level", "statistic", "group", "test", "first", "second"]
    assert any("flips" in line for line in pairs)
    target = tmp_path / "meta.xlsx"
    assert run("meta", "--scores", wide, "-o", str(target)).returncode == 0
    assert target.stat().st_size > 1000


def test_parts_are_a_table_and_pictures_a_file(wide: str, tmp_path: Path) -> None:
    target = tmp_path / "meta.svg"
    by = ["--by", "document", "--by", "difficulty"]
    done = run("meta", "--scores", wide, *by, "--level", "segment", "--plot", str(target))
    assert "Segment level: acc_eq, by segment, by document" in done.stdout
    assert target.read_text(encoding="utf-8").count("Darker is better.") == 4
    parts = run("meta", "--scores", wide, *by, "--table", "parts", "-f", "tsv").stdout.splitlines()
    assert parts[0].split("\t") == ["statistic", "by", "part", "segments", "metric", "value", "value low", "value high"]
    assert {line.split("\t")[2] for line in parts[1:]} == {"d0", "d1", "hard", "middle", "easy"}


def test_systems_are_chosen(wide: str) -> None:
    told = json.loads(run("meta", "--scores", wide, "--person", "s5", "-f", "json").stdout)
    assert (told["systems"].__len__(), told["left out as people"]) == (5, "s5")
    counted = json.loads(run("meta", "--scores", wide, "--person", "s5", "--people", "-f", "json").stdout)
    assert len(counted["systems"]) == 6
    top = run("meta", "--scores", wide, "--top", "4").stdout
    assert "a narrower range lowers any correlation" in top


def test_comparisons_quote_what_differences_mean(write: Write, tmp_path: Path) -> None:
    words = ["the", "cat", "sat", "on", "a", "mat", "and", "looked", "at", "its", "paw"]
    reference = write("ref.txt", " ".join(words) + "\n" + " ".join(words[::-1]) + "\n")
    systems, judged = [], ["system\tsegment\tscore"]
    for number in range(8):
        lines = [" ".join(words[: 3 + number]), " ".join(words[::-1][: 3 + number])]
        systems.append(write(f"s{number}.txt", "\n".join(lines) + "\n"))
        judged += [f"s{number}\t{segment}\t{number if number != 4 else 0}" for segment in (1, 2)]
    judgments = write("judged.tsv", "\n".join(judged) + "\n")
    target = str(tmp_path / "meaning.json")
    made = run("meta", "-q", "-r", reference, *systems, "--judgments", judgments, "-m", "chrf", "--differences", target)
    assert (made.returncode, made.stderr) == (0, "")
    assert "What a difference means" in made.stdout
    compared = ["compare", "-q", "-r", reference, systems[0], systems[5], "-m", "chrf", "-m", "ter", "--draws", "100"]
    done = run(*compared, "--meaning", target)
    assert "chrF2, s5 and s0: people agreed with " in done.stdout
    assert "(score, 27 pairs; " in done.stdout
    assert "TER: what a difference means is not known, because it is not among the metrics there." in done.stdout
    (entry,) = json.loads(run(*compared, "--meaning", target, "-f", "json").stdout)["meaning"]
    assert (entry["metric"], entry["first"], entry["second"]) == ("chrF2", "s0", "s5")
    assert 0.5 < entry["share"] < 1
    twice = run("meta", "-q", "-r", reference, *systems, "--judgments", judgments, "-m", "chrf", "--pool", target)
    assert (twice.returncode, "the same judgments would be counted twice" in twice.stderr) == (7, True)
    refused = run(*compared, "--meaning", judgments)
    assert (refused.returncode, "no file of what differences mean" in refused.stderr) == (7, True)
    same = run("meta", "--scores", judgments, "--differences", judgments)
    assert (same.returncode, "one of the inputs" in same.stderr) == (5, True)


def test_texts_and_judgments() -> None:
    done = run("meta", *TEXTS, *SYSTEMS, *JUDGMENTS, "-m", "chrf", "-q")
    assert done.returncode == 0
    assert "Left out, because nobody judged them: neural-small." in done.stdout
    assert "3 judged systems are too few" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "nothing to compare; give outputs and --judgments FILE, or --scores FILE"),
        ([*TEXTS, *SYSTEMS], 2, "no judgments; give them with --judgments FILE"),
        ([*TEXTS, *SYSTEMS, *JUDGMENTS, "--human", "x"], 2, "--human goes with --scores, and says nothing"),
        ([*TEXTS, *SYSTEMS, *JUDGMENTS, "--gold", "mqm"], 2, "--gold goes with --folder, and says nothing"),
        (["--scores", "WIDE", "--labels", "x=y"], 2, "--labels goes with --judgments, and says nothing"),
        (["--folder", "wmt22", "-l", "en-de", "--lower"], 2, "--lower goes with --scores or --judgments, and says"),
        ([*TEXTS, *SYSTEMS, *JUDGMENTS, "--level", "system"], 7, "3 judged systems are too few"),
        (["--scores", "WIDE", *SYSTEMS], 2, "--scores has all numbers: leave out the texts"),
        (["--scores", "WIDE", "--human", "flat"], 7, "people gave all 60 outputs the same score"),
        (["--scores", "WIDE", "--human", "humen"], 7, "humen"),
        (["--scores", "WIDE", "--statistic", "kendal"], 2, "did you mean 'kendall'?"),
        (["--scores", "WIDE", "--statistic", "acc-eq", "--group", "none"], 2, "not defined; group them: --group item"),
        (["--scores", "WIDE", "--test", "williams"], 2, "williams does not test"),
        (
            ["--scores", "WIDE", "--unit", "domain"],
            2,
            "(did you mean 'document'?); there are: document; name one of them, or add a column",
        ),
        (["--folder", "wmt22"], 2, "--folder holds several languages; say which: -l en-de"),
        (["--folder", "wmt22", "--scores", "WIDE"], 2, "--folder has texts, scores and judgments"),
        (["--folder", "wmt22", "-l", "en-de"], 7, "is it a folder of mt-metrics-eval"),
        (["--scores", "nothing.tsv"], 7, "nothing.tsv"),
        (["--scores", "WIDE", "--alpha", "5"], 2, "the level of significance lies between 0 and 1"),
        (["--scores", "WIDE", "-o", "WIDE"], 5, "this is one of the inputs"),
        (["--scores", "WIDE", "--by", "documnt"], 2, "(did you mean 'document'?); there are: length, difficulty"),
        (["--scores", "WIDE", "--by", "length"], 7, "the length is that of sources, and there are none"),
        ([*TEXTS, *SYSTEMS, *JUDGMENTS, "--by", "x"], 2, "give labels of segments: --labels FILE"),
        (["--scores", "WIDE", "--by", "document", "--group", "system"], 2, "compared by segment: --group item"),
        (["--scores", "WIDE", "--plot", "meta.png"], 2, "pictures are SVG; name a file that ends in .svg"),
        (["--scores", "WIDE", "--plot", "./a.svg", "--differences", "a.svg"], 2, "name another file"),
    ],
)
def test_what_is_wrong_is_said(wide: str, arguments: list[str], code: int, message: str) -> None:
    done = run("meta", *(wide if argument == "WIDE" else argument for argument in arguments))
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr


def test_a_judged_output_without_a_score_is_named(write: Write) -> None:
    lines = ["system\tsegment\thuman\tchrf"]
    lines += [f"s{system}\t{segment}\t{system * segment}\t{system}" for system in range(5) for segment in range(4)]
    lines[7] = lines[7].rpartition("\t")[0] + "\t"
    path = write("gaps.tsv", "\n".join(lines) + "\n")
    done = run("meta", "--scores", path)
    assert done.returncode == 7
    assert "chrf has no score for 1 of the judged outputs, the first of them segment 3 of s1" in done.stderr
    assert "--common" in done.stderr
    common = run("meta", "--scores", path, "--common")
    assert common.returncode == 0
    assert "Left out, because a metric lacks them: 1 judged outputs." in common.stdout


def test_a_project_of_a_database(tmp_path: Path, write: Write) -> None:
    small_memory.write(tmp_path / "hotel.db")
    sources = write("source.txt", "".join(f"{source}\n" for source in small_memory.SOURCES))
    references = write("ref.txt", "".join(f"{text}\n" for text in small_memory.SYSTEMS["neural-large"]))
    database = ["meta", "-q", "--db", str(tmp_path / "hotel.db"), "-m", "chrf"]
    done = run(*database, "-s", sources, "-r", references, "-f", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [row["metric"] for row in json.loads(done.stdout)["metrics"]] == ["chrF2", "chrF2", "a constant"]
    own = run(*database)
    assert (own.returncode, own.stderr) == (0, "")
    assert "of 6 sources 2 have translations that were judged perfect" in own.stdout
    elsewhere = run(*database, "-s", references, "-r", references)
    assert (elsewhere.returncode, "has a reference; give references and the sources" in elsewhere.stderr) == (7, True)
    for arguments, said in (
        (["-r", references], "references of a project are found by the sources"),
        ([references], "--db has outputs and judgments"),
        (["--lower"], "--lower goes with --scores or --judgments"),
        (["--scores", references], "--scores has all numbers"),
    ):
        wrong = run(*database, *arguments)
        assert (wrong.returncode, said in wrong.stderr) == (2, True), arguments
    other = run("meta", *TEXTS, *SYSTEMS, *JUDGMENTS, "--project", "hotel")
    assert "--project goes with --db" in other.stderr
