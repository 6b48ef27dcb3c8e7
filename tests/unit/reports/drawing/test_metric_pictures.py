"""Pictures of a meta-evaluation: complete, readable, and the same numbers as its tables."""

from dataclasses import replace

import numpy as np
import pytest
from pictures import assert_nothing_outside, assert_readable, assert_standalone, texts
from unit.metaeval.judged_sets import judged_set

from mtassay.metaeval.differences import DifferenceMeaning
from mtassay.metaeval.meta import MetaChoices, meta_evaluate
from mtassay.metaeval.result import CONSTANT, MetaEvaluation
from mtassay.reports.drawing.elements import decimal, text_width
from mtassay.reports.drawing.frame import SMALL, WIDTH
from mtassay.reports.drawing.metric_pictures import draw_meaning, draw_parts, draw_ranking, draw_systems, shade_of
from mtassay.reports.drawing.picture import Picture, render_pictures
from mtassay.reports.results.metaeval.meta import meta_document

HOSTILE = "<b>&\x07 " + "very-long-name" * 8


def evaluated() -> MetaEvaluation:
    rng = np.random.default_rng(11)
    human = rng.normal(size=(8, 40)) + np.linspace(0, 2, 8)[:, None]
    metrics = {HOSTILE: human + rng.normal(size=human.shape), "far": human + 3 * rng.normal(size=human.shape)}
    judged = replace(judged_set(human, metrics), labels={HOSTILE: [f"{HOSTILE}{place % 9}" for place in range(40)]})
    return meta_evaluate(judged, MetaChoices(meanings=True, by=("difficulty", HOSTILE), draws=100))


@pytest.fixture(scope="module")
def result() -> MetaEvaluation:
    return evaluated()


def written(picture: Picture) -> str:
    drawn = render_pictures([picture])
    assert_standalone(drawn)
    assert_nothing_outside(drawn)
    return drawn


def test_all_of_a_document_are_drawn(result: MetaEvaluation) -> None:
    document = meta_document(result)
    names = [figure.picture.name for figure in document.figures]
    assert [names.count(name) for name in ("metrics", "parts", "systems", "differences")] == [5, 4, 2, 2]
    drawn = render_pictures([figure.picture for figure in document.figures])
    assert_standalone(drawn)
    assert_readable(drawn, [("ink", "page"), ("soft", "page"), ("ink", "better-2"), ("ink", "better-3")])


def test_a_ranking_has_values_intervals_and_the_constant(result: MetaEvaluation) -> None:
    ranking = next(ranking for ranking in result.rankings if ranking.statistic == "acc-eq")
    drawn = written(draw_ranking(ranking, "acc_eq", ["A note."]))
    rows = {row.label: row for row in ranking.metrics}
    assert texts(drawn, "score") == [decimal(row.value, 4) for row in ranking.metrics if row.rank is not None]
    assert f"a constant {decimal(rows[CONSTANT].value, 4)}" in texts(drawn)
    assert drawn.count('class="interval"') == 3 * 2
    assert f"far: {decimal(rows['far'].value, 4)}, 95 % interval" in drawn


def test_what_a_ranking_says_has_room_and_grounds() -> None:
    rng = np.random.default_rng(5)
    human = rng.normal(size=(4, 12))
    alike = {f"a metric of number {number}": human + rng.normal(size=human.shape) for number in range(12)}
    (tested,) = meta_evaluate(
        judged_set(human, alike), MetaChoices(statistics=("kendall",), levels=("segment",))
    ).rankings
    lines = texts(written(draw_ranking(tested, "tau", [])), "soft")
    assert any(line.endswith("cannot be told apart.") for line in lines)
    assert max(text_width(line, SMALL) for line in lines) <= WIDTH
    untested = draw_ranking(
        replace(tested, metrics=tuple(replace(row, cluster=None) for row in tested.metrics)), "tau", []
    )
    assert "but nothing says whether that is chance" in written(untested)
    alone = draw_ranking(replace(tested, metrics=tested.metrics[:1]), "tau", [])
    assert "agrees best" not in written(alone)


def test_systems_stand_where_metric_and_people_put_them(result: MetaEvaluation) -> None:
    drawn = written(draw_systems(result, "far", "Pearson's r 0.9."))
    assert drawn.count("<circle") == len(result.systems)
    assert all(f"{name}: far" in drawn for name in result.systems)
    assert "people: gold" in texts(drawn)


def test_a_curve_has_its_band_its_marks_and_counted_shares(result: MetaEvaluation) -> None:
    meaning = next(meaning for meaning in result.meanings if meaning.label == "far")
    picture = draw_meaning(meaning, result.shares["far"])
    drawn = written(picture)
    assert drawn.count('class="open"') == len(result.shares["far"])
    assert "8 times in 10 at" in picture.description
    against = DifferenceMeaning(
        **{**{name: getattr(meaning, name) for name in meaning.__dataclass_fields__}, "slope": -1.0}
    )
    assert "no more often" in draw_meaning(against, ()).description


def test_a_heat_map_has_a_cell_for_each_metric_and_part(result: MetaEvaluation) -> None:
    ranking = next(ranking for ranking in result.rankings if ranking.statistic == "kendall")
    drawn = written(draw_parts(ranking, HOSTILE, "Where", "A note."))
    assert len(texts(drawn, "number")) == 2 * (1 + 9)
    assert [shade_of(value, 0.0, 1.0) for value in (0.0, 0.3, 0.5, 0.99, 1.0)] == [0, 1, 2, 3, 3]
    assert shade_of(0.5, 0.5, 0.5) == 0
