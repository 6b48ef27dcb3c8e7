"""Templates, and the words on pages."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

import mtassay
from mtassay.alignment.marked_text import MarkedText, Piece, mark_differences
from mtassay.analyses.discriminative import WeightedNgram, WeightTable
from mtassay.analyses.ngrams import NgramLine
from mtassay.checks.finding import Finding, Findings
from mtassay.corpus.evalset import EvalSet
from mtassay.estimation.figures.error_figures import DistanceBin, ErrorBin
from mtassay.estimation.figures.judged_sets import JudgedSet
from mtassay.estimation.sampling.headline import Headline
from mtassay.evaluation.explain import explain
from mtassay.metrics.base import METRICS
from mtassay.metrics.explanation import Counts, Curve, Explanation, Formula, Words
from mtassay.reports.page import rendering as page_rendering
from mtassay.reports.page.bundle import report_modules
from mtassay.reports.page.ranking import BarPiece, MatrixCell, MatrixRow, MetricRanking, SystemRow
from mtassay.reports.page.read_segments import SegmentView
from mtassay.reports.page.rendering import STATIC as SHARED
from mtassay.reports.page.rendering import TEMPLATES as SHARED_TEMPLATES
from mtassay.reports.page.report_view import LineView, NgramView, TableView
from mtassay.store.contents.items import ClassShare
from mtassay.web.metric_choice import OfferedMetric
from mtassay.web.pages.campaigns.dashboard import CoursePoint
from mtassay.web.pages.campaigns.planning import PowerPoint
from mtassay.web.pages.database.view import ItemRow, OneSource
from mtassay.web.pages.history.routes import ChangeRow
from mtassay.web.pages.judge.question_view import Contradicted, Feedback, TextPiece
from mtassay.web.pages.projects.queues import QueueJudgeRow, QueueRow
from mtassay.web.pages.spreadsheet.column_choice import ColumnRole
from mtassay.web.pages.spreadsheet.findings import SheetFinding
from mtassay.web.pages.spreadsheet.preview import (
    AddedColumn,
    Preview,
    PreviewCell,
    PreviewColumn,
    PreviewRow,
    SkippedRow,
)
from mtassay.web.pages.statistics.view import ItemBar
from mtassay.web.project_rows import ProjectRow
from mtassay.web.rendering import STATIC, TEMPLATES, Frame, NavigationItem, environment, render

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=1>',
    "' onmouseover='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "</textarea></title></svg><svg/onload=alert(1)>",
    "هل يمكننا تأجيل الاجتماع \u202e",
    "申し訳ありませんが、会議には間に合いません。",
    "NUL \0, escape \x1b[1m, half \ud800 of a character",
    "word " * 1000,
    "",
]

CALLS = {
    "figures.tone": "figures.tone(x)",
    "figures.axis_head": "figures.axis_head(axis([1, 2], 1))",
    "figures.dots": "figures.dots(axis([1, 2], 1), figure_table.lines[0], [x, x, x], [0, 1])",
    "figures.of_all": "figures.of_all()",
    "figures.table": "figures.table(figure_table, [x, x, x], [0, 1], 'id')",
    "ngrams.row": "ngrams.row(ngram_list.lines[0], 0.05)",
    "ngrams.table": "ngrams.table(ngram_list, 'id')",
    "ngrams.blank": "ngrams.blank()",
    "ngrams.weights": "ngrams.weights(weights, 'id')",
    "ngrams.weighed": "ngrams.weighed(weights.weights, x)",
    "ranking.scores": "ranking.scores(metric_ranking, [x], [2], x, x)",
    "ranking.across": "ranking.across([[x, x]])",
    "ranking.pairs": "ranking.pairs(metric_ranking, 'id')",
    "segment_list.segments": "segment_list.segments([read_segment], [x, x])",
    "changes.changes": "changes.changes([change], '/projects/1')",
    "course.course": "course.course(course_points, 40, course_points[-1].at)",
    "course.powers": "course.powers([power_point, power_point])",
    "course.meter": "course.meter(0.4, true)",
    "forms.csrf": "forms.csrf(x)",
    "forms.field": "forms.field(x, x, x, hint=x, wrong=x, required=true, autocomplete=x, maximum=9)",
    "forms.area": "forms.area(x, x, x, language=x, hint=x, wrong=x, most_bytes=9, placeholder=x)",
    "forms.select": "forms.select(x, x, [(x, x), ('a', 'b')], x, hint=x, wrong=x)",
    "forms.choice": "forms.choice(x, x, [(x, x)], x)",
    "forms.bare_select": "forms.bare_select(x, [(x, x)], x, x, x)",
    "forms.checks": "forms.checks(x, x, [(x, x)], [x])",
    "forms.check": "forms.check(x, x, true, hint=x)",
    "forms.segmented": "forms.segmented(x, x, [(x, x)], x)",
    "forms.switch": "forms.switch(x, [(x, '/', true)])",
    "forms.drop_zone": "forms.drop_zone(x, x, 9, several=true, accept=x, hint=x, wrong=x)",
    "forms.problem": "forms.problem(x)",
    "forms.submit": "forms.submit(x, x, name=x, value=x)",
    "notices.notice": "notices.notice(x, x, 'bad', x, '/')",
    "notices.noted": "notices.noted(x, 'warn') ~ notices.noted(x ~ '; ' ~ x)",
    "notices.empty": "notices.empty(x, x, x, '/')",
    "notices.toast": "notices.toast(x, '/undo', x)",
    "tables.head": "tables.head(x, true, sorted='ascending', title=x) ~ tables.head(x, is_sortable=false, hidden=true)",
    "tables.number": "tables.number(-1.5)",
    "tables.score": "tables.score(0.5292, 4, is_strong=true)",
    "tables.p_value": "tables.p_value(0.5)",
    "tables.difference": "tables.difference(none, better=true)",
    "tables.groups": "tables.groups([1, 2], [{'is_first': true, 'is_last': false}, none])",
    "tables.copyable": "tables.copyable(x, x)",
    "judging.value": "judging.value(8.5)",
    "judging.left": "judging.left(2.5)",
    "judging.long": "judging.long(100.5)",
    "judging.day": "judging.day('2026-11-16T09:00:00+00:00')",
    "judging.pieces": "judging.pieces(pieces)",
    "judging.sent": "judging.sent(73.456)",
    "judging.said": "judging.said(said, '/projects/1/judge', '?unknown=no', '?at=')",
    "diff.legend": "diff.legend()",
    "diff.marked": "diff.marked(difference, x)",
    "interval_plot.head": "interval_plot.head(axis([1, 2, none]))",
    "interval_plot.row": "interval_plot.row(axis([1, 2]), 1.5, 1, 2, 1.2, true)",
    "bars.bar": "bars.bar(0.5)",
    "explanation.explanation": "explanation.explanation(explained, x)",
    "findings.findings": "findings.findings(found)",
    "progress.progress": "progress.progress(x, x, 1, 2, x, csrf=x, cancel='/cancel')",
    "steps.steps": "steps.steps([x, x, x], 2)",
    "headlines.missing": "headlines.missing(line)",
    "headlines.words": "headlines.words(line)",
    "headlines.figure": "headlines.figure(line) ~ headlines.figure(none, x)",
    "headlines.esser": "headlines.esser({'scored': 60, 'outputs': 120, 'esser': 15.2})",
    "headlines.method": "headlines.method(line) ~ headlines.method(none)",
    "languages.field": "languages.field(x, x, x)",
    "languages.offered": "languages.offered([{'value': x, 'words': x}])",
    "origins.bar": "origins.bar(0.05, 0.45)",
    "origins.legend": "origins.legend()",
    "project_list.languages": "project_list.languages(project)",
    "project_list.project_list": "project_list.project_list([project])",
    "queues.queues": "queues.queues([queue], '/projects/1')",
    "metric_boxes.metric_boxes": "metric_boxes.metric_boxes([metric], [x], [x], x)",
    "scores.badge": "scores.badge(4.5) ~ scores.badge(none) ~ scores.badge(8, 4)",
    "scores.item_key": "scores.item_key()",
    "difficulty.card": "difficulty.card(hard, '/database?source=1', x)",
    "charts.histogram": "charts.histogram(errors, x, x, x, x)",
    "charts.scatter": "charts.scatter([(1, 2), (3, 4)], reach, x, x, x) ~ charts.scatter([(0, 0)], reach[:1], x, x, x)",
    "charts.lines": "charts.lines([(x, 1, [(1, 0), (2, 3)]), (x, 2, [])], x, x, x, (1, 2))",
    "charts.sets": "charts.sets([set_point], x, x, x)",
    "charts.stacked": "charts.stacked([item_bar], x)",
    "sheet.summary": "sheet.summary(preview)",
    "sheet.skipped_rows": "sheet.skipped_rows([1, 2, 3], 3)",
    "sheet.read_as": "sheet.read_as(x)",
    "sheet.first_rows": "sheet.first_rows(x, x, [x, x], [[x, x]] * 22, 30, 'row')",
    "sheet.unusable_rows": "sheet.unusable_rows([x, x], 3)",
    "sheet.table": "sheet.table(preview)",
    "sheet.score_button": "sheet.score_button(preview, '/score')",
    "sheet.checked": "sheet.checked(preview)",
}
URLS = re.compile(r"(?:https?:)?//[\w.]", re.IGNORECASE)


class Reader(HTMLParser):
    """All tags with their attributes, and all text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def check_safe(page: str) -> Reader:
    """Nothing that the policy of pages would stop, or that a text from outside could have put there."""
    page.encode()
    assert "\0" not in page
    reader = Reader(page)
    for tag, attributes in reader.tags:
        assert tag not in ("script", "style", "img", "iframe", "object") or attributes.get("src", "").startswith(
            "/static/"
        )
        for name, value in attributes.items():
            assert name != "style"
            assert not name.startswith("on")
            if name in ("src", "action", "formaction"):
                assert value is not None
                assert value.startswith("/")
    assert not URLS.search(page.replace("http://www.w3.org/2000/svg", ""))
    return reader


