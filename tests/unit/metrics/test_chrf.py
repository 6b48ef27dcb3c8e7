"""chrF: settings and corners."""

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, SettingError, metric
from mtassay.metrics.chrf import Chrf


def test_counts_by_hand() -> None:
    one = Chrf(char_order=2, word_order=1)
    rows = one.stats(["ab c."], one.prepare(EvalSet(["abd c."])))
    assert one.columns[:3] == ("hypothesis_char_1", "reference_char_1", "matches_char_1")
    # characters abc. and abdc.; words ab|c|. and abd|c|.
    assert rows.tolist() == [[4, 5, 4, 3, 4, 2, 3, 3, 2]]


def test_the_better_reference_counts_and_the_first_of_equals() -> None:
    one = Chrf(char_order=1)
    rows = one.stats(["ab", "ab"], one.prepare(EvalSet([["xy", "abc"], ["ax", "bx"]])))
    assert rows.tolist() == [[2, 3, 2], [2, 2, 1]]


def test_labels_name_beta_and_words() -> None:
    labels = {"chrf": "chrF2", "chrf:word_order=2": "chrF2++", "chrf:beta=3": "chrF3", "chrf:beta=0.5": "chrF0.5"}
    assert {spec: metric(spec).label for spec in labels} == labels


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@pytest.mark.parametrize(("hypothesis", "reference"), [("", "a b"), ("a b", ""), ("", ""), ("x", "y")])
def test_nothing_in_common_scores_zero(hypothesis: str, reference: str) -> None:
    assert mtassay.score([hypothesis], [reference], ["chrf"])[0].value == 0
    smoothed = mtassay.score([hypothesis], [reference], ["chrf:eps_smoothing=yes"])[0].value
    assert 0 < smoothed < 1e-12


def test_white_space_counts_only_where_asked() -> None:
    ignored, counted = mtassay.score(["a b"], ["ab"], ["chrf", "chrf:whitespace=yes"])
    assert ignored.value == pytest.approx(100)
    assert counted.value < 100


def test_parts_are_precision_and_recall() -> None:
    score = mtassay.score(["abcdefgh"], ["abcdefghabcdefgh"], ["chrf"])[0]
    assert score.parts["precision"] == pytest.approx(100)
    assert score.parts["recall"] < 50


@pytest.mark.parametrize("spec", ["chrf:char_order=0", "chrf:char_order=33", "chrf:word_order=40", "chrf:beta=-1"])
def test_settings_that_make_no_sense_are_refused(spec: str) -> None:
    with pytest.raises(SettingError):
        metric(spec)


def test_words_alone_can_be_counted() -> None:
    one = Chrf(char_order=0, word_order=1)
    assert one.score(np.array([2.0, 2.0, 1.0])) == pytest.approx(50)
