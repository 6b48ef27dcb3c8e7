"""sacreBLEU's intervals and tests, to the last bit at the same seed."""

import inspect
import random
from typing import Any

import numpy as np
import pytest
import sacrebleu as peer
import sacrebleu.significance as peer_significance
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import chrf_settings, streams, ter_settings, texts

import mtassay
import mtassay.compat.sacrebleu as ours
from mtassay import EvalSet, MtassayWarning, SettingError
from mtassay.compat.sacrebleu import resampling, significance
from mtassay.compat.sacrebleu.procedures import procedures
from mtassay.evaluation.rows import RowEvidence
from mtassay.metrics.base import metric

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")

NUMBERS = ("score", "p_value", "mean", "ci")

bleu_settings = st.fixed_dictionaries(
    {
        "smooth_method": st.sampled_from(["none", "exp", "floor", "add-k"]),
        "smooth_value": st.sampled_from([None, 0.1, 0.5, 1, 1.7]),
        "max_ngram_order": st.integers(1, 6),
        "effective_order": st.booleans(),
    }
)
metric_settings = st.tuples(bleu_settings, chrf_settings, ter_settings)


def metrics_of(module: Any, chosen: Any, references: Any) -> dict[str, Any]:
    kinds = zip((module.BLEU, module.CHRF, module.TER), chosen, strict=True)
    return {kind.__name__: kind(**options, references=references) for kind, options in kinds}


def signatures(found: dict[str, Any]) -> list[tuple[str, str]]:
    """Long and short, without the version."""
    return [(one.format().rpartition(":")[0], one.format(short=True).rpartition(":")[0]) for one in found.values()]


def check_paired(systems: Any, references: Any, chosen: Any, test_type: str, draws: int, confidence: int = -1) -> Any:
    """Both give the same, and all of it; returns what."""
    arguments = (test_type, draws, confidence)
    peer_test = peer_significance.PairedTest(systems, metrics_of(peer, chosen, references), None, *arguments)
    our_test = significance.PairedTest(systems, metrics_of(ours, chosen, references), None, *arguments)
    (expected_signatures, expected), (got_signatures, got) = peer_test(), our_test()
    assert signatures(got_signatures) == signatures(expected_signatures)
    assert list(got) == list(expected)
    assert got["System"] == expected["System"]
    for label in list(expected)[1:]:
        for result, wanted in zip(got[label], expected[label], strict=True):
            for number in NUMBERS:
                assert getattr(result, number) == getattr(wanted, number), (label, number)
    return got


@st.composite
def rival_streams(draw: st.DrawFn) -> tuple[list[tuple[str, list[str]]], Any]:
    """Three systems, of which one may be the same as the first, and references."""
    hypotheses, references = draw(streams())
    others = [draw(st.lists(texts, min_size=len(hypotheses), max_size=len(hypotheses))) for _ in range(2)]
    if draw(st.booleans()):
        others[0] = hypotheses
    return [("A", hypotheses), ("B", others[0]), ("C", others[1])], references


@given(corpus=rival_streams(), chosen=metric_settings, draws=st.sampled_from([1, 39, 40, 100]))
@settings(max_examples=60)
def test_paired_bootstrap(corpus: Any, chosen: Any, draws: int) -> None:
    check_paired(*corpus, chosen, "bs", draws)


@given(
    corpus=rival_streams(),
    chosen=metric_settings,
    draws=st.sampled_from([1, 31, 32, 100]),
    confidence=st.sampled_from([-1, 50]),
)
@settings(max_examples=60)
def test_approximate_randomization(corpus: Any, chosen: Any, draws: int, confidence: int) -> None:
    check_paired(*corpus, chosen, "ar", draws, confidence)


def made_up(seed: int, segments: int, translators: int) -> tuple[list[tuple[str, list[str]]], list[list[str]]]:
    rng = random.Random(seed)
    words = ["the", "a", "cat", "dog", "sat", "lay", "on", "mat", "chair", ".", ",", "it", "is", "was", "1.5"]

    def changed(text: str, share: float) -> str:
        return " ".join(rng.choice(words) if rng.random() < share else word for word in text.split())

    first = [" ".join(rng.choices(words, k=rng.randint(1, 12))) for _ in range(segments)]
    references = [
        first,
        *([changed(text, 0.3) + " so" * rng.randint(0, 4) for text in first] for _ in range(translators - 1)),
    ]
    shares = {"A": 0.3, "B": 0.31, "C": 0.35}
    return [(name, [changed(text, share) for text in first]) for name, share in shares.items()], references


