"""Pictures of comparisons."""

import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from pictures import SVG, assert_nothing_outside, assert_readable, assert_standalone, texts

from mtassay.comparison.compare import compare
from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.corpus.evalset import EvalSet
from mtassay.reports.drawing.comparison_svg import comparison_picture
from mtassay.reports.drawing.picture import render_pictures
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.intervals import Interval
from mtassay.significance.paired_test import Outcome, paired_test

LONG = "transformer-big-" * 12 + "end"
NAMES = ["<b> & \"quoted\" 'name'", "神经机器翻译系统", "نظام الترجمة 2", LONG, "plain"]


def metric(
    values: Mapping[str, float],
    *,
    p_values: Mapping[tuple[str, str], float] | None = None,
    all_pairs: bool = True,
    higher_is_better: bool = True,
    places: int = 2,
    width: float | None = 1.0,
    runs: Sequence[float] = (),
) -> MetricComparison:
    """Each system in a group of its own where all pairs are tested; p is .5 unless given."""
    best_first = sorted(values, key=lambda name: values[name], reverse=higher_is_better)
    systems = [
        System(
            name,
            value,
            None if width is None else Interval(value - width, value + width, 0.95),
            tuple(runs) or (value,),
            None,
        )
        for name, value in values.items()
    ]
    pairs = [
        Pair(
            first,
            second,
            Outcome(values[second] - values[first], 0.5),
            (p_values or {}).get((first, second), 0.5),
            0,
            0,
        )
        for first, second in combinations(values, 2)
        if all_pairs or first == next(iter(values))
    ]
    signature = "nrefs:1|case:mixed|" + "|".join(f"key{n}:value" for n in range(20))
    return MetricComparison(
        metric="m",
        spec="m",
        label="Metric",
        signature=signature,
        higher_is_better=higher_is_better,
        places=places,
        systems=tuple(systems),
        pairs=tuple(pairs),
        segments=np.zeros((1, len(values))),
        indistinguishable=tuple((name,) for name in best_first) if all_pairs else None,
    )


def comparison(one: MetricComparison, *, all_pairs: bool = True, test: str = "bootstrap") -> Comparison:
    baseline = one.systems[0].name
    return Comparison(
        segments=1234,
        unit="segment",
        units=1234,
        baseline=baseline,
        all_pairs=all_pairs,
        metrics=(one,),
        test=paired_test(test),
        interval=Bootstrap(),
        correction="holm",
        alpha=0.05,
    )


def drawn(comparison: Comparison) -> str:
    return render_pictures([comparison_picture(comparison)])


def test_every_name_and_score_is_there_in_full() -> None:
    values = {name: 30 + 0.8532 * index for index, name in enumerate(NAMES)}
    picture = drawn(comparison(metric(values, places=4)))
    shown = texts(picture)
    for name, value in values.items():
        assert name in shown or name in "".join(texts(picture, "name"))
        assert f"{value:.4f}" in shown
        assert f"{name}: {value:.4f}, 95\u00a0% interval" in ElementTree.fromstring(picture).findtext(f"{SVG}desc", "")


def test_text_around_the_plot_says_how_the_numbers_came_about() -> None:
    one = metric({"a": 1, "b": 2}, higher_is_better=False)
    said = " ".join(texts(drawn(comparison(one))))
    for words in (
        "Metric",
        "lower is better",
        "95\u00a0% confidence",
        "paired bootstrap resampling",
        "1,000 draws, seed 12345",
        "1,234 segments",
        "Holm",
    ):
        assert words in said
    assert one.signature in "".join(texts(drawn(comparison(one)), "signature"))
    assert "Wilcoxon" in " ".join(texts(drawn(comparison(one, test="wilcoxon"))))


def test_control_characters_do_not_break_the_file() -> None:
    picture = drawn(comparison(metric({"a\x00\x1b\ud800b": 1, "c\td": 2})))
    assert picture.encode()
    assert {"a\ufffd\ufffd\ufffdb", "c d"} <= set(texts(picture))


def test_the_file_needs_nothing_else_and_runs_nothing() -> None:
    assert_standalone(drawn(comparison(metric(dict.fromkeys(NAMES, 1.0)))))


def test_those_who_cannot_see_it_get_a_title_and_the_findings() -> None:
    picture = drawn(comparison(metric({"a": 10, "b": 12}, p_values={("a", "b"): 0.02})))
    root = ElementTree.fromstring(picture)
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "Metric: 2 systems on 1,234 segments"
    assert "b minus a: +2.00, p = .020." in root.findtext(f"{SVG}desc", "")


def test_the_same_comparison_gives_the_same_file() -> None:
    one = metric({"a": 1 / 3, "b": 2 / 3})
    assert drawn(comparison(one)) == drawn(comparison(one))
    assert not re.search(r'="-?\d+\.\d{3,}"', drawn(comparison(one)))


