"""Outputs that are made worse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import unicode_text

from mtassay.campaigns.controls.degrading import degrade

DONOR = " ".join(f"other{number}" for number in range(40))


@pytest.mark.parametrize(
    ("length", "replaced", "phrase"),
    [
        (1, 1, 1),
        (2, 1, 1),
        (3, 1, 1),
        (4, 2, 2),
        (5, 2, 2),
        (6, 3, 3),
        (7, 3, 3),
        (8, 4, 4),
        (14, 4, 4),
        (15, 5, 5),
        (19, 5, 5),
        (20, 5, 5),
        (27, 6, 6),
        (28, 7, 6),
        (60, 15, 6),
    ],
)
def test_how_many_words_give_way(length: int, replaced: int, phrase: int) -> None:
    words = [f"word{number}" for number in range(length)]
    for seed in range(20):
        made = degrade(" ".join(words), [DONOR], seed, "key")
        assert made is not None
        after = made.text.split()
        assert sum(word in words for word in after) == length - replaced
        assert made.text[made.start : made.end].split() == [word for word in after if word.startswith("other")]
        assert len(made.text[made.start : made.end].split()) == phrase
        assert made.text[made.start : made.end] in DONOR
        if length > 3:
            assert (after[0], after[-1]) == (words[0], words[-1])


def test_of_two_words_the_last_and_of_three_the_middle_gives_way() -> None:
    assert degrade("a b", ["x"], 0, "") is not None
    made = [degrade(text, ["x"], 0, "") for text in ("a", "a b", "a b c")]
    assert [each and each.text for each in made] == ["x", "a x", "a x c"]


def test_scripts_without_spaces_are_cut_into_characters() -> None:
    made = degrade("我们今天不得不取消星期五的约会", ["另外一个完全不同的句子在这里出现了很多次"], 3, "key")
    assert made is not None
    assert " " not in made.text
    assert made.end - made.start == 10  # 15 characters: twice as many as of 15 words
    assert made.text[0] == "我"
    assert made.text[-1] == "会"


def test_where_nothing_else_comes_out_there_is_none() -> None:
    assert degrade("a a a a a", ["a a a a a a"], 0, "key") is None
    assert degrade("", ["a"], 0, "key") is None
    assert degrade("a b c", [], 0, "key") is None
    assert degrade("a b c", ["", " "], 0, "key") is None


@given(unicode_text, st.lists(unicode_text, max_size=3), st.integers(0, 5))
def test_any_text_is_made_worse_the_same_way_again(text: str, donors: list[str], seed: int) -> None:
    made = degrade(text, donors, seed, "key")
    assert made == degrade(text, donors, seed, "key")
    if made is not None:
        assert 0 <= made.start < made.end <= len(made.text)
        assert made.text.split() != text.split()
