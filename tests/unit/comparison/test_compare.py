import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, InputError, MtassayWarning, SettingError
from mtassay.comparison.compare import default_test
from mtassay.comparison.condition import Condition
from mtassay.comparison.regressions import worst_regressions
from mtassay.comparison.result import Disagreement
from mtassay.reports.formats.markdown import Markdown
from mtassay.reports.formats.svg import Svg
from mtassay.reports.formats.text import Text
from mtassay.reports.results.comparison import comparison_document
from mtassay.significance.jackknife import Jackknife
from mtassay.significance.randomization import Randomization
from mtassay.significance.student import t_quantile

RNG = np.random.default_rng(8)
WORDS = np.array([*"abcdefghij", "the", "cat", "dog", "sat", "ran", "flew", "tree"])


def corrupt(segment: str, share: float, seed: int) -> str:
    rng = np.random.default_rng(seed)
    return " ".join(str(rng.choice(WORDS)) if rng.random() < share else word for word in segment.split())


REFERENCES = [" ".join(RNG.choice(WORDS, size=int(RNG.integers(4, 15)))) for _ in range(100)]


def system(share: float, seed: int) -> list[str]:
    return [corrupt(segment, share, seed * 1000 + number) for number, segment in enumerate(REFERENCES)]


SYSTEMS = {"base": system(0.3, 1), "same": system(0.3, 2), "good": system(0.1, 3), "bad": system(0.6, 4)}
DOCUMENTS = [f"d{number // 3}" for number in range(100)]
EVALSET = EvalSet(REFERENCES, systems=SYSTEMS, labels={"document": DOCUMENTS, "half": ["x"] * 60 + ["y"] * 40})


def test_values_are_those_of_evaluate_and_pairs_are_with_the_baseline() -> None:
    compared = mtassay.compare(EVALSET, ["bleu", "wer"])
    scores = mtassay.evaluate(EVALSET, ["bleu", "wer"])
    assert compared.systems == ("base", "same", "good", "bad")
    for column, one in enumerate(compared.metrics):
        for found in one.systems:
            assert found.value == scores[found.name][column].value
            assert found.runs == (found.value,)
            assert found.interval is not None
            assert found.interval.low < found.value < found.interval.high
        assert [(pair.first, pair.second) for pair in one.pairs] == [("base", n) for n in ("same", "good", "bad")]
        assert one.indistinguishable is None, "pairs without the baseline were not tested"


def test_groups_are_those_of_the_reported_p_values() -> None:
    for one in mtassay.compare(EVALSET, ["bleu", "wer"], all_pairs=True).metrics:
        assert one.indistinguishable is not None
        assert [set(group) for group in one.indistinguishable] == [{"good"}, {"base", "same"}, {"bad"}]
        assert [one.groups_of(name) for name in ("good", "base", "same", "bad")] == [(1,), (2,), (2,), (3,)]
    two = mtassay.compare(EVALSET, ["bleu"], runs={name: [name] for name in ("base", "bad")}).metrics[0]
    assert two.indistinguishable == (("base",), ("bad",)), "two systems are one pair, which is tested"


def steps(count: int, step: float, noise: float) -> list[list[float]]:
    """Scores of systems each a step better than the last, so small that only distant ones differ."""
    rng = np.random.default_rng(11)
    segments = rng.normal(50, 5, size=100)
    return [list(segments + step * number + rng.normal(0, noise, size=100)) for number in range(count)]


@pytest.mark.parametrize("correction", ["holm", "bh", "none"])
def test_no_group_has_a_pair_that_the_table_calls_better_or_worse(correction: str) -> None:
    evalset, judge = given_evalset(*steps(11, 0.2, 1.0))
    one = mtassay.compare(evalset, [judge], all_pairs=True, correction=correction, test="bootstrap:draws=3000").metrics[
        0
    ]
    assert one.indistinguishable is not None
    assert len(one.indistinguishable) > 2
    assert any(len(one.groups_of(found.name)) > 1 for found in one.systems), "bars overlap"
    across = {(pair.first, pair.second) for pair in one.pairs_across(0.05)}
    for pair in one.pairs:
        shares = bool(set(one.groups_of(pair.first)) & set(one.groups_of(pair.second)))
        assert (one.verdict(pair, 0.05) == "unclear") == (shares or (pair.first, pair.second) in across)


