"""Marked errors with a score: the numbers of an answer, and what a campaign can choose."""

import pytest

from mtassay.errors import SettingError
from mtassay.human.protocols.base import PROTOCOLS, AskedItem
from mtassay.store.campaigns.campaigns import signature_of

SPANS = [
    {"side": "target", "start": 0, "end": 2, "severity": "major"},
    {"side": "target", "missing": True, "severity": "minor"},
    {"side": "source", "start": 0, "end": 2, "severity": "minor"},
]
ITEM = AskedItem(7, (), "Er ist da.", "He is here.")


def test_the_score_comes_first_then_counts_and_the_penalty():
    protocol = PROTOCOLS.create("esa")
    body = protocol.check({"score": 62.0, "spans": SPANS}, [ITEM])
    assert body == {"spans": SPANS, "score": 62}
    numbers = {number.name: number.value for number in protocol.numbers(body, [ITEM])}
    assert numbers == {"score": 62, "minor": 2, "major": 1, "penalty": 7}


def test_weights_are_chosen_and_stand_in_the_signature():
    protocol = PROTOCOLS.create("esa:weights='Minor=2, major=10,critical=25'")
    assert signature_of(protocol) == "esa|v:1|against:source|weights:critical=25,major=10,minor=2"
    assert signature_of(PROTOCOLS.create("esa")) == "esa|v:1|against:source|weights:major=5,minor=1"
    assert protocol.severities == ("minor", "major", "critical")
    body = protocol.check({"score": 0, "spans": SPANS}, [ITEM])
    assert protocol.numbers(body, [ITEM])[-1].value == 14
    with pytest.raises(SettingError, match="name those of minor and of major"):
        PROTOCOLS.create("esa:weights=major=5")