# three references make thirds of TER's reference lengths, whose sums depend on their order
@pytest.mark.parametrize(("segments", "translators"), [(1, 1), (2, 3), (30, 1), (30, 3), (200, 2), (200, 3)])
@pytest.mark.parametrize("seed", ["12345", "7"])
def test_more_draws_than_fit_in_a_block(
    segments: int, translators: int, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    systems, references = made_up(int(seed), segments, translators)
    chosen: Any = ({}, {}, {})
    found = check_paired(systems, references, chosen, "bs", 300)
    check_paired(systems, references, chosen, "ar", 700, 300)
    if segments == 200:
        assert 0.01 < found["BLEU"][1].p_value < 1  # neither sure nor hopeless, or little would be tested


def test_defaults() -> None:
    systems, references = made_up(1, 20, 1)
    chosen: Any = ({}, {}, {})
    assert check_paired(systems, references, chosen, "bs", 0)["BLEU"][0].mean is not None
    assert check_paired(systems, references, chosen, "ar", -1, 0)["BLEU"][0].mean is not None


@given(corpus=streams(), chosen=metric_settings, draws=st.sampled_from([2, 40, 100]))
@settings(max_examples=60)
def test_intervals_of_one_system(corpus: Any, chosen: Any, draws: int) -> None:
    hypotheses, references = corpus
    peers, own = metrics_of(peer, chosen, references), metrics_of(ours, chosen, references)
    for name, wanted in peers.items():
        try:
            expected = wanted.corpus_score(hypotheses, None, n_bootstrap=draws)
        except TypeError:  # sacreBLEU cannot take the mean where some test sets are given 0 and others not
            own[name].corpus_score(hypotheses, None, n_bootstrap=draws)
            continue
        got = own[name].corpus_score(hypotheses, None, n_bootstrap=draws)
        assert (got._mean, got._ci) == (expected._mean, expected._ci)
        for arguments in ({}, {"score_only": True}, {"signature": "a:b", "is_json": True}):
            assert got.format(12, **arguments) == expected.format(12, **arguments)
        assert signatures({"": own[name].get_signature()}) == signatures({"": wanted.get_signature()})
        # the signature keeps what was done last
        assert (own[name].n_bootstrap, own[name].seed) == (wanted.n_bootstrap, wanted.seed)


def test_no_interval_from_one_draw() -> None:
    score = ours.BLEU().corpus_score(["a b c d e"], [["a b c d e"]], n_bootstrap=1)
    assert "μ" not in str(score)


@pytest.mark.parametrize("spec", ["bleu", "bleu:smooth_method=add-k", "chrf", "chrf:eps_smoothing=yes", "ter"])
@pytest.mark.parametrize("largest", [3, 100, 200_000])
@pytest.mark.parametrize("parts", [1, 3])
def test_rows_of_any_size(spec: str, largest: int, parts: int) -> None:
    """Also sums that single precision cannot hold: what is lost depends on the order of adding."""
    one = metric(spec)
    rng = np.random.default_rng(largest)
    rows = np.sort(rng.integers(0, largest, size=(300, len(one.columns)), endpoint=True), axis=1).astype(np.float64)
    if one.name == "ter":
        rows[:, 1] /= parts
    elif one.name == "bleu":  # n-grams get fewer as they get longer, and matches are no more than n-grams
        rows = rows[:, [9, 8, 3, 2, 1, 0, 7, 6, 5, 4]]
    else:
        rows = np.sort(rows.reshape(300, 6, 3), axis=2)[..., [1, 2, 0]].reshape(300, 18)
    options = {"smooth_method": "add-k"} if "add-k" in spec else {"eps_smoothing": True} if "eps" in spec else {}
    scorer = getattr(peer, one.name.upper())(**options)
    _, expected = peer_significance._bootstrap_resample(rows.tolist(), scorer, 100)
    table = rows[:, np.newaxis] if parts > 1 or largest > 1000 else rows[:, np.newaxis].astype(np.float32)
    ((got,),) = resampling.resample([RowEvidence(one, table)], 100, np.random.default_rng(12345))
    assert got.tolist() == [float(score.score) for score in expected]


@pytest.mark.parametrize("test_type", ["bs", "ar"])
def test_comparisons_with_compat_give_the_same(test_type: str) -> None:
    systems, references = made_up(3, 60, 3)
    chosen: Any = ({}, {}, {})
    _, expected = peer_significance.PairedTest(systems, metrics_of(peer, chosen, references), None, test_type, 200)()
    interval, test = procedures({"bs": "bootstrap", "ar": "randomization"}[test_type], 200)
    evalset = EvalSet(list(zip(*references, strict=True)), systems=dict(systems))
    compared = mtassay.compare(evalset, ["bleu", "chrf", "ter"], interval=interval, test=test)
    for one, label in zip(compared.metrics, ("BLEU", "chrF2", "TER"), strict=True):
        assert f"|{test_type}:200|" in one.signature
        assert "|seed:12345|" in one.signature
        for pair, wanted in zip(one.pairs, expected[label][1:], strict=True):
            assert pair.p_value == wanted.p_value
        if test_type == "bs":
            for system, wanted in zip(one.systems, expected[label], strict=True):
                assert system.interval is not None
                assert system.interval.low == float(wanted.mean) - float(wanted.ci)
                assert system.interval.high == float(wanted.mean) + float(wanted.ci)


def test_intervals_beside_a_score() -> None:
    systems, references = made_up(4, 60, 1)
    interval, _ = procedures("bootstrap", 100)
    evalset = EvalSet(references[0], systems=dict(systems))
    scores = mtassay.evaluate(evalset, ["chrf"], confidence=interval)
    for name, hypotheses in systems:
        expected = peer.CHRF().corpus_score(hypotheses, references, n_bootstrap=100)
        found = scores[name][0].interval
        assert found is not None
        assert found.high - found.low == pytest.approx(2 * float(expected._ci))
        assert (found.high + found.low) / 2 == pytest.approx(float(expected._mean))


def test_calls_have_the_same_parameters() -> None:
    for name in ("PairedTest", "Result"):
        found, wanted = (getattr(module, name) for module in (significance, peer_significance))
        assert [(one.name, one.default) for one in inspect.signature(found).parameters.values()] == [
            (one.name, one.default) for one in inspect.signature(wanted).parameters.values()
        ]
    for module in (significance, peer_significance):
        assert str(module.Result(1.5, 0.25)) == "score=1.5,p_value=0.25,mean=None,ci=None"


def test_another_seed_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "None")
    systems, references = made_up(5, 60, 1)
    metrics = {"BLEU": ours.BLEU(references=references)}
    found, first = significance.PairedTest(systems, metrics, None, "bs", 100)()
    _, second = significance.PairedTest(systems, metrics, None, "bs", 100)()
    assert "|bs:100|seed:none|" in str(found["BLEU"])
    assert [result.mean for result in first["BLEU"]] != [result.mean for result in second["BLEU"]]  # type: ignore[union-attr]
    metrics["BLEU"].corpus_score(systems[0][1], None, n_bootstrap=100)
    assert "|bs:100|seed:none|" in str(metrics["BLEU"].get_signature())


