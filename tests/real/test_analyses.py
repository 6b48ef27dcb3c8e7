"""Analyses of public data: figures that other programs printed, or that were computed apart from ours."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from compare_mt.ngram_utils import compare_ngrams
from compare_mt.stat_utils import extract_salient_features

from mtassay import EvalSet, JackknifeInterval, compare
from mtassay.analyses.analyze import analyze
from mtassay.analyses.counting.view import View
from mtassay.analyses.discriminative import WeightTable
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.ngrams import NgramTable
from mtassay.analyses.profile import VocabularyTable
from mtassay.analyses.result import Analyses
from mtassay.analyses.segments import OutcomeTable

DATA = Path(__file__).parents[3] / "shared" / "data"
TED = DATA / "ted-slk-eng-pair"
NEWS = DATA / "wmt21-news-ende-mqm"

pytestmark = [
    pytest.mark.skipif(not TED.is_dir(), reason=f"the public data are not at {DATA}"),
    pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning"),
]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


@cache
def ted(kind: str) -> EvalSet:
    return EvalSet(
        lines(TED / f"reference.{kind}.eng.txt"),
        sources=lines(TED / "source.tok.slk.txt"),
        systems={
            "pbmt": lines(TED / f"sys1-pbmt.{kind}.eng.txt"),
            "nmt": lines(TED / f"sys2-nmt.{kind}.eng.txt"),
        },
        target_language="en",
    )


@cache
def analysed(kind: str, *specs: str) -> Analyses:
    metric = "bleu:tokenize=none,smooth_method=none" if kind == "tok" else "chrf"
    return analyze(ted(kind), specs, [metric], words="space" if kind == "tok" else "unicode")


def figures(kind: str, spec: str) -> FigureTable:
    table = analysed(kind, spec).results[0]
    assert isinstance(table, FigureTable)
    return table


def values(table: FigureTable, system: int) -> list[float]:
    return [line.values[0][system].value for line in table.lines]


def near(wanted: str, digits: int) -> object:
    return pytest.approx([float(number) for number in wanted.split()], abs=0.6 * 10**-digits)


def test_words_by_frequency_as_compare_mt_prints_them() -> None:
    table = figures("tok", "words")
    assert values(table, 0) == near(".3680 .4481 .5122 .5155 .5574 .5543 .6161 .7448 .5810", 4)
    assert values(table, 1) == near(".2548 .3506 .3941 .4403 .5030 .5326 .6271 .7585 .5687", 4)
    differences = [line.differences[0][0] for line in table.lines[:-1]]
    assert max(difference.q or 0 for difference in differences) <= 0.002
    worth = [difference.contribution for difference in differences]
    assert worth == near("-.536 -.305 -.297 -.172 -.407 -.782 .529 .500", 3)
    assert table.whole == near("-1.469", 3)


def test_bleu_by_length() -> None:
    table = figures("tok", "segments")
    assert values(table, 0) == near("23.46 22.06 22.43 20.49 21.36 22.42 25.94", 2)
    assert values(table, 1) == near("26.45 24.85 24.01 22.05 22.23 22.84 24.19", 2)
    differences = [line.differences[0][0] for line in table.lines]
    assert [difference.q for difference in differences] == near(".015 .000 .015 .052 .345 .670 .292", 3)
    assert [difference.contribution for difference in differences] == near(".19 .74 .41 .23 .08 .02 -.12", 2)
    assert sum(difference.contribution or 0 for difference in differences) == pytest.approx(1.563, abs=0.0006)
    assert table.whole == near("1.602", 3)


def test_scores_of_the_whole_keep_their_test() -> None:
    compared = compare(ted("detok"), ["chrf", "bleu", "ter", "wer", "per"], test="randomization")
    pairs = [metric.pair("pbmt", "nmt") for metric in compared.metrics]
    scores = [[metric.system(name).value for metric in compared.metrics] for name in ("pbmt", "nmt")]
    assert scores == [near("48.34 21.71 64.58 67.10 57.82", 2), near("45.58 23.05 63.85 65.87 57.90", 2)]
    p_values = [pair.p_value for pair in pairs if pair is not None]
    assert p_values == [
        pytest.approx(p, abs=0.01 if p > 0.01 else 0.0003) for p in (0.0001, 0.0001, 0.018, 0.0002, 0.79)
    ]


def test_lengths_as_compare_mt_prints_them() -> None:
    table = analysed("tok", "segments:by=difference").results[0]
    assert isinstance(table, OutcomeTable)
    counts = dict(zip(table.lines, table.counts.tolist(), strict=True))
    assert [counts["-1"], counts["0"], counts["1"]] == [[330, 344], [394, 423], [263, 256]]
    profile = figures("tok", "profile")
    assert [value.value for value in profile.lines[0].values[0]] == near(".9479 .9382", 4)


def test_errors_as_hjerson_prints_them() -> None:
    table = figures("tok", "errors:base=four,case=hjerson")
    sizes = {line.key: line.sizes for line in table.lines}
    assert sizes["inflection"] == (1497, 1081)
    assert sizes["order"] == (4038, 3110)
    assert sizes["missing"] == (4735, 5271)
    assert sizes["extra"] == (2708, 2657)
    assert sizes["lexical"] == (13528, 14090)
    whole = table.lines[-1]
    assert [value.value for value in whole.values[0]] == near("57.50 57.26", 2)
    assert whole.differences[0][0].p == pytest.approx(0.52, abs=0.006)


def test_errors_with_wrong_case_apart() -> None:
    table = figures("detok", "errors")
    assert [line.sizes[0] for line in table.lines[:-1]] == [612, 1486, 3847, 4797, 2308, 12985]
    assert [line.sizes[1] for line in table.lines[:-1]] == [509, 1091, 2996, 5420, 2252, 13631]
    q = {line.key: line.differences[0][0].q or 0 for line in table.lines}
    assert [key for key, value in q.items() if value >= 0.05] == ["extra", "all"]
    assert next(line for line in table.lines if line.key == "extra").differences[0][0].p == pytest.approx(
        0.71, abs=0.006
    )


def test_errors_against_three_references() -> None:
    names = ("UEdin", "Facebook-AI")
    references = [lines(NEWS / f"reference.ref{letter}.de.txt") for letter in "ACD"]
    systems = {name: lines(NEWS / "outputs" / f"{name}.de.txt") for name in names}
    evalset = EvalSet(list(zip(*references, strict=True)), systems=systems)
    table = analyze(evalset, ["errors:base=four"], ["chrf"]).results[0]
    assert isinstance(table, FigureTable)
    assert [line.sizes[0] for line in table.lines[:-1]] == [57, 496, 722, 690, 616, 2631]
    assert [line.sizes[1] for line in table.lines[:-1]] == [59, 446, 649, 649, 599, 2359]
    lexical = table.lines[-2].differences[0][0]
    assert lexical.value == pytest.approx(-1.82, abs=0.006)
    assert lexical.error == pytest.approx(0.52 / 1.96, abs=0.01) or lexical.error == pytest.approx(0.52, abs=0.01)
    beyond = [line.key for line in table.lines if (line.differences[0][0].q or 0) < 0.05]
    assert beyond in (["lexical"], ["lexical", "all"])


def test_words_of_untokenized_text() -> None:
    frequency = figures("detok", "words")
    assert [line.sizes[0] for line in frequency.lines[:-1]] == [2903, 1890, 1290, 1052, 3340, 12379, 15423, 9136]
    assert values(frequency, 0)[:-1] == near(".3675 .4489 .5117 .5177 .5453 .5428 .6095 .7452", 4)
    assert values(frequency, 1)[:-1] == near(".2542 .3473 .4011 .4365 .4922 .5206 .6206 .7582", 4)
    shape = figures("detok", "words:by=shape")
    assert values(shape, 0)[:3] == near(".8174 .5656 .8238", 4)
    assert values(shape, 1)[:3] == near(".6862 .4922 .8269", 4)
    assert shape.lines[2].differences[0][0].p == pytest.approx(0.51, abs=0.006)


def test_names_and_numbers_length_repetition_variety() -> None:
    kept = figures("detok", "kept").lines[0]
    assert kept.sizes == (651, 651)
    assert [value.value * 6.51 for value in kept.values[0]] == pytest.approx([524, 362])
    profile = figures("detok", "profile")
    assert [value.value for value in profile.lines[0].values[0]] == near(".9342 .9222", 4)
    assert [value.value for value in profile.lines[1].values[0]] == near(".650 1.259", 3)
    assert profile.lines[1].reference == pytest.approx(1.119, abs=0.0006)
    variety = analysed("detok", "profile").results[1]
    assert isinstance(variety, VocabularyTable)
    assert (variety.words, variety.counts, variety.reference) == (43_725, (5543, 5120), 5242)


def ngram_tables(kind: str) -> dict[tuple[str, bool], NgramTable]:
    tables = analysed(kind, "ngrams").results
    return {(table.kind, table.first_more): table for table in tables if isinstance(table, NgramTable)}


def beyond_chance(table: NgramTable) -> int:
    return sum((line.q or 0) < 0.05 for line in table.lines)


def test_ngrams_as_compare_mt_prints_them() -> None:
    tables = ngram_tables("tok")
    right = tables["right", True]
    assert (right.tested, right.beyond_chance) == (363, 29)
    phantom = next(line for line in right.lines if line.text == "phantom")
    assert (phantom.first, phantom.second, phantom.first_units, phantom.second_units) == (34, 1, 28, 0)
    assert phantom.share == pytest.approx(0.9459, abs=0.0001)
    assert (phantom.q or 0) < 0.05
    lines_of = {line.text: line for line in tables["right", False].lines}
    folded = {" ".join(words) for line in lines_of.values() for words in line.folded}
    assert "going to show you" in lines_of or "going to show you" in folded


def test_ngrams_of_untokenized_text() -> None:
    tables = ngram_tables("detok")
    assert (tables["right", True].tested, tables["right", True].beyond_chance) == (338, 19)
    assert [beyond_chance(tables["right", first]) for first in (True, False)] == [4, 13]
    assert (tables["over", True].tested, tables["over", True].beyond_chance) == (1352, 74)
    assert [beyond_chance(tables["over", first]) for first in (True, False)] == [24, 30]
    its = tables["over", True].lines[0]
    assert (its.text, its.first, its.second) == ("it's", 279, 121)
    going = tables["over", False].lines[0]
    assert (going.text, going.first, going.second) == ("going to", 29, 179)


def test_nothing_stands_out_where_outputs_are_dealt_at_random() -> None:
    evalset = ted("detok")
    outputs = list(evalset.systems.values())
    rng = np.random.default_rng(1)
    for _ in range(3):
        swap = rng.random(len(evalset)) < 0.5
        dealt = [
            [pair[swapped] for pair, swapped in zip(zip(*outputs, strict=True), mask.astype(int).tolist(), strict=True)]
            for mask in (swap, ~swap)
        ]
        shuffled = EvalSet(evalset.references, systems={"a": dealt[0], "b": dealt[1]})
        results = analyze(shuffled, ["ngrams"], ["chrf"]).results
        assert sum(beyond_chance(table) for table in results if isinstance(table, NgramTable)) <= 1


def test_of_what_compare_mt_lists_one_ngram_is_beyond_chance() -> None:
    evalset = ted("tok")
    split = [
        [text.split() for text in texts] for texts in (lines(TED / "reference.tok.eng.txt"), *evalset.systems.values())
    ]
    right = [compare_ngrams(split[0], output)[1] for output in split[1:]]
    shares = extract_salient_features(*right, alpha=1.0)
    ranked = sorted(shares, key=shares.__getitem__, reverse=True)
    beyond = {
        line.words
        for (kind, _), table in ngram_tables("tok").items()
        for line in table.lines
        if kind == "right" and (line.q or 0) < 0.05
    }
    assert {*ranked[:50], *ranked[-50:]} & beyond == {("phantom",)}
    assert {("the",), ("going", "to"), ("they",)} <= beyond


def test_a_filter_that_looks_at_outputs_finds_a_difference_where_there_is_none() -> None:
    """The figures of docs/explanation/analyses.md."""
    evalset = ted("detok")
    outputs = list(evalset.systems.values())
    view = View(evalset, ["chrf"])
    scores, lengths = view.evidence(0).score_units(), view.reference_words().lengths
    rng = np.random.default_rng(1)
    differences: dict[str, list[tuple[float, float]]] = {"all": [], "given": [], "outcome": []}
    for _ in range(200):
        is_swapped = rng.integers(2, size=len(evalset)).astype(bool)
        systems = {
            name: [pair[chosen] for pair, chosen in zip(zip(*outputs, strict=True), places.tolist(), strict=True)]
            for name, places in (("A", is_swapped.astype(int)), ("B", 1 - is_swapped.astype(int)))
        }
        dealt = EvalSet(evalset.references, systems=systems, target_language="en")
        of_b = np.where(is_swapped, scores[:, 0], scores[:, 1])
        masks = {"all": lengths >= 0, "given": lengths >= 20, "outcome": of_b > 60}
        for name, mask in masks.items():
            part = dealt.cut(np.flatnonzero(mask).tolist())
            pair = compare(part, ["chrf"], test="jackknife", interval=JackknifeInterval())["chrf"].pair("A", "B")
            assert pair is not None
            differences[name].append((pair.difference, pair.p_value))
    calls = {name: sum(p_value < 0.05 for _, p_value in every) for name, every in differences.items()}
    assert calls == {"all": 9, "given": 10, "outcome": 200}
    assert np.mean(differences["outcome"], axis=0)[0] == pytest.approx(7.2, abs=0.05)
    assert max(p_value for _, p_value in differences["outcome"]) < 1e-17


def test_discriminative_ngrams() -> None:
    pbmt, nmt = analysed("detok", "discriminative").results
    assert isinstance(pbmt, WeightTable)
    assert isinstance(nmt, WeightTable)
    weights = [{ngram.text: ngram.weight for ngram in table.weights} for table in (pbmt, nmt)]
    assert [len(table.weights) for table in (pbmt, nmt)] == [25, 36]
    assert [100 * table.told_apart for table in (pbmt, nmt)] == pytest.approx([68.1, 66.1], abs=0.06)
    assert [weights[0]["it's"], weights[0]["Now"]] == pytest.approx([-0.88, 0.38], abs=0.02)
    assert [weights[1][word] for word in ("going to", "don't", "are")] == pytest.approx([-0.80, -0.62, 0.71], abs=0.02)
