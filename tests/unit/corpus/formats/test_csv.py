"""Tables with commas, semicolons and other delimiters."""

import csv
import io
import warnings

import pytest
from file_tables import read, texts
from hypothesis import given
from hypothesis import strategies as st
from strategies import hostile_text

from mtassay.corpus.formats.base import FILE_FORMATS, Column, Role, Table
from mtassay.errors import MtassayWarning


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_are_detected(delimiter: str) -> None:
    rows = ["source", "reference", "Google"], ["a, b; c | d\te", 'say "x"', "z"], ["1,5", "2;5", "3|5"]
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    told = "tab" if delimiter == "\t" else f"'{delimiter}'"
    table = read(f"csv:delimiter={told}", out.getvalue())
    assert texts(table) == {name: [first, second] for name, first, second in zip(*rows, strict=True)}
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        assert read("csv", out.getvalue()) == table
    called = {";": ["semicolons"], "\t": ["tabs"], "|": ["bars"]}.get(delimiter, [])  # the comma goes without saying
    assert [str(note.message) for note in notes] == [
        f"f: columns between {name}; if not, say format='csv:delimiter=,'" for name in called
    ]


def test_a_delimiter_must_fit_every_row_and_known_names_decide() -> None:
    assert texts(read("csv", "ref,label:\t\t\na,b\n")) == {"ref": ["a"], "label:\t\t": ["b"]}
    with pytest.warns(MtassayWarning, match="f: columns between semicolons; if not, say format='csv:delimiter=,'"):
        table = read("csv", "source;MT;ref\na, b, c, d;e;f\n")
    assert texts(table) == {"source": ["a, b, c, d"], "MT": ["e"], "ref": ["f"]}
    assert texts(read("csv", "src,hyp:a;b;c;d\nx,y;1;2;3\n")) == {"src": ["x"], "hyp:a;b;c;d": ["y;1;2;3"]}


def test_what_excel_says_of_the_delimiter_is_heeded() -> None:
    table = read("csv", "sep=;\nsrc;ref\na,b;c\n")
    assert texts(table) == {"src": ["a,b"], "ref": ["c"]}
    assert table.first_row == 3
    format = FILE_FORMATS.create("csv:header=none")
    table = Table((Column("src", ["sep=;", "a"], Role.SOURCE),))
    assert texts(format.read(format.write(table), "f")) == {"1": ["sep=;", "a"]}


def test_where_rows_are_not_lines_it_is_said() -> None:
    with pytest.warns(
        MtassayWarning,
        match=r"f: 3 rows from 5 lines, because texts in quotes hold line breaks, the first in row 2 \(lines 2 to 3\)",
    ):
        assert texts(read("csv", 'src,ref\n"a\nb",c\n"d\ne",f\n')) == {"src": ["a\nb", "d\ne"], "ref": ["c", "f"]}


def test_what_a_spreadsheet_would_run_gets_an_apostrophe() -> None:
    table = Table((Column("src", ["=1+1", "-x", "'y", "z", "@a"], Role.SOURCE),))
    written = FILE_FORMATS.create("csv:spreadsheet=yes").write(table)
    assert written.decode() == "src\n'=1+1\n'-x\n''y\nz\n'@a\n"
    assert texts(read("csv:spreadsheet=yes", written)) == {"src": ["=1+1", "-x", "'y", "z", "@a"]}


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@given(st.lists(st.lists(hostile_text, min_size=2, max_size=2), min_size=1, max_size=4))
def test_csv_reads_what_python_writes(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    cells = FILE_FORMATS.create("csv:header=none,delimiter=','").cells(out.getvalue().encode(), "f").columns  # type: ignore[attr-defined]
    assert [list(row) for row in zip(*cells, strict=True)] == rows
