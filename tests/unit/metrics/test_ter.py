"""TER: several references, and text that is normalized twice."""

import pytest
from single_scores import value


def test_ter_divides_by_the_mean_length_of_the_references() -> None:
    assert value("ter", "a b c", "a b", "a b c d") == pytest.approx(100 / 3)


def test_references_are_normalized_twice_as_in_sacrebleu() -> None:
    # sacreBLEU 2.6.0 says 33.33 and 66.67
    assert value("ter:normalized=yes", "costs ..50 and more", "costs ..50 and more") == pytest.approx(100 / 3)
    assert value("ter:normalized=yes", ",,9", ",,9") == pytest.approx(200 / 3)