def test_pairs_that_no_bar_can_join_are_told() -> None:
    rng = np.random.default_rng(3)
    segments = rng.normal(50, 5, size=400)
    near = segments - 0.3 + rng.normal(0, 0.5, size=400)  # always a little worse than the best
    noise = rng.normal(0, 9, size=400)
    noisy = segments - 0.4 + noise - noise.mean()
    evalset, judge = given_evalset(list(segments), list(near), list(noisy))
    compared = mtassay.compare(evalset, [judge], all_pairs=True)
    one = compared.metrics[0]
    assert [found.name for found in one.ranked] == ["s0", "s1", "s2"]
    assert one.indistinguishable == (("s0",), ("s1", "s2"))
    assert [(pair.first, pair.second) for pair in one.pairs_across(0.05)] == [("s0", "s2")]
    text = Text().write(comparison_document(compared))
    assert "s2 and s0 cannot be told apart either" in text


def test_corrected_p_values_are_those_of_the_reported_pairs() -> None:
    against_baseline = mtassay.compare(EVALSET, ["chrf"], test="bootstrap").metrics[0]
    every = mtassay.compare(EVALSET, ["chrf"], test="bootstrap", all_pairs=True).metrics[0]
    raw = mtassay.compare(EVALSET, ["chrf"], test="bootstrap", correction="none").metrics[0]
    assert len(every.pairs) == 6
    good = [one.pair("base", "good") for one in (raw, against_baseline, every)]
    p_values = [pair.adjusted_p for pair in good if pair is not None]
    assert p_values == pytest.approx([1 / 1001, 3 / 1001, 6 / 1001])


def test_the_baseline_can_be_named() -> None:
    compared = mtassay.compare(EVALSET, ["chrf"], baseline="good")
    assert compared.systems == ("good", "base", "same", "bad")
    assert compared.baseline == "good"
    with pytest.raises(InputError, match="no system 'gut'"):
        mtassay.compare(EVALSET, ["chrf"], baseline="gut")


def test_identical_systems_cannot_be_told_apart() -> None:
    evalset = EvalSet(REFERENCES, systems={"a": SYSTEMS["base"], "b": list(SYSTEMS["base"])})
    for test in ("bootstrap", "randomization:draws=500", "jackknife", "sign", "wilcoxon"):
        one = mtassay.compare(evalset, ["bleu"], test=test).metrics[0]
        assert one.pairs[0].p_value == 1
        assert one.pairs[0].difference == 0
        assert one.pairs[0].segments_needed is None
        assert one.indistinguishable == (("a", "b"),)


def test_one_segment_is_warned_of_and_decides_nothing() -> None:
    evalset = EvalSet(["the cat sat"], systems={"a": ["the cat"], "b": ["the cat sat"]})
    for test in ("bootstrap", "randomization", "sign", "wilcoxon"):
        with pytest.warns(MtassayWarning, match="one segment only"):
            one = mtassay.compare(evalset, ["chrf"], test=test).metrics[0]
        assert one.pairs[0].p_value == 1
        assert [found.interval for found in one.systems] == [None, None]
        assert one.indistinguishable == (("b", "a"),)


def test_few_segments_are_warned_of() -> None:
    evalset = EvalSet(REFERENCES[:7], systems={name: output[:7] for name, output in SYSTEMS.items()})
    with pytest.warns(MtassayWarning, match="7 segments are few"):
        mtassay.compare(evalset, ["chrf"])


def test_a_constant_metric_is_no_trouble() -> None:
    evalset = EvalSet(["x y"] * 50, systems={"a": ["x z"] * 50, "b": ["x z"] * 50, "c": ["x q"] * 50})
    for test in ("bootstrap", "randomization:draws=200", "jackknife", "sign", "wilcoxon"):
        one = mtassay.compare(evalset, ["wer"], test=test, all_pairs=True).metrics[0]
        assert {pair.p_value for pair in one.pairs} == {1}
        assert all(found.interval is not None and found.interval.low == found.interval.high for found in one.systems)


def test_systems_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match="system b: 99 segments, but the references have 100"):
        EvalSet(REFERENCES, systems={"a": SYSTEMS["base"], "b": SYSTEMS["bad"][:99]})


def test_one_system_is_refused() -> None:
    with pytest.raises(InputError, match="needs two systems or more"):
        mtassay.compare(EvalSet(REFERENCES, systems={"a": SYSTEMS["base"]}), ["chrf"])


