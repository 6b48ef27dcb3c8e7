"""Laws that every registered distance keeps."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from mtassay.alignment.distances.base import DISTANCES, Distance, distance

#: the built-in ones, and each of their choices
SPECS = [*DISTANCES, "edits:unit=character", "moves:unit=character", "characters:order=1"]

#: groups of texts, some of them empty
groups = st.lists(st.lists(texts, max_size=5), max_size=4)


def joined(grouped: list[list[str]]) -> tuple[list[str], np.ndarray, np.ndarray]:
    """All texts, where their groups start, and the group of each text."""
    sizes = [len(group) for group in grouped]
    return [text for group in grouped for text in group], np.cumsum([0, *sizes]), np.repeat(range(len(sizes)), sizes)


@pytest.mark.parametrize("spec", SPECS)
@given(grouped=groups)
def test_is_symmetric_and_0_between_equal_texts(spec: str, grouped: list[list[str]]) -> None:
    lines, offsets, of_text = joined(grouped)
    found = distance(spec).within(lines, offsets)
    assert found.starts[-1] == len(found.values) == sum(len(group) ** 2 for group in grouped)
    square = dict(zip(zip(found.rows, found.columns, strict=True), found.values, strict=True))
    for (left, right), value in square.items():
        assert of_text[left] == of_text[right]
        assert value == square[right, left] >= 0
        assert value == 0 or lines[left] != lines[right]


@pytest.mark.parametrize("spec", SPECS)
@given(grouped=groups)
def test_is_the_same_from_side_to_side_and_for_any_number_of_threads(spec: str, grouped: list[list[str]]) -> None:
    lines, offsets, of_text = joined(grouped)
    within = distance(spec).within(lines, offsets)
    several = DISTANCES.create(spec, threads="3").between(lines, of_text, lines, offsets)
    assert within.values.tolist() == several.values.tolist()
    assert within.starts.tolist() == several.starts.tolist()
    assert within.first.tolist() == several.first.tolist()


@pytest.mark.parametrize("spec", SPECS)
@given(grouped=groups, data=st.data())
def test_order_and_company_of_texts_do_not_matter(spec: str, grouped: list[list[str]], data: st.DataObject) -> None:
    lines, offsets, of_text = joined(grouped)
    one = distance(spec)
    whole = one.between(lines, of_text, lines, offsets)
    which = np.array(data.draw(st.lists(st.integers(0, len(lines) - 1)) if lines else st.just([])), dtype=np.int64)
    some = one.between([lines[index] for index in which], of_text[which], lines, offsets)
    chosen = whole.chosen(which)
    for name in ("values", "starts", "first", "rows", "columns"):
        assert getattr(some, name).tolist() == getattr(chosen, name).tolist()
    assert all(some.of(place).tolist() == whole.of(index).tolist() for place, index in enumerate(which))


@pytest.mark.parametrize("spec", SPECS)
@given(grouped=groups)
def test_normalized_distances_are_shares(spec: str, grouped: list[list[str]]) -> None:
    lines, offsets, of_text = joined(grouped)
    one = distance(spec)
    within = one.normalized(one.within(lines, offsets), lines)
    assert ((within.values >= 0) & (within.values <= 1)).all()
    sides = one.normalized(one.between(lines, of_text, lines, offsets), lines, lines)
    assert within.values.tolist() == sides.values.tolist()
    assert one.lengths(lines).tolist() == [one.lengths([line])[0] for line in lines]


@pytest.mark.parametrize("spec", SPECS)
def test_is_a_documented_value(spec: str) -> None:
    one = distance(spec)
    assert type(one).__doc__
    assert type(one).title
    assert one == distance(one.spec) == pickle.loads(pickle.dumps(one)) == distance(one)
    assert one.spec == spec
    assert hash(one) == hash(distance(one.spec))


@given(grouped=groups)
def test_moves_never_cost_more_than_edits(grouped: list[list[str]]) -> None:
    lines, offsets, _ = joined(grouped)

    def values(one: Distance) -> np.ndarray:
        return one.within(lines, offsets).values

    assert (values(distance("moves")) <= values(distance("edits"))).all()
