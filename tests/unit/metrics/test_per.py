"""PER: parts."""

import pytest

import mtassay


def test_parts_of_per() -> None:
    score = mtassay.score(["a b c d e"], ["a b x"], ["per"])[0]
    assert score.value == pytest.approx(100 * (5 - 2) / 3)
    assert score.parts == pytest.approx({"rper": 100 / 3, "hper": 60})
