"""File specs: what is a path, a sheet, a column."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay import SettingError
from mtassay.corpus.file_specs import FileSpec, parse_file_spec, split_name
from mtassay.corpus.tables import Choices


def nowhere(path: str) -> bool:
    return False


def only(*paths: str) -> Callable[[str], bool]:
    return lambda path: path in paths


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("out.txt", FileSpec("out.txt")),
        ("-", FileSpec("-")),
        ("cases.xlsx#Sheet1", FileSpec("cases.xlsx", "Sheet1")),
        (
            "cases.xlsx#Sheet1:hyp=Google,ref=Reference,src=Hindi",
            FileSpec("cases.xlsx", "Sheet1", Choices("Hindi", ("Reference",), ("Google",))),
        ),
        ("c:/data/x.tsv:ref=3,ref=4", FileSpec("c:/data/x.tsv", None, Choices(references=("3", "4")))),
        ("x.tsv:hyp='a,b''c: d'", FileSpec("x.tsv", None, Choices(systems=("a,b'c: d",)))),
        ("x.tsv:label=doc,label=domain", FileSpec("x.tsv", None, Choices(labels=("doc", "domain")))),
        ("x:format='tsv:quoted=yes',hyp=1", FileSpec("x", None, Choices(systems=("1",)), "tsv:quoted=yes")),
        ("x.tsv:hyp='y:ref=z'", FileSpec("x.tsv", None, Choices(systems=("y:ref=z",)))),
        ("a:ref=b.tsv:ref=1", FileSpec("a:ref=b.tsv", None, Choices(references=("1",)))),
        ("12:30.txt", FileSpec("12:30.txt")),
        ("a:b=c", FileSpec("a:b=c")),
    ],
)
def test_what_a_spec_says(text: str, expected: FileSpec) -> None:
    assert parse_file_spec(text, nowhere) == expected


def test_a_file_of_the_literal_name_wins() -> None:
    assert parse_file_spec("a#b:ref=c", only("a#b:ref=c")) == FileSpec("a#b:ref=c")
    assert parse_file_spec("a#b:ref=c", only("a#b")) == FileSpec("a#b", None, Choices(references=("c",)))
    assert parse_file_spec("a#b#c", only("a")) == FileSpec("a", "b#c")
    assert parse_file_spec("a#b#c", only("a#b")) == FileSpec("a#b", "c")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x.tsv:hyp=it's", "a quote is not closed"),
        ("x.tsv:hyp=a,", "ends in a comma"),
        ("x.tsv:hyp=a,sheet=b", "'sheet' is no role of a column; there are src, ref, hyp, label, format"),
        ("x.tsv:src=a,src=b", "says src= twice"),
    ],
)
def test_what_cannot_be_understood_is_refused(text: str, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        parse_file_spec(text, nowhere)


def test_names_of_systems_are_told_from_roles() -> None:
    assert split_name("new=out.txt", nowhere) == ("new", "out.txt")
    assert split_name("cases.tsv:hyp=Google", nowhere) == (None, "cases.tsv:hyp=Google")
    assert split_name("new=cases.tsv:hyp=Google", nowhere) == ("new", "cases.tsv:hyp=Google")
    assert split_name("a=b.txt", only("a=b.txt")) == (None, "a=b.txt")
    assert split_name("=b.txt", nowhere) == (None, "=b.txt")
    assert split_name("a:b=c.txt", nowhere) == ("a:b", "c.txt")
    for text in ("x.tsv:hypothesis=Google", "x.tsv#Sheet1:hypothesis=Google"):
        with pytest.raises(SettingError, match="'hypothesis' is no role of a column; there are src, ref, hyp, label"):
            split_name(text, only("x.tsv"))


names = st.text(st.sampled_from("abcA ,':=#.\t'\n") | st.characters(exclude_categories=["Cs"]), max_size=12)
choices = st.builds(
    Choices,
    source=st.none() | names,
    references=st.lists(names, max_size=3).map(tuple),
    systems=st.lists(names | st.sampled_from(["x:ref=y", "':hyp='"]), max_size=3).map(tuple),
    labels=st.lists(names, max_size=2).map(tuple),
)


@given(
    sheet=st.none() | st.text("abc 1.'", min_size=1),
    choices=choices,
    format=st.none() | st.sampled_from(["csv", "tsv:quoted=yes", "csv:delimiter=','"]),
)
def test_a_spec_reads_as_it_was_written(sheet: str | None, choices: Choices, format: str | None) -> None:
    spec = FileSpec("dir.d/it's a file.xlsx", sheet, choices, format)
    assert parse_file_spec(str(spec), only(spec.path)) == spec
    assert parse_file_spec(str(spec), nowhere) == spec


@given(st.text(max_size=40) | st.lists(st.sampled_from(["a", ":ref=", "'", ",", "#", ":", "=", "hyp"])).map("".join))
def test_any_text_is_a_spec_or_refused(text: str) -> None:
    try:
        parse_file_spec(text, nowhere)
    except SettingError:
        return
