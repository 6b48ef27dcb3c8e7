"""YiSi: by hand, words that differ in case, several references, frames and what can be wrong with them."""

import gzip
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from single_scores import value

import mtassay
from mtassay import EvalSet, InputError, MtassayWarning, SettingError, evaluate, metric

FRAMES = [
    {"segment": 1, "text": "ref", "frames": [{"predicate": [1, 2], "roles": {"A0": [0, 1], "A1": [2, 3]}}]},
    {"segment": 1, "text": "mine", "frames": [{"predicate": [1, 2], "roles": {"A1": [2, 3], "A0": [0, 1]}}]},
]


def frames_score(path: Path, hypothesis: str, reference: str, spec: str, lines: Any = FRAMES) -> float:
    path.write_text("\n".join(json.dumps(line) for line in lines))
    evalset = EvalSet([reference], systems={"mine": [hypothesis]})
    return evaluate(evalset, [f"{spec}frames={path}"]).systems["mine"][0].value


def test_by_hand() -> None:
    # "car" and "cars" share three letters of seven, and all words weigh log2(1 + 2/2) or, unseen, log2(1 + 2/1)
    seen, unseen = 1.0, math.log2(3)
    alike = 2 * 3 / 7
    precision = (seen + unseen * alike) / (seen + unseen)
    recall = (1 + alike) / 2
    expected = precision * recall / (0.8 * precision + 0.2 * recall)
    assert value("yisi:ngram=1", "a cars", "a car") == pytest.approx(expected)
    assert value("yisi:ngram=1", "b a", "a b") == 1
    assert value("yisi", "b a", "a b") == 0  # words must stand side by side


def test_spelling_is_compared_in_bytes_or_characters() -> None:
    assert value("yisi", "é", "è") == pytest.approx(0.5)  # they share the first of two bytes
    assert value("yisi:characters=yes", "é", "è") == 0


def test_nothing_and_everything() -> None:
    assert value("yisi", "xyz", "abc") == 0
    with pytest.warns(MtassayWarning, match="empty segment"):
        assert value("yisi", "", "a b") == value("yisi", "a b", "") == 0
    assert value("yisi", "a b c d", "a b c d") == 1


def test_several_references_give_the_best_precision_and_the_best_recall() -> None:
    one, other = "a b c x y", "p q d e f"
    both = value("yisi:ngram=1", "a b c d e f", one, other)
    assert both >= max(value("yisi:ngram=1", "a b c d e f", reference) for reference in (one, other))