def cells(picture: str) -> list[list[tuple[str, str]]]:
    """Verdict and number of the cells of the matrix, by row; empty on the diagonal."""
    found = re.findall(r'<rect class="(self|(?:better|worse|equal)-\d)"[^>]*/>(?:<text[^>]*>([^<]*)</text>)?', picture)
    size = round(len(found) ** 0.5)
    return [found[start : start + size] for start in range(0, len(found), size)]


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_the_matrix_mirrors_itself(higher_is_better: bool) -> None:
    p_values = {("a", "b"): 0.0001, ("a", "c"): 0.005, ("b", "c"): 0.03, ("c", "d"): 0.999_9}
    values = {"a": 1.0, "b": 4.0, "c": 3.0, "d": 2.0}
    rows = cells(drawn(comparison(metric(values, p_values=p_values, higher_is_better=higher_is_better))))
    mirrored = {"better": "worse", "worse": "better", "equal": "equal"}
    for row, column in combinations(range(4), 2):
        verdict, strength = rows[row][column][0].split("-")
        assert rows[column][row] == (f"{mirrored[verdict]}-{strength}", rows[row][column][1])
        assert verdict in ("better", "equal"), "rows go from the best system to the worst"
    assert [rows[index][index] for index in range(4)] == [("self", "")] * 4
    assert rows[0][3] == ("better-3", "&lt;.001")
    assert {number for row in rows for _, number in row} == {"", "&lt;.001", ".005", ".030", ".500", "1"}


def test_what_differs_is_marked_without_colour_too() -> None:
    picture = drawn(comparison(metric({"a": 1, "b": 2}, p_values={("a", "b"): 0.01})))
    root = ElementTree.fromstring(picture)
    assert sorted(path.attrib["class"] for path in root.iter(f"{SVG}path")) == ["better-mark", "worse-mark"]
    assert not list(ElementTree.fromstring(drawn(comparison(metric({"a": 1, "b": 2})))).iter(f"{SVG}path"))


@pytest.mark.parametrize(("higher_is_better", "sign"), [(True, "▼"), (False, "▲")])
def test_without_all_pairs_differences_to_the_baseline_stand_in_the_rows(higher_is_better: bool, sign: str) -> None:
    one = metric(
        {"base": -0.2, "lower": -0.5, "near": -0.21},
        p_values={("base", "lower"): 0.001},
        all_pairs=False,
        higher_is_better=higher_is_better,
    )
    picture = drawn(comparison(one, all_pairs=False))
    assert {f"{sign} −0.30", "−0.01", ".001", ".500", "baseline", "−0.20"} <= set(texts(picture))
    assert 'class="self"' not in picture


def test_one_segment_has_no_intervals() -> None:
    evalset = EvalSet(["a b c d e"], systems={"x": ["a b c d e"], "y": ["a b c d f"]})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        picture = drawn(compare(evalset, ["bleu", "ter"], all_pairs=True))
    assert 'class="interval"' not in picture
    assert "no intervals, as one segment says nothing of others" in picture
    assert texts(picture).count("none") == 4


@pytest.mark.parametrize("value", [0.0, 100.0, -3.25, 1e-7])
def test_a_metric_that_gives_every_system_the_same_score(value: float) -> None:
    picture = drawn(comparison(metric({"a": value, "b": value}, width=0.0)))
    assert "nan" not in picture.lower()
    positions = set(re.findall(r'<circle class="(?:dot|open)" cx="([^"]*)"', picture))
    assert len(positions) == 1


def test_single_runs_are_marked() -> None:
    one = metric({"a": 10, "b": 12}, runs=(9.0, 10.0, 13.0))
    assert drawn(comparison(one)).count('class="run"') == 6
    assert 'class="run"' not in drawn(comparison(metric({"a": 10, "b": 12})))


def bars(picture: str) -> list[tuple[float, float, float]]:
    """Left edge, top and bottom of each bar of the first panel."""
    boxes = [box.attrib for box in ElementTree.fromstring(picture).iter(f"{SVG}rect") if box.get("class") == "group"]
    places = [tuple(float(box[key]) for key in ("x", "y", "height")) for box in boxes]
    return [(left, top, top + height) for left, top, height in places]


def test_bars_join_groups_and_stand_side_by_side_where_they_overlap() -> None:
    one = replace(metric({"a": 10, "b": 12, "c": 11}), indistinguishable=(("b", "c"), ("c", "a")))
    picture = drawn(comparison(one))
    first, second = bars(picture)[:2]
    assert first[0] < second[0], "a lane each"
    assert first[1] < second[1] < first[2] < second[2], "both are beside c"
    assert "groups 1 and 2" in picture
    assert_nothing_outside(picture)
    apart = replace(one, indistinguishable=(("b",), ("c", "a")))
    lefts = {left for left, _, _ in bars(drawn(comparison(apart)))}
    assert len(lefts) == 1, "bars that do not overlap share a lane"


def test_without_all_pairs_there_are_no_bars() -> None:
    picture = drawn(comparison(metric({"a": 10, "b": 12, "c": 11}, all_pairs=False), all_pairs=False))
    assert bars(picture) == []
    assert "Only pairs with a were tested" in picture


@pytest.mark.parametrize("count", [2, 20, 30])
@pytest.mark.parametrize("all_pairs", [True, False])
def test_nothing_stands_outside(count: int, all_pairs: bool) -> None:
    values = {f"system {number} {LONG[: 9 * number]}": 1000.0 * number for number in range(count)}
    picture = drawn(comparison(metric(values, all_pairs=all_pairs, places=4), all_pairs=all_pairs))
    assert_nothing_outside(picture)


def test_text_can_be_read_in_both_themes() -> None:
    grounds = [("ink", "page"), ("soft", "page"), ("ink", "band"), ("better", "page"), ("worse", "page")]
    grounds += [(verdict, f"{verdict}-{strength}") for verdict in ("better", "worse") for strength in (1, 2, 3)]
    assert_readable(drawn(comparison(metric({"a": 1, "b": 2}))), grounds)
