from mtassay.human.answer_keys import score_keys
from mtassay.human.scales import EVALTRANS, SCALES, Scale, scale


def test_scales_of_up_to_eleven_steps_have_a_key_for_each() -> None:
    assert score_keys(EVALTRANS) == {**{str(value): value for value in range(10)}, "x": 10}
    assert score_keys(SCALES["adequacy"]) == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}
    assert score_keys(scale("0..100/10"))["x"] == 100
    assert score_keys(scale("-2..2/1")) == {"0": -2, "1": -1, "2": 0, "3": 1, "4": 2}
    assert score_keys(SCALES["da"]) == {}
    assert score_keys(Scale(0, 100, 1)) == {}
