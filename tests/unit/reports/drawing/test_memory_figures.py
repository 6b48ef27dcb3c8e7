"""Pictures of a memory."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from memories import Said, memory_of
from pictures import SVG, assert_nothing_outside, assert_readable, assert_standalone, texts

from mtassay.estimation.figures.error_figures import error_figures
from mtassay.estimation.figures.item_figures import ItemSummary, item_summary
from mtassay.estimation.figures.judged_sets import JudgedSet, JudgedSets
from mtassay.estimation.figures.revisions import RevisionFigures
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.reports.drawing.memory_figures import Point, dots
from mtassay.reports.drawing.picture import Picture, render_pictures
from mtassay.reports.results.memory.error import error_picture
from mtassay.reports.results.memory.items import source_picture, summary_picture
from mtassay.reports.results.memory.revisions import revision_picture
from mtassay.reports.results.memory.sets import set_picture

LONG = "ein sehr langer Satz mit vielen Wörtern " * 12 + '<b> & "quoted" 神经机器翻译 نظام'
INKS = [
    *((ink, "page") for ink in ("ink", "soft", "better", "worse")),
    *(("ink", ground) for ground in ("better-3", "absent", "syntax", "meaning", "other")),
]


def check(picture: Picture) -> str:
    drawn = render_pictures([picture])
    assert_standalone(drawn)
    assert_nothing_outside(drawn)
    assert_readable(drawn, INKS)
    root = ElementTree.fromstring(drawn)
    assert root.findtext(f"{SVG}title") == picture.title
    assert root.findtext(f"{SVG}desc")
    return drawn


def items(sources: Sequence[str], classes: Sequence[tuple[str, ...]]) -> ItemSummary:
    said = [
        Said(source, f"target {number}", 5, verdicts=verdicts)
        for source in sources
        for number, verdicts in enumerate(classes)
    ]
    return item_summary(memory_of(said, items={source: source.split()[:2] for source in sources}))


def test_items_of_one_source() -> None:
    found = items(["guten Tag"], [("ok", "ok"), ("ok", "missing"), ("syntax", "meaning"), ("other", "ok")])
    picture = check(source_picture(found.sources[0]))
    assert "Information items of: guten Tag" in texts(picture, "title")
    assert [word for word in texts(picture, "soft") if word in ITEM_CLASSES] == list(ITEM_CLASSES)
    assert texts(picture, "number") == ["2", "1", "1", "2", "1", "1"]
    assert texts(picture, "name") == ["guten", "Tag"]


def test_items_of_many_long_sources() -> None:
    found = items([f"{number} {LONG}" for number in range(25)], [("ok", "syntax"), ("ok", "ok")])
    picture = summary_picture(found)
    assert picture is not None
    assert "And 5 sources that are less hard." in texts(check(picture))


def test_an_item_without_a_verdict_has_an_empty_bar() -> None:
    found = items(["guten Tag"], [("ok", "")])
    assert "no verdict" in texts(check(source_picture(found.sources[0])))


def test_no_items_no_picture() -> None:
    assert summary_picture(items([], [])) is None


@pytest.mark.parametrize("scores", [[10, 6, 4], [5, 5, 5], [0, 10, 0]])
@pytest.mark.parametrize("by", ["edits", "characters"])
def test_errors(scores: list[int], by: str) -> None:
    texts_ = ["a b c", "a b d", "x y z w v u t s r q p"]
    memory = memory_of([Said("s", text, score) for text, score in zip(texts_, scores, strict=True)])
    found = error_figures(leave_one_out(memory, by))
    assert found is not None
    picture = check(error_picture(found, f" with {LONG!r}"))
    assert f"3 of 3 translations can be estimated, mean error {found.bias:+.2f}".replace("-", "−") in texts(picture)
    root = ElementTree.fromstring(picture)
    bars = [one for one in root.iter(f"{SVG}rect") if one.attrib["class"] == "bar"]
    assert len(bars) == len(found.histogram) + len(found.by_distance)


def revision(number: int, sources: int, error: float | None) -> RevisionFigures:
    return RevisionFigures(
        revision=number,
        sources=sources,
        judged=sources * 2,
        references=sources,
        judgments=sources * 2,
        targets_per_source=2.0 * number,
        references_per_source=1.0,
        scorable=sources,
        error=error,
    )


def test_lines_by_revision() -> None:
    found = [revision(1, 0, None), revision(4, 3, None), revision(70, 3, 2.5), revision(500, 9, 1.5)]
    picture = revision_picture(found, 499, "edits")
    assert picture is not None
    drawn = check(picture)
    assert "4 of 499 revisions, evenly chosen; |EE| by edits." in texts(drawn)
    assert picture.description.startswith("|EE|: 2.50 at 70, 1.50 at 500. T/n: 8.00 at 4, 1000.00 at 500.")
    assert texts(drawn, "series-2-text") == ["R/n"]


def test_lines_that_end_together_keep_their_names_apart() -> None:
    picture = revision_picture(
        [
            RevisionFigures(
                revision=2,
                sources=3,
                judged=3,
                references=3,
                judgments=3,
                targets_per_source=1.0,
                references_per_source=1.0,
                scorable=0,
                error=None,
            )
        ],
        1,
        "edits",
    )
    assert picture is not None
    drawn = check(picture)
    root = ElementTree.fromstring(drawn)
    heights = [float(one.attrib["y"]) for one in root.iter(f"{SVG}text") if one.attrib["class"].endswith("-text")]
    assert abs(heights[0] - heights[1]) > 12
    assert "No translation could be estimated at any of these revisions." in texts(drawn)


def test_a_memory_of_nothing_has_no_lines() -> None:
    assert revision_picture([revision(1, 0, None)], 1, "edits") is None


def judged(name: str, distance: float, esser: float, sser: float) -> JudgedSet:
    return JudgedSet(
        system=name,
        run="",
        added=5,
        before=4,
        segments=10,
        judged=5,
        estimated=5,
        unknown=0,
        compared=10,
        esser=esser,
        sser=sser,
        mean_distance=distance,
    )


def test_sets_as_dots_with_names() -> None:
    sets = (judged("A", 0.1, 20, 21), judged("B", 0.4, 30, 25), judged(LONG, 0.2, 30, 30))
    picture = set_picture(JudgedSets(sets, "edits", repeated=1, waiting=2))
    assert picture is not None
    drawn = check(picture)
    assert {"A", "B"} <= set(texts(drawn))
    assert LONG not in texts(drawn)  # it would not fit; the tooltip has it
    assert "3 sets, of which 50.0 % had not been judged before: 50.0 % of the effort was saved" in texts(drawn)
    assert set_picture(JudgedSets((), "edits")) is None


def test_names_that_would_cover_each_other_are_left_out() -> None:
    points = [Point(1.0, 1.0, f"name {number}", "tip") for number in range(5)]
    block = dots([*points, Point(0.1, 0.1, "apart", "tip")], "x", "y", names=True)
    assert block.marks.count(">name ") == 1
    assert ">apart<" in block.marks
