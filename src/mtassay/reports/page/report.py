"""A report as one HTML file: drawn once, complete without script, and with no request to anywhere."""

import base64
import hashlib
import re
import warnings
from functools import cache

from jinja2 import Environment
from markupsafe import Markup

from mtassay.analyses.result import Analyses
from mtassay.errors import MtassayWarning
from mtassay.reports.page.bundle import bundle
from mtassay.reports.page.drawn_report import DrawnReport
from mtassay.reports.page.rendering import STATIC, TEMPLATES, make_environment
from mtassay.reports.page.report_data import write_data
from mtassay.reports.page.report_view import report_view
from mtassay.reports.shared_texts import SharedTexts, read_texts, share_texts, without_other_texts

_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
LARGEST_FILE = 20_000_000
"""Bytes of a page that browsers and mailboxes still take."""
MOST_OUTPUTS = 2_000_000
_TEXTS_OF_LARGE = 2000
_STYLES = ("tokens.css", "components.css", "report.css")


def draw_report(analyses: Analyses, command: str = "", texts: str | int = "all") -> DrawnReport:
    """What a report shows, for a file or a page of the workbench; the same analyses give the same.

    `command` is what makes it again; `texts` says of how many segments the file has the texts: `all`, `none`, or a
    number. What would be too large to open is reduced, with a warning.
    """
    view = analyses.view
    count = read_texts(texts)
    outputs = len(view) * len(view.runs)
    if outputs <= MOST_OUTPUTS:
        shared = share_texts(analyses, count)
        report = _draw(analyses, command, shared, shared.said(len(view)))
        size = len(write_file(report).encode("utf-8", "replace"))
        if size <= LARGEST_FILE:
            return report
        why = f"The whole report would have {size / 1e6:.0f} MB, over {LARGEST_FILE / 1e6:g} MB"
    else:
        why = f"There are {outputs:,} outputs, over {MOST_OUTPUTS:,}"
    shared = share_texts(analyses, _TEXTS_OF_LARGE if count is None else min(count, _TEXTS_OF_LARGE))
    held = "no texts" if shared.is_none else f"the texts of {len(shared.mask(len(view)).nonzero()[0]):,} segments"
    warnings.warn(
        f"{why[0].lower()}{why[1:]}: it has {held} and no filters; for a whole one analyse fewer segments, systems or "
        "metrics",
        MtassayWarning,
        stacklevel=2,
    )
    caution = f"{why}, so this page cannot be filtered. {shared.said(len(view))}"
    return _draw(analyses, command, shared, caution.strip(), is_reduced=True)


def _draw(
    analyses: Analyses, command: str, shared: SharedTexts, caution: str, *, is_reduced: bool = False
) -> DrawnReport:
    told = without_other_texts(analyses, shared)
    view = report_view(told, command, shared, caution)
    content = (
        _environment()
        .get_template("report/page.html")
        .render(
            view=view,
            pair_places=analyses.plan.pairs[0] if analyses.plan.pairs else (0, 0),
            unit="" if analyses.unit == "segment" else f"parts by {analyses.unit}",
        )
    )
    return DrawnReport(
        title=view.title,
        facts=view.facts,
        digest=view.digest or "",
        version=view.version,
        content=content,
        data=write_data(told, shared, is_reduced=is_reduced),
        script=script_digest(),
    )


def write_file(report: DrawnReport) -> str:
    """A drawn report as one file."""
    styles, script = _styles(), _script()
    return (
        _environment()
        .get_template("report/file.html")
        .render(
            report=report,
            content=Markup(report.content),  # drawn by our own template, which escapes
            data=Markup(report.data),  # letters, digits and escaped JSON
            styles=Markup(styles),  # our own style sheets
            script=Markup(script),  # our own modules
            policy=_policy(styles, script),
        )
    )


def write_report(analyses: Analyses, command: str = "", texts: str | int = "all") -> str:
    """The page; the same analyses give the same bytes. `command` is what makes it again."""
    return write_file(draw_report(analyses, command, texts))


@cache
def script_digest() -> str:
    """What tells this script from those of other versions, which read other data."""
    return hashlib.sha256(_script().encode()).hexdigest()[:16]


def _policy(styles: str, script: str) -> str:
    """Nothing may be loaded, and nothing run or styled but what stands in the file."""
    own = f"script-src '{_hash(script)}'; style-src '{_hash(styles)}'"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


@cache
def _styles() -> str:
    return "\n".join(_COMMENT.sub("", (STATIC / name).read_text(encoding="utf-8")) for name in _STYLES)


@cache
def _script() -> str:
    return bundle("report.js")


@cache
def _environment() -> Environment:
    return make_environment([TEMPLATES])
