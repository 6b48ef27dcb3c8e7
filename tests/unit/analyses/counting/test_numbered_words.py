"""Words as numbers: occurrences, matches, cuts."""

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mtassay.analyses.counting.numbered_words import NumberedWords, bucket_sums, cut_places, matched_words

TEXTS = st.lists(st.lists(st.integers(0, 5), max_size=8), min_size=1, max_size=6)


def numbered(texts: list[list[int]]) -> NumberedWords:
    numbers = np.array([number for text in texts for number in text], dtype=np.int32)
    return NumberedWords(numbers, np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype(np.int64))


def test_each_word_knows_its_text_place_and_occurrence() -> None:
    words = numbered([[3, 1, 3], [], [3]])
    assert words.texts.tolist() == [0, 0, 0, 2]
    assert words.places.tolist() == [0, 1, 2, 0]
    assert words.occurrences.tolist() == [0, 0, 1, 0]
    assert words.lengths.tolist() == [3, 0, 1]


@given(TEXTS, st.data())
def test_chosen_texts_keep_their_words(texts: list[list[int]], data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=6))
    words = numbered(texts).chosen(np.array(chosen, dtype=np.int64))
    ends = words.starts.tolist()
    assert [words.numbers[a:b].tolist() for a, b in pairwise(ends)] == [texts[i] for i in chosen]


@given(TEXTS, st.data())
def test_matches_are_the_common_bag_of_words(texts: list[list[int]], data: st.DataObject) -> None:
    others = [data.draw(st.lists(st.integers(0, 5), max_size=8)) for _ in texts]
    output, reference = numbered(texts), numbered(others)
    in_output, in_reference = matched_words(output, reference)
    assert output.numbers[in_output].tolist() == reference.numbers[in_reference].tolist()
    assert output.occurrences[in_output].tolist() == reference.occurrences[in_reference].tolist()
    counts = np.bincount(output.texts[in_output], minlength=len(texts)).tolist()
    assert counts == [(Counter(text) & Counter(other)).total() for text, other in zip(texts, others, strict=True)]


def test_buckets_count_words_and_leave_out_those_in_none() -> None:
    sums = bucket_sums(np.array([0, 0, 1, 1]), np.array([1, 1, 0, -1]), (2, 2))
    assert sums.tolist() == [[0, 2], [1, 0]]


def test_a_cut_begins_a_bucket() -> None:
    assert cut_places(np.array([0, 9, 10, 19, 20]), (10, 20)).tolist() == [0, 0, 1, 1, 2]
