"""NIST, GLEU, ROUGE, AMBER and the metrics of the DISA report: formulas by hand, corners, several references."""

import math
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, MissingExtra, MtassayWarning, SettingError, metric
from mtassay.metrics.shared_word_metric import SharedWordMetric

NAMES = ("nist", "gleu", "rouge", "rouge:type=1", "rouge:type=2", "rouge:type=Lsum", "bleu-disa", "amber", "amber-disa")
OUTPUT = "He saw the incident at a distance of 7-8 feet."
REFERENCE = "He had witnessed the incident at a distance of about 7-8 feet."


def rows_of(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    one = metric(spec)
    return one.stats(hypotheses, one.prepare(EvalSet(references, warn_of_blanks=False)))


def value(spec: str, hypothesis: str, *references: str) -> float:
    return float(metric(spec).score(rows_of(spec, [hypothesis], [references])[0]))


def parts(spec: str, hypothesis: str, *references: str) -> dict[str, float]:
    found = metric(spec).parts(rows_of(spec, [hypothesis], [references])[0])
    return {name.removeprefix("type_1_"): float(part) for name, part in found.items()}


@pytest.mark.parametrize("spec", NAMES)
def test_corners_are_finite_and_in_range(spec: str) -> None:
    for hypothesis, reference in (("", ""), ("", "the cat"), ("the cat", ""), ("the cat", "a dog"), ("one", "two")):
        assert value(spec, hypothesis, reference) == 0
        assert all(math.isfinite(part) for part in parts(spec, hypothesis, reference).values())


@pytest.mark.parametrize("spec", NAMES)
def test_one_word(spec: str) -> None:
    # of one word the reference tells nothing new, there is no pair of words, and nothing is continued
    expected = {"nist": 0.0, "rouge:type=2": 0.0, "amber": pytest.approx(0.1758, abs=1e-4), "amber-disa": 0.43462}
    assert value(spec, "yes", "yes") == pytest.approx(expected.get(spec, 1.0), abs=1e-4)


@pytest.mark.parametrize("spec", NAMES)
def test_repeated_words_do_not_count_twice(spec: str) -> None:
    once, often = (
        value(spec, "the cat sat", "the cat sat on a mat"),
        value(spec, "the the the the", "the cat sat on a mat"),
    )
    assert 0 <= often < once


@pytest.mark.parametrize("spec", NAMES)
def test_very_long_segment(spec: str) -> None:
    text = " ".join(f"w{number % 700}" for number in range(30_000))
    perfect, worse = value(spec, text, text), value(spec, text[: len(text) // 2], text)
    assert 0 < worse < perfect


@pytest.mark.parametrize("spec", NAMES)
def test_a_reference_given_twice_changes_nothing(spec: str) -> None:
    corpus = ["the cat sat on the mat", "a dog"], ["the cat sat on a mat", "a dog ran home"]
    once = rows_of(spec, corpus[0], [[text] for text in corpus[1]])
    twice = rows_of(spec, corpus[0], [[text, text] for text in corpus[1]])
    assert np.allclose(metric(spec).score(once), metric(spec).score(twice), atol=1e-12)


@pytest.mark.parametrize("spec", ["gleu", "rouge", "rouge:type=1", "rouge:type=Lsum", "bleu-disa"])
def test_the_best_of_several_references_counts(spec: str) -> None:
    hypothesis, references = "the cat sat on the mat today", ["a dog", "the cat sat on a mat today", "today it sat"]
    best = max(value(spec, hypothesis, reference) for reference in references)
    assert value(spec, hypothesis, *references) == best
    # also where other segments have fewer
    rows = rows_of(spec, [hypothesis, hypothesis], [references, references[:1]])
    assert metric(spec).score(rows).tolist() == [best, value(spec, hypothesis, references[0])]


@pytest.mark.parametrize("spec", ["amber", "amber-disa"])
def test_the_reference_closest_in_length_counts(spec: str) -> None:
    hypothesis, references = "the cat sat", ["the cat sat on the mat", "a dog ran off", "the cat"]
    assert value(spec, hypothesis, *references) == value(spec, hypothesis, "the cat")
    assert value(spec, hypothesis, *references[:2]) == value(spec, hypothesis, references[1])
    # of the same length the first
    assert value(spec, hypothesis, "a cat sat", "the cat sat") == value(spec, hypothesis, "a cat sat")


@pytest.mark.parametrize("spec", ["gleu", "bleu-disa", "amber", "amber-disa", "nist"])
def test_a_corpus_is_scored_by_its_sums(spec: str) -> None:
    hypotheses, references = ["the cat sat on the mat", "a dog"], ["the cat sat on a mat", "a dog ran home"]
    scores = mtassay.score(hypotheses, references, [spec])[0]
    rows = rows_of(spec, hypotheses, references)
    assert scores.value == float(metric(spec).score(rows.sum(axis=0)))
    assert scores.segments.tolist() == metric(spec).score(rows).tolist()
    assert scores.places == 4


def test_rouge_of_a_corpus_is_the_mean_of_its_segments() -> None:
    score = mtassay.score(["the cat", "dogs bark"], ["the cat", "a dog"], ["rouge"])[0]
    assert score.segments.tolist() == [1, 0]
    assert score.value == 0.5
    assert score.parts == {"precision": 0.5, "recall": 0.5}


def test_nist_by_hand() -> None:
    # N = 9 words; "the" 3 times, "cat" twice, "the cat" twice
    references = ["the cat sat", "the dog sat", "the cat ran"]
    rows = rows_of("nist:max_ngram_order=2", ["the cat", "x", "x"], references)
    words, pairs = math.log2(9 / 3) + math.log2(9 / 2), math.log2(3 / 2)
    assert rows[0].tolist() == pytest.approx([2, 3, words, pairs, 2, 1])
    penalty = math.exp(math.log(0.5) / math.log(1.5) ** 2 * math.log(2 / 3) ** 2)
    assert penalty == pytest.approx(0.5)
    one = metric("nist:max_ngram_order=2")
    assert float(one.score(rows[0])) == pytest.approx((words / 2 + pairs) * 0.5)
    assert float(one.parts(rows[0])["nist_2"]) == pytest.approx(pairs)


def test_nist_weighs_by_all_references_even_for_a_slice() -> None:
    one = metric("nist")
    references = ["the cat sat", "the dog sat", "the cat ran"]
    whole = one.prepare(EvalSet(references))
    alone = one.prepare(EvalSet(references[:1]))
    assert not np.array_equal(one.stats(["the cat"], whole[:1]), one.stats(["the cat"], alone))


def test_nist_lowers_letters_of_ascii_only_as_mteval_does() -> None:
    assert value("nist", "THE Ä cat", "the ä cat") == pytest.approx(value("nist", "the x cat", "the ä cat"))
    assert value("nist:lowercase=no", "The Cat", "the cat") == 0


def test_nist_in_a_signature() -> None:
    signature = metric("nist").signature(EvalSet(["a"]))
    assert signature.startswith("nrefs:1|case:lc|tok:13a|n:5|info:corpus|version:")


def test_several_references_by_both_styles_of_nist() -> None:
    references = ["the cat sat on it", "a dog"]
    long, short = (
        rows_of("nist", ["the dog"], [references])[0],
        rows_of("nist:style=nltk", ["the dog"], [references])[0],
    )
    assert long[1] == 3.5  # the mean length
    assert long[2] > short[2]  # a word from each, or from one


def test_gleu_by_hand() -> None:
    # 3 + 1 matches; 6 n-grams of 3 words and 10 of 4
    assert value("gleu", "the cat sat", "the cat has sat") == pytest.approx(4 / 10)
    assert parts("gleu", "the cat sat", "the cat has sat") == {"precision": pytest.approx(4 / 6), "recall": 0.4}


def test_gleu_of_nothing_takes_the_reference_that_is_not_empty() -> None:
    for references in (["", "a b"], ["a b", ""]):
        assert rows_of("gleu", [""], [references]).tolist() == [[0, 3, 0, 3]]
    assert rows_of("gleu", [""], [["", ""]]).tolist() == [[0, 0, 0, 0]]


def test_rouge_by_hand() -> None:
    # the example of Lin (2004)
    for hypothesis, expected in (("police kill the gunman", 0.75), ("the gunman kill police", 0.5)):
        assert value("rouge", hypothesis, "police killed the gunman") == pytest.approx(expected)
    assert value("rouge:stem=yes", "police kill the gunman", "police killed the gunman") == 1
    assert value("rouge:type=2", "police kill the gunman", "police killed the gunman") == pytest.approx(1 / 3)


def test_lines_count_for_lsum_only() -> None:
    hypothesis, reference = "b c\na", "a\nb c"
    assert value("rouge:type=Lsum", hypothesis, reference) == 1
    assert value("rouge", hypothesis, reference) == pytest.approx(2 / 3)


def test_rouge_warns_once_of_text_that_it_cannot_read() -> None:
    with pytest.warns(MtassayWarning, match="2 of 3 references have none") as caught:
        mtassay.score(["a", "中", "я"], ["a", "中文", "я"], ["rouge"])
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mtassay.score(["größe"], ["größe"], ["rouge"])


def test_stems_need_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    with pytest.raises(MissingExtra, match=r"with stems needs .* pip install 'mtassay\[stem\]'"):
        metric("rouge:stem=yes")
    metric("rouge")


def test_bleu_of_disa_leaves_out_what_has_no_match() -> None:
    assert value("bleu-disa", OUTPUT, REFERENCE) == pytest.approx(0.490261, abs=1e-6)
    assert value("bleu-disa", "Hanako visited Taro", "Taro visited Hanako") == 1
    assert parts("bleu-disa", "Hanako visited Taro", "Taro visited Hanako")["orders_used"] == 1


def test_brevity_penalty_of_the_pseudocode_exceeds_1() -> None:
    pair = "the cat sat on a mat", "the cat"
    assert value("bleu-disa:bp_clip=no", *pair) == pytest.approx(value("bleu-disa", *pair) * math.exp(1 - 2 / 6))


def test_penalties_of_amber_by_name() -> None:
    found = parts("amber:types=1,tokenize=none", "a c d b x", "a b c d long words")
    assert found["nkcp"] == pytest.approx(4 / 6)
    assert found["nscp"] == pytest.approx((1 + (1 - 6 / 10)) / 2)
    assert found["sbp"] == pytest.approx(math.exp(1 - 6 / 5))
    assert found["srp"] == 1
    assert found["csbp"] == pytest.approx(math.exp(1 - 13 / 5))
    assert found["csrp"] == 1
    assert found["swdp"] == pytest.approx(math.exp(-1 / 6))
    assert found["lwdp"] == pytest.approx(math.exp(-2 / 6))
    assert found["ckp"] == pytest.approx(1 - 0.1 * (3 / 4) ** 3)  # 4 words, 1 pair
    assert found["ctp"] == pytest.approx(math.exp(1 / 3 / 3 - 1))
    printed = parts("amber:types=1,tokenize=none,ctp=printed,nscp=printed", "a c d b x", "a b c d long words")
    assert printed["nscp"] == pytest.approx((1 + (1 - 6 / 60)) / 2)
    assert printed["ctp"] == pytest.approx(math.exp(-1 / 9))
    assert parts("amber:types=1,ctp=off", "a c d b x", "a b c d")["ctp"] == 1


def test_types_of_text() -> None:
    # equal where only what a type leaves out is different
    assert value("amber:types=2", "cats running home", "cats runner home") == value("amber:types=2", "a b c", "a b c")
    assert value("amber:types=3", "overstate my case", "understate my case") > value("amber", "overstate my", "x my")
    assert value("amber:types=4", "internationally", "internalizingly") == value("amber:types=4", "one", "one")
    assert value("amber:types=7", "the cat sat quietly on", "a dog lay quietly in") == value("amber:types=1", "a", "a")
    assert value("amber:types=0", "The Cat", "the cat") == 0 < value("amber:types=1", "The Cat", "the cat")
    assert value("amber:types=5", "abcdefgh", "abcd efgh") == value("amber:types=1", "a b", "a b")
    both = [value(f"amber:types={kind}", OUTPUT, REFERENCE) for kind in (1, 4)]
    assert value("amber", OUTPUT, REFERENCE) == pytest.approx(sum(both) / 2)


@pytest.mark.parametrize("types", ["6", "1,1", "''", "1,6"])
def test_types_that_amber_does_not_have(types: str) -> None:
    with pytest.raises(SettingError, match="amber: types="):
        metric(f"amber:types='{types}'" if types != "''" else "amber:types=''")


def test_metrics_of_the_same_text_count_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    count = SharedWordMetric.count

    def spy(self: SharedWordMetric, *arguments: Any) -> Any:
        counted.append(self.name)
        return count(self, *arguments)

    monkeypatch.setattr(SharedWordMetric, "count", spy)
    specs = ["bleu-disa", "amber:types=1,tokenize=none", "chrf", "amber-disa", "gleu:lowercase=yes"]
    together = mtassay.score([OUTPUT, "x y"], [REFERENCE, [REFERENCE, "x"]], specs)
    assert counted == ["bleu-disa"]
    alone = [mtassay.score([OUTPUT, "x y"], [REFERENCE, [REFERENCE, "x"]], [spec])[0] for spec in specs]
    assert [score.value for score in together] == [score.value for score in alone]
    assert [score.label for score in together] == ["BLEU-DISA", "AMBER", "chrF2", "AMBER-DISA", "GLEU"]
    assert len(counted) == 5


def test_amber_of_plain_text_signs_plain_text() -> None:
    evalset = EvalSet(["the cat sat."])
    plain, other = (metric(f"amber:types=0{more}") for more in ("", ",lowercase=no,tokenize=zh"))
    assert "|case:mixed|" in plain.signature(evalset)
    assert "|tok:none|" in plain.signature(evalset)
    assert plain.signature(evalset) == other.signature(evalset)
    assert "|case:lc|" in metric("amber:types='0,1'").signature(evalset)
