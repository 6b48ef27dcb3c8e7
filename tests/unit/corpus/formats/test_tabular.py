"""What all tables of text share: rows of names, limits, and mistakes with their place."""

import csv

import pytest
from file_tables import read, texts

from mtassay import InputError, SettingError
from mtassay.corpus import limits
from mtassay.corpus.formats.base import FILE_FORMATS, Role
from mtassay.corpus.tables import check_table
from mtassay.errors import MtassayWarning


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_of_spreadsheets(bom: str, end: str) -> None:
    newline = end or "\n"
    assert texts(read("tsv", f"{bom}src\tref{newline}a\tb{end}")) == {"src": ["a"], "ref": ["b"]}
    assert texts(read("csv", f"{bom}src;ref{newline}a;b{end}")) == {"src": ["a"], "ref": ["b"]}


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
        ("csv", "a\0,b\n", "f, line 1: a character that no text has"),
        ("tsv", "src\tref\na\tb\tc\nd\n", "f, line 2: 3 columns, but line 1 has 2; is a tab missing, or one too many"),
        ("tsv", b"src\tref\na\t\xff\xfe\xfd\xfc\n", "f, line 2: byte 0xFF is not UTF-8"),
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
            "scores that mtassay saved, and no texts; name the texts, or join the scores of such files",
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
        ("csv", "src,ref\ra,b\r", "f: its lines end as on Macs of old, so that all of it is one line; save"),
        ("tsv", "src\tref\ra\tb", "f: its lines end as on Macs of old"),
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


def test_numbers_among_texts_are_noted() -> None:
    with pytest.warns(MtassayWarning, match="f, line 2: 'hyp' is no text, and is read as '5'; 2 of 3 are such"):
        table = read("jsonl", '{"hyp": "a", "id": 1}\n{"hyp": 5, "id": 2}\n{"hyp": true, "id": 3}\n')
    assert texts(table)["hyp"] == ["a", "5", "true"]
