"""Reading tables: a workbook beside python-calamine alone, TSV beside Python's csv; CPU time."""

import csv
import io
import statistics
import time
from collections.abc import Callable

import python_calamine

from benchmarks.text import corpus
from mtassay.corpus.formats.base import Column, Table
from mtassay.corpus.formats.tsv import Tsv
from mtassay.corpus.formats.xlsx import Xlsx
from mtassay.corpus.tables import check_table

WORKBOOK_ROWS = 50_000
LINES = 200_000
REPEATS = 5


def table(rows: int) -> Table:
    """Four columns of text."""
    columns = [texts for seed in (1, 2) for texts in corpus(rows, seed)]
    names = ("src", "ref", "hyp:a", "hyp:b")
    return Table(tuple(Column(name, texts) for name, texts in zip(names, columns, strict=True)))


def read_columns(data: bytes) -> object:
    """Columns as one gets them from Python's csv."""
    lines = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="")
    return list(zip(*csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), strict=True))


def read_cells(data: bytes) -> object:
    """Rows as calamine gives them, without a look at what is in the file."""
    with python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook:
        return workbook.get_sheet_by_index(0).to_python()


def run() -> None:
    """Print a line for each format."""
    for format, rows, called, peer in (
        (Xlsx(), WORKBOOK_ROWS, "calamine alone", read_cells),
        (Tsv(), LINES, "Python's csv", read_columns),
    ):
        data = format.write(table(rows))
        measured = [(_seconds(_checked(format), data), _seconds(peer, data)) for _ in range(REPEATS)]
        mine, theirs = (statistics.median(column) for column in zip(*measured, strict=True))
        ratio = statistics.median(other / own for own, other in measured)
        print(
            f"  {format.name:<4} {rows} rows x 4, {len(data) / 1e6:.0f} MB: {mine:.2f} s, {called} {theirs:.2f} s: "
            f"{ratio:.1f} times as fast"
        )


def _checked(format: Tsv | Xlsx) -> Callable[[bytes], object]:
    return lambda data: check_table(format.read(data, "benchmark"), "benchmark")


def _seconds(work: Callable[[bytes], object], data: bytes) -> float:
    started = time.process_time()
    work(data)
    return time.process_time() - started
