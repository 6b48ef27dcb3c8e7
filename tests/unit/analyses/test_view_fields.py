"""What filters ask of a view."""

import numpy as np
import pytest
from analysed import figures

import mtassay
from mtassay import EvalSet
from mtassay.analyses.counting.view import View
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.analyses.view_fields import ViewFields

EVALSET = EvalSet(
    [["the cat sat", "a dog ran off"], ["we are going to go", "x y"], ["It is 400.", "400"]],
    sources=["die Katze", "wir gehen", "400"],
    systems={
        "new": ["the cat", "we are going to going to", "It is 400."],
        "old": ["a dog", "x y", "it is 300"],
    },
    labels={"domain": ["a", "b", "a"]},
)


def fields_of(splitting: str = "unicode", evalset: EvalSet = EVALSET) -> ViewFields:
    members = {"new": ["new"], "both": ["old", "new"]}
    return ViewFields(View(evalset, ["chrf", "bleu"], splitting=splitting), members)


def test_numbers_and_texts_are_those_of_the_test_set() -> None:
    fields = fields_of()
    assert fields.size == 3
    assert fields.numbers().tolist() == [1, 2, 3]
    assert (fields.labels, fields.sources) == (EVALSET.labels, EVALSET.sources)
    assert [tuple(texts) for texts in fields.references or ()] == [tuple(texts) for texts in EVALSET.references or ()]
    assert list(fields.systems) == ["new", "old"]
    assert list(fields.runs) == ["new", "both"]
    assert [names.spec for names in fields.metric_names] == ["chrf", "bleu"]


@pytest.mark.parametrize(("splitting", "lengths"), [("unicode", [3, 5, 4]), ("space", [3, 5, 3])])
def test_lengths_are_words_of_the_first_reference_and_of_the_source(splitting: str, lengths: list[int]) -> None:
    fields = fields_of(splitting)
    assert fields.lengths().tolist() == lengths
    assert fields.source_lengths().tolist() == [2, 2, 1]


def test_scores_are_those_of_segments_alone() -> None:
    fields = fields_of()
    for system in ("new", "old"):
        scores = fields.segment_scores("chrf", system)
        for place in range(3):
            alone = mtassay.score([EVALSET.systems[system][place]], EVALSET.cut([place]).references, metrics=["chrf"])
            assert scores[place] == pytest.approx(alone[0].value)


def test_differences_are_to_the_nearest_reference() -> None:
    fields = fields_of()
    assert fields.length_differences("new").tolist() == [-1, 1, 0]
    assert fields.length_differences("old").tolist() == [-2, 0, -1]


def test_errors_are_those_of_the_analysis() -> None:
    fields = fields_of()
    assert fields.error_counts("missing", "new").tolist() == [1, 0, 0]
    assert fields.error_counts("extra", "new").tolist() == [0, 1, 0]
    assert fields.error_counts("case", "old").tolist() == [0, 0, 1]
    evalset, classes = EVALSET, ("case", "inflection", "order", "extra", "lexical", "missing")
    errors = figures(evalset, "errors")
    for place, system in enumerate(evalset.systems):
        sums = [fields.error_counts(name, system).sum() for name in classes]
        assert sums == [line.sizes[place] for name in classes for line in errors.lines if line.key == name]


@pytest.mark.parametrize(
    ("ngram", "said", "expected"),
    [
        ("going to", [0, 2, 0], [0, 1, 0]),
        ("to going", [0, 1, 0], [0, 0, 0]),
        ("going", [0, 2, 0], [0, 1, 0]),
        ("cat the", [0, 0, 0], [0, 0, 0]),  # not across the end of a segment
        ("never said", [0, 0, 0], [0, 0, 0]),
        ("we are going to going to go", [0, 0, 0], [0, 0, 0]),
        ("400.", [0, 0, 1], [0, 0, 1]),
        ("Going to", [0, 0, 0], [0, 0, 0]),
        ("", [0, 0, 0], [0, 0, 0]),
    ],
)
def test_ngrams_are_counted_in_output_and_reference(ngram: str, said: list[int], expected: list[int]) -> None:
    output, reference = fields_of().ngram_counts(ngram, "new")
    assert (output.tolist(), reference.tolist()) == (said, expected)


def test_ngrams_have_words_as_texts_have_them() -> None:
    assert fields_of("unicode").ngram_counts("400", "new")[0].tolist() == [0, 0, 1]
    assert fields_of("space").ngram_counts("400", "new")[0].tolist() == [0, 0, 0]


def test_checks_say_where_they_find_something() -> None:
    fields = fields_of()
    assert fields.finding_mask("numbers", "old").tolist() == [False, False, True]
    assert fields.finding_mask("numbers", "new").tolist() == [False, False, False]


@pytest.mark.parametrize(
    ("where", "chosen"),
    [
        ("length >= 4 and domain = b", [2]),
        ('ngram("going to", over, new)', [2]),
        ("found.numbers(old)", [3]),
        ("difference(new) < 0", [1]),
        ("chrf(new) - chrf(old) > 0", [1, 3]),
        ("errors.case(old) = 1", [3]),
        ('source ~ "katze"', [1]),
    ],
)
def test_filters_choose_by_them(where: str, chosen: list[int]) -> None:
    mask = SegmentFilter.parse(where).mask(fields_of())
    assert (np.flatnonzero(mask) + 1).tolist() == chosen
