"""Classes of errors: each as it should be, rates, labels of words."""

import pytest
from analysed import analysed, figures, repeated, values

from mtassay import EvalSet
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.errors import InputError, SettingError


def counts(reference: str, output: str, spec: str = "errors:base=four") -> dict[str, float]:
    table = figures(EvalSet([reference], systems={"new": [output]}, target_language="en", warn_of_blanks=False), spec)
    return {line.key: line.sizes[0] for line in table.lines if line.sizes[0] and not line.is_total}


@pytest.mark.parametrize(
    ("reference", "output", "wanted"),
    [
        ("the cat sat", "the cat sat", {}),
        ("the cat sat", "the Cat sat", {"case": 1}),
        ("the cats walked", "the cats walking", {"inflection": 1}),
        ("the cat sat", "cat the sat", {"order": 2}),
        ("the cat sat", "the sat", {"missing": 1}),
        ("the cat sat", "the big cat sat", {"extra": 1}),
        ("the cat sat", "the dog sat", {"lexical": 1}),
        ("", "two words", {"extra": 2}),
        ("two words", "", {"missing": 2}),
    ],
)
def test_classes(reference: str, output: str, wanted: dict[str, float]) -> None:
    assert counts(reference, output) == wanted


def test_case_can_be_left_to_hjerson() -> None:
    assert counts("the house sat", "the House sat", "errors:base=four,case=hjerson") == {"lexical": 1}


def test_stems_of_the_target_language_are_base_forms() -> None:
    assert counts("he runs", "he run", "errors") == {"inflection": 1}
    assert counts("he runs", "he run", "errors:base=four") == {"lexical": 1}
    view = analysed(EvalSet(["he runs"], systems={"new": ["he run"]}, target_language="en"), "errors")
    assert "base:english[" in view.signatures["errors"]
    assert "base:four" in analysed(EvalSet(["a"], systems={"new": ["a"]}), "errors").signatures["errors"]


def test_rates_are_per_100_words_and_the_last_line_is_their_sum() -> None:
    table = figures(repeated("a b c d", "a b", "a b x y z"), "errors:base=four")
    assert values(table, "missing") == [50, 0]
    assert values(table, "lexical") == pytest.approx([0, 40])
    assert values(table, "extra") == pytest.approx([0, 20])
    assert values(table, "all") == pytest.approx([50, 60])
    assert table.lines[-1].is_total


def test_classes_by_labels_of_words() -> None:
    evalset = EvalSet(["the cat sat"], systems={"new": ["a cat"]})
    labels = WordLabels(["DET NOUN VERB"], {"new": ["DET NOUN"]})
    table = figures(evalset, "errors:base=four,by=pos", words="space", word_labels={"pos": labels})
    assert values(table, "DET lexical") == [100]
    assert values(table, "VERB missing") == [100]
    assert values(table, "NOUN missing") == [0]
    alone = WordLabels(["DET NOUN VERB"], {})
    table = figures(evalset, "errors:base=four,by=pos", words="space", word_labels={"pos": alone})
    assert [line.key for line in table.lines] == ["DET missing", "NOUN missing", "VERB missing"]


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(SettingError, match="there is no such stemmer"):
        analysed(repeated("a", "a", "a"), "errors:base=klingon")
    with pytest.raises(SettingError, match="words have no labels 'pos'; there are none"):
        analysed(repeated("a", "a", "a"), "errors:by=pos")
    two = EvalSet([["a", "b"]], systems={"new": ["a"]})
    with pytest.raises(InputError, match="need one reference"):
        analysed(two, "errors:by=pos", words="space", word_labels={"pos": WordLabels(["X"], {})})
    with pytest.raises(SettingError, match="expected one of apart, hjerson"):
        analysed(two, "errors:case=other")


def test_segments_too_long_to_compare_are_said_to_be_so() -> None:
    long = " ".join(["x"] * 25_000)
    evalset = EvalSet([long], systems={"new": [long]})
    with pytest.raises(InputError, match=r"system new, segment 1: 25,000 words, too long to compare"):
        analysed(evalset, "errors:base=four")


def test_a_class_stands_out_in_words_of_its_own() -> None:
    (standout,) = figures(repeated("the cat sat", "the dog sat", "the cat sat"), "errors").standouts()
    assert (standout.about, standout.is_better) == ("Wrong words, per 100 words", True)
