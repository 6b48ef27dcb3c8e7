"""Reading files: a workbook beside python-calamine alone, TSV beside csv, TMX beside defusedxml; CPU time, memory."""

import csv
import io
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import python_calamine
from defusedxml import ElementTree

from benchmarks.text import corpus
from mtassay.corpus.formats.base import Column, Format, Table
from mtassay.corpus.formats.tmx import Tmx
from mtassay.corpus.formats.tsv import Tsv
from mtassay.corpus.formats.xlsx import Xlsx
from mtassay.corpus.tables import check_table
from mtassay.corpus.xml_writer import escape_text

WORKBOOK_ROWS = 50_000
LINES = 200_000
UNITS = 100_000
REPEATS = 5

# What stays is the table; what was needed above it should be the file, once.
MEMORY = """
import gc, os, sys, zipfile
from pathlib import Path
from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.table_files import TableFiles

def status(key):
    return 1024 * int(Path("/proc/self/status").read_text().split(key)[1].split()[0])

path, small = sys.argv[1:]
TableFiles().table(FileSpec(small))  # so that all is imported
gc.collect()
Path("/proc/self/clear_refs").write_text("5")
before = status("VmHWM:")
table = TableFiles().table(FileSpec(path))
texts = sum(sys.getsizeof(text) + 8 for column in table.columns for text in column.texts)
size = os.path.getsize(path)
if zipfile.is_zipfile(path):
    size = sum(part.file_size for part in zipfile.ZipFile(path).infolist())
print(status("VmHWM:") - before, texts, size)
"""


def table(rows: int) -> Table:
    """Four columns of text."""
    columns = [texts for seed in (1, 2) for texts in corpus(rows, seed)]
    names = ("src", "ref", "hyp:a", "hyp:b")
    return Table(tuple(Column(name, texts) for name, texts in zip(names, columns, strict=True)))


def memory_file(units: int) -> bytes:
    """A translation memory as other programs write it: two languages, nothing else."""
    source, target = corpus(units, 1)
    lines = (
        f'<tu>\n<tuv xml:lang="en"><seg>{escape_text(one)}</seg></tuv>\n'
        f'<tuv xml:lang="de"><seg>{escape_text(other)}</seg></tuv>\n</tu>\n'
        for one, other in zip(source, target, strict=True)
    )
    return f'<tmx version="1.4"><header srclang="en"/><body>\n{"".join(lines)}</body></tmx>\n'.encode()


def read_units(data: bytes) -> object:
    """Texts by language as one gets them from the iterparse of Python's own XML, made safe."""
    found: dict[str, list[str]] = {"en": [], "de": []}
    for _, element in ElementTree.iterparse(io.BytesIO(data)):
        if element.tag == "tu":
            for variant in element:
                found[variant.get("{http://www.w3.org/XML/1998/namespace}lang")].append(variant[0].text or "")
            element.clear()
    return found


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
    for format, rows, columns, data, called, peer in (
        (Xlsx(), WORKBOOK_ROWS, 4, Xlsx().write(table(WORKBOOK_ROWS)), "calamine alone", read_cells),
        (Tsv(), LINES, 4, Tsv().write(table(LINES)), "Python's csv", read_columns),
        (Tmx(), UNITS, 2, memory_file(UNITS), "defusedxml", read_units),
    ):
        measured = [(_seconds(_checked(format), data), _seconds(peer, data)) for _ in range(REPEATS)]
        mine, theirs = (statistics.median(column) for column in zip(*measured, strict=True))
        ratio = statistics.median(other / own for own, other in measured)
        print(
            f"  {format.name:<4} {rows} rows x {columns}, {len(data) / 1e6:.0f} MB: {mine:.2f} s, "
            f"{called} {theirs:.2f} s: {ratio:.1f} times as fast"
        )

        _print_memory(format.name, data, memory_file(2) if isinstance(format, Tmx) else format.write(table(2)))


def _print_memory(name: str, data: bytes, small: bytes) -> None:
    """The peak of a process that reads the file, of which the texts that it keeps are a part."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{stem}.{name}" for stem in ("large", "small")]
        for path, content in zip(paths, (data, small), strict=True):
            path.write_bytes(content)
        command = [sys.executable, "-W", "ignore", "-c", MEMORY, *map(str, paths)]
        peak, texts, size = map(int, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    print(
        f"       peak {peak / 1e6:.0f} MB, of which texts {texts / 1e6:.0f} MB: above them {(peak - texts) / size:.1f} "
        "times the file, unpacked"
    )


def _checked(format: Format) -> Callable[[bytes], object]:
    return lambda data: check_table(format.read(data, "benchmark"), "benchmark")


def _seconds(work: Callable[[bytes], object], data: bytes) -> float:
    started = time.process_time()
    work(data)
    return time.process_time() - started
