"""Tables and test sets."""

from dataclasses import replace

import pytest

from mtassay import EvalSet, InputError
from mtassay.corpus import limits
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.corpus.tables import (
    Choices,
    check_table,
    evalset_of,
    refuse_nul,
    segment_rows,
    table_of,
    with_guessed_roles,
)
from mtassay.errors import MtassayWarning


def table(**columns: list[str | None]) -> Table:
    names = [name.replace("_", " ") for name in columns]
    return Table(with_guessed_roles(names, columns.values()), first_row=2)


def test_a_column_that_cannot_be_used_does_not_disappear_in_silence() -> None:
    why = "f, row 2, column C: the error #REF! instead of a text; correct it"
    good = table(reference=["a", "b"], Alpha=["a b", "c d"])
    broken = Column("Beta", [None, "c"], refusal=why)
    with pytest.warns(MtassayWarning) as caught:
        evalset = evalset_of(replace(good, columns=(*good.columns, broken, replace(broken, name="Gamma"))), shown="f")
    assert list(evalset.systems) == ["Alpha"]
    _, note = (str(warning.message) for warning in caught)
    assert note == (
        "f, row 2, column C: the error #REF! instead of a text, so the column 'Beta' is not used, nor 'Gamma' for the "
        "like; correct it"
    )
    with pytest.raises(InputError, match="correct it"):
        evalset_of(replace(good, columns=(*good.columns, broken)), Choices(systems=("Beta",)))


def test_a_test_set_is_a_table_whose_columns_say_what_they_are() -> None:
    evalset = EvalSet([["a", "b"], ["c"]], sources=["s", "t"], systems={"x": ["d", "e"]}, labels={"doc": ["1", "2"]})
    made = table_of(evalset)
    assert [(column.name, column.role, list(column.texts)) for column in made.columns] == [
        ("src", Role.SOURCE, ["s", "t"]),
        ("ref", Role.REFERENCE, ["a", "c"]),
        ("ref:2", Role.REFERENCE, ["b", None]),
        ("hyp:x", Role.SYSTEM, ["d", "e"]),
        ("label:doc", Role.LABEL, ["1", "2"]),
    ]
    back = evalset_of(made)  # and no note is given
    assert list(back.required_references) == [("a", "b"), ("c",)]
    assert (back.sources, back.systems, back.labels) == (evalset.sources, evalset.systems, evalset.labels)


def test_guesses_are_noted_and_say_what_is_unused() -> None:
    sheet = table(ID=["1", "2"], Hindi=["k", "l"], Reference=["a", "b"], Google=["c", "d"], Remark=["", "x"])
    with pytest.warns(
        MtassayWarning, match="cases: columns by their names: src=Hindi, ref=Reference, hyp=Google; unused: Remark"
    ):
        evalset = evalset_of(sheet, shown="cases")
    assert evalset.sources == ["k", "l"]
    assert evalset.systems == {"Google": ["c", "d"]}
    assert evalset.labels == {"ID": ["1", "2"]}


def test_what_stands_beside_references_is_a_system_unless_it_is_numbers() -> None:
    sheet = table(source=["k", "l"], reference=["a", "b"], PBMT=["c", "d"], NMT=["e", "f"], BLEU=["1.5", "2"])
    with pytest.warns(MtassayWarning, match="hyp=PBMT, hyp=NMT; unused: BLEU"):
        assert list(evalset_of(sheet).systems) == ["PBMT", "NMT"]


def test_names_and_kinds_that_come_again_and_again_are_no_outputs() -> None:
    texts: list[str | None] = [f"text {number}" for number in range(9)]
    again: list[str | None] = ["Acts"] * 9
    sheet = table(source=texts, reference=texts, set=again, NMT=texts, system=again)
    with pytest.warns(MtassayWarning, match="ref=reference, hyp=NMT; unused: set, system"):
        assert list(evalset_of(sheet).systems) == ["NMT"]
    with pytest.warns(MtassayWarning, match="hyp=system"):
        assert list(evalset_of(table(reference=texts, system=texts)).systems) == ["system"]


def test_choices_win_over_names_and_may_be_numbers() -> None:
    sheet = table(source=["k"], reference=["a"], Google=["c"])
    evalset = evalset_of(sheet, Choices("reference", ("1",), ("3",)))
    assert evalset.sources == ["a"]
    assert list(evalset.required_references) == [("k",)]
    assert evalset.systems == {"Google": ["c"]}


def test_labels_that_nobody_asked_for_need_no_names_of_their_own() -> None:
    columns = with_guessed_roles(["id", "id", "ref"], [["1"], ["2"], ["a"]])
    assert evalset_of(Table(columns)).labels == {"id": ["1"]}
    with pytest.raises(InputError, match="two columns of labels are called 'id'"):
        evalset_of(Table(columns), Choices(labels=("1", "2")))


