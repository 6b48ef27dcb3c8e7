"""Labels of words in files."""

from pathlib import Path

import numpy as np
import pytest

from mtassay import EvalSet
from mtassay.analyses.counting.view import View
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.errors import InputError, SettingError

EVALSET = EvalSet(["the cat", "runs"], systems={"old": ["a cat", "ran"], "new": ["the cat", "runs"]})


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_words_have_one_label_or_several(tmp_path: Path) -> None:
    reference, old = write(tmp_path, "ref", "DET NOUN\nVERB+FINITE\n"), write(tmp_path, "old", "DET NOUN\nVERB\n")
    name, labels = WordLabels.read(f"pos={reference},old={old}", EVALSET)
    assert name == "pos"
    assert labels.names() == ("DET", "NOUN", "VERB", "FINITE")
    view = View(EVALSET, ["chrf"], splitting="space")
    placed = labels.place(view.reference_words(), [0, 1])
    assert placed.words.tolist() == [0, 1, 2, 2]
    assert placed.buckets.tolist() == [0, 1, 2, 3]
    assert labels.place(view.output_words(0), [0, 1], "old").buckets.tolist() == [0, 1, 2]


def test_a_cut_view_has_the_labels_of_its_segments(tmp_path: Path) -> None:
    _, labels = WordLabels.read(f"pos={write(tmp_path, 'ref', 'DET NOUN' + chr(10) + 'VERB' + chr(10))}", EVALSET)
    view = View(EVALSET, ["chrf"], splitting="space").cut(np.array([False, True]))
    assert labels.place(view.reference_words(), view.segments.tolist()).buckets.tolist() == [2]


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("pos", "expected NAME=REFERENCE-FILE"),
        ("pos={},nwe={}", "there is no system 'nwe' (did you mean 'new'?); there are old, new"),
        ("pos={},new", "'new' is no SYSTEM=FILE"),
        ("pos={},nwe={},old=x", "there is no system 'nwe' (did you mean 'new'?)"),
    ],
)
def test_other_arguments_are_refused(tmp_path: Path, argument: str, said: str) -> None:
    path = write(tmp_path, "ref", "A B\nC\n")
    with pytest.raises(SettingError) as refused:
        WordLabels.read(argument.format(path, path), EVALSET)
    assert said in str(refused.value)


def test_lines_and_labels_must_be_those_of_the_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="1 lines of labels for 2 segments"):
        WordLabels.read(f"pos={write(tmp_path, 'short', 'A B' + chr(10))}", EVALSET)
    _, labels = WordLabels.read(f"pos={write(tmp_path, 'ref', 'A B' + chr(10) + 'C D' + chr(10))}", EVALSET)
    view = View(EVALSET, ["chrf"], splitting="space")
    with pytest.raises(InputError, match=r"ref, line 2: 2 labels, and the text has 1 words.*words=space"):
        labels.place(view.reference_words(), [0, 1])


def test_systems_with_commas_in_their_names_have_labels(tmp_path: Path) -> None:
    evalset = EvalSet(["a b"], systems={"a": ["a b"], "a,b": ["a"], "b,c=d": ["b"]}, warn_of_blanks=False)
    files = [write(tmp_path, name, f"{text}\n") for name, text in (("r", "R R"), ("x", "X Y"), ("y", "Y"), ("z", "Z"))]
    _, labels = WordLabels.read(f"pos={files[0]},a,b={files[2]},a={files[1]},b,c=d={files[3]}", evalset)
    assert {name: list(lines) for name, lines in labels.systems.items()} == {"a": ["X Y"], "a,b": ["Y"], "b,c=d": ["Z"]}
