"""What comparisons found, under Systems: kept until they are deleted, with all their segments."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from mtassay.errors import NotFound
from mtassay.reports.page.drawn_report import DrawnReport
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import jobs_of
from mtassay.store.work.kept_files import find_file
from mtassay.web.filter_fields import LONGEST_SEARCH
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.kept_reports import read_report
from mtassay.web.pages.systems.kept import delete_comparison, read_comparison, read_segments
from mtassay.web.pages.systems.segment_list import PER_PAGE, SHOWN, SORTS, SegmentQuestion, SegmentRow, list_segments
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Systems")
_JOBS_LOOKED_AT = 1000


@dataclass(frozen=True, kw_only=True)
class ComparisonPage:
    """A comparison; while it is made, or where that failed, the job that makes it instead.

    `has_files` says that the files that were compared are still there, so that they can be compared anew.
    """

    uid: str
    name: str
    created: datetime | None
    has_files: bool
    job: JobRow | None
    result: dict[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class SegmentsPage:
    """Some segments of a comparison by what was asked for; systems and metrics are known by number.

    `segment_signatures` say of each metric how segments are scored, where that is another way than all together.
    """

    uid: str
    name: str
    systems: list[str]
    labels: list[str]
    places: list[int]
    segment_signatures: list[str]
    question: SegmentQuestion
    sorts: dict[str, str]
    shown: dict[str, str]
    segments: int
    count: int
    page: int
    pages: int
    rows: list[SegmentRow]


@dataclass(frozen=True, kw_only=True)
class ComparisonReport:
    """Where and why the systems of a comparison differ: `figures` as `mtassay report` writes them for programs.

    `file` is the report to download. What the page shows is None where another version of mtassay drew it.
    """

    uid: str
    name: str
    file: str
    figures: dict[str, Any]
    report: Annotated[DrawnReport | None, Field(exclude=True)]


@dataclass(frozen=True)
class DeletedComparison:
    """What is not there any more."""

    uid: str


@ROUTES.page("/systems/results/{uid}", may=Role.JUDGE, template="systems/result.html")
def comparison(context: Context, uid: str) -> ComparisonPage:
    """A comparison that was kept, or how far it is."""
    with context.database.reading() as connection:
        try:
            file, result = read_comparison(connection, context.owner, uid)
        except NotFound:
            job = _job_of(context, uid)
            return ComparisonPage(uid=uid, name=job.title, created=None, has_files=False, job=job, result=None)
        try:
            find_file(connection, context.owner, result["set"])
            has_files = True
        except NotFound:
            has_files = False
    return ComparisonPage(uid=uid, name=file.name, created=file.created, has_files=has_files, job=None, result=result)


@ROUTES.page("/systems/results/{uid}/segments", may=Role.JUDGE, template="systems/segments.html")
def comparison_segments(
    context: Context,
    uid: str,
    metric: int = 0,
    system: int = 1,
    against: int = 0,
    sort: str = "number",
    show: str = "all",
    search: Annotated[str, Query(max_length=LONGEST_SEARCH)] = "",
    page: Annotated[int, Query(ge=1)] = 1,
) -> SegmentsPage:
    """All segments of a comparison: those that were asked for, in the order that was asked for."""
    with context.database.reading() as connection:
        file, _ = read_comparison(connection, context.owner, uid)
        result, segments = read_segments(connection, context.owner, uid)
    view, metrics = result["view"], result["comparison"]["metrics"]
    question = SegmentQuestion(metric, system, against, sort, show, search)
    higher_is_better = [metric["higher_is_better"] for metric in metrics]
    count, rows = list_segments(segments, view["systems"], higher_is_better, question, page)
    return SegmentsPage(
        uid=uid,
        name=file.name,
        systems=view["systems"],
        labels=view["labels"],
        places=view["places"],
        # those that were kept by an older version have none
        segment_signatures=[metric.get("segment_signature", "") for metric in view["metrics"]],
        question=question,
        sorts=SORTS,
        shown=SHOWN,
        segments=len(segments.references),
        count=count,
        page=page,
        pages=max(1, -(-count // PER_PAGE)),
        rows=rows,
    )


@ROUTES.page("/systems/results/{uid}/report", may=Role.JUDGE, template="systems/report.html")
def comparison_report(context: Context, uid: str) -> ComparisonReport:
    """The report of a comparison, live: every figure is computed anew for the segments that a filter leaves."""
    with context.database.reading() as connection:
        file, result = read_comparison(connection, context.owner, uid)
        if "live" not in result:
            raise NotFound("an older version made this comparison, without a report as a page; compare again")
        live = read_report(connection, context.owner, result["live"])
    return ComparisonReport(
        uid=uid,
        name=file.name,
        file=next(each["uid"] for each in result["files"] if each["label"] == "Report"),
        figures=live.figures,
        report=live.report if live.is_current else None,
    )


@ROUTES.action("/systems/results/{uid}/delete", may=Role.JUDGE)
def delete_kept_comparison(context: Context, uid: str) -> Done[DeletedComparison]:
    """Delete a comparison with its segments and files, for good."""
    with context.database.writing(in_turn=False) as connection:
        delete_comparison(connection, context.owner, uid)
    return Done(DeletedComparison(uid), "/systems")


def _job_of(context: Context, uid: str) -> JobRow:
    with context.database.reading() as connection:
        jobs = jobs_of(connection, context.owner, _JOBS_LOOKED_AT)
    for job in jobs:
        if job.arguments.get("result") == uid and job.result is None:
            return job_row(job)
    raise NotFound("there is no such comparison; it was deleted, or never made")