def test_documents_are_drawn_whole() -> None:
    by_segment = mtassay.compare(EVALSET, ["chrf"])
    by_document = mtassay.compare(EVALSET, ["chrf"], unit="document")
    assert (by_document.unit, by_document.units) == ("document", 34)
    assert "|unit:document|" in by_document.metrics[0].signature
    assert by_document.metrics[0].systems[0].value == by_segment.metrics[0].systems[0].value
    assert by_document.metrics[0].systems[0].interval != by_segment.metrics[0].systems[0].interval
    with pytest.raises(InputError, match=r"no label 'documents' .did you mean 'document'"):
        mtassay.compare(EVALSET, ["chrf"], unit="documents")


def test_parts_have_the_scores_of_their_segments() -> None:
    compared = mtassay.compare(EVALSET, ["bleu", "ter"], by="half")
    assert [(group.name, group.segments) for group in compared.groups] == [("x", 60), ("y", 40)]
    expected = mtassay.score(SYSTEMS["good"][60:], REFERENCES[60:], ["bleu", "ter"])
    assert [by_metric[2] for by_metric in compared.groups[1].scores] == [score.value for score in expected]


RUNS = {
    "old": [f"old{number}" for number in range(3)],
    "new": [f"new{number}" for number in range(3)],
}
RUN_SET = EvalSet(
    REFERENCES,
    systems={
        **{f"old{number}": system(0.30, 10 + number) for number in range(3)},
        **{f"new{number}": system(0.22, 20 + number) for number in range(3)},
    },
)


def test_runs_are_averaged_and_their_spread_is_told() -> None:
    compared = mtassay.compare(RUN_SET, ["chrf"], runs=RUNS)
    old = compared.metrics[0].system("old")
    scores = [mtassay.score(RUN_SET.systems[run], REFERENCES, ["chrf"])[0].value for run in RUNS["old"]]
    assert old.runs == tuple(scores)
    assert old.value == pytest.approx(np.mean(scores))
    assert old.run_spread == pytest.approx(np.std(scores, ddof=1))
    assert compared.test == Randomization()
    assert "|runs:3|" in compared.metrics[0].signature
    single = mtassay.compare(RUN_SET, ["chrf"], runs={run: [run] for run in RUNS["old"]}).metrics[0].systems
    assert old.sample_spread == pytest.approx(np.mean([one.sample_spread for one in single]))
    assert compared.metrics[0].pairs[0].p_value < 0.05


def test_shuffled_runs_of_one_system_do_not_differ() -> None:
    mixed = {"a": ["old0", "old1", "old2"], "b": ["old2", "old0", "old1"]}
    assert (
        mtassay.compare(RUN_SET, ["chrf"], runs=mixed, test="randomization:draws=300").metrics[0].pairs[0].p_value == 1
    )


def test_fewer_than_three_runs_are_warned_of_loudly() -> None:
    with pytest.warns(MtassayWarning, match="UNSTABLE: fewer than 3 runs of new"):
        mtassay.compare(RUN_SET, ["chrf"], runs={"old": RUNS["old"], "new": RUNS["new"][:2]})


def test_runs_need_randomization() -> None:
    with pytest.raises(SettingError, match="bootstrap knows nothing of several training runs"):
        mtassay.compare(RUN_SET, ["chrf"], runs=RUNS, test="bootstrap")
    with pytest.raises(InputError, match="no system 'old9'"):
        mtassay.compare(RUN_SET, ["chrf"], runs={"old": ["old9"], "new": ["new0"]})


def test_the_jackknife_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np.random, "default_rng", None)
    compared = mtassay.compare(EVALSET, ["bleu", "wer"], test="jackknife", all_pairs=True)
    assert (compared.test, compared.interval) == (Jackknife(), mtassay.JackknifeInterval())
    for one in compared.metrics:
        assert "|interval:jackknife|test:jackknife|version:" in one.signature
        assert "bs:" not in one.signature
        assert "seed:" not in one.signature


def test_the_jackknife_says_nearly_what_the_bootstrap_says() -> None:
    tested, drawn = (
        mtassay.compare(EVALSET, ["bleu", "wer"], test=test, all_pairs=True) for test in ("jackknife", "bootstrap")
    )
    for one, other in zip(tested.metrics, drawn.metrics, strict=True):
        assert one.indistinguishable == other.indistinguishable
        for mine, theirs in zip(one.systems, other.systems, strict=True):
            assert mine.value == theirs.value
            assert mine.sample_spread == pytest.approx(theirs.sample_spread, rel=0.15)
        for pair, same in zip(one.pairs, other.pairs, strict=True):
            assert pair.difference == same.difference
            assert pair.smallest_difference == pytest.approx(same.smallest_difference, rel=0.15)


