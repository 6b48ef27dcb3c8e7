"""GTM, RIBES and METEOR: formulas by hand, several references, and the corners of text."""

import time
from pathlib import Path

import numpy as np
import pytest
from single_scores import value

from mtassay import EvalSet, evaluate, metric

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
    assert value(spec, HYPOTHESIS, REFERENCE) == pytest.approx(expected)


@pytest.mark.parametrize("spec", SPECS)
def test_empty_text_scores_nothing(spec: str) -> None:
    assert value(spec, "", REFERENCE) == 0
    assert value(spec, HYPOTHESIS, "") == 0
    assert value(spec, " \t", "") == 0
    assert value(spec, "x y", REFERENCE) == 0


@pytest.mark.parametrize("spec", SPECS)
def test_an_empty_reference_beside_another_does_no_harm(spec: str) -> None:
    if "concat" not in spec:  # which takes the mean of the lengths
        assert value(spec, HYPOTHESIS, "", REFERENCE) == value(spec, HYPOTHESIS, REFERENCE)


@pytest.mark.parametrize("spec", SPECS)
def test_one_word(spec: str) -> None:
    expected = 0.5 if spec.startswith("meteor") else 1
    assert value(spec, "yes", "yes") == expected
    assert value(spec, "yes", "no") == 0
    assert 0 <= value(spec, "yes", "yes sir") < 1
    assert 0 < value(spec, "yes sir", "yes") < 1


@pytest.mark.parametrize("spec", SPECS)
def test_repeated_words_count_as_often_as_in_the_other_text(spec: str) -> None:
    if spec != "ribes":
        assert 0 < value(spec, "the the the the the the the", "the cat is on the mat") < 0.5
    assert value(spec, "the the the", "the the the") >= (0 if spec == "ribes" else 0.9)


@pytest.mark.parametrize("spec", SPECS)
def test_the_best_of_several_references_counts(spec: str) -> None:
    others = ["something else", REFERENCE, "an incident at a distance"]
    if "concat" not in spec:
        assert value(spec, HYPOTHESIS, *others) == max(value(spec, HYPOTHESIS, other) for other in others)


@pytest.mark.parametrize("spec", SPECS)
def test_very_long_segments_are_quick_and_finite(spec: str) -> None:
    started = time.process_time()
    words = [f"w{n * n % 997}" for n in range(6000)]
    assert 0 < value(spec, " ".join(words), " ".join(reversed(words))) <= 1
    assert 0 <= value(spec, "a " * 3000, "a " * 1500) <= 1
    assert 0 <= value(spec, "a b " * 1000, "a b b " * 500) <= 1
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


def test_case() -> None:
    assert value("gtm", "The Cat", "the cat") == 0
    assert value("gtm:lowercase=yes", "The Cat", "the cat") == 1
    assert value("gtm-disa", "The Cat", "the cat") == 1
    assert value("ribes:lowercase=no", "The Cat", "the cat") == 0


def test_signatures_name_stages(tmp_path: Path) -> None:
    signature = metric("meteor2005:stemmer=porter").signature(EvalSet(["a"]))
    assert signature.startswith("nrefs:1|match:minimal|stem:porter[")
    assert "|syn:none|case:lc|tok:none|" in signature
    for name in ("gtm-disa", "meteor-disa"):
        assert metric(name).signature(EvalSet(["a"])).startswith("nrefs:1|case:lc|tok:none|version:")
