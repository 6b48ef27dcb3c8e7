"""BLEU of the DISA report."""

import math
from collections.abc import Sequence
from typing import Any

import pytest
from single_scores import value

from mtassay import EvalSet, metric

OUTPUT = "He saw the incident at a distance of 7-8 feet."


REFERENCE = "He had witnessed the incident at a distance of about 7-8 feet."


def rows_of(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    one = metric(spec)
    return one.stats(hypotheses, one.prepare(EvalSet(references, warn_of_blanks=False)))


def parts(spec: str, hypothesis: str, *references: str) -> dict[str, float]:
    found = metric(spec).parts(rows_of(spec, [hypothesis], [references])[0])
    return {name.removeprefix("type_1_"): float(part) for name, part in found.items()}


def test_bleu_of_disa_leaves_out_what_has_no_match() -> None:
    assert value("bleu-disa", OUTPUT, REFERENCE) == pytest.approx(0.490261, abs=1e-6)
    assert value("bleu-disa", "Hanako visited Taro", "Taro visited Hanako") == 1
    assert parts("bleu-disa", "Hanako visited Taro", "Taro visited Hanako")["orders_used"] == 1


def test_brevity_penalty_of_the_pseudocode_exceeds_1() -> None:
    pair = "the cat sat on a mat", "the cat"
    assert value("bleu-disa:bp_clip=no", *pair) == pytest.approx(value("bleu-disa", *pair) * math.exp(1 - 2 / 6))
