"""Words in buckets: by frequency, shape and label."""

from pathlib import Path

import numpy as np
import pytest
from analysed import analysed, figures, repeated, values

from mtassay import EvalSet
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.analyses.words import Words
from mtassay.errors import InputError, SettingError


def test_words_by_how_often_the_references_have_them() -> None:
    evalset = EvalSet(["a b", "a c"], systems={"old": ["a b", "a a"], "new": ["b", "c x"]})
    table = figures(evalset, "words")
    assert [line.key for line in table.lines] == ["once", "twice", "all words"]
    assert values(table, "once") == pytest.approx([2 / 3, 1])
    assert values(table, "once", 1) == pytest.approx([1, 1])
    assert values(table, "twice") == pytest.approx([4 / 5, 0])
    assert values(table, "twice", 2) == pytest.approx([1, 0])
    # x is in no reference: it counts among all words of the output
    assert values(table, "all words") == pytest.approx([6 / 8, 4 / 7])


def test_contributions_add_up_to_the_difference_in_recall() -> None:
    rng = np.random.default_rng(1)
    texts = [[" ".join(rng.choice(list("abcdefghij"), 8)) for _ in range(50)] for _ in range(3)]
    table = figures(EvalSet(texts[0], systems={"old": texts[1], "new": texts[2]}), "words:by=shape")
    parts = [line.differences[0][0].contribution for line in table.lines]
    assert sum(part for part in parts if part is not None) == pytest.approx(table.whole[0])
    assert parts[-1] is None


def test_shapes_are_told_by_letters_digits_and_place() -> None:
    evalset = repeated("The Cat ate 3 mice .", "The Cat ate 3 mice .", "the cat ate 4 mice !")
    table = figures(evalset, "words:by=shape")
    assert [line.sizes[0] for line in table.lines] == [40, 40, 40, 120, 240]
    assert values(table, "number") == [1, 0]
    assert values(table, "capital") == [1, 0]
    assert values(table, "punctuation") == [1, 0]
    assert values(table, "other") == pytest.approx([1, 2 * 2 / (4 + 3)])


def test_counts_of_a_file_say_what_is_rare(tmp_path: Path) -> None:
    counts = tmp_path / "counts.tsv"
    counts.write_text("a\t5\nb\t1\n", encoding="utf-8")
    table = figures(EvalSet(["a b c"], systems={"old": ["a"], "new": ["c"]}), f"words:counts={counts}")
    assert [line.key for line in table.lines] == ["never", "once", "5–9", "all words"]
    assert values(table, "never") == [0, 1]
    assert values(table, "5–9") == [1, 0]


def test_labels_of_the_reference_alone_give_recall() -> None:
    evalset = EvalSet(["the cat", "runs"], systems={"old": ["the dog", "runs"], "new": ["a cat", "ran"]})
    labels = WordLabels(["DET NOUN", "VERB"], {})
    table = figures(evalset, "words:by=pos", words="space", word_labels={"pos": labels})
    assert [measure.key for measure in table.lines[0].measures] == ["recall"]
    assert [values(table, name) for name in ("DET", "NOUN", "VERB")] == [[1, 0], [0, 1], [1, 0]]


def test_labels_of_outputs_give_precision_too() -> None:
    evalset = EvalSet(["the cat"], systems={"old": ["the the cat"]})
    labels = WordLabels(["DET NOUN"], {"old": ["DET DET NOUN"]})
    table = figures(evalset, "words:by=pos", words="space", word_labels={"pos": labels})
    assert values(table, "DET", 1) == [0.5]
    assert values(table, "DET") == pytest.approx([2 / 3])


def test_several_references_the_nearest_counts() -> None:
    evalset = EvalSet([["x y z", "a b c"]], systems={"old": ["a b d"], "new": ["x y d"]})
    assert values(figures(evalset, "words"), "all words") == pytest.approx([2 / 3, 2 / 3])


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(SettingError, match=r"words have no labels 'pso'.*there are frequency, shape"):
        analysed(repeated("a", "a", "a"), "words:by=pso")
    with pytest.raises(SettingError, match="use it with by=frequency"):
        Words(by="shape", counts_file="x")
    with pytest.raises(SettingError, match="numbers that rise"):
        Words(cuts=(3, 2))


def test_labels_must_fit_the_words() -> None:
    evalset, labels = EvalSet(["the cat"], systems={"a": ["x"]}), {"pos": WordLabels(["DET"])}
    with pytest.raises(InputError, match="labels, line 1: 1 labels, and the text has 2 words"):
        analysed(evalset, "words:by=pos", word_labels=labels)


def test_words_with_several_labels_count_once_in_all_words() -> None:
    evalset = EvalSet(["a b"] * 40, systems={"old": ["a c"] * 40})
    labels = {"pos": WordLabels(["X+Y Z"] * 40)}
    table = figures(evalset, "words:by=pos", words="space", word_labels=labels)
    assert table.lines[-1].sizes == (80,)
    assert values(table, "all words") == [0.5]
    assert table.whole == ()


def test_a_signature_has_what_is_in_a_file_of_counts_and_not_where_it_is(tmp_path: Path) -> None:
    for name, content in {"a.tsv": "a\t5\nb\t1\n", "b.tsv": "b\t1\na\t5\n", "c.tsv": "a\t6\nb\t1\n"}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    evalset = repeated("a b c", "a", "c")

    def signature(name: str) -> str:
        return next(iter(analysed(evalset, f"words:counts={tmp_path / name}").signatures.values()))

    assert signature("a.tsv") == signature("b.tsv") != signature("c.tsv")
    assert str(tmp_path) not in signature("a.tsv")


def test_labels_of_words_need_one_reference() -> None:
    evalset = EvalSet([["a b", "b"]] * 2, systems={"old": ["a", "b"], "new": ["a b", "b"]})
    labels = {"pos": WordLabels(["X Y", "X Y"])}
    for spec in ("words:by=pos", "errors:by=pos"):
        with pytest.raises(InputError, match="need one reference: labels belong to the words of one"):
            analysed(evalset, spec, word_labels=labels, words="space")
