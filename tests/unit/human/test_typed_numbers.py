import pytest

from mtassay.human.typed_numbers import parse_number


@pytest.mark.parametrize(("text", "number"), [("7,5", 7.5), ("7.5", 7.5), (" -3 ", -3.0), ("١٢", 12.0)])
def test_decimals_stand_behind_a_point_or_a_comma(text: str, number: float) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize("text", ["", "seven", "7,5,", "1,234.5"])
def test_the_rest_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="could not convert"):
        parse_number(text)
