"""Verdicts on judges."""

import pytest

from mtassay.campaigns.controls.verdict import SeatVerdict, Verdict, judge_seat, self_agreement
from mtassay.errors import InputError


def test_a_judge_without_pairs_is_open() -> None:
    assert judge_seat([], []) == SeatVerdict(Verdict.OPEN, 0, None, None, None)
    assert judge_seat([90.0] * 9, [10.0] * 9).verdict is Verdict.OPEN


@pytest.mark.parametrize(
    ("drops", "verdict", "share"),
    [
        ([10, 20, 30, 40, 50, 60, 5, 15, 25, 35], Verdict.PASSED, 1.0),
        ([10, -20, 30, -40, 5, -6, 7, -8, 9, -11], Verdict.DOUBTFUL, 0.5),
        ([10, -20, -30, -40, -5, -6, 7, -8, 9, -11], Verdict.FAILED, 0.3),
        ([0.0] * 12, Verdict.FAILED, 0.0),  # the same score for all
    ],
)
def test_ten_pairs_tell(drops: list[float], verdict: Verdict, share: float) -> None:
    judged = judge_seat([50 + drop for drop in drops], [50.0] * len(drops))
    assert (judged.verdict, judged.pairs, judged.share) == (verdict, len(drops), share)
    assert judged.drop == pytest.approx(sum(drops) / len(drops))


def test_the_test_has_one_side() -> None:
    better, worse = judge_seat([5, 6, 7, 8], [1, 1, 1, 1]), judge_seat([1, 1, 1, 1], [5, 6, 7, 8])
    assert better.p == pytest.approx(1 / 16)
    assert worse.p == pytest.approx(15 / 16)
    assert judge_seat([3, 4], [3, 4]).p == 1.0


def test_pairs_need_both() -> None:
    with pytest.raises(InputError, match="1 plain scores and 0"):
        judge_seat([1], [])


def test_self_agreement() -> None:
    assert self_agreement([], []) is None
    agreed = self_agreement([10, 20, 30], [12, 18, 34])
    assert agreed is not None
    assert (agreed.repeats, agreed.distance) == (3, pytest.approx(8 / 3))
    assert agreed.correlation == pytest.approx(0.967, abs=1e-3)
    same = self_agreement([5, 5], [5, 6])
    assert same is not None
    assert same.correlation is None
