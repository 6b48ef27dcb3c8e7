"""The meta-evaluation as a whole: which systems count, what is ranked, what is said of it."""

import math
from dataclasses import replace

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set, simulated

from mtassay.errors import InputError, SettingError
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.meta import MetaChoices, find_outliers, meta_evaluate
from mtassay.metaeval.result import CONSTANT, MetaEvaluation, RankedMetric


def judged_of(systems: int = 8, segments: int = 60) -> Judged:
    rng = np.random.default_rng(systems)
    human = rng.normal(size=(systems, segments)) + np.linspace(0, 1, systems)[:, None]
    return judged_set(
        human,
        {
            "far": human + 3 * rng.normal(size=human.shape),
            "near": human + 0.3 * rng.normal(size=human.shape),
            "error": -human + 0.3 * rng.normal(size=human.shape),
            "flat": np.ones(human.shape),
        },
    )


def rows_of(result: MetaEvaluation, level: str, statistic: str) -> dict[str, RankedMetric]:
    ranking = next(one for one in result.rankings if (one.level, one.statistic) == (level, statistic))
    return {row.label: row for row in ranking.metrics}


def test_metrics_are_ranked_at_both_levels() -> None:
    result = meta_evaluate(judged_of())
    specs = [(ranking.level, ranking.statistic, ranking.test) for ranking in result.rankings]
    assert [spec[:2] for spec in specs] == [
        *(("system", name) for name in ("pearson", "pairwise-accuracy", "spa")),
        *(("segment", name) for name in ("kendall", "acc-eq")),
    ]
    assert [test.split(":")[0] for _, _, test in specs if test] == ["williams", "systems", "systems", "flips", "flips"]
    kendall = rows_of(result, "segment", "kendall")
    assert [(row.label, row.rank, row.cluster) for row in kendall.values()] == [
        ("near", 1, 1),
        ("far", 2, 2),
        ("error", 3, 3),
        ("flat", None, None),
    ]
    assert kendall["near"].interval is not None
    assert kendall["near"].value in kendall["near"].interval
    assert kendall["flat"].note == "gives all outputs the same score"
    assert math.isnan(kendall["flat"].value)
    assert kendall["near"].groups == 60
    assert result.judged_outputs == 480


def test_a_clearly_negative_metric_is_asked_about() -> None:
    result = meta_evaluate(judged_of())
    for level, name in (("segment", "kendall"), ("system", "pearson")):
        rows = rows_of(result, level, name)
        assert rows["error"].note == "clearly negative: is it an error measure? Say higher_is_better=no"
        assert rows["far"].note == ""


def test_the_constant_is_a_row_and_metrics_beside_it_are_told() -> None:
    human = np.array([[0.0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]])
    noise = np.random.default_rng(1).normal(size=human.shape)
    rows = rows_of(meta_evaluate(judged_set(human, {"noise": noise})), "segment", "acc-eq")
    assert rows[CONSTANT].value == pytest.approx((1 + 1 + 1 / 3 + 1) / 4)
    assert rows[CONSTANT].rank is None
    assert rows["noise"].note == "says no more than a constant here"
    assert CONSTANT not in rows_of(meta_evaluate(judged_of()), "segment", "kendall")


def test_people_are_left_out_unless_they_count() -> None:
    judged = judged_of()
    judged = replace(judged, is_person=np.arange(8) == 2)
    result = meta_evaluate(judged)
    assert result.people == ("s2",)
    assert "s2" not in result.systems
    assert meta_evaluate(judged, MetaChoices(people=True)).systems == judged.systems


def test_outliers_are_named_or_dropped() -> None:
    human = np.random.default_rng(1).normal(size=(7, 50)) * 0.1 + np.arange(7.0)[:, None] * 0.1
    human[6] += 9
    judged = judged_set(human, {"chrf": human})
    assert find_outliers(judged).tolist() == [False] * 6 + [True]
    kept, dropped = meta_evaluate(judged), meta_evaluate(judged, MetaChoices(drop_outliers=True))
    assert any(note.endswith("decisive for Pearson's r: s6.") for note in kept.notes)
    assert (len(kept.systems), kept.outliers) == (7, ())
    assert (len(dropped.systems), dropped.outliers) == (6, ("s6",))


def test_the_best_systems_alone() -> None:
    result = meta_evaluate(judged_of(), MetaChoices(top=5))
    assert len(result.systems) == 5
    assert set(result.systems) == {f"s{place}" for place in np.argsort(-judged_of().human_systems)[:5]}
    assert any("a narrower range lowers any correlation" in note for note in result.notes)


