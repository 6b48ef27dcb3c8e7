"""Spans of numbers as filters."""

from mtassay.analyses.filters.filter_conditions import GivenNumber, Measure, OutputNumber
from mtassay.analyses.filters.span_conditions import span_conditions


def test_every_number_is_in_one_span() -> None:
    assert span_conditions(GivenNumber("length"), (10, 20.5)) == (
        "length < 10",
        "length >= 10 and length < 20.5",
        "length >= 20.5",
    )


def test_a_system_with_a_blank_stands_in_quotes() -> None:
    quantity = OutputNumber(Measure("score", "chrf"), "my system")
    assert span_conditions(quantity, (50,)) == ('chrf("my system") < 50', 'chrf("my system") >= 50')
