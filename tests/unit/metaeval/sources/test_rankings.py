"""Rankings as judgments: pairs of outputs, wins of systems, and what they cannot say."""

from collections.abc import Callable

import numpy as np
import pytest

from mtassay import InputError, SettingError, metric
from mtassay.corpus.evalset import EvalSet
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.learning.learn import learn_metric
from mtassay.metaeval.measured import measure
from mtassay.metaeval.meta import MetaChoices, meta_evaluate
from mtassay.metaeval.sources.texts import judged_from_texts
from mtassay.metaeval.statistics.base import statistic

Write = Callable[[str, str], str]
HEAD = "srclang,trglang,segmentId,judgeId,system1Id,system2Id,system3Id,system1rank,system2rank,system3rank"
ROWS = [
    "de,en,1,ann,a,b,c,1,2,3",
    "de,en,1,ben,a,b,c,2,2,1",
    "de,en,2,ann,a,d,x,2,1,3",
    "de,en,3,ann,b,c+d,,1,2,",
]
TEXTS = EvalSet(
    ["the cat sat here", "a dog ran fast", "we go home now"],
    systems={
        "a": ["the cat sat here", "a dog", "we"],
        "b": ["the cat", "a dog ran", "we go home now"],
        "c": ["cat", "dog", "we go"],
        "d": ["the", "a dog ran fast", "we go"],
    },
)


@pytest.fixture
def path(write: Write) -> str:
    return write("rankings.csv", "\n".join([HEAD, *ROWS, ""]))


def judged_of(path: str) -> Judged:
    return judged_from_texts(TEXTS, [metric("chrf")], path)


def test_pairs_that_people_decided_and_wins_of_systems(path: str) -> None:
    judged = judged_of(path)
    assert judged.gold == "rankings"
    assert judged.outcomes is not None
    entries = (judged.outcomes.segment, judged.outcomes.better, judged.outcomes.worse)
    pairs = sorted(zip(*(column.tolist() for column in entries), strict=True))
    # c and d share an output of the third segment; ben ties a and b, and x has no outputs here
    assert pairs == [(0, 0, 1), (0, 0, 2), (0, 1, 2), (0, 2, 0), (0, 2, 1), (1, 3, 0), (2, 1, 2), (2, 1, 3)]
    assert judged.human[0].tolist() == pytest.approx([2 / 3, 0, np.nan], nan_ok=True)
    # a against b 1, c 1/2, d 0, x 1
    assert judged.human_systems[0] == pytest.approx((1 + 1 / 2 + 0 + 1) / 4)
    assert "Rankings decide 8 pairs of outputs." in judged.notes
    assert any("passed over: x" in note for note in judged.notes)


@pytest.mark.parametrize(("year", "value"), [("2012", 4 / 8), ("2013", 4 / 8), ("2014", 4 / 8)])
def test_tau_like_counts_pairs_as_the_metric_orders_them(path: str, year: str, value: float) -> None:
    """chrF orders six of the eight pairs as people do, and none as ben did."""
    measured = measure(judged_of(path), statistic(f"tau-like:year={year}"), "segment")
    assert measured.values["chrF2"] == pytest.approx(value)
    assert measured.parts["chrF2"].denominators.tolist() == [5, 1, 2]


def test_ties_of_the_metric_count_by_the_year(path: str) -> None:
    judged = judged_of(path)
    scores = judged.metrics["chrF2"].segments
    scores[2] = scores[1]  # b and c are alike: three pairs of theirs
    found = [measure(judged, statistic(f"tau-like:year={year}"), "segment") for year in ("2012", "2013", "2014")]
    sums = [(one.parts["chrF2"].numerators.sum(), one.parts["chrF2"].denominators.sum()) for one in found]
    assert sums == [(4 - 1 - 3, 8), (4 - 1, 5), (4 - 1, 8)]


def test_parts_and_systems_keep_their_pairs(path: str) -> None:
    judged = judged_of(path)
    fewer = judged.of_systems(np.array([True, True, False, True])).of_segments(np.array([True, True, False]))
    assert fewer.outcomes is not None
    assert fewer.outcomes.better.tolist() == [0, 2]
    assert fewer.outcomes.worse.tolist() == [1, 0]
    assert fewer.outcomes.segment.tolist() == [0, 1]


def test_the_whole_takes_what_rankings_can_say(path: str) -> None:
    result = meta_evaluate(judged_of(path), MetaChoices(draws=100))
    specs = [(ranking.level, ranking.statistic) for ranking in result.rankings]
    assert specs == [("system", "pearson"), ("system", "pairwise-accuracy"), ("segment", "tau-like")]
    chosen = meta_evaluate(judged_of(path), MetaChoices(statistics=("spearman",), draws=100))
    assert [ranking.level for ranking in chosen.rankings] == ["system"]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"statistics": ("acc-eq",)}, "rankings say which of two outputs is better"),
        ({"statistics": ("spa",)}, "rankings say which of two outputs is better"),
        ({"statistics": ("pairwise-accuracy:separated=0.05",)}, "rankings say which of two outputs is better"),
        ({"levels": ("segment",), "statistics": ("kendall",)}, "use tau-like, or a correlation of systems"),
        ({"statistics": ("tau-like",), "group": "none"}, "rankings say which of two outputs is better"),
        ({"levels": ("segment",), "test": "perm-both"}, "perm-both does not test tau-like"),
        ({"by": ("difficulty",)}, "none is harder than another"),
    ],
)
def test_what_rankings_cannot_say_is_refused(path: str, choices: dict[str, object], message: str) -> None:
    judged = judged_from_texts(TEXTS, [metric("chrf"), metric("ter")], path)
    with pytest.raises((InputError, SettingError), match=message):
        meta_evaluate(judged, MetaChoices(draws=100, **choices))  # type: ignore[arg-type]


def test_unusable_rankings_are_named(write: Write, path: str) -> None:
    for rows, message in (
        (["de,en,4,ann,a,b,c,1,2,3"], r"rankings.csv: segment '4' was ranked, and the texts have 3"),
        (["de,en,one,ann,a,b,c,1,2,3"], r"segment 'one' was ranked"),
        (["de,en,1,ann,a,b,c,1,,3"], r"rankings.csv, .*2: the rank is ''; expected a whole number"),
        (["de,en,1,ann,x,y,z,1,2,3"], r"judgments of 'x', and none of the systems a, b, c, d"),
        (["de,en,1,ann,a,b,c,1,1,1"], r"no judgment of these systems"),
    ):
        with pytest.raises(InputError, match=message):
            judged_of(write("rankings.csv", "\n".join([HEAD, *rows, ""])))
    path = write("rankings.csv", "\n".join([HEAD, *ROWS, ""]))
    with pytest.raises(SettingError, match="rank 1 is the best anyway"):
        judged_from_texts(TEXTS, [metric("chrf")], path, lower_is_better=True)
    with pytest.raises(InputError, match="metrics are learned from scores"):
        learn_metric(TEXTS, judged_of(path), [metric("chrf")])
