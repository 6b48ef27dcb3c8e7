import numpy as np
import pytest

from mtassay.estimation.prediction.near_texts import near_key, number_near_texts
from mtassay.estimation.prediction.prediction import predict
from mtassay.human.memory import make_memory
from mtassay.human.translations import find_translations


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Thank you.", "thank you!"),
        ("„Ja“, sagte sie.", '"Ja" sagte sie'),
        ("ÜBER 3,5 Äpfel", "über 3 5 äpfel"),
        ("well-known", "Well known"),
        ("cafe\u0301", "café"),
        ("«Да» — нет…", "да нет"),
    ],
)
def test_case_and_punctuation_do_not_count(one: str, other: str) -> None:
    assert near_key(one) == near_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("a b", "ab"), ("3.5", "35"), ("über", "uber"), ("की", "का"), ("no", "not"), ("x1", "x2")]
)
def test_letters_marks_and_digits_count(one: str, other: str) -> None:
    assert near_key(one) != near_key(other)


def test_near_texts_of_one_source_have_one_number() -> None:
    assert number_near_texts([0, 0, 1, 0, 0, 0], ["A!", "a", "a", "!", "?", "!"]) == [0, 0, 1, 2, 3, 2]


def test_near_repeats_keep_the_stored_score() -> None:
    memory = make_memory([("s", "Thank you.", 10), ("s", "thank you!", 6), ("s", "Thanks", 2), ("s", "!", 1)])
    pairs = [("s", "thank you"), ("s", "Thank you."), ("s", "?"), ("s", "thank"), ("t", "thank you")]
    new = find_translations(memory, pairs, "new")
    exact, near = predict(memory, new), predict(memory, new, near_repeats=True)
    assert exact.is_repeat.tolist() == [False, True, False, False, False]
    assert near.is_repeat.tolist() == [True, True, False, False, False]
    assert near.known[:2].tolist() == [8.0, 10.0]  # the mean of what is near, but its own where it has one
    assert np.isnan(near.known[2:]).all()
    assert (exact.near_repeats, near.near_repeats) == (False, True)
    assert near.items == exact.items - 1