def parts() -> list[Path]:
    """Templates that pages are put together of: those of the workbench, and those that reports have too."""
    return [path for folder in (TEMPLATES, SHARED_TEMPLATES) for path in (folder / "parts").glob("*.html")]


def static_files() -> list[Path]:
    return [path for folder in (STATIC, SHARED) for path in folder.rglob("*") if path.is_file()]


def macros() -> Iterator[str]:
    for path in sorted(parts()):
        for name in re.findall(r"{% macro (\w+)\(", path.read_text(encoding="utf-8")):
            if not name.startswith("_"):
                yield f"{path.stem}.{name}"


def call(expression: str, **values: object) -> str:
    names = {path.stem for path in parts()} - {"frame"}
    imports = "".join(f'{{% import "parts/{name}.html" as {name} %}}' for name in sorted(names))
    return environment().from_string(f"{imports}{{{{ {expression} }}}}").render(values)


def hostile_values(text: str) -> dict[str, object]:
    explained = Explanation(
        metric=text,
        spec=text,
        label=text,
        signature=text,
        direction=text,
        places=2,
        score=1.5,
        steps=(
            Words(text, ((text, (text, "b"), frozenset({0})), (text, (), frozenset()))),
            Counts(text, (text, "in hypothesis", "most in a reference", "counted"), ((text, text, text, text),), text),
            Counts(text, (text, text), ((text, text),) * 30, text),
            Counts(text, (text, text, text), ((text, text, text),), text),
            *explain(text.replace("\ud800", ""), ["another text"], ["wer", "gtm"])[0].steps,
            *explain("a b c", ["a b"], ["gtm"])[0].steps,
            Curve(text, text, text, ((0.0, 0.0), (1.0, 1.0)), (0.5, 0.5)),
            Formula(text, text, text, 0.5),
        ),
    )
    project = ProjectRow(
        id=1,
        name=text,
        source_language=text,
        target_language=text,
        scale=text,
        by_place=False,
        sources=6,
        documents=1,
        translations=20,
        judged=5,
        judged_share=0.25,
        systems=[text] * 5,
        revision=7,
        last_at=datetime(2026, 11, 16, tzinfo=UTC),
        last_who=text,
        last_did=text,
    )
    difference = mark_differences(text.replace("\ud800", ""), "another text")
    preview = Preview(
        columns=[
            PreviewColumn("A", text, ColumnRole.SYSTEM, ""),
            PreviewColumn("B", text, ColumnRole.IGNORE, text or "no"),
        ],
        added=[AddedColumn(text, text, "lower is better", 2)],
        rows=[
            PreviewRow(2, [PreviewCell(text, None, True), PreviewCell(text, difference, False)], [1.5]),
            PreviewRow(3, [PreviewCell(text, None, False)] * 2, None),
            PreviewRow(4, [PreviewCell(text, None, False)] * 2, None, unusable=text or "no"),
        ],
        systems=[text],
        segments=5,
        skipped=[SkippedRow(3, [text])],
        skipped_count=1,
        blank_count=1,
        unusable=[text, "f, row 4"],
        unusable_count=2,
        findings=[SheetFinding("severe", text, text, "row", 9, [2, 5], [text, ""])],
        problem="",
        notes=[text, f"{text}; {text}"],
        note=text or "no",
    )
    steps = [DistanceBin(0, 0, 3, 1.0, 0.5, 2.0), DistanceBin(1, 4, 3, 1.0, 1.5, 3.0)]
    finding = Finding(
        check="copied",
        title=text,
        part="systems",
        system=text,
        segments=(0, 4),
        message=text,
        severity="severe",
        details=(text, ""),
    )
    parts = [ClassShare("ok", 3, 0.0, 0.75), ClassShare("missing", 1, 0.75, 0.25)]
    items = [ItemRow(1, text, 4, parts), ItemRow(2, text, 0, [])]
    hard = OneSource(
        id=1,
        text=text,
        targets=3,
        judged=2,
        references=1,
        points=7.5,
        items=items,
        verdicts=4,
        error_rate=25.0,
        rank=None,
        ranked=None,
        is_ranked=False,
    )
    line = LineView(
        key=text, title=text, size=text, reference=1.0, values=(1.0, 2.0, float("nan")), difference=1.0, q=0.01,
        worth=1.0, places=2, verdict="better", is_total=True, how=text,
    )  # fmt: skip
    figure_table = TableView(
        key=text, title=text, measure=text, line_head=text, size_head=text, lines=(line,), has_sizes=True,
        has_reference=True, whole=1.0, whole_title=text, whole_places=2, notes=(text,), test_notes=(text,),
        is_of_documents=True, has_two_sizes=True,
    )  # fmt: skip
    ngram = NgramLine(
        words=(text, text), text=text, first=1, second=2, first_units=1, second_units=2, share=0.4, p=0.1, q=0.2,
        folded=((text,),), also=(text,),
    )  # fmt: skip
    ngram_list = NgramView(
        kind="right", first_more=True, is_live=False, title=text, first=text, second=text, beyond_chance=1,
        lines=(ngram,), tested=2, alpha=0.05,
    )  # fmt: skip
    read_segment = SegmentView(
        number=1,
        source=text,
        references=(text,),
        outputs=((text, MarkedText((Piece("inserted", text),), 0, 1, 0, 0)),),
        scores=((text, 2, (1.0, 2.0), 1.0, "better"),),
        tags=(text,),
    )
    row = SystemRow(
        name=text, value=1.0, low=0.5, high=1.5, groups=[1], bars=[BarPiece(True, False)], is_baseline=True,
        difference=None, p=None, p_is_upper_bound=False, verdict="", others=[1.0],
    )  # fmt: skip
    metric_ranking = MetricRanking(
        label=text,
        direction=text,
        places=2,
        rows=[row],
        across=[[text, text]],
        matrix=[MatrixRow(text, [None, MatrixCell(1.0, 0.01, True, "better")])],
    )
    return {
        "figure_table": figure_table,
        "ngram_list": ngram_list,
        "weights": WeightTable(
            spec=text,
            title=text,
            system=text,
            against=text,
            weights=(WeightedNgram((text, text), text, -1.5), WeightedNgram((text,), text, 1.5)),
            told_apart=0.7,
        ),
        "metric_ranking": metric_ranking,
        "read_segment": read_segment,
        "x": text,
        "pieces": [TextPiece(kind, text) for kind in ("inserted", "deleted", "replaced", "moved", "equal")],
        "said": Feedback(5, text, 3.0, 1, 9.0, Contradicted(text, 1, 9.0, True, 6)),
        "power_point": PowerPoint(8, 6.3, True),
        "course_points": [CoursePoint(datetime(2026, 5, day, tzinfo=UTC), 8 * day) for day in (1, 2, 4)],
        "change": ChangeRow(
            what=text,
            action=text,
            before=f"{text}a",
            after=f"{text}b",
            source=f"{text}c",
            text=f"{text}d",
            target=1,
            judge=f"{text}e",
        ),
        "difference": difference,
        "metric": OfferedMetric(text, text, text, "lower is better", False),
        "preview": preview,
        "explained": explained,
        "found": Findings((finding,), 5, ("copied",), {}),
        "queue": QueueRow(
            id=1,
            run=1,
            system=text,
            run_name=text,
            asked=4,
            done=1,
            is_open_to_all=False,
            judges=[
                QueueJudgeRow(name=text, done=1, left=3, seconds=30.0, minutes_left=1.5, last_at=datetime.now(UTC))
            ],
        ),
        "project": project,
        "line": Headline(method=text, sser=26.6, low=None, high=None, reason=text, suggested=0),
        "hard": hard,
        "errors": [ErrorBin(-1.5, -0.5, 0), ErrorBin(-0.5, 0.5, 7)],
        "reach": steps,
        "set_point": judged_set(text, text, 0.4, 5.0),
        "item_bar": ItemBar(text, {"ok": 3, "missing": 1, "syntax": 0, "meaning": 0, "other": 0}, 4, 0.25),
    }


