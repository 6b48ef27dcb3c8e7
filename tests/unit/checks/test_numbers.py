"""Numbers that are gone."""

import pytest
from found import found


@pytest.mark.parametrize(
    ("source", "reference", "output", "told"),
    [
        ("Es kostet 98,50 Euro.", "It costs 98.50 euros.", "It costs 89.50 euros.", "lost 98,50; has 89.50"),
        ("Im Jahr 1492.", "In 1492.", "In that year.", "lost 1492"),
        ("5 Äpfel", "5 apples", "6 apples", "lost 5; has 6"),
        ("86000 Menschen", "86,000 people", "860.000 people", "lost 86000; has 860.000"),
        ("१५ मार्च", "15 March", "16 March", "lost १५; has 16"),
    ],
)
def test_a_lost_number_is_told_as_it_is_written(source: str, reference: str, output: str, told: str) -> None:
    assert found("numbers", [output], [reference], [source]) == {"new": {1: told}}
    assert list(found("numbers", [output], sources=[source])) == ["new"]
    assert list(found("numbers", [output], [reference])) == ["new"]


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("1.000,50 Euro", "1,000.50 euros"),
        ("10 000 Leute und 2 000 Hunde", "10,000 people and 2'000 dogs"),
        ("१२३४ रुपये", "1,234 rupees"),
        ("٣٤٥ كتابا", "345 books"),
        ("3 Millionen", "3,000,000"),
        ("die 60er Jahre", "the 1960s"),
        ("um 14.37 Uhr", "at 2:37 p.m."),
        ("um 22 Uhr", "at 10 p.m."),
        ("um 9:30 Uhr", "at half past nine"),
        ("um 14.00 Uhr", "at 2 p.m."),
        ("1,80 Meter", "1.8 metres"),
        ("3 Hunde", "three dogs"),
        ("3:30 Stunden", "3 h 30"),
        ("am 5.6.2019", "on 06/05/2019"),
        ("Boeing 737-800", "Boeing 737-800"),
        ("ein Hund", "1 dog"),
    ],
)
def test_the_same_number_may_be_written_otherwise(source: str, output: str) -> None:
    assert found("numbers", [output], sources=[source]) == {}
    assert found("numbers", [output], [output], [source]) == {}


def test_what_the_references_do_not_keep_need_not_be_kept() -> None:
    assert found("numbers", ["49 metres"], ["49 metres"], ["161 feet"]) == {}
    assert found("numbers", ["49 metres"], [["161 feet", "49 metres"]], ["161 feet"]) == {}
    assert found("numbers", ["None at all"], [["161 feet", "49 metres"]]) == {}


def test_thousands_of_digits_are_a_number() -> None:
    assert list(found("numbers", ["9" * 5000], ["8" * 5000])) == ["new"]
    assert list(found("numbers", ["none"], ["8" * 5000])) == ["new"]


def test_a_segment_full_of_numbers_takes_no_time() -> None:
    source = " ".join(map(str, range(20_000)))
    output = " ".join(map(str, range(20_001, 40_000)))
    assert list(found("numbers", [output], sources=[source])) == ["new"]
