"""Published p-values, and the comparison that compare-mt ships as its example."""

import csv
import gzip
from pathlib import Path

import pytest

import mtassay
from mtassay.comparison.result import Pair
from mtassay.compat.sacrebleu.procedures import procedures

DATA = Path(__file__).parents[3] / "shared" / "data"
WMT17 = DATA / "wmt17-ende-significance"
TED = DATA / "ted-slk-eng-pair"
BASELINE = "LIUM-NMT.4900"
# BLEU there is of text as it is
BLEU = "bleu:tokenize=none"


def read(path: Path) -> list[str]:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return text.decode().removesuffix("\n").split("\n")


@pytest.fixture(scope="module")
def wmt17() -> mtassay.EvalSet:
    if not WMT17.is_dir():
        pytest.skip(f"the public systems of WMT17 are not at {WMT17}")
    systems = {path.name.removesuffix(".de.txt.gz"): read(path) for path in sorted(WMT17.glob("outputs/*.gz"))}
    return mtassay.EvalSet(read(WMT17 / "reference.de.txt.gz"), systems=systems)


def published(column: str) -> dict[str, float]:
    with open(WMT17 / "published_p_values.tsv", encoding="utf-8") as file:
        return {row["system"]: float(row[column]) for row in csv.DictReader(file, delimiter="\t")}


def pairs(evalset: mtassay.EvalSet, metric: str, test: str | mtassay.PairedTest) -> dict[str, Pair]:
    compared = mtassay.compare(evalset, [metric], baseline=BASELINE, test=test, correction="none")
    assert len(compared.metrics[0].pairs) == 9
    return {pair.second: pair for pair in compared.metrics[0].pairs}


@pytest.mark.parametrize(("draws", "tolerance"), [(10_000, 0.015), (100_000, 0.01)])
@pytest.mark.parametrize(("metric", "column"), [(BLEU, "multeval_ar_bleu_p"), ("ter", "multeval_ar_ter_p")])
def test_randomization_of_multeval(
    wmt17: mtassay.EvalSet, metric: str, column: str, draws: int, tolerance: float
) -> None:
    found = pairs(wmt17, metric, f"randomization:draws={draws}")
    for system, p_value in published(column).items():
        assert found[system].p_value == pytest.approx(p_value, abs=tolerance), system


def test_the_bootstrap_of_moses_is_that_of_sacrebleu(wmt17: mtassay.EvalSet) -> None:
    _, test = procedures("bootstrap", 10_000)
    found = pairs(wmt17, BLEU, test)
    for system, p_value in published("moses_paired_bootstrap_bleu_p").items():
        assert found[system].p_value == pytest.approx(p_value, abs=0.01), system


def test_the_centred_bootstrap_agrees_with_randomization(wmt17: mtassay.EvalSet) -> None:
    found = pairs(wmt17, BLEU, "bootstrap:draws=10000")
    for system, p_value in published("multeval_ar_bleu_p").items():
        assert found[system].p_value == pytest.approx(p_value, abs=0.02), system


def test_documents_of_one_segment_are_segments(wmt17: mtassay.EvalSet) -> None:
    labels = {"document": [str(number) for number in range(len(wmt17))]}
    labelled = mtassay.EvalSet(wmt17.references, systems=wmt17.systems, labels=labels)
    plain = mtassay.compare(wmt17, ["chrf"], baseline=BASELINE)
    blocked = mtassay.compare(labelled, ["chrf"], baseline=BASELINE, unit="document")
    assert [pair.outcome for pair in plain.metrics[0].pairs] == [pair.outcome for pair in blocked.metrics[0].pairs]


def test_the_example_of_compare_mt() -> None:
    if not TED.is_dir():
        pytest.skip(f"the public example of compare-mt is not at {TED}")
    evalset = mtassay.EvalSet(
        read(TED / "reference.tok.eng.txt"),
        systems={name: read(TED / f"{name}.tok.eng.txt") for name in ("sys1-pbmt", "sys2-nmt")},
    )
    sample = "half-with-replacement"
    compared = mtassay.compare(
        evalset,
        ["bleu:tokenize=none,smooth_method=none"],
        test=f"bootstrap:sample={sample}",
        interval=mtassay.Bootstrap(sample=sample),
    ).metrics[0]
    # compare-mt 0.2.10 with seed 1: 22.43 [21.39, 23.47] and 24.03 [23.08, 24.99], wins 0.0, losses 1.0, ties 0.0;
    # another stream of random numbers moves the ends of such intervals by a tenth
    for system, expected in zip(compared.systems, [(22.43, 21.39, 23.47), (24.03, 23.08, 24.99)], strict=True):
        assert system.interval is not None
        assert (system.value, system.interval.low, system.interval.high) == pytest.approx(expected, abs=0.2)
    outcome = compared.pairs[0].outcome
    assert (outcome.first_higher, outcome.second_higher, outcome.ties) == (0.0, 1.0, 0.0)
    # where everything is a tie, nothing is a win: compare-mt counts each win of its first system as a tie as well
    same = mtassay.EvalSet(
        evalset.references, systems={"a": evalset.systems["sys1-pbmt"], "b": evalset.systems["sys1-pbmt"]}
    )
    tied = mtassay.compare(same, ["bleu:tokenize=none"]).metrics[0].pairs[0].outcome
    assert (tied.first_higher, tied.second_higher, tied.ties, tied.p_value) == (0.0, 0.0, 1.0, 1.0)
    swapped = mtassay.EvalSet(evalset.references, systems=dict(reversed(list(evalset.systems.items()))))
    won = mtassay.compare(swapped, ["bleu:tokenize=none"]).metrics[0].pairs[0].outcome
    assert (won.first_higher, won.second_higher, won.ties) == (1.0, 0.0, 0.0)
