"""GTM: exponents, and several references as one."""

import pytest
from single_scores import value

import mtassay
from mtassay import SettingError, metric

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


def test_joined_references_share_their_words_and_their_mean_length() -> None:
    # "a b" from the first, "c" from the second; runs do not cross from one to the next
    parts = mtassay.score(["a b c"], [["a b", "c d e f"]], ["gtm:multi=concat"])[0].parts
    assert parts == {"precision": 1, "recall": 1}
    assert value("gtm:multi=concat,exponent=2", "b c", "a b", "c d") == pytest.approx(2 * 2**0.5 / 4)
    # all five words are found, and no more than the mean length of three counts
    assert value("gtm:multi=concat", "a b c d e", "a b c", "d e f") == pytest.approx(2 * 3 / 8)


def test_exponents() -> None:
    broken, whole = "c d a b", "a b c d"
    values = [value(f"gtm:exponent={e}", broken, whole) for e in (1, 1.5, 2, 10, 100)]
    assert values == sorted(values, reverse=True)
    assert values[0] == 1
    assert values[-1] == pytest.approx(0.5, abs=0.01)
    with pytest.raises(SettingError, match=r"gtm: exponent=0\.5: expected 1 or more"):
        metric("gtm:exponent=0.5")
