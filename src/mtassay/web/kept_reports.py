"""Reports that are shown as pages: kept as they were drawn, until somebody deletes them or for a day."""

import gzip
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from mtassay.analyses.result import Analyses
from mtassay.errors import NotFound
from mtassay.reports.formats.json import Json
from mtassay.reports.page.drawn_report import DrawnReport
from mtassay.reports.page.report import draw_report, script_digest
from mtassay.reports.results.analyses import analyses_document
from mtassay.store.work.kept_files import file_content, find_file, keep_file

if TYPE_CHECKING:
    import sqlalchemy as sa

_REPORT = "application/vnd.mtassay.report+gzip"


@dataclass(frozen=True)
class LiveReport:
    """A drawn report, and its figures as `mtassay report` writes them for programs."""

    report: DrawnReport
    figures: dict[str, Any]
    notes: tuple[str, ...] = ()
    """What to know before the figures are read."""

    @property
    def is_current(self) -> bool:
        """Whether the script of this version reads its data."""
        return self.report.script == script_digest()


def live_report(analyses: Analyses, command: str = "", notes: Iterable[str] = ()) -> LiveReport:
    """The report of analyses, drawn; `command` is what makes it again."""
    figures: dict[str, Any] = json.loads(Json().write(analyses_document(analyses)))
    return LiveReport(draw_report(analyses, command), figures, tuple(notes))


def keep_report(
    connection: "sa.Connection", owner: str, name: str, live: LiveReport, lifetime: timedelta | None = None
) -> str:
    """Keep a report for its owner; returns its uid. Without a lifetime it stays until it is deleted."""
    # no time of packing: the same report is the same bytes
    content = gzip.compress(json.dumps(asdict(live)).encode(), mtime=0)
    return keep_file(connection, owner, name, content, _REPORT, lifetime=lifetime).uid


def read_report(connection: "sa.Connection", owner: str, uid: str) -> LiveReport:
    """A report that was kept."""
    if find_file(connection, owner, uid).media_type != _REPORT:
        raise NotFound("there is no such report; compare the systems again")
    kept = json.loads(gzip.decompress(file_content(connection, owner, uid)))
    return LiveReport(DrawnReport(**kept["report"]), kept["figures"], tuple(kept.get("notes", ())))
