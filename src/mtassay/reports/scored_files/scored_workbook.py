"""The workbook that was scored, with the scores beside its texts and the results on sheets behind its own."""

import io
import math
import re
import warnings
import zipfile
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from mtassay.corpus.formats.base import Format, Table
from mtassay.corpus.formats.workbook import WorkbookFormat
from mtassay.corpus.formats.xlsx import Xlsx
from mtassay.errors import MissingExtra, MtassayWarning, OutputError
from mtassay.evaluation.score import Evaluation
from mtassay.evaluation.segment_statistics import SegmentStatistics
from mtassay.reports.formats.exact_values import printable
from mtassay.reports.formats.sheets import MOST_COLUMNS, Sheet, SheetColumn, sheets_of
from mtassay.reports.results.evaluation import evaluation_document
from mtassay.reports.scored_files.sorted_areas import free_heads, widen_areas
from mtassay.reports.scored_files.workbook_losses import losses, other_losses

MOST_BYTES: int = 64 * 1024**2
"""Of the workbook, unpacked: openpyxl takes a second and 27 MB of memory for each 3 MB."""
STEPS = 3
"""How often `progress` is called."""
_HOLDS_TEXT = re.compile(r"xl/sharedStrings\.xml|xl/worksheets/[^/]*\.xml")
_STRING = re.compile(rb"<((?:\w+:)?(?:si|is))\b.*?</\1>", re.DOTALL)
# what looks like an escape, and what XML cannot hold
_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f]")


@dataclass(frozen=True)
class Place:
    """Where the segments stand: the sheet, the row below the headings as people count it, and each segment's row.

    Those count from 0 at the first row; without them segments stand in one row after the other.
    """

    sheet: str
    first_row: int
    rows: Sequence[int] | None = None


class Unsuitable(Exception):
    """Scores cannot be put into this workbook; says why."""


