"""Errors of each kind for 1000 words of the source."""

from dataclasses import replace

import pytest
from people.given_answers import scored

from mtassay.errors import InputError
from mtassay.human.answers.judged_outputs import Mark
from mtassay.human.results.error_profiles import error_profiles

MINOR = Mark(0, 2, "Accuracy/Omission", "Minor")
MAJOR = Mark(3, 5, "Fluency", "major")
FURTHER = MAJOR._replace(is_source=True, is_further=True)
TEN = " ".join(["Wort"] * 10)


def marked(judge: str, systems: str, *marks: Mark, source: str = TEN):
    return replace(scored((judge, "1", systems, 0.0))[0], marks=marks, source=source)


def test_errors_are_counted_for_the_words_that_were_judged() -> None:
    answers = [marked("anna", "a", MINOR, MAJOR, FURTHER), marked("ben", "a", MINOR), marked("anna", "b+c")]
    profiles = error_profiles(answers, ["c", "b", "a"])
    assert profiles.systems == ("c", "b", "a")
    assert profiles.words == {"c": 10, "b": 10, "a": 20}  # two judges read a, an output of b and c is one of each
    assert profiles.severities == ("major", "minor")
    assert profiles.categories == ("", "Accuracy", "Accuracy/Omission", "Fluency")
    assert [profiles.count("a", path, "minor") for path in profiles.categories] == [2, 2, 2, 0]
    assert profiles.rate("a", "", "minor") == 100
    assert profiles.rate("a", "Fluency", "major") == 50  # marked in two texts, and one error
    assert profiles.rate("b", "", "minor") == 0


def test_errors_without_categories_have_one_line() -> None:
    profiles = error_profiles([marked("anna", "a", Mark(0, 1, "", "minor"))], ["a"])
    assert profiles.categories == ("",)


def test_a_category_stands_before_its_parts_however_frequent_others_are() -> None:
    marks = [Mark(0, 1, name, "minor") for name in ("B/x", "A", "B/y", "B/y", "A", "A", "A")]
    profiles = error_profiles([marked("anna", "a", *marks)], ["a"])
    assert profiles.categories == ("", "A", "B", "B/y", "B/x")


def test_without_sources_there_is_nothing_to_divide_by() -> None:
    with pytest.raises(InputError, match="without the sources"):
        error_profiles([marked("anna", "a", MINOR, source="")], ["a"])
    with pytest.raises(InputError, match="without the sources"):
        error_profiles(scored(("anna", "1", "a", 3.0)), ["a"])  # nobody was asked to mark
