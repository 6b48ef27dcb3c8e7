"""AMBER: penalties and types of text."""

import math
from collections.abc import Sequence
from typing import Any

import pytest
from single_scores import value

from mtassay import EvalSet, SettingError, metric

OUTPUT = "He saw the incident at a distance of 7-8 feet."


REFERENCE = "He had witnessed the incident at a distance of about 7-8 feet."


def rows_of(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    one = metric(spec)
    return one.stats(hypotheses, one.prepare(EvalSet(references, warn_of_blanks=False)))


def parts(spec: str, hypothesis: str, *references: str) -> dict[str, float]:
    found = metric(spec).parts(rows_of(spec, [hypothesis], [references])[0])
    return {name.removeprefix("type_1_"): float(part) for name, part in found.items()}


def test_penalties_of_amber_by_name() -> None:
    found = parts("amber:types=1,tokenize=none", "a c d b x", "a b c d long words")
    assert found["nkcp"] == pytest.approx(4 / 6)
    assert found["nscp"] == pytest.approx((1 + (1 - 6 / 10)) / 2)
    assert found["sbp"] == pytest.approx(math.exp(1 - 6 / 5))
    assert found["srp"] == 1
    assert found["csbp"] == pytest.approx(math.exp(1 - 13 / 5))
    assert found["csrp"] == 1
    assert found["swdp"] == pytest.approx(math.exp(-1 / 6))
    assert found["lwdp"] == pytest.approx(math.exp(-2 / 6))
    assert found["ckp"] == pytest.approx(1 - 0.1 * (3 / 4) ** 3)  # 4 words, 1 pair
    assert found["ctp"] == pytest.approx(math.exp(1 / 3 / 3 - 1))
    printed = parts("amber:types=1,tokenize=none,ctp=printed,nscp=printed", "a c d b x", "a b c d long words")
    assert printed["nscp"] == pytest.approx((1 + (1 - 6 / 60)) / 2)
    assert printed["ctp"] == pytest.approx(math.exp(-1 / 9))
    assert parts("amber:types=1,ctp=off", "a c d b x", "a b c d")["ctp"] == 1


def test_types_of_text() -> None:
    # equal where only what a type leaves out is different
    assert value("amber:types=2", "cats running home", "cats runner home") == value("amber:types=2", "a b c", "a b c")
    assert value("amber:types=3", "overstate my case", "understate my case") > value("amber", "overstate my", "x my")
    assert value("amber:types=4", "internationally", "internalizingly") == value("amber:types=4", "one", "one")
    assert value("amber:types=7", "the cat sat quietly on", "a dog lay quietly in") == value("amber:types=1", "a", "a")
    assert value("amber:types=0", "The Cat", "the cat") == 0 < value("amber:types=1", "The Cat", "the cat")
    assert value("amber:types=5", "abcdefgh", "abcd efgh") == value("amber:types=1", "a b", "a b")
    both = [value(f"amber:types={kind}", OUTPUT, REFERENCE) for kind in (1, 4)]
    assert value("amber", OUTPUT, REFERENCE) == pytest.approx(sum(both) / 2)


@pytest.mark.parametrize("types", ["6", "1,1", "''", "1,6"])
def test_types_that_amber_does_not_have(types: str) -> None:
    with pytest.raises(SettingError, match="amber: types="):
        metric(f"amber:types='{types}'" if types != "''" else "amber:types=''")


def test_amber_of_plain_text_signs_plain_text() -> None:
    evalset = EvalSet(["the cat sat."])
    plain, other = (metric(f"amber:types=0{more}") for more in ("", ",lowercase=no,tokenize=zh"))
    assert "|case:mixed|" in plain.signature(evalset)
    assert "|tok:none|" in plain.signature(evalset)
    assert plain.signature(evalset) == other.signature(evalset)
    assert "|case:lc|" in metric("amber:types='0,1'").signature(evalset)