@pytest.mark.parametrize("seed", ["twelve", "-1", "1.5", ""])
def test_seeds_that_are_none(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    with pytest.raises(SettingError, match="SACREBLEU_SEED"):
        ours.BLEU().corpus_score(["a"], [["a"]], n_bootstrap=10)


def test_mistakes() -> None:
    systems, references = made_up(6, 5, 1)
    metrics = {"BLEU": ours.BLEU()}
    with pytest.raises(SettingError, match="expected 'ar' or 'bs'"):
        significance.PairedTest(systems, metrics, references, "t")
    with pytest.raises(mtassay.InputError, match="two systems or more"):
        significance.PairedTest(systems[:1], metrics, references)
    with pytest.raises(SettingError, match="name at least one"):
        significance.PairedTest(systems, {}, references)
    with pytest.raises(RuntimeError, match="no references"):
        significance.PairedTest(systems, metrics, None)()
    with pytest.raises(mtassay.InputError, match="5 hypotheses, but 4"):
        significance.PairedTest(systems, metrics, [references[0][:4]])()


@pytest.mark.filterwarnings("error")
def test_identical_systems_are_noted_once() -> None:
    systems, references = made_up(7, 30, 1)
    twice = [*systems, ("D", systems[0][1]), ("E", systems[0][1])]
    metrics = {"BLEU": ours.BLEU(), "CHRF": ours.CHRF()}
    with pytest.warns(MtassayWarning, match="p = 1/101, as if they differed beyond doubt") as noted:
        significance.PairedTest(twice, metrics, references, "ar", 100)()
    assert len(noted) == 1
    significance.PairedTest(systems, metrics, references, "ar", 100)()
