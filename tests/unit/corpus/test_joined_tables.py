"""Columns of several tables as one test set."""

import pytest

from mtassay.corpus.formats.base import Column, Table
from mtassay.corpus.joined_tables import Part, join_parts, mismatches
from mtassay.errors import InputError


def part(shown: str, *texts: str | None, keys: tuple[tuple[str, str], ...] = ()) -> Part:
    column = Column("text", texts, language="de")
    return Part(shown, Table((column,), keys=keys), column)


def test_columns_become_a_test_set() -> None:
    evalset = join_parts(
        [part("a.ref", "A", "B"), part("b.ref", "C", None)],
        {"one": part("one.txt", "a", None), "two": part("two.txt", "b", "c")},
        part("source.txt", "x", "y"),
        labels={"document": ["d", "e"]},
    )
    assert evalset.references is not None
    assert [list(one) for one in evalset.references] == [["A", "C"], ["B"]]
    assert evalset.systems == {"one": ["a", ""], "two": ("b", "c")}
    assert evalset.sources == ("x", "y")
    assert (evalset.labels["document"], evalset.target_language) == (["d", "e"], "de")


def test_every_part_that_does_not_fit_is_told() -> None:
    parts = [
        part("ref", "a b", "c d", "e f"),
        part("one", "a b", "c d"),
        part("two", "a", "b", "c"),
        part("three", "x"),
    ]
    found = list(mismatches(parts))
    assert [one.shown for one, _ in found] == ["one", "three"]
    assert found[0][1].startswith("one has 2 lines, but ref has 3; up to its end one matches the start of ref")


def test_a_part_with_another_number_of_segments_is_refused() -> None:
    with pytest.raises(InputError, match="one has 1 line, but ref has 2"):
        join_parts([part("ref", "a", "b")], {"one": part("one", "a")})


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ((("d", "1"), ("d", "3")), "one: no segment 2 of document 'd', which ref has"),
        ((("d", "2"), ("d", "1")), "one: segment 2 of document 'd' is not at the same place in ref"),
    ],
)
def test_parts_with_other_keys_are_refused(keys: tuple[tuple[str, str], ...], message: str) -> None:
    reference = part("ref", "a", "b", keys=(("d", "1"), ("d", "2")))
    with pytest.raises(InputError, match=message):
        join_parts([reference], {"one": part("one", "a", "b", keys=keys)})