def test_power_beside_the_jackknife_comes_from_its_error() -> None:
    scores = np.random.default_rng(12).normal(size=(2, 200))
    evalset, judge = given_evalset(*scores.tolist())
    (pair,) = mtassay.compare(evalset, [judge], test="jackknife").metrics[0].pairs
    error = float((scores[1] - scores[0]).std(ddof=1) / np.sqrt(200))
    assert pair.smallest_difference == pytest.approx(2.8016 * error, rel=1e-4)


def test_jackknife_intervals_can_stand_beside_any_test() -> None:
    for test in (None, "bootstrap", "randomization:draws=500", "sign"):
        compared = mtassay.compare(EVALSET, ["wer"], test=test, interval=mtassay.JackknifeInterval())
        plain = mtassay.compare(EVALSET, ["wer"], test=test)
        assert [pair.p_value for pair in compared.metrics[0].pairs] == [pair.p_value for pair in plain.metrics[0].pairs]
        assert compared.metrics[0].systems[0].interval != plain.metrics[0].systems[0].interval
    beside = mtassay.compare(EVALSET, ["wer"], test="jackknife", interval=mtassay.Bootstrap(seed=3))
    own = mtassay.compare(EVALSET, ["wer"], test="jackknife")
    assert "|bs:1000|seed:3|test:jackknife|" in beside.metrics[0].signature
    assert [pair.p_value for pair in beside.metrics[0].pairs] == [pair.p_value for pair in own.metrics[0].pairs]


def test_the_jackknife_tells_of_means_over_runs() -> None:
    compared = mtassay.compare(RUN_SET, ["chrf"], runs=RUNS, test="jackknife").metrics[0]
    pair = compared.pairs[0]
    assert "|interval:jackknife|test:jackknife|runs:3|" in compared.signature
    assert pair.difference == pytest.approx(compared.systems[1].value - compared.systems[0].value)
    shuffled = mtassay.compare(RUN_SET, ["chrf"], runs=RUNS).metrics[0].pairs[0]
    assert max(pair.p_value, shuffled.p_value) < 0.01
    single = mtassay.compare(RUN_SET, ["chrf"], runs={run: [run] for run in RUNS["old"]}, test="jackknife")
    spreads = [one.sample_spread for one in single.metrics[0].systems]
    assert compared.system("old").sample_spread == pytest.approx(np.mean(spreads))
    for found in compared.systems:  # a mean of several runs varies less than one of them
        assert found.interval is not None
        assert found.sample_spread is not None
        assert found.interval.high - found.value < t_quantile(0.975, 99) * found.sample_spread
    mixed = {"a": ["old0", "old1", "old2"], "b": ["old2", "old0", "old1"]}
    (same,) = mtassay.compare(RUN_SET, ["chrf"], runs=mixed, test="jackknife").metrics[0].pairs
    assert same.p_value == 1


def test_the_jackknife_refuses_few_segments_and_documents() -> None:
    few = EvalSet(REFERENCES[:29], systems={name: output[:29] for name, output in SYSTEMS.items()})
    with pytest.raises(InputError, match=r"29 segments are too few for the jackknife: .*use the test randomization"):
        mtassay.compare(few, ["chrf"], test="jackknife")
    with pytest.raises(InputError, match="2 parts by half are too few for the jackknife"):
        mtassay.compare(EVALSET, ["chrf"], test="jackknife", unit="half")
    with pytest.raises(InputError, match=r"29 segments are too few for jackknife intervals: .*percentile intervals"):
        mtassay.compare(few, ["chrf"], interval=mtassay.JackknifeInterval())
    by_document = mtassay.compare(EVALSET, ["chrf"], test="jackknife", unit="document")
    assert "|interval:jackknife|test:jackknife|unit:document|" in by_document.metrics[0].signature
    by_segment = mtassay.compare(EVALSET, ["chrf"], test="jackknife")
    assert by_document.metrics[0].systems[0].interval != by_segment.metrics[0].systems[0].interval


