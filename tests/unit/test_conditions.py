import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.conditions import fault, meets, quoted, unquoted

VALUES = np.array([6.9, 7 - 1e-12, 7, 7 + 1e-12, 7.1, math.nan])


@pytest.mark.parametrize(
    ("sign", "met"),
    [
        ("=", [False, True, True, True, False]),
        ("!=", [True, False, False, False, True]),
        ("<", [True, False, False, False, False]),
        ("<=", [True, True, True, True, False]),
        (">", [False, False, False, False, True]),
        (">=", [False, True, True, True, True]),
    ],
)
def test_bounds_are_met_within_rounding_and_never_by_nan(sign: str, met: list[bool]) -> None:
    assert meets(VALUES, sign, 7).tolist() == [*met, False]


@given(st.text('ab" '))
def test_quotes_are_doubled_and_halved(text: str) -> None:
    assert quoted(text)[0] == quoted(text)[-1] == '"'
    assert unquoted(quoted(text)[1:-1]) == text
    assert unquoted(text.replace("'", "''"), "'") == text


def test_a_fault_is_told_with_its_place_in_visible_characters() -> None:
    assert (
        fault("the text", "a\td\\\ud800", 1, "no") == "the text 'a\\td\\\\ud800', at '\\td\\\\ud800' (character 2): no"
    )
    assert fault("the text", "a", 1, "no") == "the text 'a', at its end: no"
    assert fault("the text", "a" * 100, 0, "no") == f"the text '{'a' * 80}…', at '{'a' * 20}…' (character 1): no"