def judged_set(system: str, run: str, distance: float, error: float) -> JudgedSet:
    counts = {"segments": 4, "judged": 2, "estimated": 2, "unknown": 0, "compared": 4}
    return JudgedSet(
        system=system, run=run, added=2, before=3, **counts, esser=20.0, sser=20.0 + error, mean_distance=distance
    )


def test_every_macro_is_tried() -> None:
    assert set(macros()) == set(CALLS)


@pytest.mark.filterwarnings("ignore::mtassay.errors.MtassayWarning")
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("name", CALLS)
def test_macros_keep_what_comes_from_outside_as_text(name: str, text: str) -> None:
    plain = Reader(call(CALLS[name], **hostile_values("plain")))
    hostile = check_safe(call(CALLS[name], **hostile_values(text)))
    if text and not name.startswith(("explanation.", "diff.", "sheet.table")):
        assert [tag for tag, _ in hostile.tags] == [tag for tag, _ in plain.tags]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_frame_keeps_what_comes_from_outside_as_text(text: str) -> None:
    frame = Frame(
        title=text,
        navigation=(NavigationItem(text, "/a", True), NavigationItem(text, "/b")),
        tabs=(NavigationItem(text, "/a", True), NavigationItem(text, "/b")),
        crumb=text,
        visitor=text,
        csrf=text,
        judge=text,
    )
    page = render("parts/frame.html", frame=frame)
    reader = check_safe(page)
    assert [tag for tag, _ in reader.tags].count("script") == 2
    assert page.startswith("<!doctype html>")


