"""Explanations of the examples that the seeds of this project work through."""

import pytest

import mtassay
from mtassay.metrics.explanation import Counts, Curve, Edits, Explanation, Formula, Words

OREJUELA = "appeared calm when he was taken to the American plane , which will to Miami , Florida ."
REFERENCE = "Orejuela appeared calm as he was led to the American plane which will take him to Miami , Florida ."


def explain(spec: str, hypothesis: str, *references: str) -> Explanation:
    return mtassay.explain(hypothesis, references, [spec])[0]


def formulas(explanation: Explanation) -> dict[str, Formula]:
    return {step.title: step for step in explanation.steps if isinstance(step, Formula)}


def test_bleu_as_the_lecture_computes_it() -> None:
    explanation = explain("bleu", OREJUELA, REFERENCE)
    found = formulas(explanation)
    assert [found[f"p{n}"].filled for n in range(1, 5)] == ["15 / 18", "10 / 17", "5 / 16", "3 / 15"]
    assert found["BP"].filled == "exp(1 - 20 / 18)"
    assert found["BLEU"].value == pytest.approx(37.4376, abs=1e-4)
    (curve,) = (step for step in explanation.steps if isinstance(step, Curve))
    assert curve.mark == pytest.approx((0.9, 0.894839), abs=1e-6)


def test_clipped_words_are_told() -> None:
    explanation = explain("bleu", "the the the cat", "the cat sat", "a cat")
    words, unigrams = explanation.steps[:2]
    assert isinstance(words, Words)
    assert [name for name, _, _ in words.texts] == ["hypothesis", "reference 1", "reference 2"]
    assert words.texts[0][2] == {0, 1, 2, 3}
    assert isinstance(unigrams, Counts)
    assert unigrams.title == "1-grams: 2 of 4 matched"
    assert unigrams.rows[0] == ("the", "3", "1", "1")
    assert "Clipped" in unigrams.note


def test_smoothing_is_told() -> None:
    assert formulas(explain("bleu", "to recognize speech", "how easy it is"))["p1"].filled == "0 / 3"
    found = formulas(explain("bleu", "it is easy to see", "how easy it is to see"))
    assert found["p4"].filled == "0 / 2, smoothed (exp)"


def test_ter_tells_its_shifts() -> None:
    explanation = explain("ter", "on the mat the cat sat", "the cat sat on the mat")
    edits = explanation.steps[0]
    assert isinstance(edits, Edits)
    assert edits.before == ("shift 'on the mat' behind 'sat'",)
    assert formulas(explanation)["TER"].filled == "100 · (0 + 1) / 6"


def test_wer_of_recognize_speech() -> None:
    explanation = explain(
        "wer", "This shows how easy it is to wreck a nice beach", "This shows how easy it is to recognize speech"
    )
    assert formulas(explanation)["WER"].filled == "100 · 4 / 9"


def test_the_nearest_of_several_references_is_shown() -> None:
    edits = explain("mwer", "the cat sat", "a dog ran", "the cat sat down").steps[0]
    assert isinstance(edits, Edits)
    assert edits.title == "Nearest reference (2 of 2)"


def test_a_metric_without_text_is_refused() -> None:
    with pytest.raises(mtassay.MtassayError):
        mtassay.explain("a", "b", ["given:path=examples/dialogues/scores/judge.tsv"])


def test_a_cap_on_edits_is_told() -> None:
    explanation = explain("hter:cap=yes", "a b c d e f g h", "x y")
    assert formulas(explanation)["HTER"].filled == "100 · min(8, 2) / 2"


def test_meteor_refuses_whole_books() -> None:
    book = "a " * 10_001
    with pytest.raises(mtassay.InputError, match="takes segments of up to 10,000 words"):
        mtassay.score([book], [book], ["meteor2005"])