def test_settings_are_checked() -> None:
    with pytest.raises(SettingError, match="correction=bonferroni"):
        mtassay.compare(EVALSET, ["chrf"], correction="bonferroni")
    with pytest.raises(SettingError, match="alpha=5"):
        mtassay.compare(EVALSET, ["chrf"], alpha=5)
    with pytest.raises(SettingError, match="an empty list"):
        mtassay.compare(EVALSET, [])


def test_signatures_tell_the_procedure() -> None:
    by = {test: mtassay.compare(EVALSET, ["wer"], test=test).metrics[0].signature for test in ("sign", "randomization")}
    assert "|bs:1000|seed:12345|test:sign|" in by["sign"]
    assert "|bs:1000|seed:12345|ar:10000|" in by["randomization"]


def test_the_worst_regressions_come_first() -> None:
    one = mtassay.compare(EVALSET, ["wer"]).metrics[0]
    worst = worst_regressions(one, "base", "bad", 3)
    losses = [regression.after - regression.before for regression in worst]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] == (one.segments[:, 3] - one.segments[:, 0]).max()
    evalset = EvalSet(REFERENCES, systems={"a": SYSTEMS["base"], "b": SYSTEMS["base"]})
    assert worst_regressions(mtassay.compare(evalset, ["wer"]).metrics[0], "a", "b") == []


def test_lookup_and_face() -> None:
    compared = mtassay.compare(EVALSET, ["chrf", "chrf:word_order=2"])
    assert compared["chrF2++"] is compared.metrics[1]
    assert compared["chrf:word_order=2"] is compared.metrics[1]
    with pytest.raises(KeyError):
        compared["bleu"]
    assert repr(compared).startswith("<Comparison of 4 systems on 100 segments\n  chrF2: base ")


def test_data_frame_and_notebook() -> None:
    compared = mtassay.compare(EVALSET, ["chrf"])
    frame = compared.to_pandas()
    assert list(frame.columns) == [
        "score",
        "low",
        "high",
        "groups",
        "difference",
        "p",
        "adjusted_p",
        "adjusted_p_is_upper_bound",
    ]
    assert frame.loc[("chrF2", "good"), "difference"] == compared.metrics[0].pairs[1].difference
    html = compared._repr_html_()
    assert html.count("<tr>") == 5
    assert "<td>good</td>" in html


