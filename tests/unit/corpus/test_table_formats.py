"""TSV, CSV, JSON, JSON lines, sacreBLEU's columns, MQM: what is read, and what is refused."""

import csv
import io
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hostile_text

from mtassay import InputError, SettingError
from mtassay.corpus import limits
from mtassay.corpus.formats.base import FILE_FORMATS, Column, Role, Table
from mtassay.corpus.tables import Choices, check_table, evalset_of
from mtassay.errors import MtassayWarning, OutputError


def read(spec: str, text: str | bytes) -> Table:
    return FILE_FORMATS.create(spec).read(text.encode() if isinstance(text, str) else text, "f")


def texts(table: Table) -> dict[str, list[str | None]]:
    return {column.name: list(column.texts) for column in table.columns}


def test_a_quote_is_text_in_tsv_unless_told() -> None:
    content = 'src\tref\n"a\tb"\nc\td\n'
    assert texts(read("tsv", content)) == {"src": ['"a', "c"], "ref": ['b"', "d"]}
    with pytest.raises(InputError, match="f, row 2: 1 column, but row 1 has 2"):
        read("tsv:quoted=yes", content)
    assert texts(read("tsv:quoted=yes", 'src\tref\n"a\tb"\tx\n')) == {"src": ["a\tb"], "ref": ["x"]}


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_of_spreadsheets(bom: str, end: str) -> None:
    newline = end or "\n"
    assert texts(read("tsv", f"{bom}src\tref{newline}a\tb{end}")) == {"src": ["a"], "ref": ["b"]}
    assert texts(read("csv", f"{bom}src;ref{newline}a;b{end}")) == {"src": ["a"], "ref": ["b"]}


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