def test_few_systems_have_no_system_level_and_four_no_intervals() -> None:
    three = meta_evaluate(judged_of(3))
    assert {ranking.level for ranking in three.rankings} == {"segment"}
    assert any(note.startswith("No system level: 3 judged systems are too few") for note in three.notes)
    with pytest.raises(InputError, match="3 judged systems are too few"):
        meta_evaluate(judged_of(3), MetaChoices(levels=("system",)))
    four = meta_evaluate(judged_of(4), MetaChoices(levels=("system",)))
    assert any("4 systems are too few for Williams's test" in note for note in four.rankings[0].notes)
    assert all(row.interval is None for row in four.rankings[0].metrics)
    with pytest.raises(InputError, match="too few for Williams"):
        meta_evaluate(judged_of(4), MetaChoices(statistics=("pearson",), levels=("system",), test="williams"))


def test_scores_of_systems_alone_have_no_segment_level() -> None:
    human = np.arange(6.0)[:, None]
    result = meta_evaluate(judged_set(human, {"chrf": human**2, "ter": human**0.5}))
    assert [ranking.statistic for ranking in result.rankings] == ["pearson", "pairwise-accuracy"]
    assert any(note.startswith("No segment level: there are only scores of systems") for note in result.notes)
    with pytest.raises(InputError, match="spa needs scores of segments"):
        meta_evaluate(judged_set(human, {"chrf": human}), MetaChoices(statistics=("spa",)))


def test_statistics_that_are_chosen_replace_the_usual() -> None:
    result = meta_evaluate(judged_of(), MetaChoices(statistics=("spearman", "tau-eq"), group="system"))
    assert [(ranking.level, ranking.statistic) for ranking in result.rankings] == [
        ("system", "spearman"),
        ("segment", "spearman"),
        ("segment", "tau-eq"),
    ]
    with pytest.raises(SettingError, match="spa does not exist at segment level; it does at system"):
        meta_evaluate(judged_of(), MetaChoices(levels=("segment",), statistics=("spa",)))
    with pytest.raises(SettingError, match=r"no statistic 'kendal' \(did you mean 'kendall'"):
        meta_evaluate(judged_of(), MetaChoices(statistics=("kendal",)))
    with pytest.raises(SettingError, match="alpha"):
        meta_evaluate(judged_of(), MetaChoices(alpha=2))


def test_all_outputs_together_are_drawn_by_segment() -> None:
    choices = MetaChoices(statistics=("pearson",), levels=("segment",), group="none", draws=200)
    ranking = meta_evaluate(judged_of(5, 30), choices).rankings[0]
    assert ranking.test == "perm-both:draws=200"
    best = ranking.metrics[0]
    assert best.label == "near"
    assert best.groups is None
    assert best.interval is not None
    assert best.interval.low < best.value < best.interval.high


def test_draws_and_seed_reach_the_test_but_not_over_a_spec() -> None:
    choices = MetaChoices(statistics=("kendall",), levels=("segment",), draws=300, seed=7)
    assert meta_evaluate(judged_of(), choices).rankings[0].test == "flips:draws=300,seed=7"
    told = replace(choices, test="flips:draws=500")
    assert meta_evaluate(judged_of(), told).rankings[0].test == "flips:draws=500"


def test_the_same_seed_gives_the_same_result() -> None:
    results = [meta_evaluate(simulated(np.random.default_rng(1), 6, 40), MetaChoices(draws=200)) for _ in range(2)]
    assert results[0].rankings == results[1].rankings


def test_units_widen_intervals_where_documents_differ() -> None:
    rng = np.random.default_rng(4)
    document = np.repeat(np.arange(8), 10)
    human = rng.normal(size=(5, 80))
    strength = np.where(document % 2 == 0, 3.0, -1.0)  # the metric works in some documents only
    judged = judged_set(human, {"chrf": human * strength + rng.normal(size=human.shape)})
    judged = replace(judged, labels={"document": [str(number) for number in document]})
    widths = []
    for unit in (None, "document"):
        row = meta_evaluate(judged, MetaChoices(statistics=("kendall",), levels=("segment",), unit=unit))
        interval = row.rankings[0].metrics[0].interval
        assert interval is not None
        widths.append(interval.high - interval.low)
    assert widths[1] > 1.3 * widths[0]


def test_the_words_of_a_test_are_those_of_the_groups() -> None:
    choices = MetaChoices(levels=("segment",), statistics=("kendall",), group="system", draws=200)
    (ranking,) = meta_evaluate(judged_of(), choices).rankings
    assert (ranking.test_title, ranking.asks) == ("sign flips of whole systems", "other systems, these segments")
