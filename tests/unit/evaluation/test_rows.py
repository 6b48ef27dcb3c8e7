import numpy as np
import pytest

import mtassay
from mtassay.evaluation.rows import RowEvidence, RowTable, RunEvidence, group_sums
from mtassay.significance.draws import deals, swap_masks

RNG = np.random.default_rng(4)
WER = mtassay.metric("wer")


def evidence_of(*systems: np.ndarray) -> RowEvidence:
    table = RowTable(len(systems[0]), len(systems), systems[0].shape[1])
    for number, rows in enumerate(systems):
        table.put(number, slice(0, len(rows)), rows)
    return RowEvidence(WER, table.values)


def error_rows(count: int, largest: int = 30) -> np.ndarray:
    words = RNG.integers(1, largest, size=count)
    rows = np.zeros((count, len(WER.columns)))
    rows[:, 0] = RNG.binomial(words, 0.3)
    rows[:, -1] = words
    return rows


SYSTEMS = [error_rows(500) for _ in range(3)]


def test_whole_numbers_are_kept_in_single_precision_and_fractions_are_not() -> None:
    assert evidence_of(*SYSTEMS).table.dtype == np.float32
    assert evidence_of(SYSTEMS[0] / 3).table.dtype == np.float64
    assert evidence_of(SYSTEMS[0] * 2.0**20).table.dtype == np.float64


def test_fractions_after_whole_numbers_lose_nothing() -> None:
    evidence = evidence_of(SYSTEMS[0], SYSTEMS[1] / 7)
    assert np.array_equal(evidence.table[:, 0], SYSTEMS[0])
    assert np.array_equal(evidence.table[:, 1], SYSTEMS[1] / 7)


@pytest.mark.parametrize("largest", [30, 100_000], ids=["one chunk", "many chunks"])
def test_weighted_sums_are_exact(largest: int) -> None:
    systems = [error_rows(3000, largest) for _ in range(2)]
    evidence = evidence_of(*systems)
    assert evidence.table.dtype == np.float32
    weights = RNG.multinomial(3000, np.full(3000, 1 / 3000), size=20).astype(np.float32)
    expected = np.stack([WER.score(weights.astype(float) @ rows) for rows in systems], axis=1)
    assert np.array_equal(evidence.score_under(weights), expected)


def test_a_large_weight_is_no_trouble() -> None:
    evidence = evidence_of(error_rows(300, 100_000))
    weights = np.zeros((1, 300), dtype=np.float32)
    weights[0, 7] = 3000
    assert evidence.score_under(weights)[0, 0] == evidence.score_units()[7, 0]


def test_totals_and_units() -> None:
    evidence = evidence_of(*SYSTEMS)
    assert np.array_equal(evidence.totals, [rows.sum(axis=0) for rows in SYSTEMS])
    assert np.array_equal(evidence.score_units(), np.stack([WER.score(rows) for rows in SYSTEMS], axis=1))


def test_exchanged_scores_are_those_of_exchanged_rows() -> None:
    pairs = [(0, 1), (2, 0)]
    scores = evidence_of(*SYSTEMS).score_exchanged(9, np.random.default_rng(6), pairs)
    swaps = swap_masks(500, 9, np.random.default_rng(6)).astype(bool)
    for number, (first, second) in enumerate(pairs):
        for draw, swap in enumerate(swaps):
            one = np.where(swap[:, None], SYSTEMS[second], SYSTEMS[first])
            other = np.where(swap[:, None], SYSTEMS[first], SYSTEMS[second])
            expected = [WER.score(one.sum(axis=0)), WER.score(other.sum(axis=0))]
            assert scores[draw, number] == pytest.approx(expected, rel=1e-12)


def test_scores_without_each_segment_are_those_of_the_others() -> None:
    without = 1 - np.eye(500, dtype=np.float32)
    for evidence in (evidence_of(*SYSTEMS), RunEvidence(evidence_of(*SYSTEMS), [[2], [0, 1]])):
        assert evidence.score_without_each() == pytest.approx(evidence.score_under(without), rel=1e-12)


