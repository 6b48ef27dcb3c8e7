"""Figures of people's judgments on public data, beside those that were published or computed another way."""

import csv
import gzip
from collections import Counter, defaultdict
from functools import cache
from typing import Any

import numpy as np
import pytest
from published import DATA, needs_data, table

from mtassay.human.answers.answer_files import read_answers
from mtassay.human.answers.judged_outputs import Kind, Mark, Ranked, RankedOutput, Scored
from mtassay.human.memory import Floats
from mtassay.human.rankings.bradley_terry import bradley_terry
from mtassay.human.rankings.expected_wins import expected_wins
from mtassay.human.rankings.label_agreement import label_agreement, wmt_agreement
from mtassay.human.rankings.pairs import RankedPairs, rank_pairs
from mtassay.human.rankings.rank_ranges import rank_ranges
from mtassay.human.rankings.ranking_intervals import rank_systems
from mtassay.human.rankings.trueskill import trueskill
from mtassay.human.rankings.wins_ratio import at_least_ratio, wins_ratio
from mtassay.human.scores.absolute_means import absolute_means
from mtassay.human.scores.columns import score_columns, system_means
from mtassay.human.scores.differences import score_differences
from mtassay.human.scores.repeats import controls, self_agreement
from mtassay.human.scores.span_agreement import span_agreement
from mtassay.human.scores.wmt_direct_assessment import wmt_direct_assessment

pytestmark = needs_data

TUREN, FREN = DATA / "wmt16-turen-rank5", DATA / "wmt13-fren-rank5"
ISEN, TED = DATA / "wmt21-isen-da", DATA / "wmt21-ted-ende-mqm"

ORDER = [
    "uedin-heafield-unconstrained.2755",
    "uedin-wmt13.2838",
    "online-B",
    "LIMSI-Ncode-SOUL-primary.2585",
    "KIT_primary.2658",
    "online-A",
    "MES-SimplifiedFrench-primary.2662",
    "DCU__primary.2828",
    "RWTH_primary.2595",
    "CMU_Tree-to-Tree.2893",
    "cu-zeman.2738",
    "JHU.2684",
    "Shef-wproa.2780",
]


def expected(wins: Floats, ties: Floats) -> Floats:
    return expected_wins(wins)


@cache
def turkish(name: str = "pairwise") -> RankedPairs:
    return rank_pairs(read_answers([str(TUREN / f"{name}.csv.gz")]).ranked, is_collapsed="collapsed" in name)


@cache
def french() -> RankedPairs:
    with gzip.open(FREN / "rankings.tsv.gz", "rt", encoding="utf-8") as file:
        return rank_pairs(
            Ranked(
                segment=row["seg_id"],
                judge=row["judge"],
                task=str(number),
                outputs=tuple(RankedOutput((row[f"system{n}"],), int(row[f"rank{n}"])) for n in range(1, 6)),
            )
            for number, row in enumerate(csv.DictReader(file, delimiter="\t"))
        )


@cache
def icelandic() -> list[Scored]:
    return read_answers([str(ISEN / "da_judgments.tsv")]).scored


def in_order(values: Floats, systems: tuple[str, ...], order: list[str]) -> list[float]:
    return [float(values[systems.index(name)]) for name in order]


def official() -> list[dict[str, str]]:
    return table(TUREN / "official_trueskill.tsv")


def named(system: str) -> str:
    return f"newstest2016.{system}.tr-en"


def test_agreement_by_the_rule_of_wmt() -> None:
    collapsed = turkish("pairwise_collapsed")
    inter, intra = (wmt_agreement(collapsed, between_judges=between) for between in (True, False))
    assert (inter.agreeing, inter.comparable, inter.ties, inter.labels) == (349, 630, 2367, 9684)
    assert (intra.agreeing, intra.comparable, intra.ties, intra.labels) == (45, 63, 136, 610)
    assert (inter.kappa, intra.kappa) == pytest.approx((0.3188, 0.5593), abs=5e-5)
    inter, intra = (wmt_agreement(french(), between_judges=between) for between in (True, False))
    assert (inter.agreeing, inter.comparable) == (99161, 181102)
    assert (intra.agreeing, intra.comparable) == (6493, 8089)
    assert (inter.kappa, intra.kappa) == pytest.approx((0.2898, 0.6833), abs=5e-5)


def test_agreement_of_different_judges() -> None:
    ours = label_agreement(turkish("pairwise_collapsed"))
    assert (ours.share, ours.comparable, ours.alpha.value) == pytest.approx((0.5609, 1075, 0.2988), abs=5e-5)
    ours = label_agreement(french())
    assert (ours.share, ours.comparable, ours.alpha.value) == pytest.approx((0.5309, 144307, 0.3207), abs=5e-5)


