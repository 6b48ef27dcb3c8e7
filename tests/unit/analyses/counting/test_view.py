"""A test set as analyses look at it, and some of its segments."""

from pathlib import Path

import numpy as np
import pytest

from mtassay import EvalSet
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.numbered_words import NumberedWords
from mtassay.analyses.counting.view import View
from mtassay.errors import InputError, SettingError

EVALSET = EvalSet(
    [["the cat", "a cat"], ["a dog"], ["the end of it", "end"]],
    sources=["die Katze", "ein Hund", "Ende"],
    systems={"old": ["a cat", "a dog", "end"], "new": ["the cat sat", "dogs", "the end of 3,000"]},
    labels={"domain": ["a", "b", "a"], "docid": ["1", "1", "2"]},
)
CUT = np.array([True, False, True])


def texts(view: View, words: NumberedWords) -> list[list[str]]:
    return [
        [view.vocabulary[number] for number in words.numbers[start:end]]
        for start, end in zip(words.starts[:-1], words.starts[1:], strict=True)
    ]


def test_words_are_numbers_that_mean_the_same_everywhere() -> None:
    view = View(EVALSET, ["chrf"])
    assert texts(view, view.output_words(1)) == [["the", "cat", "sat"], ["dogs"], ["the", "end", "of", "3,000"]]
    assert texts(view, view.source_words()) == [["die", "Katze"], ["ein", "Hund"], ["Ende"]]
    assert texts(view, view.all_references()) == [
        ["the", "cat"], ["a", "cat"], ["a", "dog"], ["the", "end", "of", "it"], ["end"]
    ]  # fmt: skip
    every = view.number_all()
    assert len(set(every)) == len(every)
    assert {"the", "cat", "sat", "dogs", "it"} <= set(every)


def test_of_several_references_the_first_or_the_nearest_is_taken() -> None:
    view = View(EVALSET, ["chrf"])
    assert texts(view, view.reference_words()) == [["the", "cat"], ["a", "dog"], ["the", "end", "of", "it"]]
    assert texts(view, view.reference_words(0)) == [["a", "cat"], ["a", "dog"], ["end"]]
    assert texts(view, view.reference_words(1)) == [["the", "cat"], ["a", "dog"], ["the", "end", "of", "it"]]


def test_some_segments_have_their_own_words_and_the_numbers_of_all() -> None:
    whole = View(EVALSET, ["chrf"])
    part = whole.cut(CUT)
    assert (len(whole), len(part), part.is_whole) == (3, 2, False)
    assert part.segments.tolist() == [0, 2]
    assert texts(part, part.output_words(0)) == [["a", "cat"], ["end"]]
    assert texts(part, part.source_words()) == [["die", "Katze"], ["Ende"]]
    assert texts(part, part.reference_words(0)) == [["a", "cat"], ["end"]]
    assert part.texts(1) == ["the cat sat", "the end of 3,000"]
    assert part.labels("domain") == ["a", "a"]
    assert part.number_all() == whole.number_all()
    assert len(part.cut(np.array([False, True])).segments) == 1
    assert part.cut(np.array([False, True])).segments.tolist() == [2]


def test_frequencies_are_those_of_all_references() -> None:
    view = View(EVALSET, ["chrf"])
    view.number_all()
    for each in (view, view.cut(CUT)):
        counts = dict(zip(each.vocabulary, each.frequencies().tolist(), strict=True))
        assert (counts["cat"], counts["a"], counts["end"], counts["sat"]) == (2, 2, 2, 0)


def test_rows_are_cut_and_metrics_are_not_set_anew() -> None:
    evalset = EvalSet(["这是一本书"] * 2 + ["a book"], systems={"x": ["这是一本书", "书", "a book"]})
    whole = View(evalset, ["bleu", "chrf"])
    part = whole.cut(np.array([False, False, True]))
    assert whole.metrics[0].spec == part.metrics[0].spec == "bleu:tokenize=zh"
    for number in range(2):
        np.testing.assert_array_equal(part.evidence(number).table, whole.evidence(number).table[2:])
        assert part.evidence(number) is part.evidence(number)


def test_metrics_are_found_by_label_spec_and_name() -> None:
    view = View(EVALSET, ["chrf", "bleu:lowercase=yes"])
    assert [view.find_metric(name) for name in ("chrF2", "chrf", "bleu", "bleu:lowercase=yes")] == [0, 0, 1, 1]
    with pytest.raises(SettingError, match="did you mean 'chrf'"):
        view.find_metric("chrv")


@pytest.mark.parametrize(
    ("evalset", "there"),
    [
        (EVALSET, {"references", "sources", "documents", "two systems"}),
        (EvalSet(["a"], systems={"x": ["b"]}), {"references"}),
    ],
)
def test_it_knows_what_is_there(evalset: EvalSet, there: set[str]) -> None:
    needs = {"references", "sources", "a glossary", "documents", "two systems"}
    assert {need for need in needs if View(evalset, ["chrf"]).has(need)} == there
    with_glossary = View(evalset, ["chrf"], glossary=Glossary.of([("a", ["b"])]))
    assert {need for need in needs if with_glossary.has(need)} == there | {"a glossary"}


def test_the_label_of_documents_has_many_names() -> None:
    assert View(EVALSET, ["chrf"]).document_label == "docid"
    assert View(EvalSet(["a"], systems={"x": ["b"]}), ["chrf"]).document_label is None


def test_findings_are_those_of_outputs() -> None:
    evalset = EvalSet(
        ["it costs 300", "two", "it costs 20"],
        sources=["es kostet 300", "zwei", "es kostet 20"],
        systems={"old": ["it costs 200", "two", "it costs 30"], "new": ["it costs 300", "two", "it costs 20"]},
    )
    view = View(evalset, ["chrf"])
    assert view.finding_mask("numbers", "old").tolist() == [True, False, True]
    assert view.finding_mask("numbers", "new").tolist() == [False, False, False]
    assert view.cut(np.array([False, True, True])).finding_mask("numbers", "old").tolist() == [False, True]
    assert view.finding_mask("tags", "old").tolist() == [False, False, False]


def test_what_is_made_for_some_segments_is_not_that_of_all() -> None:
    whole = View(EVALSET, ["chrf"])
    part = whole.cut(CUT)
    assert whole.remember("size", lambda: len(whole)) == 3
    assert part.remember("size", lambda: len(part)) == 2
    assert whole.remember("size", lambda: -1) == 3


def test_references_must_be_there_where_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "scores.txt"
    path.write_text("0.5\n", encoding="utf-8")
    view = View(EvalSet(None, sources=["a"], systems={"x": ["b"]}), [f"given:path={path}"])
    assert texts(view, view.output_words(0)) == [["b"]]
    assert view.number_all() == ["b"]
    with pytest.raises(InputError, match="references"):
        view.all_references()


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(SettingError, match=r"words=spaec: expected one of unicode, space \(did you mean 'space'\?\)"):
        View(EVALSET, ["chrf"], splitting="spaec")
    with pytest.raises(SettingError, match="metrics: an empty list"):
        View(EVALSET, [])
