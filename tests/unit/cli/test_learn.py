"""`mtassay learn` as a user meets it: a file that is a metric, a report, messages."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run

FOLDER = Path(__file__).parents[3] / "examples" / "dialogues"
SYSTEMS = [str(path) for path in sorted((FOLDER / "systems").iterdir())]
TEXTS = ["-q", "-s", str(FOLDER / "source.de.txt"), "-r", str(FOLDER / "reference-a.en.txt"), *SYSTEMS]
LEARN = ["learn", *TEXTS, "--judgments", str(FOLDER / "judgments.xml"), "-m", "bleu", "-m", "chrf", "-m", "ter"]
Write = Callable[[str, str], str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("learned") / "house.json")
    assert run(*LEARN, "-o", path, "--draws", "100").returncode == 0
    return path


def test_the_report_says_plainly_that_nothing_is_gained(tmp_path: Path) -> None:
    done = run(*LEARN, "-o", str(tmp_path / "house.json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "It gains nothing that shows:" in done.stdout
    assert "chrF2, the best of its parts. Use that instead." in " ".join(done.stdout.split())
    assert "On outputs that no model had seen" in done.stdout


@pytest.mark.parametrize("method", ["ridge", "pairwise", "correlation"])
def test_every_method_writes_the_same_bytes_again(method: str, tmp_path: Path) -> None:
    arguments = [*LEARN, "--method", method, "--draws", "100", "-f", "json"]
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    report = json.loads(run(*arguments, "-o", str(first)).stdout)
    assert run(*arguments, "-o", str(second), "--threads", "1").returncode == 0
    assert first.read_bytes() == second.read_bytes()
    assert report["method"].startswith(method)
    assert [row["part"] for row in report["parts"]] == ["BLEU", "chrF2", "TER"]
    assert {row["verdict"] for row in report["held-out"]} <= {"better", "worse", "not shown", "not tested"}


def test_it_scores_compares_and_explains(house: str) -> None:
    spec = f"learned:path={house}"
    other = ["-q", "-r", str(FOLDER / "reference-b.en.txt"), *SYSTEMS[:2]]
    scored = json.loads(run("score", *other, "-m", spec, "-f", "json").stdout)
    assert scored["systems"][0]["scores"][0]["signature"].startswith(
        "nrefs:1|parts:bleu+chrf+ter|train:423c571371f0|file:"
    )
    assert "house" in run("compare", *other, "-m", spec, "--draws", "100").stdout
    assert "What each part adds" in run("explain", "-m", spec, "the cat sat", "the cat sat down").stdout


def test_meta_says_that_it_was_learned_from_the_same(house: str) -> None:
    done = run("meta", *LEARN[1:9], *LEARN[9:-6], "-m", f"learned:path={house}", "-m", "chrf")
    assert "house was learned from judgments of neural-large, phrase-based, word-by-word" in done.stdout


def test_the_report_goes_to_a_file(tmp_path: Path) -> None:
    model, report = tmp_path / "house.json", tmp_path / "report.tsv"
    done = run(*LEARN, "-o", str(model), "--report", str(report), "--draws", "100")
    assert (done.returncode, done.stdout) == (0, "")
    assert report.read_text().startswith("statistic\tlearned\tbest part")
    same = run(*LEARN, "-o", str(model), "--report", str(model))
    assert (same.returncode, "--report and -o name the same file" in same.stderr) == (2, True)


def test_tuning_writes_a_metric_and_says_what_it_gained(tmp_path: Path) -> None:
    path = tmp_path / "tuned.json"
    tune = [*LEARN[:-6], "--tune", "meteor:language=en,stages=exact", "-o", str(path), "--draws", "100"]
    done = run(*tune, "-f", "json")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert [row["parameter"] for row in report["parameters"]] == ["alpha", "beta", "gamma", "delta"]
    assert report["held-out"][0]["before"].startswith("METEOR")
    assert report["parts"][0]["spec"].startswith("meteor:language=en,stages=exact,alpha=")
    scored = run("score", *TEXTS, "-m", f"learned:path={path}")
    assert (scored.returncode, "tuned" in scored.stdout) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-m", "chrf", "--tune", "meteor"], "--tune chooses the parameters of one metric and -m weighs several"),
        ([], "name the metrics to weigh (-m SPEC), or one to tune (--tune meteor)"),
        (["--tune", "chrf"], "chrf has no parameters that can be tuned on judgments; meteor has"),
        (["--tune", "meteo"], "there is no metric 'meteo' (did you mean 'meteor'?)"),
    ],
)
def test_one_of_weighing_and_tuning_is_asked_for(arguments: list[str], said: str, tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    done = run(*LEARN[:-6], *arguments, "-o", str(path))
    assert said in " ".join(done.stderr.split())
    assert (done.returncode, "Traceback" in done.stderr, path.exists()) == (2, False, False)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["-o", "missing/house.json"], 5, "there is no folder"),
        (["-o", str(FOLDER / "judgments.xml")], 5, "this is one of the inputs"),
        (["-o", "house.json", "-m", "given:path=comet.tsv"], 7, "comet.tsv"),
        (["-o", "house.json", "--unit", "scene"], 2, "there is no label 'scene' of segments"),
        (["-o", "house.json", "-m", "bleu"], 2, "a metric is given twice"),
        (["-o", "house.json", "--method", "forest"], 2, "'forest' is not one of"),
        ([], 2, "Missing option '-o'"),
    ],
)
def test_what_is_wrong_is_said(
    arguments: list[str], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*LEARN, *arguments)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == code or (code == 7 and done.returncode in (5, 7))
    assert not (tmp_path / "house.json").exists()