def test_expected_wins_of_turkish() -> None:
    pairs = turkish()
    order = [named(row["system"]) for row in official()]
    values = in_order(expected_wins(pairs.wins), pairs.systems, order)
    published = [0.6946, 0.6661, 0.6499, 0.5633, 0.5368, 0.5053, 0.3280, 0.2953, 0.2608]
    assert values == pytest.approx(published, abs=1e-4)


def test_trueskill_gives_the_official_scores_ranges_and_clusters() -> None:
    ranges = rank_ranges(trueskill(turkish(), 400))
    assert [each.system for each in ranges.ranges] == [named(row["system"]) for row in official()]
    for each, row in zip(ranges.ranges, official(), strict=True):
        assert each.value == pytest.approx(float(row["trueskill_mean"]), abs=0.015)
        assert (each.first, each.last) == (float(row["rank_low"]), float(row["rank_high"]))
    assert [len(cluster) for cluster in ranges.clusters] == [3, 3, 3]


@pytest.mark.parametrize(
    ("pairs", "sizes", "apart", "within"),
    [(turkish, [3, 3, 3], 28, 1), (french, [1, 7, 3, 1, 1], 66, 2)],
    ids=["turkish", "french"],
)
def test_clusters_of_our_intervals(pairs: Any, sizes: list[int], apart: int, within: int) -> None:
    results = rank_systems(pairs(), expected)
    assert [len(cluster) for cluster in results.clusters] == sizes
    assert abs(results.apart - apart) <= within


def test_methods_on_french() -> None:
    pairs = french()
    assert (len(pairs), int(pairs.ties.sum() / 2)) == (101960, 19664)
    published = [0.6379, 0.6021, 0.5912, 0.5726, 0.5625, 0.5401, 0.5121, 0.4843, 0.4392, 0.4283, 0.4204, 0.3883, 0.3211]
    assert in_order(expected_wins(pairs.wins), pairs.systems, ORDER) == pytest.approx(published, abs=1e-4)
    strengths = [0.4256, 0.3225, 0.2964, 0.2324, 0.1925, 0.1271, 0.0439, -0.0402, -0.1818, -0.2238, -0.2484]
    strengths += [-0.3525, -0.5936]
    values = in_order(bradley_terry(pairs.wins, pairs.ties), pairs.systems, ORDER)
    assert values == pytest.approx(strengths, abs=1e-4)
    ratios = in_order(wins_ratio(pairs.wins), pairs.systems, ORDER)
    assert ratios == sorted(ratios, reverse=True)
    assert (ratios[0], ratios[-1]) == pytest.approx((0.6441, 0.3188), abs=1e-4)
    at_least = dict(zip(pairs.systems, at_least_ratio(pairs.wins, pairs.ties).tolist(), strict=True))
    third, fourth = sorted(at_least, key=lambda name: -at_least[name])[2:4]
    assert (third, fourth) == ("KIT_primary.2658", "online-B")
    assert (at_least[third], at_least[fourth]) == pytest.approx((0.6650, 0.6615), abs=1e-4)


def test_trueskill_on_french() -> None:
    skills = trueskill(french(), 30)
    means = dict(zip(skills.systems, skills.means.tolist(), strict=True))
    ranked = sorted(means, key=lambda name: -means[name])
    for start, stop in ((0, 1), (1, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 11), (11, 12), (12, 13)):
        assert set(ranked[start:stop]) == set(ORDER[start:stop])
    assert (means[ranked[0]], means[ranked[-1]]) == pytest.approx((0.447, -0.637), abs=0.03)


def test_direct_assessment_as_wmt_published_it() -> None:
    counting = [answer for answer in icelandic() if answer.kind in (Kind.OUTPUT, Kind.REPEAT)]
    others = [answer for answer in icelandic() if answer.kind not in (Kind.OUTPUT, Kind.REPEAT)]
    results = wmt_direct_assessment(counting, others)
    published = table(ISEN / "da_system_scores.tsv")
    assert [each.system for each in results.systems] == [row["system"] for row in published]
    assert [each.z for each in results.systems] == pytest.approx([float(row["z"]) for row in published], abs=1e-6)
    lines = (ISEN / "official_wilcoxon.txt").read_text(encoding="utf-8").splitlines()[1:11]
    stars = [[cell.count("*") for cell in line.split()[1:]] for line in lines]
    ours = [[len(results.stars(row, column)) for column in range(10)] for row in range(10)]
    assert [row[:place] + row[place + 1 :] for place, row in enumerate(ours)] == [
        row[:place] + row[place + 1 :] for place, row in enumerate(stars)
    ]


