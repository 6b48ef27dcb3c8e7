"""GTM, RIBES and METEOR: formulas by hand, several references, and the corners of text."""

import sys
import time
from pathlib import Path

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, InputError, MissingExtra, SettingError, evaluate, metric
from mtassay.evaluation.rows import families
from mtassay.metrics.run_metric import RunMetric

SPECS = [
    "gtm",
    "gtm:exponent=2",
    "gtm:multi=concat",
    "gtm-disa",
    "meteor-disa",
    "meteor2005",
    "meteor2005:matcher=nltk,stemmer=porter",
    "ribes",
]
HYPOTHESIS = "He saw the incident at a distance of 7-8 feet."
REFERENCE = "He had witnessed the incident at a distance of about 7-8 feet."

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


def score(spec: str, hypothesis: str, *references: str) -> float:
    return mtassay.score([hypothesis], [list(references)], [spec])[0].value


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("gtm", 2 * 9 / 22),
        ("gtm:exponent=2", 2 * (36 + 4 + 1) ** 0.5 / 22),
        ("gtm-disa", 2 * 9 / 22),
        ("meteor-disa", 90 / 118 * (1 - 0.5 * (2 / 8) ** 3)),
        ("meteor2005", 90 / 118 * (1 - 0.5 * (3 / 9) ** 3)),
        ("meteor2005:alpha=0.5,beta=1,gamma=0.4", 9 / 11 * (1 - 0.4 * 3 / 9)),
        ("ribes", 0.9**0.25 * np.exp(1 - 12 / 10) ** 0.1),
    ],
)
def test_by_hand(spec: str, expected: float) -> None:
    assert score(spec, HYPOTHESIS, REFERENCE) == pytest.approx(expected)


@pytest.mark.parametrize("spec", SPECS)
def test_empty_text_scores_nothing(spec: str) -> None:
    assert score(spec, "", REFERENCE) == 0
    assert score(spec, HYPOTHESIS, "") == 0
    assert score(spec, " \t", "") == 0
    assert score(spec, "x y", REFERENCE) == 0


@pytest.mark.parametrize("spec", SPECS)
def test_an_empty_reference_beside_another_does_no_harm(spec: str) -> None:
    if "concat" not in spec:  # which takes the mean of the lengths
        assert score(spec, HYPOTHESIS, "", REFERENCE) == score(spec, HYPOTHESIS, REFERENCE)


@pytest.mark.parametrize("spec", SPECS)
def test_one_word(spec: str) -> None:
    expected = 0.5 if spec.startswith("meteor") else 1
    assert score(spec, "yes", "yes") == expected
    assert score(spec, "yes", "no") == 0
    assert 0 <= score(spec, "yes", "yes sir") < 1
    assert 0 < score(spec, "yes sir", "yes") < 1


@pytest.mark.parametrize("spec", SPECS)
def test_repeated_words_count_as_often_as_in_the_other_text(spec: str) -> None:
    if spec != "ribes":
        assert 0 < score(spec, "the the the the the the the", "the cat is on the mat") < 0.5
    assert score(spec, "the the the", "the the the") >= (0 if spec == "ribes" else 0.9)


@pytest.mark.parametrize("spec", SPECS)
def test_the_best_of_several_references_counts(spec: str) -> None:
    others = ["something else", REFERENCE, "an incident at a distance"]
    if "concat" not in spec:
        assert score(spec, HYPOTHESIS, *others) == max(score(spec, HYPOTHESIS, other) for other in others)


@pytest.mark.parametrize("spec", SPECS)
def test_very_long_segments_are_quick_and_finite(spec: str) -> None:
    started = time.process_time()
    words = [f"w{n * n % 997}" for n in range(6000)]
    assert 0 < score(spec, " ".join(words), " ".join(reversed(words))) <= 1
    assert 0 <= score(spec, "a " * 3000, "a " * 1500) <= 1
    assert 0 <= score(spec, "a b " * 1000, "a b b " * 500) <= 1
    assert time.process_time() - started < 20


@pytest.mark.parametrize("spec", SPECS)
def test_corpus_scores_come_from_sums(spec: str) -> None:
    evalset = EvalSet([REFERENCE, "yes", "the cat"], systems={"a": [HYPOTHESIS, "no", "the cat"]})
    found = evaluate(evalset, [spec])["a"][0]
    if spec == "ribes":
        assert found.value == pytest.approx(np.mean(found.segments))
    if spec.startswith("gtm") and "exponent" not in spec:
        assert found.value == pytest.approx(2 * (9 + 2) / (10 + 1 + 2 + 12 + 1 + 2))
    if spec == "meteor2005":
        assert found.value == pytest.approx(11 / (0.9 * 15 + 0.1 * 13) * (1 - 0.5 * (4 / 11) ** 3))
    if spec == "meteor-disa":
        assert found.value == pytest.approx(110 / (9 * 15 + 13) * (1 - 0.5 * (2 / 9) ** 3))


