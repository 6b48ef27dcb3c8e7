import pytest

from mtassay.significance.written_p import written_p


@pytest.mark.parametrize(
    ("p_value", "is_bound", "digits", "expected"),
    [
        (0.0412, False, 3, "0.041"),
        (0.00049, False, 3, "<0.001"),
        (0.00049, True, 3, "<0.001"),
        (1 / 1001, True, 3, "≤0.001"),
        (36 / 1001, True, 3, "≤0.036"),
        # rounded down it would claim more than is known
        (1 / 701, True, 3, "≤0.002"),
        (0.121, True, 2, "≤0.13"),
        (0.003, True, 3, "≤0.003"),
        (1.0, False, 3, "1.000"),
        (1.0, True, 3, "≤1.000"),
    ],
)
def test_p_values_as_people_read_them(p_value: float, is_bound: bool, digits: int, expected: str) -> None:
    assert written_p(p_value, is_bound=is_bound, digits=digits) == expected


def test_a_bound_is_never_rounded_down() -> None:
    for number in range(1, 2000):
        p_value = number / 1999
        written = written_p(p_value, is_bound=True)
        if written.startswith("≤"):
            assert p_value <= float(written[1:]) < p_value + 0.001