SETS = (("neural-large", 0.0, 0.0), ("neural", 0.4, 0.0), ("phrases", 0.7, 50.0))


def test_names_of_sets_stand_inside_their_chart_and_off_its_axis() -> None:
    points = [judged_set(name, "", distance, error) for name, distance, error in SETS]
    page = call("charts.sets(points, '', '', '')", points=points)
    found = re.findall(r'<text class="dim( end)?" x="([\d.]+)%" dx="(-?\d+)" y="([\d.]+)" dy="4">([^<]+)<', page)
    axis = float(re.search(r'class="axis"[^>]* y1="(\d+)', page)[1])  # type: ignore[index]
    assert [one[4] for one in found] == [name for name, _, _ in SETS]
    assert all(float(y) + 8 < axis for _, _, _, y, _ in found)
    assert [bool(is_end) for is_end, *_ in found] == [False, False, True]


def test_frame_says_who_is_there() -> None:
    def shown(visitor: str | None, is_local: bool = False) -> str:
        return render("parts/frame.html", frame=Frame(title="Home", visitor=visitor, csrf="token", is_local=is_local))

    assert "Sign out" not in shown("local", is_local=True)
    assert "Sign out" in shown("local")
    assert "Sign out" not in shown(None)
    assert 'name="csrf" value="token"' in shown("Anna")
    assert f"mtassay {mtassay.__version__}" in shown(None)