def test_joined_references_share_their_words_and_their_mean_length() -> None:
    # "a b" from the first, "c" from the second; runs do not cross from one to the next
    parts = mtassay.score(["a b c"], [["a b", "c d e f"]], ["gtm:multi=concat"])[0].parts
    assert parts == {"precision": 1, "recall": 1}
    assert score("gtm:multi=concat,exponent=2", "b c", "a b", "c d") == pytest.approx(2 * 2**0.5 / 4)
    # all five words are found, and no more than the mean length of three counts
    assert score("gtm:multi=concat", "a b c d e", "a b c", "d e f") == pytest.approx(2 * 3 / 8)


def test_exponents() -> None:
    broken, whole = "c d a b", "a b c d"
    values = [score(f"gtm:exponent={e}", broken, whole) for e in (1, 1.5, 2, 10, 100)]
    assert values == sorted(values, reverse=True)
    assert values[0] == 1
    assert values[-1] == pytest.approx(0.5, abs=0.01)
    with pytest.raises(SettingError, match=r"gtm: exponent=0\.5: expected 1 or more"):
        metric("gtm:exponent=0.5")


def test_case() -> None:
    assert score("gtm", "The Cat", "the cat") == 0
    assert score("gtm:lowercase=yes", "The Cat", "the cat") == 1
    assert score("gtm-disa", "The Cat", "the cat") == 1
    assert score("ribes:lowercase=no", "The Cat", "the cat") == 0


def test_metrics_that_count_the_same_runs_share_them(monkeypatch: pytest.MonkeyPatch) -> None:
    specs = ["gtm-disa", "meteor-disa", "gtm:lowercase=yes", "gtm", "gtm:exponent=2,lowercase=yes"]
    assert families([metric(spec) for spec in specs]) == [[0, 1, 2], [3], [4]]
    counted = []
    count = RunMetric.count
    monkeypatch.setattr(RunMetric, "count", lambda *arguments: counted.append(1) or count(*arguments))
    evalset = EvalSet([[REFERENCE, "he saw it"]], systems={"a": [HYPOTHESIS]})
    together = [found.value for found in evaluate(evalset, specs[:3])["a"]]
    assert len(counted) == 1
    assert together == [evaluate(evalset, [spec])["a"][0].value for spec in specs[:3]]


def test_fewest_crossings_make_fewer_chunks_than_from_the_end() -> None:
    hypothesis, reference = "the cat sat", "the cat sat on the mat"
    assert mtassay.score([hypothesis], [reference], ["meteor2005"])[0].parts["penalty"] == pytest.approx(0.5 / 27)
    from_end = mtassay.score([hypothesis], [reference], ["meteor2005:matcher=nltk"])[0]
    assert from_end.parts["penalty"] == pytest.approx(0.5 * 8 / 27)


def test_stems() -> None:
    hypothesis, reference = "cats were running", "cat was runs"
    assert score("meteor2005", hypothesis, reference) == 0
    assert score("meteor2005:stemmer=porter", hypothesis, reference) > 0.3
    assert score("meteor2005:stemmer=german", "die Häuser", "die Haus") > score("meteor2005", "die Häuser", "die Haus")
    with pytest.raises(SettingError, match=r"stemmer=portr: there is no such stemmer \(did you mean 'porter'\?\)"):
        metric("meteor2005:stemmer=portr")


def test_without_stemmers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    assert score("meteor2005", "a b", "a b") > 0.9
    with pytest.raises(MissingExtra, match=r"meteor2005 with stems needs .* pip install 'mtassay\[stem\]'"):
        metric("meteor2005:stemmer=porter")


def test_signatures_name_stages(tmp_path: Path) -> None:
    signature = metric("meteor2005:stemmer=porter").signature(EvalSet(["a"]))
    assert signature.startswith("nrefs:1|match:minimal|stem:porter[")
    assert "|syn:none|case:lc|tok:none|" in signature
    for name in ("gtm-disa", "meteor-disa"):
        assert metric(name).signature(EvalSet(["a"])).startswith("nrefs:1|case:lc|tok:none|version:")


def test_a_missing_wordnet_is_said_before_anything_is_scored(tmp_path: Path) -> None:
    one = metric(f"meteor2005:wordnet='{tmp_path}'")
    with pytest.raises(InputError, match=r"index\.noun: there is no such file; name the folder .*wordnet-base"):
        one.for_evalset(EvalSet(["a"]))