def given_evalset(*columns: list[float]) -> tuple[EvalSet, str]:
    """Systems s0, s1, … whose scores were made elsewhere."""
    names = [f"s{number}" for number in range(len(columns))]
    path = Path("build") / f"given-{abs(hash(tuple(map(tuple, columns))))}.tsv"
    path.parent.mkdir(exist_ok=True)
    rows = zip(*columns, strict=True)
    lines = ["\t".join(names), *("\t".join(repr(float(score)) for score in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    texts = {name: [f"segment {number}" for number in range(len(columns[0]))] for name in names}
    return EvalSet(systems=texts), f"given:path={path},name=judge"


@pytest.mark.parametrize("test", ["sign", "wilcoxon"])
def test_a_test_that_contradicts_the_score_calls_nothing_better(test: str) -> None:
    losses = [-0.4 if number < 10 else 0.01 for number in range(100)]
    evalset, judge = given_evalset([0.5] * 100, [0.5 + loss for loss in losses])
    compared = mtassay.compare(evalset, [judge], test=test)
    one = compared.metrics[0]
    assert one.pairs[0].p_value < 0.001
    assert one.pairs[0].difference < 0
    assert one.pairs[0].outcome.contradicts
    assert one.verdict(one.pairs[0], 0.05) == "unclear"
    assert one.indistinguishable == (("s0", "s1"),)
    assert Condition.parse("judge < 0 and p < 0.05").check(compared) == []
    assert "neither can be called better" in Text().write(comparison_document(compared))


def test_many_systems_can_be_told_apart_by_default() -> None:
    rng = np.random.default_rng(5)
    evalset, judge = given_evalset(*(list(rng.normal(0.3 * number, 0.1, size=200)) for number in range(12)))
    compared = mtassay.compare(evalset, [judge], all_pairs=True)
    assert "|bs:3000|" in compared.metrics[0].signature
    assert compared.metrics[0].indistinguishable == tuple((f"s{number}",) for number in range(11, -1, -1))
    with pytest.warns(MtassayWarning, match="1000 draws are too few for 66 pairs.*take 3000 or more"):
        mtassay.compare(evalset, [judge], test="bootstrap", all_pairs=True)
    for fewer in ({"correction": "none", "all_pairs": True}, {}):  # where little is corrected, no warning
        mtassay.compare(evalset, [judge], test="bootstrap", **fewer)


def opposed() -> EvalSet:
    """`cut` has half of the words, in the right order; `long` all of them, in the wrong order: metrics disagree."""
    references = [" ".join(f"{word}{number}" for word in ("alpha", "beta", "gamma", "delta")) for number in range(60)]
    cut = [" ".join(segment.split()[:2]) for segment in references]
    long = [" ".join(reversed(segment.split())) for segment in references]
    return EvalSet(references, systems={"cut": cut, "long": long})


def test_metrics_that_contradict_each_other_beyond_chance_are_told() -> None:
    compared = mtassay.compare(opposed(), ["wer", "chrf", "per"])
    assert compared.disagreements == [Disagreement("cut", "long", better=("chrF2", "PER"), worse=("WER",))]
    text = Text().write(comparison_document(compared))
    (told,) = [line for line in text.splitlines() if line.startswith("Metrics disagree: ")]
    assert re.fullmatch(
        r"Metrics disagree: by chrF2 \(\+[0-9.]+, p . 0\.001\) and PER \(-[0-9.]+, p . 0\.001\), long is better "
        r"than cut, and by WER \(\+[0-9.]+, p . 0\.001\), it is worse\.",
        told,
    ), told
    assert told in " ".join(unescape(Svg().write(comparison_document(compared))).split())
    assert told in Markdown().write(comparison_document(compared)).replace("\\", "")


def test_metrics_that_agree_or_are_unsure_are_not_told() -> None:
    for metrics in (["chrf", "per"], ["wer"]):
        assert mtassay.compare(opposed(), metrics).disagreements == []
    same = EvalSet(REFERENCES, systems={"a": SYSTEMS["base"], "b": SYSTEMS["same"]})
    assert mtassay.compare(same, ["bleu", "chrf", "ter"]).disagreements == []


def test_identical_fractions_are_ties() -> None:
    scores = list(np.random.default_rng(6).normal(size=100))
    evalset, judge = given_evalset(*[scores] * 5)
    for pair in mtassay.compare(evalset, [judge], all_pairs=True, test="bootstrap").metrics[0].pairs:
        assert (pair.p_value, pair.outcome.ties, pair.smallest_difference) == (1, 1, 0)


def test_tiny_scores_are_no_rounding_errors() -> None:
    rng = np.random.default_rng(7)
    first = rng.normal(5e-11, 1e-11, size=100)
    evalset, judge = given_evalset(list(first), list(first + 2e-11))
    assert mtassay.compare(evalset, [judge]).metrics[0].pairs[0].p_value < 0.01


@pytest.mark.parametrize(
    ("segments", "documents", "unit", "expected"),
    [
        (199, None, None, "randomization"),
        (200, None, None, "bootstrap"),
        (400, 100, "document", "randomization"),
        (400, 101, "document", "bootstrap"),
        (400, 20, None, "bootstrap"),
    ],
)
def test_randomization_is_the_default_where_the_bootstrap_finds_too_much(
    segments: int, documents: int | None, unit: str | None, expected: str
) -> None:
    labels = {} if documents is None else {"document": [str(number % documents) for number in range(segments)]}
    evalset = EvalSet(["a"] * segments, systems={"x": ["a"] * segments, "y": ["a"] * segments}, labels=labels)
    assert default_test(evalset, unit, 2, 0.05, has_runs=False) == expected
    if expected == "randomization":  # so that p-values corrected for all pairs can still be small
        assert default_test(evalset, unit, 30, 0.01, has_runs=False) == "randomization:draws=87000"


def told(compared: mtassay.Comparison) -> str:
    return Text().write(comparison_document(compared))


def test_documents_that_nobody_draws_are_told() -> None:
    far_off = "The segments come from 34 documents but were tested one by one"
    assert far_off in told(mtassay.compare(EVALSET, ["chrf"]))
    assert far_off in " ".join(Svg().write(comparison_document(mtassay.compare(EVALSET, ["chrf"]))).split())
    assert far_off in told(mtassay.compare(EVALSET, ["chrf"], by="document"))
    assert far_off not in told(mtassay.compare(EVALSET, ["chrf"], unit="document"))
    for labels in (
        {"half": ["x"] * 60 + ["y"] * 40},
        {"document": list(map(str, range(100)))},
        {"document": ["a"] * 100},
    ):
        assert "documents" not in told(mtassay.compare(EvalSet(REFERENCES, systems=SYSTEMS, labels=labels), ["chrf"]))


def test_results_over_few_documents_say_that_their_intervals_are_narrow() -> None:
    by_document = mtassay.compare(EVALSET, ["chrf"], unit="document")
    assert by_document.test.name == "randomization"
    assert "Intervals over 34 parts by document are a little too narrow.\n" in told(by_document)
    bootstrap = mtassay.compare(EVALSET, ["chrf"], unit="document", test="bootstrap")
    assert "a little too narrow, and p-values of the bootstrap a little too small." in told(bootstrap)
    assert "Intervals over 2 parts by half are too narrow." in told(mtassay.compare(EVALSET, ["chrf"], unit="half"))


def test_jackknife_intervals_over_few_documents_are_wide_enough() -> None:
    text = told(mtassay.compare(EVALSET, ["chrf"], unit="document", test="jackknife"))
    assert "in 34 parts by document, which are left out whole" in text
    assert "narrow" not in text
    beside = mtassay.compare(EVALSET, ["chrf"], unit="document", test="bootstrap", interval=mtassay.JackknifeInterval())
    assert "\np-values of the bootstrap over 34 parts by document are a little too small.\n" in told(beside)


def test_few_segments_are_tested_by_randomization() -> None:
    evalset, judge = given_evalset([0.1, 0.2], [0.3, 0.4])
    with pytest.warns(MtassayWarning, match="2 segments are few"):
        compared = mtassay.compare(evalset, [judge])
    assert compared.test.name == "randomization"
    assert compared.metrics[0].pairs[0].p_value > 0.4
    with pytest.warns(MtassayWarning, match="p-values of the bootstrap far too small; use the test randomization"):
        mtassay.compare(evalset, [judge], test="bootstrap")


def test_interval_and_test_have_one_seed() -> None:
    twice = EvalSet(REFERENCES * 2, systems={name: output * 2 for name, output in SYSTEMS.items()})
    compared = mtassay.compare(twice, ["wer"], interval=mtassay.Bootstrap(seed=9, draws=200))
    assert "|bs:200|seed:9|" in compared.metrics[0].signature
    assert compared.test == mtassay.paired_test("bootstrap:draws=200,seed=9")
    few = mtassay.compare(EVALSET, ["wer"], interval=mtassay.Bootstrap(seed=9, draws=200))
    assert few.test == mtassay.paired_test("randomization:seed=9")
    with pytest.raises(SettingError, match="the test has seed=5, the interval seed=12345"):
        mtassay.compare(EVALSET, ["wer"], test="randomization:seed=5", interval=mtassay.Bootstrap())
    beside = mtassay.compare(EVALSET, ["wer"], test="randomization:seed=5,draws=200").interval
    assert beside == mtassay.Bootstrap(seed=5)


def test_one_draw_is_no_trouble() -> None:
    with pytest.warns(MtassayWarning):
        one = mtassay.compare(EVALSET, ["wer"], test="bootstrap:draws=1").metrics[0]
    assert one.systems[0].sample_spread == 0


def test_runs_that_differ_as_much_as_systems_are_told() -> None:
    loud = EvalSet(
        REFERENCES,
        systems={f"{name}{n}": system(share, 30 + n) for name in "xy" for n, share in enumerate((0.1, 0.3, 0.5))},
    )
    runs = {"x": ["x0", "x1", "x2"], "y": ["y1", "y2", "y2b"]}
    loud = EvalSet(REFERENCES, systems={**loud.systems, "y2b": system(0.55, 77)})
    text = Text().write(comparison_document(mtassay.compare(loud, ["wer"], runs=runs)))
    assert "newly trained ones may turn out otherwise" in text


def test_wrong_kinds_of_arguments_are_refused() -> None:
    for wrong in ({"test": 3}, {"interval": "percentile"}, {"alpha": "x"}):
        with pytest.raises(SettingError):
            mtassay.compare(EVALSET, ["wer"], **wrong)
    with pytest.raises(SettingError, match="confidence"):
        mtassay.evaluate(EVALSET, ["wer"], confidence=True)
    for runs in ({"x": ["base"], "y": []}, {"x": "base", "y": ["bad"]}):
        with pytest.raises(InputError, match="expected a list of systems"):
            mtassay.compare(EVALSET, ["wer"], runs=runs)