@pytest.mark.parametrize(
    ("spec", "content", "message"),
    [
        (
            "csv",
            "src,ref\na,b\nc\n",
            "f, row 3: 1 column, but row 1 has 2; is a comma missing, one too many, or not in",
        ),
        ("csv", "src,ref\na,b\n\n", "f, row 3: 1 column, but row 1 has 2; remove the empty line"),
        (
            "csv",
            'src,ref\n"a,b\nc,d\n',
            "f, row 2, line 2: a quote is opened here and never closed; if quotes are text",
        ),
        ("csv", 'src,ref\n"a" b,c\n', "f, row 2, line 2: text after a closing quote; double a quote inside of quotes"),
        ("csv", 'src,ref\n"x",a\rb\n', "f, row 2, line 2: a carriage return in the middle of a line"),
        ("csv", "src,ref\n", "f: nothing below the names of the columns"),
        ("csv", "", "f: the file is empty"),
        ("csv", "a\0,b\n", "f, line 1: a NUL byte"),
        ("tsv", "src\tref\na\tb\tc\nd\n", "f, line 2: 3 columns, but line 1 has 2; is a tab missing, or one too many"),
        ("tsv", b"src\tref\na\t\xff\n", "f, line 2: byte 0xFF is not UTF-8"),
        (
            "tsv",
            "Hindi\tGoogle\tHuman\nsource\tMT\treference\na\tb\tc\n",
            "f, rows 1 and 2: both seem to name the columns",
        ),
        ("tsv:header=9", "a\tb\nc\td\n", "f: there is no row 9 that could name the columns"),
        (
            "jsonl",
            '{"src": "a"}\n{"src": \n',
            "f, line 2: broken JSON (Expecting value at line 1, column 8); is the file",
        ),
        ("jsonl", '{"src": "a"}\n\n{"src": "b"}\n', "f, line 2: an empty line; correct or remove it"),
        ("jsonl", '{"src": "a"}\n["b"]\n', "f, line 2: not an object; expected one for each segment"),
        ("jsonl", "[" * 100_000, "f, line 1: lists or objects too deep inside one another"),
        ("jsonl", '{"ref": ["a", 1]}\n', "f, line 1: 'ref' holds something that is no text; expected a list of texts"),
        ("jsonl", '{"src": "a\\u0000"}\n', "f, row 1, column src: a NUL character"),
        ("jsonl", '{"x": ' + "9" * 5000 + "}", "f, line 1: unusable JSON"),
        ("json", '{"a": [{"src": "x"}], "b": [{"src": "y"}]}', "f: several lists of objects; expected one"),
        (
            "json",
            '{"systems": [], "test_set": "1"}',
            "which holds scores and no texts; name the texts, or see: mtassay join",
        ),
        ("json", '[{"hyp": "a", "hyp": "b"}]', "f: 'hyp' stands twice in one object, and it is open which is meant"),
        ("jsonl", '{"src": "a"}\n{"src": {"x": 1, "x": 2}}\n', "f, line 2: 'x' stands twice in one object"),
        ("json", "[]", "f: an empty list"),
        ("json", '"x"', "f: no list of objects"),
        (
            "json",
            '[{"src": "x"}',
            "f: broken JSON (Expecting ',' delimiter at line 1, column 14); is the file cut off?",
        ),
        ("csv", "src,ref\ra,b\r", "f: its lines end in carriage returns alone, as on Macs of old; convert it: tr "),
        ("tsv", "src\tref\ra\tb", "f: its lines end in carriage returns alone"),
        ("mqm", "system\tsource\nA\tb\n", "f, line 1: no column 'seg_id'; a file of MQM has system, seg_id"),
        ("sacrebleu", "a\tb\nc\n", "f, line 2: 1 column, but line 1 has 2"),
    ],
)
def test_mistakes_are_named_with_their_place(spec: str, content: str | bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(spec, content)
    assert message in str(caught.value)


def test_the_cell_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CELL_CHARACTERS", 10)
    with pytest.raises(InputError, match="f, row 2, line 2: 11 characters in one text"):
        read("csv", 'src,ref\n"aaaaaaaaaaaaaaaa",b\n')
    assert csv.field_size_limit() == 131072


@pytest.mark.parametrize(
    ("spec", "content"),
    [
        ("csv", ",,,,\n" * 3),
        ("csv:quoted=no", ",,,,\n" * 3),
        ("tsv", "\t\t\t\t\n" * 3),
        ("tsv:quoted=yes", "\t\t\t\t\n" * 3),
        ("json", "[" + "0," * 11 + "0]"),
        ("jsonl", "[" + "0," * 11 + "0]\n"),
    ],
)
def test_cells_are_counted_before_the_text_is_cut(monkeypatch: pytest.MonkeyPatch, spec: str, content: str) -> None:
    monkeypatch.setattr(limits, "TABLE_CELLS", 10)
    with pytest.raises(InputError, match=r"^f: 1[15] cells, and mtassay reads up to 10; is the delimiter wrong"):
        read(spec, content)


@pytest.mark.parametrize(("spec", "content"), [("text", "\n" * 3), ("jsonl", "{}\n" * 3), ("json", "[{},{},{}]")])
def test_rows_are_counted_before_the_text_is_cut(monkeypatch: pytest.MonkeyPatch, spec: str, content: str) -> None:
    monkeypatch.setattr(limits, "ROWS", 2)
    with pytest.raises(InputError, match=r"^f: 3 rows, and mtassay reads up to 2; split the file"):
        read(spec, content)


@pytest.mark.parametrize(
    ("content", "names", "note"),
    [
        ("source\treference\na\tb\n", ["source", "reference"], None),
        (
            "alpha\tbeta\nA long first sentence.\tAnother long one.\n",
            ["alpha", "beta"],
            "row 1 seems to name the columns",
        ),
        ("Yes.\tNo.\nA long first sentence.\tAnother long one.\n", ["1", "2"], "no row seems to name the columns"),
        ("My cases\t\t\nsource\tMT\treference\na\tb\tc\n", ["source", "MT", "reference"], "row 2 names the columns"),
        ("source\t\nb\tc\n", ["source", "2"], None),
        ("source\tMT\t\t\nb\tc\t\t\n", ["source", "MT"], None),
        ("Correct\tRichtig\nThat is so.\tSo ist es.\n", ["Correct", "Richtig"], "row 1 names the columns"),
        ("translation\nThat is so.\n", ["translation"], "row 1 names the column"),
        ("ref\nThat is so.\n", ["ref"], None),
        ("Storm over Spain\nThe storm that hit Spain on Sunday has left three people homeless.\n", ["1"], None),
    ],
)
def test_the_row_of_names_is_found_or_guessed(content: str, names: list[str], note: str | None) -> None:
    if note is None:
        table = read("tsv", content)
    else:
        with pytest.warns(MtassayWarning, match=f"f: {note}.*; if not, say format=tsv:header="):
            table = read("tsv", content)
    assert [column.name for column in table.columns] == names
    assert texts(read("tsv:header=none", content))["1"][0] == content.partition("\n")[0].partition("\t")[0]


def test_names_may_be_broken_into_lines_and_say_more_in_brackets() -> None:
    with pytest.warns(MtassayWarning, match="2 rows from 4 lines"):
        table = read("csv", '"Source\n(Hindi)","Reference [English]","Google \nTranslate"\na,b,c\n')
    assert texts(table) == {"Source (Hindi)": ["a"], "Reference [English]": ["b"], "Google Translate": ["c"]}
    assert [column.role for column in table.columns] == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM]


def test_names_that_are_no_text_are_refused() -> None:
    for name in ("\\ud800", "\\u0000"):
        with pytest.raises(InputError, match=r"^f, column 2: its name 'hyp:.*' has a character that is none"):
            check_table(read("jsonl", f'{{"ref": "a", "hyp:{name}": "b"}}'), "f")