def test_missing_texts() -> None:
    columns = (
        Column("ref", ["a", None, None], Role.REFERENCE),
        Column("ref:2", ["b", "c", None], Role.REFERENCE),
        Column("hyp:x", ["d", None, "e"], Role.SYSTEM),
    )
    evalset = evalset_of(Table(columns))  # the check `empty` finds what is missing
    assert list(evalset.required_references) == [("a", "b"), ("c",), ("",)]
    assert evalset.systems == {"x": ["d", "", "e"]}


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (Choices(systems=("Gogle",)), r"no column 'Gogle' \(did you mean 'Google'\?\); its columns are 1 'src', 2"),
        (Choices(systems=("9",)), "there is no column 9; its columns are 1 'src'"),
        (Choices(systems=("Bing",)), "columns 4 and 5 are both called 'Bing'; choose by number"),
        (Choices(systems=("4", "5")), "two columns of systems are called 'Bing'"),
    ],
)
def test_columns_that_cannot_be_found(choices: Choices, message: str) -> None:
    sheet = Table(with_guessed_roles(["src", "ref", "Google", "Bing", "Bing"], [["x"]] * 5))
    with pytest.raises(InputError, match=message):
        evalset_of(sheet, choices)


def test_a_table_without_a_known_column_is_refused() -> None:
    with pytest.raises(InputError, match="no column is the source, a reference or a system; its columns are 1, 2"):
        evalset_of(Table(with_guessed_roles(["1", "2"], [["x"], ["y"]])))
    with pytest.raises(InputError, match=r"several columns may be the source \(source, src\); say which: src=NAME"):
        evalset_of(table(source=["x"], src=["y"]))


@pytest.mark.parametrize(("code", "expected"), [("pt-br", "pt-BR"), ("EN_us", "en-US"), ("zh-Hant", "zh-Hant")])
def test_languages_of_files_are_written_as_usual(code: str, expected: str) -> None:
    columns = (Column("ref", ["a"], Role.REFERENCE),)
    assert evalset_of(Table(columns, target_language=code)).target_language == expected
    assert evalset_of(Table(columns, target_language=code), target_language="de").target_language == "de"


def test_limits_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROWS", 2)
    monkeypatch.setattr(limits, "COLUMNS", 1)
    monkeypatch.setattr(limits, "CELL_CHARACTERS", 3)
    with pytest.raises(InputError, match="f: 3 rows, and mtassay reads up to 2; split the file"):
        check_table(table(ref=["a", "b", "c"]), "f")
    with pytest.raises(InputError, match="f: 2 columns, and mtassay reads up to 1; is the delimiter wrong"):
        check_table(table(ref=["a"], src=["b"]), "f")
    with pytest.raises(InputError, match="f, row 3, column ref: 4 characters in one text, and mtassay reads up to 3"):
        check_table(table(ref=["a", "abcd"]), "f")
    with pytest.raises(InputError, match="f, row 2, column ref: a NUL character, which no text has; remove it"):
        refuse_nul(table(ref=["\0"]), "f")
    with pytest.raises(InputError, match="f: no segments"):
        check_table(table(ref=[]), "f")
    with pytest.raises(InputError, match=r"f: 3 GB, and mtassay reads up to 2 GB; is it the right file\?"):
        limits.check_bytes(3 * 1024**3, "f")
    with pytest.raises(InputError, match="f: 257 levels inside one another"):
        limits.check_depth(257, "f")


def test_blank_rows_of_a_sheet_are_left_out_and_the_rows_of_segments_known() -> None:
    sheet = Table(
        with_guessed_roles(["Reference", "Google", "Rest"], [["a", " ", None, "b"], ["c", None, "", None], [None] * 4]),
        first_row=4,
        sheet="Cases",
    )
    with pytest.warns(MtassayWarning, match=r"sheet Cases: 2 rows without any of the texts, left out .*is row 5\)"):
        evalset = evalset_of(sheet, Choices(systems=("Google",), references=("Reference",)))
    assert evalset.systems == {"Google": ["c", ""]}
    assert segment_rows(sheet) == [0, 3]
    assert segment_rows(replace(sheet, sheet=None)) == range(4)  # a line of text is a segment, also an empty one


def test_a_row_is_a_segment_where_anything_stands_unless_all_texts_are_in_the_sheet() -> None:
    columns = with_guessed_roles(["Google", "Satz"], [["a", None, None], ["k", "l", None]])
    assert segment_rows(Table(columns, sheet="Cases"), Choices(systems=("Google",))) == [0, 1]


def test_in_sheets_that_we_write_every_row_is_a_segment() -> None:
    written = replace(table_of(EvalSet(["a", ""], systems={"x": ["b", ""]}, warn_of_blanks=False)), sheet="S")
    assert len(evalset_of(written)) == 2


def test_segments_that_have_several_rows_have_none_of_their_own() -> None:
    names: list[str | None] = ["A", "B"]
    assert segment_rows(table(system=names, reference=["a", "a"], output=["b", "c"])) is None
