import math

import pytest
from people.given_answers import scored

from mtassay.human.answers.judged_outputs import Kind
from mtassay.human.scores.repeats import controls, self_agreement

PLAIN = scored(("anna", "1", "a", 50), ("anna", "2", "a", 70), ("ben", "1", "a", 60))


def test_repeats_stand_beside_what_the_judge_said_first() -> None:
    again = scored(("anna", "1", "a", 60), ("anna", "2", "a", 70), ("ben", "9", "a", 1), kind=Kind.REPEAT)
    agreement = self_agreement([*PLAIN, *again])
    assert agreement is not None
    assert (agreement.pairs, agreement.distance, agreement.exact, agreement.unmatched) == (2, 5, 0.5, 1)
    assert agreement.correlation == pytest.approx(1)
    assert self_agreement(PLAIN) is None
    lost = self_agreement(again)
    assert lost is not None
    assert (lost.pairs, lost.unmatched) == (0, 3)


def test_one_value_alone_has_no_correlation() -> None:
    agreement = self_agreement([*PLAIN, *scored(("anna", "1", "a", 60), ("anna", "2", "a", 60), kind=Kind.REPEAT)])
    assert agreement is not None
    assert math.isnan(agreement.correlation)


@pytest.mark.parametrize(
    ("pairs", "drops", "verdict"),
    [
        (9, [30] * 9, "open"),
        (12, [30, 20, 10] * 4, "passed"),
        (12, [1] * 7 + [-30] * 5, "doubtful"),
        (12, [1] * 3 + [-30] * 9, "failed"),
        (12, [0] * 12, "failed"),
    ],
)
def test_verdicts_on_judges(pairs: int, drops: list[float], verdict: str) -> None:
    plain = scored(*(("anna", str(number), "a", 50.0) for number in range(pairs)))
    spoilt = scored(*(("anna", str(number), "a", 50.0 - drop) for number, drop in enumerate(drops)), kind=Kind.DEGRADED)
    (control,) = controls([*plain, *spoilt])
    assert (control.judge, control.pairs, control.verdict) == ("anna", pairs, verdict)
    assert control.drop == pytest.approx(sum(drops) / pairs)


def test_a_spoilt_text_without_its_output_leaves_the_verdict_open() -> None:
    (control,) = controls(scored(("anna", "1", "a", 5), kind=Kind.DEGRADED))
    assert (control.pairs, control.verdict) == (0, "open")
