"""How much of outputs people changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from mtassay.corpus.evalset import EvalSet
from mtassay.human.post_editing.corrections import Correction, measure_corrections
from mtassay.metrics.hter import HumanTargetedTer


def test_a_moved_phrase_is_one_edit() -> None:
    (correction,) = measure_corrections(["on Friday we have to cancel"], ["we have to cancel on Friday"])
    assert correction == Correction(1, 6)
    assert correction.hter == pytest.approx(1 / 6)


def test_what_was_written_anew_counts_1_at_most() -> None:
    assert [correction.hter for correction in measure_corrections(["a b c d", "", "a"], ["e", "a", ""])] == [1, 1, 1]
    assert measure_corrections([], []) == ()


def test_chinese_is_measured_in_characters() -> None:
    (correction,) = measure_corrections(["我喜欢狗"], ["我喜欢猫"])
    assert correction == Correction(1, 4)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
def test_edits_are_those_of_the_metric(pairs: list[tuple[str, str]]) -> None:
    outputs, post_edits = ([pair[side] for pair in pairs] for side in (0, 1))
    evalset = EvalSet(post_edits, systems={"a": outputs}, post_edit=True, warn_of_blanks=False)
    metric = HumanTargetedTer(threads=1).for_evalset(evalset)
    rows = metric.stats(outputs, metric.prepare(evalset))
    corrections = measure_corrections(outputs, post_edits)
    assert [(correction.edits, correction.words) for correction in corrections] == [tuple(row) for row in rows]
