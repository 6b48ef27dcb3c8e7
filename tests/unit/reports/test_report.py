"""A report in Python: made from a test set or from analyses, saved, and shown in notebooks."""

import inspect
import json
import sys
from html import unescape
from pathlib import Path

import pytest
from analysed import repeated

import mtassay
from mtassay import Report, SettingError
from mtassay.reports import report as module

EVALSET = repeated("a cat sat", "a cat", "a cat sat")


def test_it_takes_all_that_analyze_takes() -> None:
    ours, theirs = (inspect.signature(function).parameters for function in (mtassay.report, mtassay.analyze))
    assert {name: str(parameter) for name, parameter in theirs.items() if name != "all_pairs"} == {
        name: str(parameter) for name, parameter in ours.items() if name != "texts"
    }
    report = mtassay.report(EVALSET, ["words"], ["chrf"], where="segment > 5", baseline="new")
    assert report.analyses.segments == len(EVALSET) - 5
    assert report.analyses.systems == ("new", "old")


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("r.html", "<!doctype html>"), ("r.HTM", "<!doctype"), ("r.md", "# new against old"), ("r.json", "{")],
)
def test_how_a_name_ends_says_the_form(tmp_path: Path, name: str, beginning: str) -> None:
    report = mtassay.report(EVALSET, ["words"], ["chrf"])
    report.save(tmp_path / name)
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


def test_another_ending_is_refused_and_nothing_written(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"report\.pdf: reports are \.html, \.md or \.json"):
        mtassay.report(EVALSET, ["words"], ["chrf"]).save(str(tmp_path / "report.pdf"))
    assert not list(tmp_path.iterdir())


def test_analyses_become_a_report_and_its_command_is_shown() -> None:
    analyses = mtassay.analyze(EVALSET, ["words"], ["chrf"])
    report = Report(analyses, command="mtassay report -o a.html")
    assert "mtassay report -o a.html" in report.html
    assert json.loads(report.json)["systems"] == list(analyses.systems)
    assert repr(report) == f"<Report on old, new: {len(EVALSET)} segments>"


def test_a_notebook_shows_the_page_where_it_can_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    report = mtassay.report(EVALSET, ["words"], ["chrf"])
    shown = report._repr_html_()
    assert 'sandbox="allow-scripts allow-forms"' in shown  # and so not the origin of the notebook
    assert unescape(shown.partition('srcdoc="')[2].partition('"')[0]) == report.html
    monkeypatch.setattr(module, "_LARGEST_SHOWN", 1000)
    assert "<iframe" not in report._repr_html_()
    assert "save it as report.html" in report._repr_html_()


def test_without_jinja_there_is_no_page_but_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mtassay.reports.page.report", None)
    report = mtassay.report(EVALSET, ["words"], ["chrf"])
    with pytest.raises(mtassay.MissingExtra, match="report"):
        _ = report.html
    assert "<table>" in report._repr_html_()
    assert report.markdown