@dataclass(frozen=True)
class ScoredFile:
    """The file that was scored: how messages call it, its format and table, and which row each segment is.

    Rows count from 0, and are None where a segment has several. `content` reads the file again, unpacked; None where
    that cannot be done.
    """

    shown: str
    format: Format
    table: Table
    rows: Sequence[int] | None
    content: Callable[[], bytes] | None

    def with_scores(
        self,
        evaluation: Evaluation,
        statistics: SegmentStatistics | None = None,
        digits: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> bytes | None:
        """The workbook with scores added; None where a new one has to be written, which is noted of workbooks."""
        if not isinstance(self.format, WorkbookFormat) or self.table.sheet is None:
            return None
        try:
            if not isinstance(self.format, Xlsx):
                raise Unsuitable(f"mtassay reads {self.format.name} but does not write it")
            if self.content is None:
                raise Unsuitable("it came through a pipe, which can be read only once")
            if self.rows is None:
                raise Unsuitable("it has a row for each system and segment")
            place = Place(self.table.sheet, self.table.first_row, self.rows)
            return add_scores(self.content(), place, evaluation, statistics, digits, progress)
        except Unsuitable as error:
            warnings.warn(
                f"{self.shown}: scores go into a new workbook, not into this one: {error}",
                MtassayWarning,
                stacklevel=2,
            )
            return None


def add_scores(
    data: bytes,
    place: Place,
    evaluation: Evaluation,
    statistics: SegmentStatistics | None = None,
    digits: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> bytes:
    """The workbook with a column for each system and metric right of all others, and sheets of results.

    What openpyxl does not keep is warned of. `Unsuitable` where it cannot read the workbook.
    """
    try:
        import openpyxl
    except ImportError:
        raise MissingExtra("an Excel workbook with scores added to it", "excel") from None
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        size = sum(part.file_size for part in parts.infolist())
        if size > MOST_BYTES:
            raise Unsuitable(f"it is larger than {MOST_BYTES >> 20} MB, unpacked")
        lost = losses(parts)
    advance = progress or (lambda _: None)
    with warnings.catch_warnings(record=True, action="always") as caught:
        try:
            # rich_text keeps words that are bold inside of a cell
            workbook = openpyxl.load_workbook(_with_escapes_kept(data), rich_text=True)
        except Exception as error:  # openpyxl has no one class of errors, and all of them mean this
            raise Unsuitable(f"openpyxl cannot read it ({type(error).__name__}: {error})") from None
        advance(1)
        workbook.template = False
        if place.sheet not in workbook.sheetnames:
            raise Unsuitable(f"openpyxl finds no sheet {place.sheet!r} in it")
        columns = _score_columns(evaluation, digits)
        notes, last = _add_columns(workbook[place.sheet], place, columns)
        unsorted = widen_areas(workbook[place.sheet], place.first_row - 1, last)
        for sheet in sheets_of(evaluation_document(evaluation, statistics), digits, notes):
            sheet.check()
            _add_sheet(workbook, sheet)
        advance(1)
        content = io.BytesIO()
        try:
            workbook.save(content)
        except OSError as error:  # it puts sheets into temporary files
            raise OutputError(
                f"temporary files cannot be written: {error.strerror or error}; make room, or name another folder by "
                "the environment variable TMPDIR"
            ) from None
        except Exception as error:  # as above
            raise Unsuitable(f"openpyxl cannot write it ({type(error).__name__}: {error})") from None
        advance(1)
    lost += other_losses([str(warning.message) for warning in caught])
    if lost:
        warnings.warn(
            f"the workbook comes back without {'; '.join(lost)}. Keep the input, or take a new workbook",
            MtassayWarning,
            stacklevel=2,
        )
    if unsorted:
        warnings.warn(
            f"sheet {place.sheet}: {' and '.join(unsorted)} cannot reach over the scores, so a sort would leave them "
            "where they are; copy what you sort into a new sheet first, or take a new workbook",
            MtassayWarning,
            stacklevel=2,
        )
    return content.getvalue()


def _score_columns(evaluation: Evaluation, digits: int | None) -> list[SheetColumn]:
    """A column for each system and metric: the score of every segment."""
    return [
        SheetColumn(printable(f"{name} {label}"), score.segments.tolist(), score.places if digits is None else digits)
        for name, scores in evaluation.systems.items()
        for (label, _), score in zip(evaluation.columns, scores, strict=True)
    ]


def _with_escapes_kept(data: bytes) -> io.BytesIO:
    """The file as openpyxl should get it: it takes `x005F_` out of texts, which keeps others from being escapes.

    It looks at each place once, so that of what is put in here the same is left there.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        texts = {name: parts.read(name) for name in parts.namelist() if _HOLDS_TEXT.match(name)}
        if not any(b"x005F_" in content for content in texts.values()):
            return io.BytesIO(data)
        changed = io.BytesIO()
        with zipfile.ZipFile(changed, "w") as copied:
            for info in parts.infolist():
                content = texts.get(info.filename)
                copied.writestr(
                    info,
                    parts.read(info) if content is None else _STRING.sub(_keep_escapes, content),
                    info.compress_type,
                )
    return changed


def _keep_escapes(string: re.Match[bytes]) -> bytes:
    return string[0].replace(b"x005F_", b"xx005F_005F_")


def _add_columns(sheet: Any, place: Place, columns: Sequence[SheetColumn]) -> tuple[list[str], int]:
    """Write the columns right of all others, their headings in the row before the first.

    Says where they stand, which is which only where there is no row for headings; and the number of the last.
    """
    from openpyxl.utils import get_column_letter

    heading = place.first_row - 1
    rows = range(len(columns[0].cells)) if place.rows is None else place.rows
    first = 1 + _last_column(sheet, heading)
    last = first + len(columns) - 1
    if last > MOST_COLUMNS:
        raise OutputError(
            f"sheet {sheet.title}: no room for {len(columns)} columns right of column {get_column_letter(first - 1)}; "
            "Excel has 16,384: take a new workbook"
        )
    neighbour = _neighbour(sheet, heading, first - 1)
    _free_widths(sheet, first, last)
    heads = free_heads(sheet, heading, [column.head for column in columns])
    for number, (head, column) in enumerate(zip(heads, columns, strict=True), start=first):
        sheet.column_dimensions[get_column_letter(number)].width = column.width
        if heading:
            cell = _write_text(sheet, heading, number, head)
            if neighbour is not None:
                cell._style = copy(neighbour._style)
        for row, value in zip(rows, column.cells, strict=True):
            if isinstance(value, float) and math.isfinite(value):
                cell = sheet.cell(place.first_row + row, number, value)
                cell.number_format = column.number_format
    names = [get_column_letter(number) for number in range(first, last + 1)]
    where = f"Scores of segments: sheet {sheet.title}, columns {names[0]} to {names[-1]}"
    unnamed = [] if heading else [f"{name}: {column.head}" for name, column in zip(names, columns, strict=True)]
    return [where, *unnamed], last


def _last_column(sheet: Any, heading: int) -> int:
    """The last column with something in it, of a table, or with merged cells beside or below the headings."""
    from openpyxl.utils import range_boundaries

    # not iter_rows, which would make a cell of every empty place
    used = [column for (_, column), cell in sheet._cells.items() if cell.value is not None]
    merged = [area.max_col for area in sheet.merged_cells.ranges if area.max_row >= heading]
    tables = [range_boundaries(table.ref)[2] for table in sheet.tables.values()]
    last: int = max([0, *used, *merged, *tables])
    return last


def _neighbour(sheet: Any, heading: int, last: int) -> Any:
    """The last cell of the headings that has a text, whose style new ones take."""
    cells = [sheet._cells.get((heading, column)) for column in range(last, 0, -1)]
    return next((cell for cell in cells if cell is not None and cell.value is not None), None)


def _free_widths(sheet: Any, first: int, last: int) -> None:
    """Take these columns out of ranges of columns that have one width or are hidden together.

    Excel calls a file broken in which two such ranges overlap.
    """
    from openpyxl.utils import column_index_from_string, get_column_letter

    dimensions = sheet.column_dimensions
    for name, dimension in list(dimensions.items()):
        low = dimension.min or column_index_from_string(name)
        high = dimension.max or low
        if high < first or low > last:
            continue
        del dimensions[name]
        for start, end in ((low, first - 1), (last + 1, high)):
            if start <= end:
                part = copy(dimension)
                part.index, part.min, part.max = get_column_letter(start), start, end
                dimensions[part.index] = part


def _add_sheet(workbook: Any, sheet: Sheet) -> None:
    """A sheet behind all others; openpyxl puts a number behind a name that is taken."""
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    page = workbook.create_sheet(sheet.name)
    page.freeze_panes = "A2"
    for number, column in enumerate(sheet.columns, start=1):
        page.column_dimensions[get_column_letter(number)].width = column.width
        _write_text(page, 1, number, column.head).font = Font(bold=True)
        for row, value in enumerate(column.cells, start=2):
            if isinstance(value, str):
                _write_text(page, row, number, value)
            elif isinstance(value, int):
                page.cell(row, number, value)
            elif isinstance(value, float) and math.isfinite(value):
                page.cell(row, number, value).number_format = column.number_format
    for row, line in enumerate(sheet.notes, start=sheet.first_note + 1):
        for number, text in enumerate(line, start=1):
            _write_text(page, row, number, text)


def _write_text(page: Any, row: int, column: int, text: str) -> Any:
    """A cell with a text that stays one: no formula, no error, whatever it starts with."""
    escaped = _CONTROL.sub(lambda match: f"_x{ord(match[0]):04X}_", _ESCAPE.sub("_x005F_", text))
    cell = page.cell(row, column, escaped)
    cell.data_type = "s"
    return cell
