"""Segments with their texts and scores as comma-separated values."""

import codecs

from mtassay.corpus.evalset import EvalSet
from mtassay.evaluation.score import Evaluation
from mtassay.reports.document import Document
from mtassay.reports.formats.csv import Csv
from mtassay.reports.results.evaluation_tables import text_table


def segments_csv(evaluation: Evaluation, evalset: EvalSet, digits: int | None = None, spec: str = "csv") -> bytes:
    """A row for each segment: labels and texts, and behind the text of each system its scores.

    A byte-order mark comes first, without which Excel takes UTF-8 for something else.
    """
    document = Document("Segments", (text_table(evaluation, evalset),))
    return codecs.BOM_UTF8 + Csv(spec).write(document, digits=digits).encode()