def test_the_row_of_names_can_be_told() -> None:
    table = read("tsv:header=2", "Hindi\tHuman\nsource\treference\na\tb\n")
    assert (texts(table), table.first_row) == ({"source": ["a"], "reference": ["b"]}, 3)
    with pytest.raises(SettingError, match="header=x: expected auto, none or the number of a row"):
        FILE_FORMATS.create("tsv:header=x")
    with pytest.raises(SettingError, match="delimiter=ab: expected auto, tab or one character"):
        FILE_FORMATS.create("csv:delimiter=ab")


def test_what_a_spreadsheet_would_run_gets_an_apostrophe() -> None:
    table = Table((Column("src", ["=1+1", "-x", "'y", "z", "@a"], Role.SOURCE),))
    written = FILE_FORMATS.create("csv:spreadsheet=yes").write(table)
    assert written.decode() == "src\n'=1+1\n'-x\n''y\nz\n'@a\n"
    assert texts(read("csv:spreadsheet=yes", written)) == {"src": ["=1+1", "-x", "'y", "z", "@a"]}


def test_json_of_others() -> None:
    table = read(
        "json", '{"data": [{"source": "a", "references": ["b", "c"], "id": 7, "meta": {"x": 1}}, {"source": null}]}'
    )
    assert texts(table) == {
        "source": ["a", None],
        "ref": ["b", None],
        "ref:2": ["c", None],
        "id": ["7", None],
        "meta": ['{"x": 1}', None],
    }


def test_lists_and_objects_are_no_texts() -> None:
    table = read("jsonl", '{"ref": "a", "hyp:x": ["b"], "hyp:y": "c"}\n{"ref": "a", "hyp:x": "b", "hyp:y": {"z": 1}}\n')
    for name, message in (("x", "line 1: 'hyp:x' is a list and no"), ("y", "line 2: 'hyp:y' is an object and no text")):
        with pytest.raises(InputError, match=f"f, {message}"):
            evalset_of(table, Choices(systems=(name,)))


def test_numbers_among_texts_are_noted() -> None:
    with pytest.warns(MtassayWarning, match="f, line 2: 'hyp' is no text, and is read as '5'; 2 of 3 are such"):
        table = read("jsonl", '{"hyp": "a", "id": 1}\n{"hyp": 5, "id": 2}\n{"hyp": true, "id": 3}\n')
    assert texts(table)["hyp"] == ["a", "5", "true"]


def test_columns_of_sacrebleu_are_references() -> None:
    table = read("sacrebleu", "a\tb\nc\t\n")
    assert texts(table) == {"ref": ["a", "c"], "ref:2": ["b", ""]}
    assert FILE_FORMATS.create("sacrebleu").write(table) == b"a\tb\nc\t\n"


def test_marked_errors_become_segments_with_systems() -> None:
    content = (
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
        "A\td\t1\t1\tr1\tsrc one\tout <v>one</v>\tFluency/Grammar\tMinor\n"
        "A\td\t1\t1\tr1\tsrc one\t<v>out</v> one\tStyle/Awkward\tMajor\n"
        "refA\td\t1\t1\tr1\tsrc one\thuman one\tNo-error\tno-error\n"
        "A\td\t1\t2\tr2\tsrc <v>two</v>\tout two\tNo-error\tNo-error\n"
        "A\td\t1\t2\tr3\tsrc two\tout  two\tNo-error\tNo-error\n"
    )
    format = FILE_FORMATS["mqm"]
    assert format.recognizes(content.encode())
    assert not format.recognizes(b"system\tsource\n")
    with pytest.warns(MtassayWarning, match="in 1 rows the text is not that of an earlier row .* the first is line 6"):
        table = read("mqm", content)
    assert texts(table) == {
        "src": ["src one", "src two"],
        "hyp:A": ["out one", "out two"],
        "refA": ["human one", None],
        "label:document": ["d", "d"],
        "label:segment": ["1", "2"],
        "label:errors A": ["Minor Fluency/Grammar; Major Style/Awkward", "No-error No-error; No-error No-error"],
        "label:errors refA": ["no-error No-error", ""],
    }


def test_plain_text_holds_one_column() -> None:
    table = Table((Column("src", ["a"], Role.SOURCE), Column("ref", ["b"], Role.REFERENCE)))
    with pytest.raises(OutputError, match="plain text holds one column, and there are 2"):
        FILE_FORMATS.create("text").write(table)


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@given(st.lists(st.lists(hostile_text, min_size=2, max_size=2), min_size=1, max_size=4))
def test_csv_reads_what_python_writes(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    cells = FILE_FORMATS.create("csv:header=none,delimiter=','").cells(out.getvalue().encode(), "f").columns  # type: ignore[attr-defined]
    assert [list(row) for row in zip(*cells, strict=True)] == rows
