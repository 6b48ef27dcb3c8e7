"""Score a file with all texts in it: its scores, and the file with the scores beside the texts."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from mtassay.checks.base import CHECKS, check
from mtassay.corpus import limits
from mtassay.corpus.column_roles import ScorableTable, choose_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.packed import bare_name, unpack
from mtassay.corpus.tables import evalset_of
from mtassay.errors import MissingExtra, OutputError
from mtassay.evaluation.run import evaluate
from mtassay.evaluation.score import Evaluation
from mtassay.evaluation.segment_statistics import SegmentStatistics, segment_statistics
from mtassay.reports.formats.xlsx import MEDIA_TYPE, Xlsx
from mtassay.reports.results.evaluation import evaluation_document
from mtassay.reports.results.evaluation_tables import STATISTICS, correlated, spread_values
from mtassay.reports.scored_files.scored_workbook import STEPS, ScoredFile
from mtassay.reports.scored_files.segments_csv import segments_csv
from mtassay.store.work.kept_files import file_content, find_file, keep_file
from mtassay.web.jobs.work import Work
from mtassay.web.metric_choice import choose_metrics
from mtassay.web.pages.spreadsheet.column_choice import roles_of
from mtassay.web.pages.spreadsheet.findings import sheet_findings
from mtassay.web.pages.spreadsheet.sheets import Sheet, read_sheet
from mtassay.web.serving.uploads import MOST_CELLS, MOST_UNPACKED_BYTES, Upload

CSV = "text/csv; charset=utf-8"
_SPREADSHEET_CSV = "csv:spreadsheet=yes"
_SHOWN_ROWS = 50


def score_spreadsheet(work: Work) -> dict[str, Any]:
    """Arguments: `file` (its uid), `sheet`, `roles` of all columns, specs of `metrics`, `tokenizer`."""
    progress, arguments = work.progress, work.arguments
    progress.begin("Reading the file", 1)
    with work.database.reading() as connection:
        kept = find_file(connection, work.owner, arguments["file"])
        upload = Upload(kept.name, file_content(connection, work.owner, kept.uid))
    sheet = read_sheet(upload, arguments["sheet"])
    scorable = choose_rows(sheet.table, roles_of(sheet.table, arguments["roles"]), kept.name)
    evalset = evalset_of(scorable.table, shown=kept.name)
    metrics = choose_metrics(arguments["metrics"], arguments["tokenizer"], threads=0)
    progress.begin("Checking the texts", len(CHECKS))
    findings = check(evalset, progress=progress.advance)
    progress.begin("Scoring", len(evalset) * len(evalset.systems) * len(metrics))
    evaluation = evaluate(evalset, metrics, progress.advance)
    progress.begin("Statistics", 1)
    statistics = segment_statistics(evaluation)
    rows = scorable.segment_rows(kept.name)
    progress.begin("Writing", STEPS + 2)
    written = _write(upload, sheet, scorable, rows, evalset, evaluation, statistics, work)
    with work.database.writing() as connection:
        files = [
            {"title": title, "name": kept.name, "size": kept.size, "uid": kept.uid}
            for title, name, content, media_type in written.files
            for kept in [keep_file(connection, work.owner, name, content, media_type)]
        ]
    return {
        "file": {"uid": kept.uid, "name": kept.name, "sheet": sheet.table.sheet},
        "files": files,
        "encoding": sheet.table.encoding,
        "segments": len(evalset),
        "metrics": [
            {
                "label": label,
                "direction": kept.direction,
                "signature": kept.signature,
                "segment_signature": kept.segment_signature,
                "places": kept.places,
            }
            for label, kept in evaluation.columns
        ],
        "systems": [
            {"name": name, "scores": [_finite(score.value) for score in scores]}
            for name, scores in evaluation.systems.items()
        ],
        "best": [evaluation.best(column) for column in range(len(metrics))],
        **_statistics(statistics),
        "skipped": [sheet.table.first_row + row for row in scorable.unreferenced[:_SHOWN_ROWS]],
        "skipped_count": len(scorable.unreferenced),
        "unusable": list(scorable.unusable.values())[:_SHOWN_ROWS],
        "unusable_count": len(scorable.unusable),
        "findings": [asdict(finding) for finding in sheet_findings(findings, sheet.table, rows)],
        "notes": [*written.notes, *dict.fromkeys(metric.segment_advice for metric in metrics if metric.segment_advice)],
    }


class _Written:
    """The files that were made: title, name, content and media type; and why others were not."""

    def __init__(self) -> None:
        self.files: list[tuple[str, str, bytes, str]] = []
        self.notes: list[str] = []


def _write(
    upload: Upload,
    sheet: Sheet,
    scorable: ScorableTable,
    rows: Sequence[int] | None,
    evalset: EvalSet,
    evaluation: Evaluation,
    statistics: SegmentStatistics,
    work: Work,
) -> _Written:
    """The workbook with scores where it can be had, a new one, and the segments as CSV."""
    written = _Written()
    stem = bare_name(upload.name).rpartition(".")[0] or bare_name(upload.name)
    scored = ScoredFile(upload.name, sheet.format, sheet.table, rows, partial(_unpacked, upload))
    copy = None
    try:
        copy = scored.with_scores(evaluation, statistics, progress=work.progress.advance)
    except OutputError as error:  # no room in it, for example
        written.notes.append(f"scores go into a new workbook: {error}")
    if copy is not None:
        written.files.append(("Scored workbook", f"{stem}-scored.xlsx", copy, MEDIA_TYPE))
    work.progress.begin("Writing", 2)
    try:
        new = Xlsx().write(evaluation_document(evaluation, statistics, evalset))
        name = f"{stem}-scored.xlsx" if copy is None else f"{stem}-scored-new.xlsx"
        written.files.append(("New workbook" if copy is not None else "Scored workbook", name, new, MEDIA_TYPE))
    except (OutputError, MissingExtra) as error:  # a text that no workbook can hold, or nothing that writes one
        written.notes.append(f"there is no new workbook: {error}")
    work.progress.advance(1)
    csv = segments_csv(evaluation, evalset, spec=_SPREADSHEET_CSV)
    written.files.append(("Segments as CSV", f"{stem}-scored.csv", csv, CSV))
    work.progress.advance(1)
    return written


def _unpacked(upload: Upload) -> bytes:
    with limits.lowered(MOST_UNPACKED_BYTES, MOST_CELLS):
        return unpack(upload.content, upload.name)


def _statistics(statistics: SegmentStatistics) -> dict[str, Any]:
    """As the sheets of statistics have them."""
    spreads = [
        {"system": system, "metric": label, "places": places, "values": list(map(_finite, spread_values(spread)))}
        for system, spreads in statistics.spreads.items()
        for label, places, spread in zip(statistics.labels, statistics.places, spreads, strict=True)
    ]
    correlations = [
        {
            "system": correlated(correlation),
            "segments": correlation.segments,
            "rows": [
                {"metric": label, "values": list(values)}
                for label, values in zip(statistics.labels, correlation.coefficients, strict=True)
            ],
        }
        for correlation in statistics.correlations
        if len(statistics.labels) > 1
    ]
    return {"statistics": {"names": list(STATISTICS), "rows": spreads}, "correlations": correlations}


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
