"""Numbers looked up in a text, against one by one."""

from hypothesis import given
from hypothesis import strategies as st

from mtassay.checks.numbers import Number, _is_hour, _numbers, _There

numbers = st.lists(
    st.from_regex(r"[0-9]{1,5}([.,:][0-9]{1,3}){0,2}|[0-9]{1,2}0{0,5}|(18|19|20)[0-9]{2}", fullmatch=True), max_size=6
).map(" ; ".join)


def is_there(number: Number, others: list[Number]) -> bool:
    groups = {group for other in others for group in other.groups}
    return any(is_same(number, other) for other in others) or groups.issuperset(number.groups)


def is_same(number: Number, other: Number) -> bool:
    shorter, longer = sorted((number.digits, other.digits), key=len)
    if shorter == longer:
        return True
    is_scaled = len(longer) >= len(shorter) + 3 and longer.rstrip("0") == shorter.rstrip("0")
    is_year = (len(shorter), len(longer)) == (2, 4) and longer[:2] in ("18", "19", "20") and longer.endswith(shorter)
    return is_scaled or is_year or is_same_hour(number, other) or is_same_hour(other, number)


def is_same_hour(morning: Number, evening: Number) -> bool:
    hour, later = morning.groups[0], evening.groups[0]
    return _is_hour(hour) and later == str(int(hour) + 12) and morning.groups[1:] == evening.groups[1:]


@given(numbers, numbers)
def test_numbers_are_found_as_one_by_one(text: str, other: str) -> None:
    others = _numbers(other)
    there = _There(others)
    for number in _numbers(text):
        assert (number in there) == is_there(number, others), number