def test_scores_without_each_segment_are_made_block_by_block() -> None:
    rows = error_rows(40_000)
    rest = WER.score(rows.sum(axis=0) - rows)
    assert np.array_equal(evidence_of(rows).score_without_each()[:, 0], rest)


def test_dealt_scores_are_those_of_shuffled_runs() -> None:
    evidence = RunEvidence(evidence_of(*SYSTEMS), [[2], [0, 1]])
    scores = evidence.score_exchanged(5, np.random.default_rng(6), [(0, 1)])
    dealt = deals(500, 5, 3, np.random.default_rng(6))
    pooled = np.stack([SYSTEMS[2], SYSTEMS[0], SYSTEMS[1]])
    for draw in range(5):
        hands = [WER.score(pooled[dealt[hand, draw], np.arange(500)].sum(axis=0)) for hand in range(3)]
        assert scores[draw, 0] == pytest.approx([hands[0], (hands[1] + hands[2]) / 2], rel=1e-12)


def test_runs_are_averaged() -> None:
    evidence = RunEvidence(evidence_of(*SYSTEMS), [[2], [0, 1]])
    rates = [float(WER.score(rows.sum(axis=0))) for rows in SYSTEMS]
    scores = evidence.score_under(np.ones((1, 500), dtype=np.float32))
    assert scores[0] == pytest.approx([rates[2], (rates[0] + rates[1]) / 2])
    assert evidence.score_units().shape == (500, 2)


def test_groups_are_summed() -> None:
    groups = RNG.integers(7, size=500)
    evidence = evidence_of(*SYSTEMS)
    grouped = evidence.grouped(groups, 7)
    assert grouped.size == 7
    assert np.array_equal(grouped.totals, evidence.totals)
    expected = np.stack([SYSTEMS[0][groups == group].sum(axis=0) for group in range(7)])
    assert np.array_equal(grouped.table[:, 0], expected)
    assert np.array_equal(group_sums(SYSTEMS[0], groups, 7), expected)


def test_evaluation_with_intervals_has_the_scores_of_one_without() -> None:
    evalset = mtassay.EvalSet(
        [["a b c d", "a b"], ["b c", "c"], ["x y z", "x"]] * 20,
        systems={"one": ["a b d d", "c", "x y"] * 20, "two": ["a", "b c", "x y z"] * 20},
    )
    plain = mtassay.evaluate(evalset, ["bleu", "chrf", "ter"])
    sure = mtassay.evaluate(evalset, ["bleu", "chrf", "ter"], confidence=mtassay.Bootstrap(draws=200))
    for name in evalset.systems:
        for score, again in zip(plain[name], sure[name], strict=True):
            assert score.value == again.value
            assert np.array_equal(score.segments, again.segments)
            assert score.interval is None
            assert again.interval is not None
            assert again.interval.low <= again.value <= again.interval.high
            assert "|bs:200|seed:12345|version:" in again.signature


def test_intervals_by_the_jackknife() -> None:
    evalset = mtassay.EvalSet(["a b c d", "b c", "x y z"] * 20, systems={"one": ["a b d d", "c", "x y"] * 20})
    (score,) = mtassay.evaluate(evalset, ["chrf"], confidence=mtassay.JackknifeInterval(level=0.9))["one"]
    assert score.interval is not None
    assert score.interval.level == 0.9
    assert score.interval.high - score.value == pytest.approx(score.value - score.interval.low)
    assert "|level:0.9|interval:jackknife|version:" in score.signature
    few = mtassay.EvalSet(["a b"] * 29, systems={"one": ["a c"] * 29})
    with pytest.raises(mtassay.InputError, match="29 segments are too few for jackknife intervals"):
        mtassay.evaluate(few, ["chrf"], confidence=mtassay.JackknifeInterval())


def test_one_segment_has_no_interval() -> None:
    evalset = mtassay.EvalSet(["a b"], systems={"one": ["a c"]})
    assert mtassay.evaluate(evalset, ["chrf"], confidence=mtassay.Bootstrap())["one"][0].interval is None
