"""Text files, good and bad."""

import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mtassay import InputError
from mtassay.corpus.formats.base import FILE_FORMATS, Column, Role, Table
from mtassay.corpus.formats.text import read_lines
from mtassay.errors import MtassayWarning, OutputError

Write = Callable[[str, str | bytes], str]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("a\nb\n", ["a", "b"]),
        ("a\nb", ["a", "b"]),
        ("a\n\nb\n", ["a", "", "b"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\u2028b\u0085c\x0bd\n", ["a\u2028b\u0085c\x0bd"]),
        ("a\rb\n", ["a\rb"]),
        ("\n", [""]),
    ],
)
def test_lines_end_at_line_feeds_only(write: Write, content: str, lines: list[str]) -> None:
    assert read_lines(write("x.txt", content)) == lines


def test_gzip_is_known_by_its_content(write: Write) -> None:
    assert read_lines(write("x.txt", gzip.compress(b"a\nb\n"))) == ["a", "b"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\nb\n")))
    assert read_lines("-") == ["a", "b"]


def test_a_byte_order_mark_is_dropped_and_told(write: Write) -> None:
    path = write("x.txt", b"\xef\xbb\xbfa\n")
    with pytest.warns(MtassayWarning, match="line 1 starts with a byte-order mark"):
        assert read_lines(path) == ["a"]


def test_a_very_long_line_is_read_and_told(write: Write) -> None:
    path = write("x.txt", "short\n" + "long " * 200_000 + "\n")
    with pytest.warns(MtassayWarning, match=r"line 2: 1,000,000 characters in one segment"):
        assert len(read_lines(path)[1]) == 1_000_000


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (b"good\nb\x81d\n", "the letters cannot be read, because it is none of the encodings that mtassay can tell"),
        ("viele schöne Wörter\n".encode() + b"b\xe9d\n", "line 2: byte 0xE9 is not UTF-8; save the file as UTF-8"),
        ("все счастливые семьи\n".encode("cp1251"), "line 1: byte 0xE2 is not UTF-8"),
        (b"good\ngood\n\xed\xa0\x80\n", "line 3: byte 0xED is not UTF-8"),
        (b"good\nb\0d\n", "line 2: a character that no text has (U+0000)"),
        ("a\n".encode("utf-16")[:-1], "the letters cannot be read, because it is cut off or broken; save it again"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "this is a file of Word or Excel, and no text; open it there"),
        ("a\n".encode("utf-32"), "this is UTF-32 text"),
        (gzip.compress(b"a\nb\n", mtime=0)[:-4], "broken gzip file"),
        (b"\xfd7zXZ\x00rest", "broken xz file (Compressed file ended before the end-of-stream marker"),
        (b"BZh91AYrest", "this is a bzip2 archive; unpack it first, and take the file that is in it"),
        (b"PK\x03\x04rest", "this is a zip archive"),
        (b"PK\x03\x04 and xl/workbook.xml", "this is a workbook, and here text is read; save its sheet as text"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "this is a workbook"),
    ],
)
@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
def test_what_is_no_text_is_refused(write: Write, content: bytes, message: str) -> None:
    path = write("x.txt", content)
    with pytest.raises(InputError) as caught:
        read_lines(path)
    assert str(caught.value).startswith(path)
    assert message in str(caught.value)


def test_a_missing_file_gets_the_nearest(write: Write, tmp_path: Path) -> None:
    write("reference.txt", "a\n")
    with pytest.raises(InputError, match=r"refrence.txt: there is no such file \(did you mean .*/reference.txt\?\)"):
        read_lines(str(tmp_path / "refrence.txt"))
    with pytest.raises(InputError, match="there is no folder"):
        read_lines(str(tmp_path / "nowhere" / "x.txt"))
    with pytest.raises(InputError, match="this is a folder"):
        read_lines(str(tmp_path))


def test_plain_text_holds_one_column() -> None:
    table = Table((Column("src", ["a"], Role.SOURCE), Column("ref", ["b"], Role.REFERENCE)))
    with pytest.raises(OutputError, match="plain text holds one column, and there are 2"):
        FILE_FORMATS.create("text").write(table)
