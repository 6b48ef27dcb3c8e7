"""Names to classes."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

import mtassay
from mtassay.metrics.base import METRICS
from mtassay.metrics.chrf import Chrf
from mtassay.registry import Registry
from mtassay.settings import Configured


def test_names_are_sorted_and_looked_up() -> None:
    assert list(METRICS) == sorted(METRICS)
    assert METRICS["chrf"] is Chrf
    assert "chrf" in METRICS
    assert "nonsense" not in METRICS


def test_unknown_names_get_the_nearest_and_the_whole_list() -> None:
    with pytest.raises(
        mtassay.SettingError, match=r"no metric 'chrff' \(did you mean 'chrf'\?\); there are bleu, chrf"
    ):
        mtassay.metric("chrff")
    with pytest.raises(mtassay.SettingError, match="no tokenizer '14a'"):
        mtassay.metric("bleu:tokenize=14a")


def test_a_name_is_given_once() -> None:
    registry: Registry[Configured] = Registry("thing", "mtassay.tokenizers")

    @dataclass(frozen=True, kw_only=True)
    class One(Configured):
        name: ClassVar[str] = "same"

    @dataclass(frozen=True, kw_only=True)
    class Two(Configured):
        name: ClassVar[str] = "same"

    registry.register(One)
    registry.register(One)
    with pytest.raises(ValueError, match="'same' is defined in"):
        registry.register(Two)
