"""Reads written documents back, and looks whether all is there."""

import csv
import io
import json
import math
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import openpyxl
import pytest
import python_calamine

from mtassay.errors import OutputError
from mtassay.reports.document import (
    Document,
    Figure,
    Note,
    Section,
    Table,
    Value,
    plain_line,
    shown_tables,
)
from mtassay.reports.formats.choice import holds_one_table, report_format
from mtassay.reports.formats.exact_values import exact_text, printable
from mtassay.reports.formats.text import draw


def check(document: Document, name: str) -> None:
    """A document is written, and read again where the format is for programs."""
    assert document.tables
    if name == "xlsx":
        try:
            workbook = report_format(name).write(document)
        except OutputError:
            return  # a text that no cell can hold
        assert isinstance(workbook, bytes)
        check_workbook(document, workbook)
        return
    written = report_format(name).write(document)
    assert type(report_format(name).write(document, digits=1, color=True)) is str
    assert isinstance(written, str)
    assert written.endswith("\n") or (name == "jsonl" and not document.main_table.rows)
    READERS[name](document, written)
    for one in document.tables if holds_one_table(name) else ():
        alone = Document("One", (one,))
        chosen = report_format(name).write(document, table=one.key)
        if document.table(one.key) is one:
            assert chosen == report_format(name).write(alone)


def check_text(document: Document, written: str) -> None:
    count = len(document.facts) + len(document.signatures) + sum(map(lines_of, document.sections))
    assert sum(line != "" for line in written.split("\n")) <= count
    for table in shown_tables(document.sections):
        lines = draw(table)
        assert len(lines) == len(table.rows) + 2
        assert not any("\n" in line for line in lines)
        assert not table.rows or "\n".join(lines) in written


def lines_of(section: Section) -> int:
    """How many lines a section has at most."""
    if isinstance(section, Note):
        return 1 + sum(plain_line(line).count("\n") + 1 for line in (section.title, *section.lines))
    table = section.table if isinstance(section, Figure) else section
    return 0 if table is None else len(table.rows) + len(table.notes) + 3


def check_markdown(document: Document, written: str) -> None:
    shown = [one for one in shown_tables(document.typeset_sections) if one.rows or not one.notes]
    expected = sum(len(one.rows) + 2 for one in shown)
    assert sum(line.startswith(("| ", "|:")) for line in _outside_fences(written)) == expected


def check_latex(document: Document, written: str) -> None:
    assert r"\begin{tabular}" in written or not any(one.rows for one in document.tables)
    assert written.count(r"\begin{tabular}") == written.count(r"\end{tabular}")
    inside = False
    for line in written.split("\n"):
        if line.startswith(r"\begin{tabular}"):
            inside = True
        assert inside or line == "" or line.startswith("% "), line
        if line.startswith(r"\end{tabular}"):
            inside = False


def texts_of(table: Table) -> list[list[str]]:
    return [table.names, *([exact_text(value, None) for value in row] for row in table.values())]


def check_tsv(document: Document, written: str) -> None:
    rows = [line.split("\t") for line in written.removesuffix("\n").split("\n")]
    blanks = str.maketrans("\t\n\r", "   ")
    assert rows == [[text.translate(blanks) for text in row] for row in texts_of(document.main_table)]


def check_csv(document: Document, written: str) -> None:
    expected = [[printable(text) for text in row] for row in texts_of(document.main_table)]
    if written.startswith("\ufeff"):  # a mark keeps one that is text
        written = written[1:]
    assert list(csv.reader(io.StringIO(written, newline=""), strict=True)) == expected


def plain(value: Value) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value.isoformat() if isinstance(value, datetime) else value


def refuse(constant: str) -> Any:
    raise AssertionError(f"{constant} is no JSON")


def check_jsonl(document: Document, written: str) -> None:
    lines = [json.loads(line, parse_constant=refuse) for line in written.split("\n")[:-1]]
    if document.lines is None:
        records = document.main_table.records()
        assert lines == [{name: plain(value) for name, value in record.items()} for record in records]
    else:
        assert len(lines) == len(document.lines)
        assert len({tuple(line) for line in lines if "interval" not in line}) <= 1  # all have the same keys


def check_json(document: Document, written: str) -> None:
    found = json.loads(written, parse_constant=refuse)
    if document.content is not None:
        assert list(found) == list(document.content)
        return
    expected: dict[str, Any] = {name: plain(value) for name, value in document.facts.items()}
    for table in document.tables:
        expected[table.key] = [{name: plain(value) for name, value in one.items()} for one in table.records()]
    assert found == expected


READERS: dict[str, Callable[[Document, str], None]] = {
    "text": check_text,
    "markdown": check_markdown,
    "latex": check_latex,
    "tsv": check_tsv,
    "csv": check_csv,
    "jsonl": check_jsonl,
    "json": check_json,
}


def check_workbook(document: Document, written: bytes) -> None:
    book = openpyxl.load_workbook(io.BytesIO(written))
    assert len(book.sheetnames) == len(document.tables) + bool(document.facts)
    texts = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(written))  # which reads every character
    found = sorted(document.tables, key=lambda table: table is not document.main_table)
    for name, table in zip(book.sheetnames, found, strict=False):
        cells = texts.get_sheet_by_name(name).to_python(skip_empty_area=False)
        sheet = book[name]
        for number, row in enumerate(table.values(), start=1):
            for place, value in enumerate(row):
                read = sheet.cell(number + 1, place + 1)
                assert read.data_type != "f"
                if isinstance(value, str):
                    assert cells[number][place] == printable(value)
                elif isinstance(value, float) and math.isfinite(value):
                    assert read.value == pytest.approx(value, rel=1e-14)
                else:
                    assert read.value == plain(value)


def _outside_fences(written: str) -> Iterator[str]:
    """The lines of Markdown that are not set as they are."""
    fence = ""
    for line in written.split("\n"):
        if fence:
            fence = "" if line == fence else fence
        elif line.startswith("```") and line.strip("`") == "text":
            fence = line.removesuffix("text")
        else:
            yield line
