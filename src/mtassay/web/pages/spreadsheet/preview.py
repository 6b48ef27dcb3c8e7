"""The first rows of a sheet as they will come back: with scores, and with what differs from the reference marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from mtassay.alignment.marked_text import MarkedText, mark_differences
from mtassay.checks.base import check
from mtassay.corpus.column_roles import ScorableTable, choose_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.base import Table
from mtassay.corpus.formats.tabular import letters
from mtassay.corpus.tables import evalset_of
from mtassay.corpus.writing_systems import UNDETERMINED
from mtassay.errors import MtassayError
from mtassay.evaluation.run import evaluate, resolve
from mtassay.metrics.base import Metric
from mtassay.web.metric_choice import takes_long
from mtassay.web.pages.spreadsheet.column_choice import ColumnRole, roles_of
from mtassay.web.pages.spreadsheet.findings import SheetFinding, sheet_findings
from mtassay.web.serving.notes import notes

SHOWN_ROWS = 20
CHECKED_ROWS = 2_000
"""More than so many are checked when they are scored, in a job."""
_CHECKED_CHARACTERS = 4_000_000
_LONGEST_MARKED = 10_000
_LONGEST_SHOWN = 20_000
_SHOWN_SKIPPED = 50


@dataclass(frozen=True)
class PreviewColumn:
    """A column of the sheet: its letter and name, what it is, and why its texts cannot be used if they cannot."""

    letter: str
    name: str
    role: ColumnRole
    refusal: str


@dataclass(frozen=True)
class AddedColumn:
    """A column of scores that will be added."""

    system: str
    metric: str
    direction: str
    places: int


@dataclass(frozen=True)
class PreviewCell:
    """A text, and how it differs from the reference where it is the output of a system."""

    text: str
    marked: MarkedText | None
    is_cut: bool


@dataclass(frozen=True)
class PreviewRow:
    """A row by the number that its owner counts; no scores where it is skipped, `is_blank` where it has no text.

    `unusable` says what is wrong with one of its cells.
    """

    number: int
    cells: list[PreviewCell]
    scores: list[float] | None
    is_blank: bool = False
    unusable: str = ""


@dataclass(frozen=True)
class SkippedRow:
    """A row with texts and no reference, which cannot be scored."""

    number: int
    texts: list[str]


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What would be scored and how that looks; `problem` says why nothing can be, `notes` what the texts decided.

    `skipped` rows have no reference; of `unusable` ones it says which cell is wrong and how, of the first of them.
    """

    columns: list[PreviewColumn]
    added: list[AddedColumn]
    rows: list[PreviewRow]
    systems: list[str]
    segments: int
    skipped: list[SkippedRow]
    skipped_count: int
    blank_count: int
    unusable: list[str]
    unusable_count: int
    findings: list[SheetFinding] | None
    problem: str
    note: str
    notes: list[str]


@dataclass(frozen=True)
class _Scored:
    """Scores of the first rows by the number of the row, from 0, for each system and metric in turn."""

    added: list[AddedColumn]
    by_row: dict[int, list[float]]
    notes: list[str]