def test_differences_of_direct_assessment() -> None:
    columns = score_columns(answer for answer in icelandic() if answer.kind in (Kind.OUTPUT, Kind.REPEAT))
    results = score_differences(columns)
    assert results.components is not None
    spread = results.components.spread
    assert (spread.judge_by_system, spread.item, spread.answer) == pytest.approx((6.470, 10.311, 17.023), abs=1e-3)
    first = {score.system: score.value for score in results.systems.scores[:6]}
    assert list(first) == ["Facebook-AI", "Manifold", "Online-B", "NiuTrans", "Mideind", "HuaweiTSC"]
    assert list(first.values()) == pytest.approx([7.115, 3.354, 1.773, 1.575, 0.746, 0.297], abs=1e-3)
    last = results.systems.scores[-1]
    assert (last.system, last.value) == ("Online-G", pytest.approx(-8.904, abs=1e-3))
    assert (results.systems.apart, len(results.systems.differences)) == (20, 45)
    assert [len(cluster) for cluster in results.systems.clusters] == [9, 1]
    assert columns.systems[int(np.argmax(system_means(columns)))] == "HuaweiTSC"
    absolute = {mean.system: mean for mean in absolute_means(columns)}["Facebook-AI"]
    assert (absolute.value, absolute.half_width, absolute.judges) == pytest.approx((74.179, 14.12, 29), abs=5e-3)


def test_repeats_and_controls_of_direct_assessment() -> None:
    repeats = self_agreement(icelandic())
    assert repeats is not None
    assert (repeats.pairs, repeats.unmatched) == (1033, 0)
    assert (repeats.distance, repeats.correlation) == pytest.approx((11.38, 0.713), abs=5e-3)
    checked = controls(icelandic())
    pairs = sum(control.pairs for control in checked)
    assert pairs == 1049
    assert sum(control.pairs * control.drop for control in checked) / pairs == pytest.approx(26.59, abs=5e-3)
    assert sum(control.pairs * control.share_lower for control in checked) / pairs == pytest.approx(0.69, abs=5e-3)
    assert Counter(control.verdict for control in checked) == {"open": 65, "passed": 20, "doubtful": 8, "failed": 2}
    assert len({answer.judge for answer in icelandic()}) - len(checked) == 11


def test_penalties_of_ted_talks() -> None:
    answers = read_answers([str(TED / "mqm_raw.tsv.gz")], "mqm")
    assert answers.is_lower_better
    columns = score_columns(answers.scored)
    means = dict(zip(columns.systems, system_means(columns).tolist(), strict=True))
    published = {row["system"]: float(row["mqm"]) for row in table(TED / "system_scores.tsv")}
    published["ref"] = published.pop("refA")
    assert means == pytest.approx(published, abs=1e-4)
    results = score_differences(columns, is_lower_better=True)
    assert results.components is not None
    spread = results.components.spread
    assert (spread.judge_by_system, spread.item, spread.answer) == pytest.approx((0.259, 0, 2.236), abs=1e-3)
    assert (results.systems.apart, len(results.systems.differences)) == (27, 91)


def croatian() -> list[Scored]:
    marks: dict[tuple[str, str, str], list[Mark]] = defaultdict(list)
    for row in table(DATA / "mqm-enhr-2raters" / "mqm_annotations.tsv"):
        marked = marks[row["seg_id"], row["system"], row["rater"]]
        if row["category"] != "no-error":
            marked.append(Mark(int(row["start"]), int(row["end"]), row["category"], row["severity"]))
    return [
        Scored(segment=segment, judge=rater, item=system, made_by=(system,), value=len(errors), marks=tuple(errors))
        for (segment, system, rater), errors in marks.items()
    ]


def test_two_annotators_of_croatian() -> None:
    answers = croatian()
    counts = Counter[str]()
    for answer in answers:
        counts[answer.judge] += len(answer.marks or ())
    assert sorted(counts.values()) == [595, 760]
    agreement = span_agreement(answers)
    assert (agreement.common, agreement.first, agreement.second) == (3877, 6640, 6697)
    assert agreement.f1 == pytest.approx(0.5814, abs=5e-5)
    assert agreement.penalties.value == pytest.approx(0.7250, abs=5e-5)
    assert agreement.any_error.value == pytest.approx(0.5528, abs=5e-5)
    assert agreement.categories["Case"].value == pytest.approx(0.531, abs=5e-4)


def test_differences_of_croatian_with_two_annotators() -> None:
    columns = score_columns(croatian())
    means = dict(zip(columns.systems, system_means(columns).tolist(), strict=True))
    assert means == pytest.approx({"PBMT": 2.855, "Factored": 2.340, "NMT": 1.580})
    assert "2 judges say too little" in score_differences(columns).systems.reason
    # no judge favours a system here, so that two are as good as more
    results = score_differences(columns, is_lower_better=True, fewest_judges=2).systems
    assert results.apart == 3
    assert {round(each.half_width, 3) for each in results.differences} == {0.290}


def test_scores_of_indic_languages() -> None:
    by_system: dict[str, list[float]] = defaultdict(list)
    for row in table(DATA / "indicmt-enhi-mqm" / "segments.tsv"):
        if row["human_score"]:
            by_system[row["system"]].append(float(row["human_score"]))
    means = sorted((float(np.mean(values)) for values in by_system.values()), reverse=True)
    assert means == pytest.approx([20.056, 19.508, 17.888, 15.698, 15.060, 14.449], abs=1e-3)
