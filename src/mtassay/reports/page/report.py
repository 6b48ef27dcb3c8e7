"""A report as one HTML file: drawn once, complete without script, and with no request to anywhere."""

import base64
import hashlib
from functools import cache

from jinja2 import Environment
from markupsafe import Markup

from mtassay.analyses.result import Analyses
from mtassay.reports.page.rendering import STATIC, TEMPLATES, make_environment
from mtassay.reports.page.report_view import report_view

_STYLES = ("tokens.css", "components.css", "report.css")


def write_report(analyses: Analyses, command: str = "") -> str:
    """The page; the same analyses give the same bytes. `command` is what makes it again."""
    styles = _styles()
    view = report_view(analyses, command)
    pair = analyses.plan.pairs[0] if analyses.plan.pairs else (0, 0)
    return (
        _environment()
        .get_template("report/page.html")
        .render(
            view=view,
            pair_places=pair,
            styles=Markup(styles),  # our own style sheets
            script="",
            data="",
            policy=_policy(styles),
            unit="" if analyses.unit == "segment" else f"parts by {analyses.unit}",
        )
    )


def _policy(styles: str) -> str:
    """Nothing may be loaded, and nothing run or styled but what stands in the file."""
    return f"default-src 'none'; style-src '{_hash(styles)}'; base-uri 'none'; form-action 'none'"


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


@cache
def _styles() -> str:
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in _STYLES)


@cache
def _environment() -> Environment:
    return make_environment([TEMPLATES])
