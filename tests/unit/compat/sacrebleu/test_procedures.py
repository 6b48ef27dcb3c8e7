"""sacreBLEU's procedures in comparisons of ours: what they refuse, and what they tell."""

import numpy as np
import pytest
from evidence import MeanEvidence

import mtassay
from mtassay import Bootstrap, EvalSet, MtassayWarning, SettingError
from mtassay.compat.sacrebleu.procedures import (
    SacrebleuBootstrap,
    SacrebleuInterval,
    SacrebleuRandomization,
    procedures,
)
from mtassay.compat.sacrebleu.resampling import bootstrap_p, mean_and_half_width
from mtassay.significance.paired_test import TESTS

pytestmark = pytest.mark.filterwarnings("ignore:.* segments are few")

REFERENCES = ["the cat sat on the mat", "a dog barked at night", "so it goes", "the end"]
SYSTEMS = {
    "one": ["the cat sat on a mat", "a dog barked", "so it went", "the end"],
    "two": ["a cat sat on a mat", "dogs bark at night", "so it goes on", "end"],
    "same": ["the cat sat on a mat", "a dog barked", "so it went", "the end"],
}


@pytest.fixture
def evalset() -> EvalSet:
    return EvalSet(REFERENCES, systems={name: SYSTEMS[name] for name in ("one", "two")})


def test_they_are_chosen_by_compat_and_not_by_name() -> None:
    procedures("bootstrap")
    assert not [name for name in TESTS if "sacrebleu" in name]


def test_draws_and_seed() -> None:
    assert procedures("bootstrap") == (SacrebleuInterval(), SacrebleuBootstrap())
    assert procedures("bootstrap", 50, 7) == (SacrebleuInterval(draws=50, seed=7), SacrebleuBootstrap(draws=50, seed=7))
    assert procedures("randomization", 50, 7) == (SacrebleuInterval(seed=7), SacrebleuRandomization(draws=50, seed=7))
    assert SacrebleuRandomization().draws == 10_000


def test_sacrebleu_has_two_tests() -> None:
    with pytest.raises(SettingError, match="sign: sacreBLEU has two tests"):
        procedures("sign")


@pytest.mark.parametrize("settings", [{"level": 0.9}, {"sample": "half"}, {"interval": "bca"}])
def test_sacrebleu_has_one_interval(settings: dict[str, object]) -> None:
    with pytest.raises(SettingError, match="one kind of interval"):
        SacrebleuInterval(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("wer", "wer: sacreBLEU knows bleu, chrf and ter only"),
        ("bleu:reference_length=shortest", "neither weights nor other reference lengths"),
        ("bleu:weights='0.5,0.5',max_ngram_order=2", "neither weights nor other reference lengths"),
    ],
)
def test_what_sacrebleu_cannot_compute_is_refused(evalset: EvalSet, test: str, spec: str, message: str) -> None:
    interval, chosen = procedures(test, 100)
    with pytest.raises(SettingError, match=message):
        mtassay.compare(evalset, [spec], interval=interval, test=chosen)
    with pytest.raises(SettingError, match=message):
        mtassay.compare(evalset, [spec], interval=Bootstrap(draws=100), test=chosen)


def test_other_evidence_is_refused() -> None:
    with pytest.raises(SettingError, match="made for the rows"):
        SacrebleuInterval().intervals(MeanEvidence(np.ones((3, 2))))


@pytest.mark.filterwarnings("ignore:UNSTABLE")
def test_training_runs_are_refused() -> None:
    interval, test = procedures("randomization", 100)
    evalset = EvalSet(REFERENCES, systems=SYSTEMS)
    runs = {"a": ["one", "same"], "b": ["two"]}
    with pytest.raises(SettingError, match="knows nothing of several training runs"):
        mtassay.compare(evalset, ["bleu"], interval=interval, test=test, runs=runs)
    with pytest.raises(SettingError, match="knows nothing of several training runs"):
        mtassay.compare(evalset, ["bleu"], interval=interval, test="randomization", runs=runs)


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_identical_systems_are_told_of(test: str) -> None:
    interval, chosen = procedures(test, 200)
    evalset = EvalSet(REFERENCES, systems=SYSTEMS)
    with pytest.warns(MtassayWarning, match="p = 1/201"):
        (compared,) = mtassay.compare(evalset, ["chrf"], interval=interval, test=chosen).metrics
    pair = compared.pair("one", "same")
    assert pair is not None
    assert pair.p_value == 1 / 201
    assert pair.difference == 0


def test_documents_can_be_the_units(evalset: EvalSet) -> None:
    interval, test = procedures("bootstrap", 100)
    labelled = EvalSet(REFERENCES, systems=evalset.systems, labels={"document": ["a", "a", "b", "c"]})
    with pytest.warns(MtassayWarning, match="3 parts by document are few"):
        (compared,) = mtassay.compare(labelled, ["ter"], interval=interval, test=test, unit="document").metrics
    assert "|bs:100|seed:12345|test:sacrebleu-bootstrap|unit:document|" in compared.signature


def test_the_baseline_need_not_be_the_first_column(evalset: EvalSet) -> None:
    interval, test = procedures("bootstrap", 100)
    forth = mtassay.compare(evalset, ["bleu"], interval=interval, test=test)["bleu"]
    back = mtassay.compare(evalset, ["bleu"], interval=interval, test=test, baseline="two")["bleu"]
    assert back.pairs[0].p_value == forth.pairs[0].p_value
    assert back.pairs[0].difference == -forth.pairs[0].difference
    assert back.system("one").interval == forth.system("one").interval
    first, second = forth.pairs[0].outcome, back.pairs[0].outcome
    assert (first.first_higher, first.second_higher) == (second.second_higher, second.first_higher)


def test_few_draws_are_told_of(evalset: EvalSet) -> None:
    for test in ("bootstrap", "randomization"):
        interval, chosen = procedures(test, 50)
        with pytest.warns(MtassayWarning, match="50 draws are few"):
            mtassay.compare(evalset, ["bleu"], interval=interval, test=chosen)


def test_the_p_value_by_hand() -> None:
    first, second = np.array([1.0, 2, 3, 4]), np.array([2.0, 2, 6, 4])
    # sizes 1 0 3 0, less their mean of 1: 0 -1 2 -1
    assert bootstrap_p(first, second, 1.5) == 2 / 5
    assert bootstrap_p(second, first, -1.5) == 2 / 5
    assert bootstrap_p(first, second, 2.0) == 1 / 5


def test_the_interval_by_hand() -> None:
    mean, half = mean_and_half_width(np.arange(80.0)[::-1])
    assert (mean, half) == (39.5, (77 - 2) / 2)