def test_files_that_pages_ask_for_are_there() -> None:
    asked = {
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r'"/static/([^"]+)"', path.read_text(encoding="utf-8"))
    }
    for script in STATIC.rglob("*.js"):
        for name in re.findall(r'(?:from|import) ?\(?"(\.[^"]+)"', script.read_text(encoding="utf-8")):
            asked.add((script.parent / name).resolve().relative_to(STATIC).as_posix())
    folders = {path: SHARED if path.is_relative_to(SHARED) else STATIC for path in static_files()}
    there = {path.relative_to(folder).as_posix() for path, folder in folders.items()}
    modules = {f"report/{name}" for name in report_modules()}  # whose imports the bundle of a report checks
    assert asked & modules == {"report/report.js"}
    assert asked - modules == there


def test_no_static_file_asks_for_anything_elsewhere_or_writes_markup() -> None:
    for path in static_files():
        content = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", content)
        if path.name == "marked_text.js":  # marks lie behind their words, wherever these stand: places and nothing else
            content = re.sub(
                r"\.style\.cssText = `left:[^;`]+px;top:[^;`]+px;(?:width:[^;`]+px;)?height:[^;`]+px`", "", content
            )
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|@import|\.style\b", content
        )


def test_classes_of_templates_are_styled() -> None:
    style = "".join(path.read_text(encoding="utf-8") for path in static_files() if path.suffix == ".css")
    known = set(re.findall(r"\.([a-z][\w-]*)", style))
    for path in parts():
        for value in re.findall(r'class="([^"]*)"', re.sub(r"{{.*?}}|{%.*?%}", " ", path.read_text(encoding="utf-8"))):
            unstyled = set(value.split()) - known
            assert unstyled <= {"hypothesis", "line", "done", "on-", "v", "l", "m"}, f"{path.name}: {unstyled}"