def preview_of(
    table: Table, roles: Sequence[ColumnRole], metrics: Sequence[Metric[Any]], problem: str, shown: str
) -> Preview:
    """The first rows with scores by these metrics; `problem` is why there are none."""
    scorable: ScorableTable | None = None
    scored = _Scored([], {}, [])
    findings: list[SheetFinding] | None = None
    systems: list[str] = []
    segments = 0
    note = ""
    is_short = not takes_long(_first_pairs(table, roles), metrics)
    try:
        scorable = choose_rows(table, roles_of(table, roles), shown)
        rows = scorable.segment_rows(shown)
        evalset = evalset_of(scorable.table, shown=shown)
        systems, segments = list(evalset.systems), len(evalset)
        if len(table) <= CHECKED_ROWS and _characters(table) <= _CHECKED_CHARACTERS:
            findings = sheet_findings(check(evalset), table, rows)
        if rows is None:
            note = "The file has a row for each system and segment, so that scores are shown once it is scored."
        elif not is_short:
            note = "The first rows are so long that their scores are shown once the file is scored."
        elif metrics:
            scored = _score_first(scorable, evalset, metrics, shown)
    except MtassayError as error:
        problem = problem or str(error)
    return Preview(
        columns=[
            PreviewColumn(letters(number), column.name.strip(), role, column.refusal)
            for number, (column, role) in enumerate(zip(table.columns, roles, strict=True))
        ],
        added=scored.added,
        rows=[
            _row(
                table,
                roles,
                row,
                scored.by_row.get(row),
                is_marked=is_short and (scorable is None or row not in scorable.unusable),
                is_blank=scorable is not None and row in scorable.blank,
                unusable="" if scorable is None else scorable.unusable.get(row, ""),
            )
            for row in range(min(SHOWN_ROWS, len(table)))
        ],
        systems=systems,
        segments=segments,
        skipped=[] if scorable is None else [_skipped(table, row) for row in scorable.unreferenced[:_SHOWN_SKIPPED]],
        skipped_count=0 if scorable is None else len(scorable.unreferenced),
        blank_count=0 if scorable is None else len(scorable.blank),
        unusable=[] if scorable is None else list(scorable.unusable.values())[:_SHOWN_SKIPPED],
        unusable_count=0 if scorable is None else len(scorable.unusable),
        findings=findings,
        problem=problem,
        note=note,
        notes=scored.notes,
    )


def _score_first(scorable: ScorableTable, evalset: EvalSet, metrics: Sequence[Metric[Any]], shown: str) -> _Scored:
    rows = [row for row in scorable.rows[:SHOWN_ROWS] if row < SHOWN_ROWS]
    if not rows:
        return _Scored([], {}, [])
    columns = tuple(replace(column, texts=column.texts[: len(rows)]) for column in scorable.table.columns)
    # the language or the letters of all rows decide, as they will for the result; the first rows must not decide again
    with notes() as heard:
        resolved = resolve(metrics, evalset)
    first = evalset_of(replace(scorable.table, columns=columns), shown=shown, target_language=UNDETERMINED)
    evaluation = evaluate(first, resolved)
    scores = [score.segments.tolist() for scores_of_system in evaluation.systems.values() for score in scores_of_system]
    added = [
        AddedColumn(name, label, metric.direction, metric.places)
        for name in evaluation.systems
        for label, metric in evaluation.columns
    ]
    return _Scored(added, dict(zip(rows, map(list, zip(*scores, strict=True)), strict=True)), heard)


def _first_pairs(table: Table, roles: Sequence[ColumnRole]) -> Iterator[tuple[str, str]]:
    """Each output of the first rows beside each reference."""
    outputs, references = (
        [column for column, role in zip(table.columns, roles, strict=True) if role is wanted]
        for wanted in (ColumnRole.SYSTEM, ColumnRole.REFERENCE)
    )
    for row in range(min(SHOWN_ROWS, len(table))):
        for output, reference in product(outputs, references):
            yield output.texts[row] or "", reference.texts[row] or ""


def _characters(table: Table) -> int:
    return sum(len(text or "") for column in table.columns for text in column.texts)


def _row(
    table: Table,
    roles: Sequence[ColumnRole],
    row: int,
    scores: list[float] | None,
    *,
    is_marked: bool,
    is_blank: bool,
    unusable: str,
) -> PreviewRow:
    texts = [column.texts[row] or "" for column in table.columns]
    references = [text for text, role in zip(texts, roles, strict=True) if role is ColumnRole.REFERENCE and text]
    return PreviewRow(
        table.first_row + row,
        [
            _cell(text, references[0] if is_marked and references and role is ColumnRole.SYSTEM else None)
            for text, role in zip(texts, roles, strict=True)
        ],
        scores,
        is_blank,
        unusable,
    )


def _cell(text: str, reference: str | None) -> PreviewCell:
    if reference is None or max(len(text), len(reference)) > _LONGEST_MARKED:
        return PreviewCell(text[:_LONGEST_SHOWN], None, len(text) > _LONGEST_SHOWN)
    return PreviewCell(text, mark_differences(text, reference), False)


def _skipped(table: Table, row: int) -> SkippedRow:
    texts = [(column.texts[row] or "")[:_LONGEST_MARKED] for column in table.columns]
    return SkippedRow(table.first_row + row, [text for text in texts if text])
