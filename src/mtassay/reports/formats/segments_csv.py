"""Segments with their texts and scores as comma-separated values."""

import codecs

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.base import FILE_FORMATS, Column, Table
from mtassay.evaluation.score import Evaluation
from mtassay.reports.records import printable, show
from mtassay.reports.sheets import segments_sheet


def segments_csv(evaluation: Evaluation, evalset: EvalSet, digits: int | None = None, spec: str = "csv") -> bytes:
    """A row for each segment: labels and texts, and behind the text of each system its scores.

    A byte-order mark comes first, without which Excel takes UTF-8 for something else.
    """
    sheet = segments_sheet(evaluation, evalset, digits)
    columns = [
        Column(printable(one.head), [printable(show(cell, digits)) for cell in one.cells]) for one in sheet.columns
    ]
    return codecs.BOM_UTF8 + FILE_FORMATS.create(spec).write(Table(tuple(columns)))