def test_a_name_that_nobody_gave_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nobody }}").render()


@pytest.mark.filterwarnings("ignore::mtassay.errors.MtassayWarning")
@pytest.mark.parametrize("name", [name for name, kind in METRICS.items() if not kind.needs_settings])
@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        (
            "Then we take the flight, we are still before nine in Hanover.",
            "Then let us take it; we will be in Hanover before nine.",
        ),
        ("ذهب الولد إلى المدرسة", "ذهب الصبي إلى المدرسة"),
        ("会議には間に合いません", "三時の会議には間に合いません"),
        ("", "nothing came"),
    ],
    ids=["english", "arabic", "japanese", "empty"],
)
def test_every_metric_is_explained(name: str, hypothesis: str, reference: str) -> None:
    (explained,) = explain(hypothesis, [reference], [name])
    reader = check_safe(call("explanation.explanation(one)", one=explained))
    assert explained.label in reader.text
    assert explained.signature in reader.text
    for step in explained.steps:
        assert step.title in reader.text


def test_findings_say_what_was_looked_at_where_nothing_is_odd() -> None:
    found = mtassay.check(EvalSet([["A cat sat here."]], systems={"a": ["A cat sat there."]}))
    assert not found
    assert "1 segment." in Reader(call("findings.findings(found)", found=found)).text


def test_a_difference_is_said_in_words() -> None:
    difference = mark_differences("c d a b x", "a b c d y z")
    assert page_rendering.say_difference(difference) == "against the reference: 1 replaced, 1 deleted, 1 run moved"
    assert page_rendering.say_difference(mark_differences("a", "a")) == "as the reference"


@given(st.text())
def test_any_text_can_be_written_and_sent(text: str) -> None:
    page = environment().from_string("{{ text }}").render(text=text)
    page.encode()
    assert "<" not in page
    assert "\0" not in page


@pytest.mark.parametrize("character", ["\0", "\x1f", "\x7f", "\x80", "\x9f", "\ud800", "\ufffe", "\uffff"])
@pytest.mark.parametrize("around", ["plain", "·"])
def test_what_html_does_not_allow_is_replaced_in_every_part_of_a_page(character: str, around: str) -> None:
    template = "{% macro part(text) %}<i>{{ text }}</i>{% endmacro %}{{ around }}{{ text | safe }}{{ part(text) }}"
    page = environment().from_string(template).render(text=f"a{character}b\t\r\n", around=around)
    assert page == f"{around}a\ufffdb\t\r\n<i>a\ufffdb\t\r\n</i>"


@given(st.text(st.one_of(st.characters(), st.sampled_from("\x85\xa0\xbf\ufffd\ufffe\ud800\udfff·©ǿ￼"))))
def test_all_else_stays_as_it_is(text: str) -> None:
    odd = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\ufffe\\uffff]")
    assert environment().from_string("{{ text | safe }}").render(text=text) == odd.sub("\ufffd", text)
