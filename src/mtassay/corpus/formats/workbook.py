"""What spreadsheet files have in common: sheets, which python-calamine reads once they are known to be harmless."""

import datetime
import io
import re
import struct
import warnings
import zipfile
import zlib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mtassay.corpus import limits
from mtassay.corpus.formats.tabular import Area, Cells, TabularFormat, letters
from mtassay.errors import InputError, MissingExtra, MtassayWarning

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

NO_VALUE = (
    "a formula without its value; open the file in a spreadsheet program and save it, so that the value is stored too"
)
# unless its first character is the end of an escaped one, as in the text _x0000_; drawings name shapes so
_NUL = re.compile(rb"(?<!_x005F)_x0000_")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
# what may stand before the first element, and where a document type would
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")


@dataclass(frozen=True, kw_only=True)
class WorkbookFormat(TabularFormat):
    """A packed folder of XML with sheets in it."""

    def cells(self, data: bytes, shown: str, sheet: str | None = None) -> Cells:
        try:
            import python_calamine
        except ImportError:
            raise MissingExtra(f"{shown}: a spreadsheet", "excel") from None
        if data.startswith(_OLD_EXCEL):
            raise InputError(f"{shown}: an old or a protected Excel file; save it as .xlsx without a password")
        parts = _unpack(data, shown)
        self.check_parts(parts, shown)
        try:
            with python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook:
                name = _choose_sheet(workbook, sheet, shown)
                shown = f"{shown}, sheet {name}"
                look = self.check_sheet(parts, workbook.sheet_names.index(name), shown)
                sheet_cells = workbook.get_sheet_by_name(name)
                return _read_sheet(sheet_cells, sheet_cells.merged_cell_ranges or look.merged, look.unusable, shown)
        except python_calamine.CalamineError as error:
            raise InputError(
                f"{shown}: this is no {self.name} file, or a broken one ({error}); open it in a spreadsheet program "
                "and save it again"
            ) from None

    def sheet_names(self, data: bytes, shown: str) -> list[str]:
        """The sheets of cells that are not hidden."""
        import python_calamine

        parts = _unpack(data, shown)
        self.check_parts(parts, shown)
        try:
            with python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook:
                return _visible(workbook)
        except python_calamine.CalamineError:
            return []  # whoever reads it will be told

    def check_parts(self, parts: zipfile.ZipFile, shown: str) -> None:
        """Refuse what would take too much memory as soon as calamine opens the file."""
        return

    @abstractmethod
    def check_sheet(self, parts: zipfile.ZipFile, index: int, shown: str) -> "Look":
        """Refuse a sheet that takes too much memory; gives what calamine does not tell."""


class Look(NamedTuple):
    """Merged areas of a sheet, and of columns which cells have no text and why; both are counted from 0."""

    merged: Sequence[Area] = ()
    unusable: Mapping[int, Mapping[int, str]] = {}


def _read_sheet(
    sheet: "CalamineSheet", merged: Sequence[Area], unusable: Mapping[int, Mapping[int, str]], shown: str
) -> Cells:
    rows = sheet.to_python(skip_empty_area=False)
    before = 0
    while before < len(rows) and not any(cell != "" for cell in rows[before]):
        before += 1
    if before == len(rows):
        raise InputError(f"{shown}: there is nothing in it; name another sheet: FILE#SHEET")
    columns = [_texts(column, number, before, shown) for number, column in enumerate(zip(*rows[before:], strict=True))]
    return Cells(columns, shown, before, merged, unusable, sheet.name)


