"""N-grams and where they stand, by native code, equal what Counters say; parts of the segments add up to the whole."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay._native import ngram_postings

Text = list[list[int]]  # the words of each segment
# for each n-gram and each segment that it stands in, how often in the output and the reference of each system
Postings = dict[tuple[int, ...], dict[int, list[int]]]


def numbered(text: Text) -> tuple[np.ndarray, np.ndarray]:
    numbers = [word for segment in text for word in segment]
    return np.array(numbers, dtype=np.int32), np.cumsum([0, *map(len, text)], dtype=np.int64)


def count(systems: list[Text], references: list[Text], max_order: int, least: int, threads: int = 1) -> Postings:
    """By native code; the same text is given as the same object."""
    arrays = {id(text): numbered(text) for text in (*systems, *references)}
    orders, words, starts, segments, counts = ngram_postings(
        [arrays[id(text)] for text in systems], [arrays[id(text)] for text in references], max_order, least, threads
    )
    assert words.shape == (len(orders), max_order)
    assert starts.shape == (len(orders) + 1,)
    assert counts.shape == (len(segments), 2 * len(systems))
    assert [starts[0], starts[-1]] == [0, len(segments)]
    assert np.all(np.diff(orders.astype(int)) >= 0)
    postings: Postings = {}
    for place, order in enumerate(orders):
        ngram = tuple(words[place, :order].tolist())
        assert words[place, order:].tolist() == [-1] * (max_order - order)
        assert ngram not in postings
        own = slice(starts[place], starts[place + 1])
        assert np.all(np.diff(segments[own]) > 0)
        postings[ngram] = dict(zip(segments[own].tolist(), counts[own].tolist(), strict=True))
    return postings


def count_slowly(systems: list[Text], references: list[Text], max_order: int, least: int) -> Postings:
    columns = [text for pair in zip(systems, references, strict=True) for text in pair]
    postings: Postings = defaultdict(dict)
    for segment in range(len(columns[0])):
        counters = [
            Counter(
                tuple(text[segment][start : start + order])
                for order in range(1, max_order + 1)
                for start in range(len(text[segment]) - order + 1)
            )
            for text in columns
        ]
        for ngram in set().union(*counters):
            postings[ngram][segment] = [counter[ngram] for counter in counters]
    return {ngram: rows for ngram, rows in postings.items() if len(rows) >= least}


@st.composite
def compared_texts(draw: st.DrawFn) -> tuple[list[Text], list[Text]]:
    """Outputs of systems and references, which some of them share."""
    segments = draw(st.integers(0, 6))
    texts = st.lists(st.lists(st.integers(0, 4), max_size=8), min_size=segments, max_size=segments)
    systems = draw(st.lists(texts, min_size=1, max_size=3))
    references = draw(st.lists(texts, min_size=1, max_size=2))
    return systems, [draw(st.sampled_from(references)) for _ in systems]


@given(compared_texts(), st.integers(1, 5), st.integers(0, 4))
def test_postings_are_those_of_counters(texts: tuple[list[Text], list[Text]], max_order: int, least: int) -> None:
    assert count(*texts, max_order, least) == count_slowly(*texts, max_order, least)


@given(compared_texts(), st.data())
def test_parts_add_up_to_the_whole(texts: tuple[list[Text], list[Text]], data: st.DataObject) -> None:
    systems, references = texts
    cut = data.draw(st.integers(0, len(systems[0])))
    parts = [
        count([text[own] for text in systems], [text[own] for text in references], 4, 1)
        for own in (slice(None, cut), slice(cut, None))
    ]
    joined: Postings = defaultdict(dict)
    for part, first in zip(parts, (0, cut), strict=True):
        for ngram, rows in part.items():
            joined[ngram].update({first + segment: row for segment, row in rows.items()})
    for least in (1, 2, 3):
        expected = {ngram: rows for ngram, rows in joined.items() if len(rows) >= least}
        assert count(systems, references, 4, least) == expected


@pytest.mark.parametrize("least", [1, 6])
def test_many_words_and_any_number_of_threads(least: int) -> None:
    rng = np.random.default_rng(11)
    lengths = rng.integers(0, 30, 300)
    reference = [(rng.pareto(1, length) * 3).astype(int).clip(0, 2**31 - 1).tolist() for length in lengths]
    systems = [
        [[word if rng.random() < 0.7 else int(rng.integers(2**31 - 1)) for word in words] for words in reference]
        for _ in range(3)
    ]
    expected = count_slowly(systems, [reference] * 3, 4, least)
    got = count(systems, [reference] * 3, 4, least)
    assert got == expected
    assert [*count(systems, [reference] * 3, 4, least, 4)] == [*got]
    assert count(systems, [list(reference) for _ in range(3)], 4, least, 4) == got
