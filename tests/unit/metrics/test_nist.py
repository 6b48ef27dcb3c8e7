"""NIST: formulas by hand, both styles, several references."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from single_scores import value

from mtassay import EvalSet, metric


def rows_of(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    one = metric(spec)
    return one.stats(hypotheses, one.prepare(EvalSet(references, warn_of_blanks=False)))


def test_nist_by_hand() -> None:
    # N = 9 words; "the" 3 times, "cat" twice, "the cat" twice
    references = ["the cat sat", "the dog sat", "the cat ran"]
    rows = rows_of("nist:max_ngram_order=2", ["the cat", "x", "x"], references)
    words, pairs = math.log2(9 / 3) + math.log2(9 / 2), math.log2(3 / 2)
    assert rows[0].tolist() == pytest.approx([2, 3, words, pairs, 2, 1])
    penalty = math.exp(math.log(0.5) / math.log(1.5) ** 2 * math.log(2 / 3) ** 2)
    assert penalty == pytest.approx(0.5)
    one = metric("nist:max_ngram_order=2")
    assert float(one.score(rows[0])) == pytest.approx((words / 2 + pairs) * 0.5)
    assert float(one.parts(rows[0])["nist_2"]) == pytest.approx(pairs)


def test_nist_weighs_by_all_references_even_for_a_slice() -> None:
    one = metric("nist")
    references = ["the cat sat", "the dog sat", "the cat ran"]
    whole = one.prepare(EvalSet(references))
    alone = one.prepare(EvalSet(references[:1]))
    assert not np.array_equal(one.stats(["the cat"], whole[:1]), one.stats(["the cat"], alone))


def test_nist_lowers_letters_of_ascii_only_as_mteval_does() -> None:
    assert value("nist", "THE Ä cat", "the ä cat") == pytest.approx(value("nist", "the x cat", "the ä cat"))
    assert value("nist:lowercase=no", "The Cat", "the cat") == 0


def test_nist_in_a_signature() -> None:
    signature = metric("nist").signature(EvalSet(["a"]))
    assert signature.startswith("nrefs:1|case:lc|tok:13a|n:5|info:corpus|version:")


def test_several_references_by_both_styles_of_nist() -> None:
    references = ["the cat sat on it", "a dog"]
    long, short = (
        rows_of("nist", ["the dog"], [references])[0],
        rows_of("nist:style=nltk", ["the dog"], [references])[0],
    )
    assert long[1] == 3.5  # the mean length
    assert long[2] > short[2]  # a word from each, or from one
