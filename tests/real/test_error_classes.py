"""Classes of errors: the labels of hjerson.py, and figures of public systems that independent scripts gave."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from real.test_vectors import VECTORS, cases

from mtassay._native import Segments, Splitting, WordIndex, error_classes
from mtassay.alignment.stems import stem_words

DATA = VECTORS.parent
TED = DATA / "ted-slk-eng-pair"
WMT21 = DATA / "wmt21-news-ende-mqm"
LABELS = ("x", "case", "infl", "reord", "miss", "ext", "lex")
CASE, INFLECTION, ORDER, MISSING, EXTRA, LEXICAL = range(1, 7)

pytestmark = pytest.mark.skipif(not VECTORS.is_dir(), reason=f"the public test vectors are not at {VECTORS}")

Forms = Callable[[list[str]], list[str]]


def four_letters(words: list[str]) -> list[str]:
    return [word[:4] for word in words]


def english_stems(words: list[str]) -> list[str]:
    return stem_words([word.lower() for word in words], "english", "a test")


def numbers_of(forms: list[str]) -> np.ndarray[Any, np.dtype[np.int32]]:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(form, len(numbers)) for form in forms], dtype=np.int32)


def classify(
    hypotheses: list[str], references: Sequence[list[str]], splitting: Splitting, base: Forms, has_case: bool = False
) -> Any:
    """What native code says; `references` has a list for each reference."""
    index = WordIndex(splitting)
    numbers, starts = index.add(Segments(hypotheses))
    texts, text_starts = index.add(Segments([text for group in zip(*references, strict=True) for text in group]))
    words = index.words()
    folds = numbers_of([word.lower() for word in words] if has_case else [])
    groups = np.arange(len(hypotheses) + 1, dtype=np.int64) * len(references)
    return error_classes(numbers, starts, texts, text_starts, groups, numbers_of(base(words)), folds, 1)


def counts(classes: Any) -> list[int]:
    """By class; what is missing is counted in the references, all else in the hypotheses."""
    _, _, left, right = classes
    return [int(((right if number == MISSING else left) == number).sum()) for number in range(CASE, LEXICAL + 1)]


def read(path: Path) -> list[str]:
    return path.read_bytes().decode().removesuffix("\n").split("\n")


@pytest.mark.parametrize("record", [case for case in cases("hjerson", "Hjerson") if "hyp" in case.values[0]["input"]])
def test_labels_of_words(record: dict[str, Any]) -> None:
    given, expected = record["input"], record["expected"]
    words = [*given["hyp"].split(), *given["refs"][0].split()]
    bases = dict(zip(words, [*given["hyp_base"].split(), *given["ref_base"].split()], strict=True))
    _, edits, left, right = classify(
        [given["hyp"]], [given["refs"]], Splitting.SPACE, lambda words: [bases[word] for word in words]
    )
    for key, text, classes in (("hyp_cats", given["hyp"], left), ("ref_cats", given["refs"][0], right)):
        labelled = [f"{word}~~{LABELS[number]}" for word, number in zip(text.split(), classes, strict=True)]
        assert " ".join(labelled) == expected[key]
    assert edits.tolist() == [expected["counts_and_rates_pct"]["Wer"][0]]


@pytest.mark.parametrize("record", [case for case in cases("hjerson", "Hjerson") if "hyps" in case.values[0]["input"]])
def test_sums_of_labels(record: dict[str, Any]) -> None:
    given = record["input"]
    references = [references[0] for references in given["refs"]]
    _, edits, left, right = classify(given["hyps"], [references], Splitting.SPACE, english_stems)
    expected = {name: count for name, (count, _) in record["expected"]["counts_and_rates_pct"].items()}
    assert edits.sum() == expected["Wer"]
    for number, in_hypotheses, in_references in (
        (INFLECTION, "hypINFer", "refINFer"),
        (ORDER, "hypRer", "refRer"),
        (LEXICAL, "hypLEXer", "refLEXer"),
    ):
        assert [(left == number).sum(), (right == number).sum()] == [expected[in_hypotheses], expected[in_references]]
    assert [(right == MISSING).sum(), (left == EXTRA).sum()] == [expected["MISer"], expected["EXTer"]]


@pytest.mark.parametrize(
    ("system", "expected", "edits"),
    [
        ("sys1-pbmt", [0, 1497, 4038, 4735, 2708, 13528], 28451),
        ("sys2-nmt", [0, 1081, 3110, 5271, 2657, 14090], 28092),
    ],
)
def test_tokenized_talks_as_hjerson_counts_them(system: str, expected: list[int], edits: int) -> None:
    texts = [read(TED / f"{name}.tok.eng.txt") for name in (system, "reference")]
    classes = classify(texts[0], texts[1:], Splitting.SPACE, four_letters)
    assert counts(classes) == expected
    assert classes[1].sum() == edits


@pytest.mark.parametrize(
    ("system", "expected", "length"),
    [
        ("sys1-pbmt", [612, 1486, 3847, 4797, 2308, 12985], 44291),
        ("sys2-nmt", [509, 1091, 2996, 5420, 2252, 13631], 43725),
    ],
)
def test_talks_with_case_apart(system: str, expected: list[int], length: int) -> None:
    texts = [read(TED / f"{name}.detok.eng.txt") for name in (system, "reference")]
    classes = classify(texts[0], texts[1:], Splitting.UNICODE, english_stems, has_case=True)
    assert counts(classes) == expected
    assert len(classes[2]) == length


@pytest.mark.parametrize(
    ("system", "expected", "length"),
    [
        ("UEdin", [57, 496, 722, 690, 616, 2631], 15213),
        ("Facebook-AI", [59, 446, 649, 649, 599, 2359], 15245),
    ],
)
def test_news_with_three_references(system: str, expected: list[int], length: int) -> None:
    references = [read(WMT21 / f"reference.ref{name}.de.txt") for name in "ACD"]
    output = read(WMT21 / "outputs" / f"{system}.de.txt")
    classes = classify(output, references, Splitting.UNICODE, four_letters, has_case=True)
    assert counts(classes) == expected
    assert len(classes[2]) == length
    assert set(classes[0].tolist()) == {0, 1, 2}
