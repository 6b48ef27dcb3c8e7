"""Numbers in an order that only the key tells."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mtassay.web.safety.blind_numbers import BlindNumbers, blind_numbers

NUMBERS = blind_numbers(b"a key of this installation", 1, "targets")


@given(st.integers(0, 2**62))
def test_what_is_shown_means_the_number_that_it_was_made_of(number: int) -> None:
    assert NUMBERS.find(NUMBERS.show(number)) == number
    assert NUMBERS.show(NUMBERS.find(number)) == number
    assert (NUMBERS.show(number) == 0) == (number == 0)
    assert BlindNumbers(None).show(number) == BlindNumbers(None).find(number) == number


def test_browsers_can_read_them() -> None:
    assert all(0 < NUMBERS.show(number) < 2**53 for number in range(1, 1000))


def test_neighbours_are_scattered_and_each_project_and_key_has_its_own() -> None:
    shown = [NUMBERS.show(number) for number in range(1, 1001)]
    rises = sum(one < other for one, other in pairwise(shown))
    assert 400 < rises < 600
    for other in (
        blind_numbers(b"another key", 1, "targets"),
        blind_numbers(b"a key of this installation", 2, "targets"),
    ):
        assert not set(shown) & {other.show(number) for number in range(1, 1001)}
