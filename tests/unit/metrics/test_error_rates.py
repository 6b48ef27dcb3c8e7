"""The error rates: choices among references, corners, and the worked examples of the literature."""

import pytest
from single_scores import value

import mtassay
from mtassay import EvalSet, InputError, metric

# IIT Delhi's report
INCIDENT = "He saw the incident at a distance of 7-8 feet."


INCIDENT_REFERENCE = "He had witnessed the incident at a distance of about 7-8 feet."


def test_report_example() -> None:
    # "had" is missing, "witnessed" is wrong, "about" is missing
    assert value("wer", INCIDENT, INCIDENT_REFERENCE) == pytest.approx(100 * 3 / 12)
    assert value("ter", INCIDENT, INCIDENT_REFERENCE) == pytest.approx(100 * 3 / 12)


def test_word_order_costs_nothing_in_per_and_little_in_ter() -> None:
    hypothesis, reference = "Hanako visited Taro today", "today Taro visited Hanako"
    assert value("per", hypothesis, reference) == 0
    assert value("wer", hypothesis, reference) == 100
    assert 0 < value("ter", hypothesis, reference) < 100


@pytest.mark.parametrize("name", ["wer", "mer", "wil", "wip"])
def test_several_references_are_refused_and_mwer_named(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} compares with one reference, and this test set has 2; use mwer"):
        value(name, "a", "a", "b")


def test_the_nearest_reference_counts() -> None:
    assert value("mwer", "a b c", "x y z", "a b d e") == pytest.approx(50)
    # both are one edit away: the first divides, unless the mean length is asked for
    assert value("mwer", "a b c", "a b", "a b c d") == pytest.approx(50)
    assert value("mwer:normalizer=average", "a b c", "a b", "a b c d") == pytest.approx(100 / 3)
    assert value("per", "a b", "x y", "b a") == 0
    assert value("cder", "a b", "x y", "a b") == 0
    assert value("cer", "ab", "xy", "ab") == 0


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@pytest.mark.parametrize("name", ["wer", "cer", "mwer", "per", "cder"])
def test_an_empty_reference_stays_finite(name: str) -> None:
    assert value(name, "", "") == 0
    assert value(name, "a", "") == 100
    assert value(name, "", "a") == 100


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
def test_two_empty_texts_have_lost_nothing() -> None:
    assert [value(name, "", "") for name in ("mer", "wil", "wip", "ter")] == [0, 0, 100, 0]
    assert [value(name, "a b c", "") for name in ("mer", "wil", "wip", "ter")] == [100, 100, 0, 100]


def test_an_empty_reference_is_flagged() -> None:
    with pytest.warns(mtassay.MtassayWarning, match="references: 1 empty segment"):
        mtassay.score(["a"], [""], ["wer"])


def test_edits_of_an_empty_reference_count_in_the_corpus() -> None:
    with pytest.warns(mtassay.MtassayWarning):
        assert mtassay.score(["a b", "c"], ["", "c"], ["wer"])[0].value == 200


def test_settings_cut_words_otherwise() -> None:
    assert value("wer", "Hello, World", "hello , world") == 100
    assert value("wer:tokenize=13a,lowercase=yes", "Hello, World", "hello , world") == 0


def test_signatures() -> None:
    evalset = EvalSet(["a"])
    assert metric("ter").signature(evalset) == (
        f"nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:{mtassay.__version__}"
    )
    assert metric("wer").signature(evalset) == f"nrefs:1|case:mixed|tok:none|version:{mtassay.__version__}"


def test_a_very_long_line_takes_no_quadratic_memory() -> None:
    line = " ".join(f"w{n % 20_000}" for n in range(30_000))
    moved = line[60_000:] + " " + line[:60_000]
    ter, wer = mtassay.score([moved], [line], ["ter", "wer"])
    # what was moved lies outside the beam in which TER looks for edits
    assert 0 < wer.value < ter.value
