"""The job that compares systems: checks, scores, tests, and the files that can be downloaded."""

import json
import secrets
from dataclasses import asdict
from typing import Any

from mtassay.analyses.analyze import analyze
from mtassay.checks.base import CHECKS, check
from mtassay.comparison.result import Comparison
from mtassay.errors import MissingExtra
from mtassay.reports.document import Document
from mtassay.reports.formats.choice import report_format
from mtassay.reports.formats.csv import SPREADSHEET_TSV
from mtassay.reports.formats.json import Json
from mtassay.reports.formats.xlsx import MEDIA_TYPE
from mtassay.reports.page.report import write_file
from mtassay.reports.results.comparison import comparison_document
from mtassay.reports.results.methods import methods
from mtassay.store.work.kept_files import keep_file
from mtassay.web.jobs.work import Cancelled, Work
from mtassay.web.kept_reports import keep_report, live_report
from mtassay.web.pages.systems.command import command_of
from mtassay.web.pages.systems.comparing import Comparing, choose_plan, compare_chosen, unit_of
from mtassay.web.pages.systems.kept import keep_comparison
from mtassay.web.pages.systems.view import view_comparison, view_findings
from mtassay.web.serving.notes import notes
from mtassay.web.system_sets import join_set, read_set

FILES: tuple[tuple[str, str, str, str], ...] = (
    ("XLSX", "xlsx", "xlsx", MEDIA_TYPE),
    ("TSV", SPREADSHEET_TSV, "tsv", "text/tab-separated-values"),
    ("CSV", "csv:spreadsheet=yes", "csv", "text/csv"),
    ("LaTeX", "latex", "tex", "text/x-tex"),
    ("Markdown", "markdown", "md", "text/markdown"),
    ("JSON", "json", "json", "application/json"),
    ("SVG", "svg", "svg", "image/svg+xml"),
)
"""Label, format, ending and media type of what is kept to be downloaded."""


def compare_systems(work: Work) -> dict[str, Any]:
    """Compare the systems of a kept set of files by what somebody chose."""
    choices = Comparing.model_validate(work.arguments["choices"])
    work.progress.begin("Reading the files", 0)
    system_set = read_set(work.database, work.owner, work.arguments["set"])
    evalset = join_set(system_set, choices)
    metrics, _, test = choose_plan(evalset, choices)
    work.progress.begin("Checking the texts", len(CHECKS))
    findings = check(evalset, progress=work.progress.advance)
    work.progress.begin("Comparing", len(evalset) * len(evalset.systems) * len(metrics))
    with notes() as noted:
        comparison = compare_chosen(evalset, choices, work.progress.advance)
    work.progress.begin("Finding out why", len(evalset) * len(evalset.systems) * len(metrics))
    with notes():  # which the comparison has said already
        analyses = analyze(
            evalset,
            metrics=metrics,
            baseline=choices.baseline or None,
            unit=unit_of(choices),
            test=test,
            alpha=choices.alpha,
            all_pairs=choices.all_pairs,
            findings=findings,
            progress=work.progress.advance,
        )
    work.progress.begin("Writing the results", len(FILES) + 1)
    document = comparison_document(comparison)
    result: dict[str, Any] = {
        "set": work.arguments["set"],
        "choices": choices.model_dump(),
        "comparison": json.loads(Json().write(document)),
        "view": asdict(view_comparison(comparison, evalset)),
        "findings": [asdict(finding) for finding in view_findings(findings)],
        "methods": methods(comparison),
        "notes": list(dict.fromkeys(noted)),
    }
    live = live_report(analyses, command_of(system_set, choices, test))
    files = [("Report", "report.html", write_file(live.report).encode(), "text/html"), *_written(work, document)]
    work.progress.advance(1)
    # a comparison that was asked for before there were kept ones has no uid yet
    uid = work.arguments.get("result") or secrets.token_hex(16)
    # all of it or nothing: files of a comparison that was not kept would stay for ever
    with work.database.writing() as connection:
        kept = [
            (label, keep_file(connection, work.owner, name, data, media_type, lifetime=None))
            for label, name, data, media_type in files
        ]
        result["live"] = keep_report(connection, work.owner, _name(comparison), live)
        result["files"] = [{"label": label, "uid": file.uid, "name": file.name} for label, file in kept]
        keep_comparison(connection, work.owner, uid, _name(comparison), result, comparison, evalset)
        result = {**result, "kept": uid}
        # who was forgotten meanwhile has no such job any more, and nobody could delete what is kept
        if not work.commit_result(connection, result):
            raise Cancelled
    return result


def _name(comparison: Comparison) -> str:
    names = comparison.systems
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} systems against {comparison.baseline}"


def _written(work: Work, document: Document) -> list[tuple[str, str, bytes, str]]:
    """Label, name, content and media type of each file."""
    files = []
    for label, format, ending, media_type in FILES:
        try:
            content = report_format(format).write(document)
        except MissingExtra:  # a server without the packages for workbooks has the other files
            continue
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        files.append((label, f"comparison.{ending}", data, media_type))
        work.progress.advance(1)
    return files
