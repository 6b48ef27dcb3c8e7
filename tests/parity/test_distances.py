"""Distances are those of RapidFuzz and sacreBLEU."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from sacrebleu.metrics.chrf import CHRF
from strategies import texts

from mtassay.alignment.distances.base import distance
from mtassay.alignment.text_units import split_word

groups = st.lists(texts, min_size=1, max_size=4)
chrf = CHRF(beta=1)


@given(lines=groups)
def test_edits_are_those_of_rapidfuzz(lines: list[str]) -> None:
    found = distance("edits").within(lines, np.array([0, len(lines)]))
    units = [[unit for word in line.split() for unit in split_word(word)] for line in lines]
    expected = [Levenshtein.distance(left, right) for left in units for right in units]
    assert found.values.tolist() == expected
    normalized = [Levenshtein.normalized_distance(left, right) for left in units for right in units]
    assert distance("edits").normalized(found, lines).values.tolist() == normalized


@given(lines=groups)
def test_characters_are_those_of_sacrebleu(lines: list[str]) -> None:
    found = distance("characters").within(lines, np.array([0, len(lines)]))
    for row, column, value in zip(found.rows, found.columns, found.values, strict=True):
        if lines[row].strip() and lines[column].strip():  # without any character, chrF is 0 even for equal texts
            score = chrf.sentence_score(lines[row], [lines[column]]).score
            assert value == pytest.approx(1 - score / 100, abs=1e-12)