def test_vectors_make_it_yisi_1(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text("3 2\nhouse 1 0\nhome 0.6 0.8\nsky -1 0\n")
    spec = f"yisi:vectors={path}"
    assert metric(spec).label == "YiSi-1"
    assert value(spec, "home", "house") == pytest.approx(0.6)
    assert value(spec, "sky", "house") == 0  # a negative cosine
    assert value(spec, "Home", "house") == pytest.approx(0.6)  # by the form in lower case
    assert value(spec, "ROOF", "roof") == 1
    assert value(spec, "roof", "root") == 0
    packed = tmp_path / "vectors.txt.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert value(f"yisi:vectors={packed}", "home", "house") == pytest.approx(0.6)
    digests = [metric(f"yisi:vectors={one}").signature(EvalSet(["a"])) for one in (path, packed)]
    assert digests[0] != digests[1]
    assert str(tmp_path) not in digests[0]


def test_frames_count_beside_words(tmp_path: Path) -> None:
    path = tmp_path / "frames.jsonl"
    assert frames_score(path, "he bought houses", "he bought houses", "yisi:") == pytest.approx(1)
    assert frames_score(path, "he bought houses", "he bought houses", "meant:") == 1
    # the words are the same, but what was done is not
    other = [FRAMES[0], {**FRAMES[1], "frames": []}]
    assert frames_score(path, "he bought houses", "he bought houses", "yisi:", other) == pytest.approx(0.8)
    assert frames_score(path, "he bought houses", "he bought houses", "meant:", other) == 0


def test_roles_of_another_group_count_for_recall_alone(tmp_path: Path) -> None:
    other = [FRAMES[0], {**FRAMES[1], "frames": [{"predicate": [1, 2], "roles": {"AM-TMP": [2, 3], "A0": [0, 1]}}]}]
    same = frames_score(tmp_path / "a.jsonl", "he bought houses", "he bought houses", "meant:alpha=1,")
    differing = frames_score(tmp_path / "b.jsonl", "he bought houses", "he bought houses", "meant:alpha=1,", other)
    assert differing == same == 1  # recall looks at no labels, as in the program
    precise = frames_score(tmp_path / "c.jsonl", "he bought houses", "he bought houses", "meant:alpha=0,", other)
    assert precise < 1


def test_weights_of_roles_come_from_references(tmp_path: Path) -> None:
    path = tmp_path / "frames.jsonl"
    # of predicate (1.25), A0 and A1 (2 each), all words of one length, the predicate is wrong
    score = frames_score(path, "abc xyz def", "abc uvw def", "meant:ngram=1,")
    assert score == pytest.approx((2 + 2) / (1.25 + 2 + 2))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{**FRAMES[0], "segment": 2}], r"line 1: segment 2 of 'ref', and the test set has 1"),
        ([FRAMES[0]], "no line is of 'mine'"),
        ([*FRAMES, FRAMES[0]], r"line 3: segment 1 of 'ref' again, after line 1"),
        ([FRAMES[0], {**FRAMES[1], "frames": [{"predicate": [1, 9]}]}], r"line 2: a span ends at 9, .* has 3 words"),
        ([{**FRAMES[0], "frames": [{"predicate": [1, 1]}]}], r"line 1: the predicate is \[1, 1\]"),
        ([{**FRAMES[0], "frames": [{"predicate": [0, 2], "roles": {"A0": [1, 3]}}]}], "line 1: two spans .* word 1"),
        ([{**FRAMES[0], "frames": [{"predicate": [0, 1], "roles": {"WHO": [1, 3]}}]}], "line 1: no role .* 'WHO'"),
        ([{**FRAMES[0], "frames": [{"roles": {}}]}], 'line 1: a frame without "predicate"'),
        ([{**FRAMES[0], "frames": [{"predicate": "1-2"}]}], "line 1: the predicate has no pair of places"),
        ([{"segment": 1, "text": "ref"}], 'line 1: no list "frames"'),
        ([{"segment": "1", "text": "ref", "frames": []}], 'line 1: no "segment"'),
        ([{"segment": 1, "frames": []}], 'line 1: no "text"'),
        ([[]], "line 1: no object"),
    ],
)
def test_frames_that_do_not_fit_are_named(tmp_path: Path, lines: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        frames_score(tmp_path / "frames.jsonl", "he bought houses", "he bought houses", "yisi:", lines)


def test_frames_are_of_a_test_set_and_not_of_texts(tmp_path: Path) -> None:
    path = tmp_path / "frames.jsonl"
    frames_score(path, "he bought houses", "he bought houses", "yisi:")
    one = metric(f"yisi:frames={path}")
    for refused in (
        lambda: one.pairwise(["a"], ["b"]),
        lambda: one.pair_rows(["a"], ["b"]),
        lambda: list(one.explain("he bought houses", ["he bought houses"])),
    ):
        with pytest.raises(SettingError, match="frames tells of each segment"):
            refused()


def test_weights_of_frames_need_frames() -> None:
    with pytest.raises(SettingError, match=r"beta=0\.3 weighs frames, and there are none"):
        metric("yisi:beta=0.3")
    with pytest.raises(SettingError, match="meant: no frames"):
        metric("meant")


def test_pairs_weigh_words_by_their_own_reference() -> None:
    hypotheses, references = ["a cars", "the dog"], ["a car", "a dog ran"]
    grid = metric("yisi").pairwise(hypotheses, references)
    assert np.array_equal(grid, [[value("yisi", h, r) for r in references] for h in hypotheses])


def test_an_explanation_shows_words_that_are_alike() -> None:
    (explained,) = mtassay.explain("the cars", "the car", ["yisi"])
    assert explained.steps[0].rows == (("cars", "car", "0.8571"),)  # type: ignore[union-attr]
