"""TESLA: by hand, what words are alike by, tags, and what can be wrong with its files."""

import json
from pathlib import Path

import pytest
from single_scores import value
from unit.metrics.with_resources.test_terp import write_wordnet

import mtassay
from mtassay import EvalSet, InputError, MtassayWarning, SettingError, evaluate, metric


def f_score(gain: float, hypothesis: float, reference: float) -> float:
    precision, recall = gain / hypothesis, gain / reference
    return precision * recall / (0.8 * precision + 0.2 * recall)


def test_by_hand() -> None:
    # two of three words, one of two pairs, no three in a row
    expected = (f_score(2, 3, 3) + f_score(1, 2, 2) + 0) / 3
    assert value("tesla", "a b x", "a b c") == pytest.approx(expected)
    assert value("tesla", "a b", "a b c d") == pytest.approx((f_score(2, 2, 4) + f_score(1, 1, 3) + 0) / 3)
    assert value("tesla", "A", "a") == 1
    assert value("tesla:lowercase=no", "A", "a") == 0


def test_nothing_and_everything() -> None:
    assert value("tesla", "a b c d", "a b c d") == 1
    assert value("tesla", "x", "a b c d") == 0
    with pytest.warns(MtassayWarning, match="empty segment"):
        assert value("tesla", "", "a") == value("tesla", "a", "") == value("tesla", "", "") == 0


def test_words_are_alike_by_stems_and_synsets(tmp_path: Path) -> None:
    wordnet = write_wordnet(tmp_path / "wordnet")
    assert value("tesla", "cats", "cat") == 1
    assert value("tesla:stemmer=none", "cats", "cat") == 0
    assert value(f"tesla:wordnet={wordnet}", "hounds", "dog") == pytest.approx(0.5)
    # one hound can be half of either dog, but there is one of it
    assert value(f"tesla:wordnet={wordnet}", "hound", "dog dog") == pytest.approx(f_score(0.5, 1, 2) / 2)


def test_function_words_weigh_a_tenth(tmp_path: Path) -> None:
    path = tmp_path / "functions.txt"
    path.write_text("the\n")
    spec = f"tesla:functions={path}"
    assert value(spec, "the cat", "a cat") > value("tesla", "the cat", "a cat")
    expected = (f_score(1, 1.1, 2) + 0) / 2
    assert value(spec, "the cat", "a cat") == pytest.approx(expected)
    with pytest.raises(InputError, match="no such file of function words"):
        metric("tesla:functions=nowhere.txt").for_evalset(EvalSet(["a"]))


def write_tags(path: Path, ref: str, mine: str) -> str:
    path.write_text(json.dumps({"ref": ref, "hyp:mine": mine}))
    return str(path)


def test_tags_count_half(tmp_path: Path) -> None:
    evalset = EvalSet(["the cat"], systems={"mine": ["the dog"]})
    spec = f"tesla:tags={write_tags(tmp_path / 'tags.jsonl', 'D N', 'D N')}"
    score = evaluate(evalset, [spec]).systems["mine"][0]
    # the second words are half alike, and so the pair by three quarters
    assert score.value == pytest.approx((f_score(1.5, 2, 2) + f_score(0.75, 1, 1)) / 2)
    assert score.label == "TESLA-M-like (stems, tags)"


def test_tags_must_be_as_many_as_words(tmp_path: Path) -> None:
    evalset = EvalSet(["the cat"], systems={"mine": ["the dog"]})
    path = write_tags(tmp_path / "tags.jsonl", "D N", "D N N")
    with pytest.raises(InputError, match="text 1 of system 'mine' has 2 words and 3 tags"):
        evaluate(evalset, [f"tesla:tags={path}"])
    with pytest.raises(SettingError, match="leave tags out"):
        metric(f"tesla:tags={path}").pairwise(["a"], ["a"])


def test_of_several_references_the_best_counts() -> None:
    assert value("tesla", "a b c", "x y z", "a b c") == 1


def test_explains_by_order() -> None:
    (told,) = mtassay.explain("a b x", ["a b c", "z"], ["tesla"])
    assert told.steps[0].__dict__["rows"][0] == ("1", "2.0000", "3.0000", "3.0000")
    assert told.steps[0].__dict__["title"] == "N-grams beside the best reference (1 of 2)"


def test_long_documents_are_refused() -> None:
    with pytest.raises(InputError, match="up to 500 words"):
        value("tesla", "a b " * 300, "a")
    with pytest.raises(InputError, match="up to 500 words"):
        value("tesla", "a", "a b " * 300)
    with pytest.raises(InputError, match="up to 500 words"):
        value("tesla:tokenize=none", "a\tb\t" * 300, "a")