def _unpack(data: bytes, shown: str) -> zipfile.ZipFile:
    """The parts of the file, after a look at all of them: no bomb, nothing cut off, no document type."""
    try:
        parts = zipfile.ZipFile(io.BytesIO(data))
        limits.check_bytes(sum(part.file_size for part in parts.infolist()), shown, limits.WORKBOOK_BYTES, ", unpacked")
        for part in parts.infolist():
            content = _content(parts, data, part)
            holds_text = part.filename.endswith(".xml") and "drawings/" not in part.filename
            if holds_text and b"_x0000_" in content and _NUL.search(content):
                raise InputError(
                    f"{shown}: {part.filename} holds a NUL character (_x0000_), which no text has; remove it"
                )
            if not part.filename.endswith((".xml", ".rels", ".vml")):
                continue
            prolog = _PROLOG.match(content)
            if content.startswith(_OTHER_ENCODINGS) or (prolog and content.startswith(b"<!", prolog.end())):
                raise InputError(
                    f"{shown}: {part.filename} has a DOCTYPE or another encoding than UTF-8, which no program for "
                    "spreadsheets writes and mtassay refuses; save the file again in such a program"
                )
    except InputError:
        raise
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError) as error:
        raise InputError(
            f"{shown}: this is no spreadsheet, or a broken one ({error}); is it cut off? Fetch or save it again"
        ) from None
    return parts


def _content(parts: zipfile.ZipFile, data: bytes, part: zipfile.ZipInfo) -> bytes:
    """What is in a part, which has to have the size that was relied on and the right checksum.

    zipfile stops at the size that the part names, calamine does not: what lies behind would be a bomb.
    """
    if part.compress_type == zipfile.ZIP_STORED and part.compress_size == part.file_size:
        return parts.read(part)
    if part.compress_type != zipfile.ZIP_DEFLATED or part.flag_bits & 1:
        raise zipfile.BadZipFile(f"{part.filename} is encrypted, or packed in another way than spreadsheets are")
    name, extra = struct.unpack_from("<HH", data, part.header_offset + 26)
    start = part.header_offset + 30 + name + extra
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    content = stream.decompress(data[start : start + part.compress_size], part.file_size + 1)
    if len(content) != part.file_size or not stream.eof or zlib.crc32(content) != part.CRC:
        raise zipfile.BadZipFile(f"{part.filename} has another size or checksum than it should")
    return content


def _choose_sheet(workbook: "CalamineWorkbook", wanted: str | None, shown: str) -> str:
    visible = _visible(workbook)
    names = workbook.sheet_names
    if wanted is not None:
        fitting = [name for name in names if name == wanted] or [
            name for name in names if name.casefold() == wanted.strip().casefold()
        ]
        if fitting:
            return fitting[0]
        if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
            return names[int(wanted) - 1]
        raise InputError(f"{shown}: there is no sheet {wanted!r}; there are {', '.join(map(repr, names))}")
    if not visible:
        raise InputError(f"{shown}: no sheet of cells that is not hidden; name one: FILE#SHEET")
    if len(visible) > 1:
        others = ", ".join(map(repr, visible[1:]))
        warnings.warn(
            f"{shown}: sheet {visible[0]!r} is read; for {others} say FILE#SHEET", MtassayWarning, stacklevel=7
        )
    return visible[0]


def _visible(workbook: "CalamineWorkbook") -> list[str]:
    import python_calamine

    return [
        sheet.name
        for sheet in workbook.sheets_metadata
        if sheet.visible == python_calamine.SheetVisibleEnum.Visible
        and sheet.typ == python_calamine.SheetTypeEnum.WorkSheet
    ]


def _texts(column: Sequence[Any], number: int, before: int, shown: str) -> Sequence[str]:
    """The cells of a column as texts; numbers among texts are remarked on."""
    kinds = set(map(type, column))
    if kinds == {str}:
        return column
    texts = [_text(cell) for cell in column]
    others = [row for row, cell in enumerate(column) if not isinstance(cell, str)]
    # the name of the column is a text anyway
    if sum(1 for cell in column[1:] if isinstance(cell, str) and cell) > 1:
        warnings.warn(
            f"{shown}, column {letters(number)}: {len(others)} of {len(column)} cells are numbers or dates and read as "
            f"text, the first in row {before + others[0] + 1} as {texts[others[0]]!r}",
            MtassayWarning,
            stacklevel=9,
        )
    return texts


def _text(cell: Any) -> str:
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, (datetime.date, datetime.time)):
        return cell.isoformat()
    return str(cell)
