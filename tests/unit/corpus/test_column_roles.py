"""Columns that somebody gave roles: what is guessed first, and which rows can be scored."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay import InputError
from mtassay.corpus.column_roles import choose_rows, guess_column_roles
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.corpus.tables import evalset_of, with_guessed_roles

Texts = Sequence[str | None]


def table(**columns: Texts) -> Table:
    return Table(with_guessed_roles(list(columns), list(columns.values())), first_row=2, sheet="Cases")


def test_names_suggest_roles() -> None:
    found = table(id=["1", "2"], source=["a b", "c d"], reference=["x y", "z"], google=["x", "z"], note=["", "n"])
    assert guess_column_roles(found) == [Role.LABEL, Role.SOURCE, Role.REFERENCE, Role.SYSTEM, Role.LABEL]


def test_of_two_sources_the_first_is_taken_and_broken_columns_are_not() -> None:
    columns = (
        Column("src", ["a"], Role.SOURCE),
        Column("source", ["b"], Role.SOURCE),
        Column("ref", ["c"], Role.REFERENCE),
        Column("hyp:A", ["d"], Role.SYSTEM),
        Column("hyp:B", ["e"], Role.SYSTEM, refusal="f, row 3: an error"),
    )
    assert guess_column_roles(Table(columns)) == [Role.SOURCE, None, Role.REFERENCE, Role.SYSTEM, None]


def test_rows_without_reference_are_left_out_and_rows_without_output_are_not() -> None:
    found = table(r=["a", None, " ", "b", None], h=["a", "x", None, None, None], s=["1", "2", "3", "4", None])
    chosen = choose_rows(found, [Role.REFERENCE, Role.SYSTEM, Role.SOURCE], "f")
    assert (chosen.rows, chosen.unreferenced, chosen.blank) == ([0, 3], [1, 2], [4])
    assert chosen.segment_rows("f") == [0, 3]
    evalset = evalset_of(chosen.table)
    assert (list(evalset.systems["h"]), list(evalset.sources or ())) == (["a", ""], ["1", "4"])


def test_one_of_several_references_is_enough() -> None:
    found = table(r=["a", None], q=[None, "b"], h=["a", "b"])
    chosen = choose_rows(found, [Role.REFERENCE, Role.REFERENCE, Role.SYSTEM], "f")
    assert [list(one) for one in evalset_of(chosen.table).required_references] == [["a"], ["b"]]


def test_headings_become_names_that_can_be_told_apart() -> None:
    columns = [
        Column("Reference", ["a"]),
        Column("Engine\nnew", ["b"]),
        Column("Engine new", ["c"]),
        Column(" ", ["d"]),
    ]
    chosen = choose_rows(Table(tuple(columns)), [Role.REFERENCE, *[Role.SYSTEM] * 3], "f")
    assert list(evalset_of(chosen.table).systems) == ["Engine new", "Engine new (C)", "(D)"]


def test_an_output_called_system_is_one_where_somebody_says_so() -> None:
    found = table(reference=["a", "b", "c", "d", "e"], system=["same"] * 5)
    assert guess_column_roles(found)[1] is not Role.SYSTEM
    assert list(evalset_of(choose_rows(found, [Role.REFERENCE, Role.SYSTEM], "f").table).systems) == ["system"]


def test_a_row_for_each_system_and_segment_is_seen() -> None:
    found = table(ref=["a", "a", "b", "b"], output=["a", "b", "b", "c"], system=["A", "B", "A", "B"])
    chosen = choose_rows(found, [Role.REFERENCE, Role.SYSTEM, Role.LABEL], "f")
    assert chosen.segment_rows("f") is None
    with pytest.warns(match="2 systems"):
        assert list(evalset_of(chosen.table).systems) == ["A", "B"]


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        ([None, Role.SYSTEM], "^f: no column is a reference, with which the output is compared; say which one is"),
        ([Role.REFERENCE, None], "^f: no column is the output of a system, which is scored; say which one is"),
        ([Role.SYSTEM, Role.REFERENCE], "^f: no row has a reference; is another column the reference"),
    ],
)
def test_what_cannot_be_scored_says_why(roles: list[Role | None], message: str) -> None:
    with pytest.raises(InputError, match=message):
        choose_rows(table(r=["a"], h=[None]), roles, "f")


def test_only_one_column_is_the_source_and_broken_ones_are_refused() -> None:
    found = table(a=["a"], b=["b"], c=["c"], d=["d"])
    with pytest.raises(InputError, match=r"^f: 2 columns are the source, and there is one only"):
        choose_rows(found, [Role.SOURCE, Role.SOURCE, Role.REFERENCE, Role.SYSTEM], "f")
    broken = Table((Column("a", ["a"], refusal="row 3: an error"), Column("b", ["b"])))
    with pytest.raises(InputError, match=r"^row 3: an error"):
        choose_rows(broken, [Role.REFERENCE, Role.SYSTEM], "f")


@given(
    rows=st.lists(st.tuples(*[st.one_of(st.none(), st.text(max_size=3))] * 3), min_size=1, max_size=8),
    roles=st.permutations([Role.REFERENCE, Role.SYSTEM, Role.SOURCE]),
)
def test_every_row_is_scored_or_accounted_for(rows: list[tuple[str | None, ...]], roles: list[Role]) -> None:
    columns = [Column(name, texts) for name, texts in zip("abc", zip(*rows, strict=True), strict=True)]
    try:
        chosen = choose_rows(Table(tuple(columns)), roles, "f")
    except InputError:
        return
    assert sorted([*chosen.rows, *chosen.blank, *chosen.unreferenced]) == list(range(len(rows)))
    assert chosen.segment_rows("f") == list(chosen.rows)
    assert len(evalset_of(chosen.table)) == len(chosen.rows)
