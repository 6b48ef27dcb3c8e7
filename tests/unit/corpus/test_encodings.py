"""Texts as spreadsheet programs save them: UTF-16 and Windows-1252 are read and told, UTF-8 wins wherever it can."""

import warnings
from collections.abc import Callable

import pytest
from file_tables import texts
from hypothesis import given
from hypothesis import strategies as st

from mtassay.cli.remedies import message_of
from mtassay.corpus.file_specs import FileSpec, parse_file_spec
from mtassay.corpus.formats.base import FILE_FORMATS, Table
from mtassay.corpus.table_files import TableFiles, choose_format
from mtassay.errors import InputError, MtassayWarning, OutputError, SettingError

Write = Callable[[str, str | bytes], str]
TABLE = 'Source\tReference\tMT output\nÜber „uns“ – €5\tabout us\tÜber\nZwei\t"a ""quoted"" text"\ttwo\n'
READ = {
    "Source": ["Über „uns“ – €5", "Zwei"],
    "Reference": ["about us", 'a "quoted" text'],
    "MT output": ["Über", "two"],
}


def read(name: str, data: bytes) -> tuple[Table, list[str]]:
    with warnings.catch_warnings(record=True, action="always") as caught:
        table = choose_format(FileSpec(name), data).read(data, name)
    return table, [str(one.message) for one in caught]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.txt"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_unicode_text_of_excel_is_a_table(name: str, encoding: str) -> None:
    content = "\ufeff" + TABLE.replace("\n", "\r\n")
    table, notes = read(name, content.encode(encoding))
    assert {column: list(values) for column, values in texts(table).items()} == READ
    assert table.encoding == "UTF-16"
    assert f"{name}: read as UTF-16, as its first bytes say" in notes


@pytest.mark.parametrize(("name", "delimiter"), [("a.csv", ";"), ("a.csv", ","), ("a.txt", "\t")])
def test_tables_of_windows_are_read_with_a_note(name: str, delimiter: str) -> None:
    content = TABLE.replace("\t", delimiter).replace("\n", "\r\n")
    table, notes = read(name, content.encode("cp1252"))
    assert {column: list(values) for column, values in texts(table).items()} == READ
    assert table.encoding == "Windows-1252"
    format = "csv" if name == "a.csv" else "tsv"
    assert (
        f"{name}, line 2: this is not UTF-8, so the file is read as Windows-1252; if letters look wrong, save it as "
        f"UTF-8, or say format={format}:encoding=NAME"
    ) in notes


def test_plain_text_of_windows() -> None:
    table, notes = read("a.txt", "eins\nfünf\n".encode("cp1252"))
    assert (table.columns[0].texts, table.encoding) == (["eins", "fünf"], "Windows-1252")
    assert notes[0].startswith("a.txt, line 2: this is not UTF-8, so the file is read as Windows-1252")
    table, notes = read("a.txt", "eins\nfünf\n".encode("utf-16"))
    assert (table.columns[0].texts, table.encoding) == (["eins", "fünf"], "UTF-16")


def test_the_line_of_excel_that_names_the_separator() -> None:
    table, _ = read("a.csv", "sep=;\r\nSource;Reference;MT\r\nfünf, sechs;five;6,5\r\n".encode("cp1252"))
    assert {name: list(values) for name, values in texts(table).items()} == {
        "Source": ["fünf, sechs"],
        "Reference": ["five"],
        "MT": ["6,5"],
    }
    assert table.first_row == 3


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_utf8_always_wins(text: str) -> None:
    table, notes = read("a.txt", text.encode() + b"\n")
    assert (table.columns[0].texts, table.encoding) == ([text.removeprefix("\ufeff")], "")
    assert not any("read as" in note for note in notes)


@pytest.mark.parametrize(
    "data",
    [
        "все счастливые семьи похожи\n".encode("cp1251"),
        "すべての幸福な家庭は\n".encode("shift-jis"),
        "schöne Wörter für Bücher\n".encode() + b"gr\xfcn\n",  # UTF-8 with some damage
        "one naïve word among many plain ones\n".encode() + b"caf\xe9, gr\xfcn, d\xe9j\xe0\n",
        "schöne Wörter für Bücher".encode()[:-5],  # cut inside of a letter
        b"plain words and \x01 \xe9\n",
    ],
)
def test_what_is_neither_is_refused_and_never_guessed(data: bytes) -> None:
    with pytest.raises(InputError, match=r"is not UTF-8; save the file as UTF-8$") as caught:
        read("a.txt", data)
    assert "iconv --from-code=" in message_of(caught.value)  # at a terminal


def test_an_encoding_can_be_told(write: Write) -> None:
    path = write("a.csv", "src,ref\nřeka,žena\n".encode("cp1250"))
    table = TableFiles().table(parse_file_spec(f"{path}:format='csv:encoding=cp1250'"))
    assert (list(table.columns[0].texts), table.encoding) == (["řeka"], "cp1250")
    with pytest.raises(SettingError, match="there is no text encoding 'cp0'"):
        FILE_FORMATS.create("tsv:encoding=cp0").read(b"a\tb\n", "f")
    with pytest.raises(InputError, match="f: this is not utf-16"):
        FILE_FORMATS.create("text:encoding=utf-16").read(b"abc", "f")


@pytest.mark.parametrize("format", ["csv", "tsv", "text"])
def test_what_is_written_is_utf8(format: str) -> None:
    table = Table(FILE_FORMATS.create("text").read(b"a\n", "f").columns)
    assert FILE_FORMATS.create(f"{format}:encoding=utf-8").write(table).endswith(b"a\n")
    with pytest.raises(OutputError, match="what mtassay writes is UTF-8"):
        FILE_FORMATS.create(f"{format}:encoding=cp1252").write(table)


def test_lines_with_tabs_that_no_spreadsheet_saved_stay_text(write: Write) -> None:
    path = write("a.txt", "one\ttwo\nthree\tfour\n")
    with warnings.catch_warnings(action="error", category=MtassayWarning):
        assert TableFiles().table(parse_file_spec(path)).columns[0].texts == ["one\ttwo", "three\tfour"]
