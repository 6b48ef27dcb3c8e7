"""The class of every word that is wrong, and which reference it is held against."""

import numpy as np
import pytest

from mtassay import EvalSet
from mtassay.analyses.counting.error_classes import (
    CLASSES,
    FIRST_FOUR,
    count_classes,
    error_rates,
    find_classes,
    nearest_references,
)
from mtassay.analyses.counting.view import View
from mtassay.errors import InputError


def view_of(references: list[str] | list[list[str]], outputs: list[str]) -> View:
    return View(EvalSet(references, systems={"new": outputs}, warn_of_blanks=False), ["chrf"], splitting="space")


@pytest.mark.parametrize(
    ("reference", "output", "of_output", "of_reference"),
    [
        ("a b c", "a b c", ["", "", ""], ["", "", ""]),
        ("a b c", "a c", ["", ""], ["", "missing", ""]),
        ("a c", "a b c", ["", "extra", ""], ["", ""]),
        ("the houses", "the house", ["", "inflection"], ["", "inflection"]),
        ("the House", "the house", ["", "case"], ["", "case"]),
        ("a b c d", "b c d a", ["", "", "", "order"], ["order", "", "", ""]),
        ("the cat", "the dog", ["", "lexical"], ["", "lexical"]),
        ("", "a", ["extra"], []),
        ("a", "", [], ["missing"]),
        ("", "", [], []),
    ],
)
def test_classes(reference: str, output: str, of_output: list[str], of_reference: list[str]) -> None:
    classes = find_classes(view_of([reference], [output]), 0, FIRST_FOUR, case_apart=True)
    names = ["", *CLASSES]
    assert [names[number] for number in classes.output] == of_output
    assert [names[number] for number in classes.reference] == of_reference


def test_case_is_a_class_or_a_wrong_form() -> None:
    view = view_of(["the Houses"], ["the houses"])
    names = ["", *CLASSES]
    for is_apart, wanted in ((True, "case"), (False, "lexical")):
        classes = find_classes(view, 0, FIRST_FOUR, case_apart=is_apart)
        assert names[classes.output[1]] == wanted


def test_base_forms_are_first_letters_or_stems() -> None:
    view = view_of(["he is running", "no"], ["he is run", "not"])
    for base, wanted in ((FIRST_FOUR, ["lexical", "lexical"]), ("english", ["inflection", "lexical"])):
        classes = find_classes(view, 0, base, case_apart=True)
        assert [CLASSES[number - 1] for number in classes.output if number] == wanted


def test_the_nearest_reference_is_taken_and_the_first_of_equals() -> None:
    references = [["a b c", "x y"], ["a", "b"], ["a b", "a b"], ["q"]]
    view = view_of(references, ["x y z", "c", "a b", "q"])
    assert nearest_references(view, 0).tolist() == [1, 0, 0, 0]
    assert error_rates(view, 0).tolist() == [0.5, 1, 0, 0]
    cut = view.cut(np.array([True, False, False, True]))
    assert nearest_references(cut, 0).tolist() == [1, 0]
    assert error_rates(cut, 0).tolist() == [0.5, 0]


def test_the_rate_to_an_empty_reference_is_none_or_all() -> None:
    assert error_rates(view_of(["", ""], ["", "a b c"]), 0).tolist() == [0, 1]


def test_classes_of_some_segments_are_those_of_all() -> None:
    view = view_of([["a b c", "a"], ["a b"], ["c d e", "c d", "c"]], ["a c", "b a", "c D"])
    whole = find_classes(view, 0, FIRST_FOUR, case_apart=True)
    counts = count_classes(whole.output, view.output_words(0))
    assert counts.shape == (3, len(CLASSES))
    cut = view.cut(np.array([False, True, True]))
    part = find_classes(cut, 0, FIRST_FOUR, case_apart=True)
    np.testing.assert_array_equal(count_classes(part.output, cut.output_words(0)), counts[1:])
    np.testing.assert_array_equal(part.edits, whole.edits[1:])
    assert find_classes(view, 0, FIRST_FOUR, case_apart=True) is whole


def test_a_segment_too_long_is_named_with_its_place_in_the_test_set() -> None:
    long = " ".join(["w"] * 100_001)
    view = view_of(["a", "b", long], ["a", "b", f"{long} x"]).cut(np.array([False, True, True]))
    with pytest.raises(InputError, match=r"system new, segment 3: 100,002 words, too long to compare"):
        find_classes(view, 0, FIRST_FOUR, case_apart=True)
    with pytest.raises(InputError, match="segment 3: 100,002 words"):
        error_rates(view, 0)
