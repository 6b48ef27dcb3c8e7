"""GLEU by hand, and of nothing."""

from collections.abc import Sequence
from typing import Any

import pytest
from single_scores import value

from mtassay import EvalSet, metric


def rows_of(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    one = metric(spec)
    return one.stats(hypotheses, one.prepare(EvalSet(references, warn_of_blanks=False)))


def parts(spec: str, hypothesis: str, *references: str) -> dict[str, float]:
    found = metric(spec).parts(rows_of(spec, [hypothesis], [references])[0])
    return {name.removeprefix("type_1_"): float(part) for name, part in found.items()}


def test_gleu_by_hand() -> None:
    # 3 + 1 matches; 6 n-grams of 3 words and 10 of 4
    assert value("gleu", "the cat sat", "the cat has sat") == pytest.approx(4 / 10)
    assert parts("gleu", "the cat sat", "the cat has sat") == {"precision": pytest.approx(4 / 6), "recall": 0.4}


def test_gleu_of_nothing_takes_the_reference_that_is_not_empty() -> None:
    for references in (["", "a b"], ["a b", ""]):
        assert rows_of("gleu", [""], [references]).tolist() == [[0, 3, 0, 3]]
    assert rows_of("gleu", [""], [["", ""]]).tolist() == [[0, 0, 0, 0]]
