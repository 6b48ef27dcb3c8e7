"""`mtassay compare` as a user meets it: real processes, exit codes, messages."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from processes import run

from mtassay.compat import sacrebleu

FOLDER = Path(__file__).parents[3] / "examples" / "dialogues"
REFERENCE = str(FOLDER / "reference-a.en.txt")
SMALL, LARGE, PHRASE, WORD = (
    str(FOLDER / "systems" / f"{name}.txt") for name in ("neural-small", "neural-large", "phrase-based", "word-by-word")
)


def compare(*arguments: str) -> str:
    result = run("compare", "-r", REFERENCE, *arguments)
    # neural-small has two wrong numbers, of which every run tells
    notes = [line for line in result.stderr.splitlines() if "changed numbers" not in line and "see them" not in line]
    assert (result.returncode, notes) == (0, [])
    return result.stdout


def test_json_has_the_documented_keys() -> None:
    labels = ["--labels", f"document={FOLDER}/documents.txt", "--by", "document"]
    document = json.loads(compare(SMALL, LARGE, "-m", "ter", "-f", "json", *labels))
    assert list(document) == [
        *("version", "segments", "unit", "units", "baseline", "test", "interval", "correction", "alpha"),
        *("disagreements", "metrics", "by", "groups"),
    ]
    (metric,) = document["metrics"]
    assert list(metric) == [
        *("label", "metric", "spec", "signature", "higher_is_better", "systems", "indistinguishable", "pairs")
    ]
    assert metric["indistinguishable"] == [["neural-large"], ["neural-small"]]
    assert [system["groups"] for system in metric["systems"]] == [[2], [1]]
    assert list(metric["systems"][0]) == [
        *("name", "score", "interval", "groups", "runs", "run_spread", "sample_spread")
    ]
    assert list(metric["pairs"][0]) == [
        *("first", "second", "difference", "p", "p_is_upper_bound", "adjusted_p", "adjusted_p_is_upper_bound"),
        *("first_higher", "second_higher", "ties"),
        *("smallest_difference", "segments_needed"),
    ]
    assert len(document["groups"]) == 12


@pytest.mark.parametrize(
    ("form", "expected"),
    [("text", " ≤0.002  better"), ("markdown", "| ≤0.002 | **better**"), ("latex", r"& $\leq$0.002 & \textbf{better}")],
)
def test_p_at_the_smallest_that_draws_give_is_at_most_that(form: str, expected: str) -> None:
    options = ["-m", "chrf", "--test", "bootstrap:draws=500"]
    assert expected in compare(SMALL, LARGE, *options, "-f", form)
    pair = json.loads(compare(SMALL, LARGE, *options, "-f", "json"))["metrics"][0]["pairs"][0]
    assert (pair["p"], pair["p_is_upper_bound"], pair["adjusted_p_is_upper_bound"]) == (1 / 501, True, True)
    exact = json.loads(compare(SMALL, LARGE, "-m", "chrf", "--test", "sign", "-f", "json"))["metrics"][0]["pairs"][0]
    assert exact["p_is_upper_bound"] is False


def test_pictures_and_conditions_say_so_too(tmp_path: Path) -> None:
    done = run(
        *("compare", "-q", "-r", str(REFERENCE), str(SMALL), str(LARGE), "-m", "chrf", "--test", "bootstrap:draws=500"),
        *("--plot", str(tmp_path / "p.svg"), "--fail-if", "p < 0.05"),
    )
    assert "p of chrF2 ≤ 0.001996" in done.stderr
    picture = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert ">≤.002<" in picture
    assert "p ≤ .002" in picture


def test_all_formats_tell_of_every_system() -> None:
    for form in ("text", "json", "tsv", "markdown", "latex"):
        output = compare(SMALL, LARGE, PHRASE, "--all-pairs", "-f", form)
        assert output.endswith("\n")
        for name in ("neural-small", "neural-large", "phrase-based"):
            assert name in output


def test_the_same_seed_gives_the_same_output_and_another_another() -> None:
    assert compare(SMALL, LARGE, "-f", "json") == compare(SMALL, LARGE, "-f", "json")
    assert compare(SMALL, LARGE, "-f", "json") != compare(SMALL, LARGE, "-f", "json", "--seed", "7")


def test_draws_are_for_the_test() -> None:
    document = json.loads(compare(SMALL, LARGE, "--test", "randomization", "--draws", "500", "-f", "json"))
    assert (document["test"], document["interval"]) == ("randomization:draws=500", "bootstrap-interval")
    document = json.loads(
        compare(SMALL, LARGE, "--test", "bootstrap", "--draws", "500", "--interval", "bca", "-f", "json")
    )
    assert document["test"] == "bootstrap:draws=500"
    assert document["interval"] == "bootstrap-interval:draws=500,interval=bca"


def test_runs_by_repeated_names() -> None:
    runs = [f"a={SMALL}", f"a={PHRASE}", f"a={WORD}", f"b={LARGE}", f"b={SMALL}", f"b={PHRASE}"]
    document = json.loads(compare(*runs, "--draws", "200", "-f", "json", "-m", "chrf"))
    assert [system["name"] for system in document["metrics"][0]["systems"]] == ["a", "b"]
    assert [len(system["runs"]) for system in document["metrics"][0]["systems"]] == [3, 3]
    assert document["test"] == "randomization:draws=200"


def test_few_runs_are_said_loudly() -> None:
    result = run("compare", "-r", REFERENCE, f"a={SMALL}", f"a={PHRASE}", LARGE, "--draws", "200")
    assert result.returncode == 0
    assert "UNSTABLE: fewer than 3 runs of a, neural-large" in result.stderr


def test_fail_if() -> None:
    found = run("compare", "-r", REFERENCE, LARGE, SMALL, PHRASE, "--fail-if", "chrf < -0.5 and p < 0.05")
    assert found.returncode == 3
    assert "neural-large" in found.stdout
    assert "neural-small meets the condition 'chrf < -0.5 and p < 0.05': chrF2 -" in found.stderr
    assert "phrase-based meets the condition" in found.stderr
    assert "Segments that lost most against neural-large by chrF2:" in found.stderr
    assert "    reference: " in found.stderr
    assert run("compare", "-r", REFERENCE, SMALL, LARGE, "--fail-if", "chrf < -0.5 and p < 0.05").returncode == 0
    unknown = run("compare", "-r", REFERENCE, SMALL, LARGE, "--fail-if", "comet < 0")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "there are BLEU, chrF2" in unknown.stderr


def test_methods() -> None:
    text = compare(SMALL, LARGE, PHRASE, "--methods", "--interval", "bca", "--test", "bootstrap")
    assert "We scored 3 systems on a test set of 120 segments by BLEU [1] and chrF2 [2]" in text
    assert "accelerated intervals from 1000 bootstrap samples of segments (seed 12345) [3, 4]" in text
    assert "corrected for 2 comparisons by Holm's method [5]" in text
    assert "[5] Sture Holm" in text


def test_methods_of_the_jackknife() -> None:
    text = compare(SMALL, LARGE, "-m", "chrf", "--methods", "--test", "jackknife")
    assert "Confidence intervals (95 %) are jackknife intervals over segments [2]." in text
    assert "tested by the jackknife over segments with Student's t (119 degrees of freedom) [2], two-sided" in text
    assert "[2] John W. Tukey. 1958." in text
    assert "seed" not in text
    runs = [f"a={SMALL}", f"a={PHRASE}", f"a={WORD}", f"b={LARGE}", f"b={SMALL}", f"b={PHRASE}"]
    assert "shuffled" not in compare(*runs, "-m", "chrf", "--methods", "--test", "jackknife")
    beside = compare(SMALL, LARGE, "-m", "chrf", "--methods", "--test", "randomization", "--interval", "jackknife")
    assert "of segments with 10000 draws (seed 12345) [3], two-sided" in beside


def test_the_jackknife_in_every_format(tmp_path: Path) -> None:
    picture = tmp_path / "figure.svg"
    document = json.loads(compare(SMALL, LARGE, "--test", "jackknife", "-f", "json", "--plot", str(picture)))
    assert (document["test"], document["interval"]) == ("jackknife", "jackknife-interval")
    assert "line: 95 % jackknife interval." in " ".join(picture.read_text(encoding="utf-8").split())
    assert "Test: the jackknife, two-sided at 0.05" in compare(SMALL, LARGE, "--test", "jackknife")
    for form in ("tsv", "markdown", "latex"):
        assert "neural-large" in compare(SMALL, LARGE, "--test", "jackknife", "-f", form)


def test_plot(tmp_path: Path) -> None:
    compare(SMALL, LARGE, PHRASE, "--all-pairs", "--plot", str(tmp_path / "figure.svg"))
    assert "neural-large" in "".join(ET.parse(tmp_path / "figure.svg").getroot().itertext())
    refused = run("compare", "-r", REFERENCE, SMALL, LARGE, "--plot", str(tmp_path / "none" / "figure.svg"))
    assert (refused.returncode, refused.stdout) == (5, "")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([SMALL], 7, "a comparison needs two systems or more, and there is one; name the baseline first"),
        ([SMALL, SMALL], 7, "two systems are called 'neural-small'"),
        ([f"a={SMALL}", f"a={SMALL}", LARGE], 7, "named twice as a run of 'a'"),
        ([SMALL, LARGE, "--test", "bootsrap"], 2, "did you mean 'bootstrap'"),
        ([SMALL, LARGE, "--test", "sign", "--draws", "500"], 2, "draws=500 has no effect on the test sign"),
        ([SMALL, LARGE, "--test", "jackknife", "--draws", "9"], 2, "draws=9 has no effect on the test jackknife"),
        ([SMALL, LARGE, "--test", "jackknife", "--seed", "9"], 2, "seed=9 has no effect on the test jackknife"),
        ([SMALL, LARGE, "--compat", "sacrebleu", "--interval", "jackknife"], 2, "leave --interval and --sample out"),
        ([SMALL, LARGE, "--by", "document"], 7, "segments have no label 'document'; there are none"),
        ([SMALL, LARGE, "--alpha", "2"], 2, "alpha=2.0: expected a number between 0 and 1"),
        ([SMALL, LARGE, "--alpha", "0"], 2, "alpha=0.0: expected a number between 0 and 1"),
        ([SMALL, LARGE, "--methods", "-f", "json"], 2, "--methods and --format json cannot be combined"),
        ([SMALL, LARGE, "--fail-if", "chrf is bad"], 2, "'chrf is bad' is no condition"),
        ([f"a={SMALL}", f"a={PHRASE}", LARGE, "--test", "bootstrap"], 2, "knows nothing of several training runs"),
        ([f"a={SMALL}", f"a={PHRASE}", LARGE, "--compat", "sacrebleu"], 2, "one run of each system"),
        ([SMALL, LARGE, "--compat", "sacrebleu", "--test", "sign"], 2, "--test bootstrap or randomization"),
        ([SMALL, LARGE, "--compat", "sacrebleu", "-m", "wer"], 2, "wer"),
        ([SMALL, LARGE, "--compat", "sacrebleu", "--unit", "document"], 2, "sacreBLEU draws single segments"),
        ([f"a={SMALL}", f"a={PHRASE}", f"a#1={LARGE}"], 7, "'a#1' is what a run of another system is called"),
        ([SMALL, LARGE, "--plot", "picture.png"], 2, "pictures are SVG"),
        ([SMALL, LARGE, "--test", "sign", "--fail-if", "comet < 0"], 2, "there are BLEU, chrF2"),
        ([SMALL, LARGE, "--fail-if", "p < 0.05"], 2, "p: of which metric?"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], code: int, message: str) -> None:
    result = run("compare", "-r", REFERENCE, *arguments)
    assert (result.returncode, result.stdout) == (code, "")
    assert message in result.stderr


def test_few_draws_are_warned_of() -> None:
    result = run("compare", "-r", REFERENCE, SMALL, LARGE, "--draws", "20")
    assert result.returncode == 0
    assert result.stderr.count("20 draws are few") == 1


@pytest.mark.parametrize(("test", "flag"), [("bootstrap", "--paired-bs"), ("randomization", "--paired-ar")])
def test_compat_with_sacrebleu(test: str, flag: str) -> None:
    options = ["-m", "bleu", "-m", "chrf", "-m", "ter", "-f", "json", "--compat", "sacrebleu", "--test", test]
    document = json.loads(compare(SMALL, LARGE, PHRASE, *options, "--correction", "none"))
    metrics = ["-m", "bleu", "chrf", "ter"]
    theirs = json.loads(run("sacrebleu", REFERENCE, "-i", SMALL, LARGE, PHRASE, *metrics, flag, "-q").stdout)
    for metric in document["metrics"]:
        for pair in metric["pairs"]:
            (row,) = (row for row in theirs if Path(row["system"]).stem == pair["second"])
            assert pair["p"] == row[metric["label"]]["p_value"]
            if test == "bootstrap":
                (system,) = (system for system in metric["systems"] if system["name"] == pair["second"])
                middle = (system["interval"]["low"] + system["interval"]["high"]) / 2
                assert middle == pytest.approx(row[metric["label"]]["mean"])


@pytest.mark.parametrize("language", ["", "zh", "th"])
def test_compat_never_chooses_by_the_script(tmp_path: Path, language: str) -> None:
    texts = {
        "reference": ["今天天气很好，我们去公园吧。", "他昨天没有来 开会。", "这本书很有意思 , 我很喜欢。"],
        "first": ["今天天气好，我们去公园吧。", "他昨天没来 开会。", "这本书有意思 , 我很喜欢。"],
        "second": ["今天天气很好，我们去公园。", "昨天他没有来 开会。", "这书很有趣 , 我喜欢。"],
    }
    files = {name: tmp_path / f"{name}.txt" for name in texts}
    for name, lines in texts.items():
        files[name].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    systems = [str(files["first"]), str(files["second"])]
    options = ["-m", "bleu", "-m", "ter", "-f", "json", "-w", "12", "--compat", "sacrebleu", "-q"]
    options += ["-l", language] if language else []
    document = json.loads(run("compare", "-r", str(files["reference"]), *systems, *options).stdout)
    streams = [texts["reference"]]
    for name in ("first", "second"):
        expected = [
            sacrebleu.BLEU(trg_lang=language).corpus_score(texts[name], streams).score,
            sacrebleu.TER().corpus_score(texts[name], streams).score,
        ]
        scores = [s["score"] for metric in document["metrics"] for s in metric["systems"] if s["name"] == name]
        assert scores == pytest.approx(expected)


def test_compat_says_what_sacrebleu_says_of_identical_systems() -> None:
    result = run(
        "compare", "-r", REFERENCE, f"a={SMALL}", f"b={SMALL}", "-m", "bleu", "--compat", "sacrebleu", "-f", "json"
    )
    assert json.loads(result.stdout)["metrics"][0]["pairs"][0]["p"] == 1 / 1001
    assert result.stderr.count("by mtassay's own tests p is 1") == 1


def test_score_with_confidence() -> None:
    options = ["--confidence", "--draws", "500", "--seed", "3", "-f", "json"]
    result = run("score", "-r", REFERENCE, SMALL, "-m", "chrf", *options)
    score = json.loads(result.stdout)["systems"][0]["scores"][0]
    assert score["interval"]["low"] < score["score"] < score["interval"]["high"]
    assert "|bs:500|seed:3|" in score["signature"]
    assert run("score", "-r", REFERENCE, SMALL, "--draws", "500").returncode == 2
    table = run("score", "-r", REFERENCE, SMALL, "-m", "chrf", "--confidence", "-f", "tsv").stdout
    assert table.splitlines()[0] == "system\tchrF2\tchrF2 low\tchrF2 high"


def test_score_with_confidence_by_the_jackknife() -> None:
    options = ["-m", "chrf", "--confidence", "--interval", "jackknife"]
    score = json.loads(run("score", "-r", REFERENCE, SMALL, *options, "-f", "json").stdout)["systems"][0]["scores"][0]
    assert score["interval"]["low"] < score["score"] < score["interval"]["high"]
    assert "|space:no|interval:jackknife|version:" in score["signature"]
    for option in ("--draws", "--seed"):
        refused = run("score", "-r", REFERENCE, SMALL, *options, option, "500")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert f"{option} has no effect on jackknife intervals" in refused.stderr


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_jackknife_of_few_segments_is_refused(tmp_path: Path, command: str) -> None:
    files = [tmp_path / name for name in ("reference.txt", "a.txt", "b.txt")]
    for path in files:
        path.write_text("a cat\n" * 29, encoding="utf-8")
    options = ["--confidence", "--interval", "jackknife"] if command == "score" else ["--test", "jackknife"]
    refused = run(command, "-q", "-r", *map(str, files), *options)
    assert (refused.returncode, refused.stdout) == (7, "")
    way_out = {"score": "use percentile intervals", "compare": "use the test randomization"}[command]
    assert re.search(f"29 segments are too few for .*; {way_out}", refused.stderr)


def test_where_segments_are_tested_the_output_says_how_they_were_scored(tmp_path: Path) -> None:
    picture = tmp_path / "figure.svg"
    options = ["-m", "bleu", "-m", "chrf"]
    for test in ("wilcoxon", "sign"):
        text = compare(SMALL, LARGE, *options, "--test", test, "--plot", str(picture))
        assert picture.read_text().count("of segments: nrefs:1|case:mixed|eff:yes|tok:13a|") == 1
        assert [line for line in text.splitlines() if "BLEU of segments" in line and "|eff:yes|" in line], text
        assert "chrF2 of segments" not in text
        paragraph = compare(SMALL, LARGE, *options, "--test", test, "--methods")
        assert "- BLEU of segments: nrefs:1|case:mixed|eff:yes|tok:13a|" in paragraph
        lines = compare(SMALL, LARGE, *options, "--test", test, "-f", "jsonl").splitlines()
        signatures = {line["metric"]: line.get("segment_signature") for line in map(json.loads, lines)}
        assert "|eff:yes|" in signatures["BLEU"]
        assert signatures["chrF2"] is None
    # tests that look at scores of the whole, or of parts of it, use no scores of segments
    parts = ["-q", "--test", "sign", "--labels", f"document={FOLDER}/documents.txt", "--unit", "document"]
    for more in (["--test", "bootstrap"], parts):
        assert "eff:yes|tok" not in compare(SMALL, LARGE, *options, *more)
        assert "eff:yes|tok" not in compare(SMALL, LARGE, *options, *more, "--methods")
        assert "eff:yes|tok" not in compare(SMALL, LARGE, *options, *more, "-f", "jsonl")
    document = json.loads(compare(SMALL, LARGE, *options, "-f", "json"))
    assert ["|eff:yes|" in metric.get("segment_signature", "") for metric in document["metrics"]] == [True, False]


def test_segments_that_lost_most_are_listed_with_their_signature() -> None:
    failed = run("compare", "-r", REFERENCE, LARGE, SMALL, "-m", "bleu", "--fail-if", "bleu < -0.5")
    assert "Segments that lost most against neural-large by BLEU (nrefs:1|case:mixed|eff:yes|tok:13a|" in failed.stderr
    failed = run("compare", "-r", REFERENCE, LARGE, SMALL, "-m", "chrf", "--fail-if", "chrf < -0.5")
    assert "Segments that lost most against neural-large by chrF2:\n" in failed.stderr
