"""A report as one HTML file: drawn once, complete without script, and with no request to anywhere."""

import base64
import hashlib
from functools import cache

from jinja2 import Environment
from markupsafe import Markup

from mtassay.analyses.result import Analyses
from mtassay.reports.page.bundle import bundle
from mtassay.reports.page.rendering import STATIC, TEMPLATES, make_environment
from mtassay.reports.page.report_data import write_data
from mtassay.reports.page.report_view import report_view

_STYLES = ("tokens.css", "components.css", "report.css")


def write_report(analyses: Analyses, command: str = "") -> str:
    """The page; the same analyses give the same bytes. `command` is what makes it again."""
    styles, script = _styles(), _script()
    view = report_view(analyses, command)
    pair = analyses.plan.pairs[0] if analyses.plan.pairs else (0, 0)
    return (
        _environment()
        .get_template("report/page.html")
        .render(
            view=view,
            pair_places=pair,
            styles=Markup(styles),  # our own style sheets
            script=Markup(script),  # our own modules
            data=write_data(analyses),
            policy=_policy(styles, script),
            unit="" if analyses.unit == "segment" else f"parts by {analyses.unit}",
        )
    )


def _policy(styles: str, script: str) -> str:
    """Nothing may be loaded, and nothing run or styled but what stands in the file."""
    own = f"script-src '{_hash(script)}'; style-src '{_hash(styles)}'"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


@cache
def _styles() -> str:
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in _STYLES)


@cache
def _script() -> str:
    return bundle("report.js")


@cache
def _environment() -> Environment:
    return make_environment([TEMPLATES])
