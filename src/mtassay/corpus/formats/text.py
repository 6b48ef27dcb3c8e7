"""Plain text, one segment a line.

Lines end at LF only. Other line breaks that Unicode knows stay inside their segment: programs that
split at them are the usual reason why two files have different numbers of lines.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from mtassay.corpus import encodings, limits
from mtassay.corpus.formats.base import Column, Format, Table
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.errors import InputError, MtassayWarning, OutputError, Remedy, SettingError
from mtassay.settings import setting

LINE_BREAKS = {"\n": "a line break", "\r": "a carriage return"}
_LONG_LINE = 100_000
UTF8_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"
_WORKBOOKS = (b"xl/workbook.xml", b"application/vnd.oasis.opendocument.spreadsheet")
"""What stands unpacked in those of Excel, and in those of LibreOffice."""
_OTHER_PACKERS = {b"BZh91AY": "bzip2", _ZIP: "zip"}


@dataclass(frozen=True, kw_only=True)
class Text(Format):
    """One segment a line: the source, a reference, or the output of one system.

    It is UTF-8. UTF-16 and Windows-1252, as spreadsheet programs save text, are read with a note.
    """

    name: ClassVar[str] = "text"
    title: ClassVar[str] = "plain text, one segment a line"
    endings: ClassVar[tuple[str, ...]] = (".txt",)
    tells_missing: ClassVar[bool] = False

    encoding: str = setting(encodings.AUTO, encodings.HELP)

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        lines, encoding = encodings.read_encoded(
            data, shown, self.encoding, self.name, lambda content: split_lines(content, shown)
        )
        return Table((Column("text", lines),), encoding=encoding)

    def write(self, table: Table) -> bytes:
        encodings.refuse_encoding(self.encoding, self.name)
        if len(table.columns) != 1:
            raise OutputError(
                f"plain text holds one column, and there are {len(table.columns)}; write tsv, csv, "
                "jsonl or xlsx, or keep one column",
                remedy=Remedy.KEEP_COLUMN,
            )
        refuse_breaks(table, self.name, "jsonl, csv or xlsx")
        written = "".join(f"{text or ''}\n" for text in table.columns[0].texts).encode()
        # readers drop one byte-order mark, so a text that begins with such a character needs a second
        return UTF8_BOM + written if written.startswith(UTF8_BOM) else written


def refuse_breaks(table: Table, format: str, others: str, breaks: Mapping[str, str] = LINE_BREAKS) -> None:
    """Refuse a table with texts that hold what ends a text in this format."""
    for column in table.columns:
        for row, text in enumerate((column.name, *column.texts)):
            for character, called in breaks.items():
                if text and character in text:
                    where = f"the name of column {column.name!r}" if row == 0 else f"{column.name}, segment {row}"
                    raise OutputError(f"{where}: {called}, which {format} cannot hold; write {others} instead")


def read_lines(path: str) -> list[str]:
    """The segments of a file; `-` is standard input. Refuses what is not text, and says where."""
    shown = show_path(path)
    return encodings.read_encoded(
        read_bytes(path), shown, encodings.AUTO, Text.name, lambda content: split_lines(content, shown)
    )[0]


def split_lines(data: bytes, shown: str) -> list[str]:
    """The lines of a file that was read as bytes; `shown` names it in errors."""
    if data.startswith(UTF8_BOM):
        _warn(f"{shown}: line 1 starts with a byte-order mark, which was left out; save the file without it")
    return split_text(decode_text(data, shown), shown)


def decode_text(data: bytes, shown: str) -> str:
    """The text of a whole file, without its byte-order mark; what is no text, or nothing, is refused."""
    data = bytes_of_text(data, shown)
    limits.check_rows(data.count(b"\n"), shown)  # before each becomes a text of its own
    return decode(data, shown)


def bytes_of_text(data: bytes, shown: str) -> bytes:
    """What is to be decoded: all but the byte-order mark, of what is text by all signs."""
    for bom, encoding in _OTHER_BOMS.items():
        if data.startswith(bom):
            raise InputError(
                f"{shown}: this is {encoding} text, and mtassay reads UTF-8; save it as UTF-8",
                remedy=Remedy.CONVERT_TO_UTF8,
            )
    if data.startswith(_OLD_OFFICE):
        raise InputError(
            f"{shown}: this is a file of Word or Excel, and no text; open it there and save it as XLSX, or as plain "
            "text in UTF-8"
        )
    if data.startswith(_ZIP) and any(sign in data for sign in _WORKBOOKS):
        raise InputError(
            f"{shown}: this is a workbook, and here text is read; save its sheet as text with tabs between the columns"
        )
    for magic, packer in _OTHER_PACKERS.items():
        if data.startswith(magic):
            raise InputError(
                f"{shown}: this is a {packer} archive; unpack it first, and take the file that is in it",
                remedy=Remedy.PACK_OTHERWISE,
            )
    data = data.removeprefix(UTF8_BOM)
    if not data:
        raise InputError(f"{shown}: the file is empty; it should hold one segment a line")
    nul = data.find(b"\0")
    if nul >= 0:
        raise InputError(
            f"{shown}, line {_line_of(data, nul)}: a character that no text has (U+0000); this is no text file, or one "
            "in another encoding: save it as UTF-8"
        )
    return data


def refuse_carriage_returns(data: bytes, shown: str) -> None:
    """Refuse a table whose lines end in carriage returns alone, and which so would be a single row."""
    if b"\n" not in data and b"\r" in data.rstrip(b"\r"):
        raise InputError(
            f"{shown}: its lines end as on Macs of old, so that all of it is one line; save it again, with the line "
            "ends of Windows",
            remedy=Remedy.CONVERT_LINE_ENDS,
        )


def decode(data: bytes, shown: str, encoding: str = "UTF-8") -> str:
    """The text; a byte that is none in this encoding is named with its line."""
    try:
        return data.decode(encoding)
    except LookupError:
        raise SettingError(f"there is no text encoding {encoding!r}; write utf-8, latin-1 or another") from None
    except UnicodeDecodeError as error:
        raise encodings.NotUtf8(
            f"{shown}, line {_line_of(data, error.start)}: byte 0x{data[error.start]:02X} is not {encoding}; save the "
            f"file as UTF-8",
            remedy=Remedy.NAME_ENCODING,
        ) from None
    except UnicodeError:
        raise InputError(f"{shown}: this is not {encoding}; name the encoding that it has") from None


def split_text(text: str, shown: str) -> list[str]:
    """The lines of a text; those of Windows lose their carriage returns."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    # looking for one character takes a tenth of the time
    if "\r" in text and ("\r\n" in text or text.endswith("\r")):
        lines = [line.removesuffix("\r") for line in lines]
    longest = max(range(len(lines)), key=lambda index: len(lines[index]))
    if len(lines[longest]) > _LONG_LINE:
        _warn(
            f"{shown}, line {longest + 1}: {len(lines[longest]):,} characters in one segment; "
            "is it a whole document, or a file with other line ends?"
        )
    return lines


def _line_of(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1


def _warn(message: str) -> None:
    warnings.warn(message, MtassayWarning, stacklevel=4)
