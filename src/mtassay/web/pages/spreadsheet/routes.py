"""Spreadsheet: bring a file with all texts, say what its columns are, and get it back with scores."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form, UploadFile

from mtassay.corpus.column_roles import choose_rows
from mtassay.errors import InputError, MtassayError, NotFound
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import add_job, find_job
from mtassay.store.work.kept_files import KeptFile, file_content, files_of, find_file, forget_file, keep_file
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.metric_choice import OfferedMetric, choose_metrics, offered_metrics, offered_tokenizers
from mtassay.web.pages.spreadsheet.column_choice import ColumnRole, read_roles, roles_of
from mtassay.web.pages.spreadsheet.preview import Preview, preview_of
from mtassay.web.pages.spreadsheet.sheets import RecentSheets, Sheet
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.uploads import Upload, clean_name

ROUTES = Routes("Spreadsheet")

KIND = "score_spreadsheet"
MEDIA_TYPE = "application/x-mtassay-spreadsheet"
"""Tells files of this page from others that are kept for the same person."""
_RECENT = RecentSheets()
_MOST_METRICS_AT_FIRST = 3

_Uid = str
_Sheet = Annotated[str, Form(max_length=200)]
_Choices = Annotated[list[str] | None, Form()]
_Tokenizer = Annotated[str, Form(max_length=100)]


@dataclass(frozen=True)
class SheetFile:
    """A file that was brought; it is forgotten when it expires."""

    uid: str
    name: str
    size: int
    created: str
    expires: str


@dataclass(frozen=True)
class Spreadsheet:
    """The files that somebody brought in the last day."""

    files: list[SheetFile]


@dataclass(frozen=True, kw_only=True)
class SpreadsheetColumns:
    """A sheet of a file: what its columns are taken for, and how it looks with scores.

    `sheets` are the names of all sheets, none where the file has no sheets. `encoding` is the one that the text was
    taken to be in, where it is not UTF-8. `metrics` and `tokenizers` can be chosen.
    """

    file: SheetFile
    sheets: list[str]
    sheet: str
    row_count: int
    encoding: str
    preview: Preview
    roles: list[ColumnRole]
    metrics: list[OfferedMetric]
    chosen_metrics: list[str]
    tokenizers: list[str]
    tokenizer: str


@dataclass(frozen=True)
class ForgottenFile:
    """What is not kept any more."""

    uid: str


@ROUTES.page("/spreadsheet", may=Role.JUDGE, template="spreadsheet/page.html")
def spreadsheet(context: Context) -> Spreadsheet:
    """The files that you brought in the last day."""
    with context.database.reading() as connection:
        files = files_of(connection, context.owner)
    return Spreadsheet([_shown(file) for file in files if file.media_type == MEDIA_TYPE])


@ROUTES.action("/spreadsheet", may=Role.JUDGE)
def bring_spreadsheet(context: Context, file: UploadFile | None = None) -> Done[SheetFile]:
    """Send a file: a workbook, or any other format with several texts for each segment. It is kept for a day."""
    if file is None or not file.filename:  # as browsers send a form without one
        raise InputError("no file was sent; choose one")
    upload = Upload(clean_name(file.filename), file.file.read())
    if not upload.content:
        raise InputError(f"{upload.name}: the file is empty; choose another")
    sheets = _RECENT.bring(upload)
    with context.database.writing() as connection:
        kept = keep_file(connection, context.owner, upload.name, upload.content, MEDIA_TYPE)
    _RECENT.remember(kept.uid, None, sheets)
    return Done(_shown(kept), f"/spreadsheet/{kept.uid}")


@ROUTES.page("/spreadsheet/{uid}", may=Role.JUDGE, template="spreadsheet/columns.html")
def spreadsheet_columns(context: Context, uid: _Uid, sheet: str = "", job: str = "") -> SpreadsheetColumns:
    """A file with what its columns seem to be, and its first rows with scores; of a job, what was chosen for it.

    `sheet` is the first unless named.
    """
    if job:
        with context.database.reading() as connection:
            known = find_job(connection, context.owner, job)
        chosen = known.arguments
        if known.kind == KIND and chosen.get("file") == uid:
            return _columns(
                context, uid, chosen["sheet"] or "", chosen["roles"], chosen["metrics"], chosen["tokenizer"]
            )
    return _columns(context, uid, sheet, [], None, "")


@ROUTES.form("/spreadsheet/{uid}", may=Role.JUDGE, template="spreadsheet/columns.html")
def preview_spreadsheet(
    context: Context,
    uid: _Uid,
    sheet: _Sheet = "",
    roles: _Choices = None,
    metrics: _Choices = None,
    tokenizer: _Tokenizer = "",
) -> SpreadsheetColumns:
    """The same for other columns and metrics.

    `roles` has ignore, identifier, source, reference, system or label for each column; without any they are guessed.
    """
    return _columns(context, uid, sheet, roles or [], metrics or [], tokenizer)


@ROUTES.action("/spreadsheet/{uid}/score", may=Role.JUDGE)
def score_spreadsheet(
    context: Context,
    uid: _Uid,
    sheet: _Sheet = "",
    roles: _Choices = None,
    metrics: _Choices = None,
    tokenizer: _Tokenizer = "",
) -> Done[JobRow]:
    """Score a file, as a job whose result names the files that came of it; arguments are those of the preview."""
    kept, sheets = _read(context, uid, sheet)
    chosen = read_roles(sheets.table, roles or [])
    specs = list(dict.fromkeys(metrics or []))
    choose_metrics(specs, tokenizer)
    choose_rows(sheets.table, roles_of(sheets.table, chosen), kept.name)  # which says what no job could do
    arguments = {
        "file": uid,
        "sheet": sheets.table.sheet,
        "roles": [role.value for role in chosen],
        "metrics": specs,
        "tokenizer": tokenizer,
    }
    with context.database.writing() as connection:
        job = add_job(connection, KIND, context.owner, f"Score {kept.name}", arguments)
    return Done(job_row(job), f"/jobs/{job.uid}")


@ROUTES.action("/spreadsheet/{uid}/forget", may=Role.JUDGE)
def forget_spreadsheet(context: Context, uid: _Uid) -> Done[ForgottenFile]:
    """Delete a file at once."""
    with context.database.writing() as connection:
        if find_file(connection, context.owner, uid).media_type != MEDIA_TYPE:
            raise NotFound("there is no such spreadsheet; files of other pages are deleted there")
        forget_file(connection, context.owner, uid)
    _RECENT.forget(uid)
    return Done(ForgottenFile(uid), "/spreadsheet")


def _columns(
    context: Context, uid: str, sheet: str, roles: list[str], specs: list[str] | None, tokenizer: str
) -> SpreadsheetColumns:
    kept, sheets = _read(context, uid, sheet)
    offered = offered_metrics()
    if specs is None:
        specs = [metric.spec for metric in offered if metric.is_common][:_MOST_METRICS_AT_FIRST]
    chosen = read_roles(sheets.table, roles)
    problem = ""
    try:
        metrics = choose_metrics(specs, tokenizer)
    except MtassayError as error:
        metrics, problem = [], str(error)
    return SpreadsheetColumns(
        file=_shown(kept),
        sheets=list(sheets.names),
        sheet=sheets.table.sheet or "",
        row_count=len(sheets.table),
        encoding=sheets.table.encoding,
        preview=preview_of(sheets.table, chosen, metrics, problem, kept.name),
        roles=chosen,
        metrics=offered,
        chosen_metrics=specs,
        tokenizers=offered_tokenizers(),
        tokenizer=tokenizer,
    )


def _read(context: Context, uid: str, sheet: str) -> tuple[KeptFile, Sheet]:
    """A file of whoever asks, and one of its sheets."""
    with context.database.reading() as connection:
        kept = find_file(connection, context.owner, uid)

    def load() -> Upload:
        with context.database.reading() as connection:
            return Upload(kept.name, file_content(connection, context.owner, uid))

    return kept, _RECENT.read(uid, sheet or None, load)


def _shown(file: KeptFile) -> SheetFile:
    return SheetFile(file.uid, file.name, file.size, file.created.isoformat(), file.expires.isoformat())
