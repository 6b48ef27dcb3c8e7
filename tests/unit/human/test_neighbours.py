import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mtassay.alignment.distances.edits import Edits
from mtassay.human.neighbours import (
    Change,
    Neighbour,
    Opinion,
    Piece,
    cut_pieces,
    differences,
    find_contradiction,
    nearest_first,
)

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "中", "文", " ", "  "]) | st.text(max_size=2)).map("".join)


def opinion(points: float, judge: str = "ben") -> Opinion:
    return Opinion(judgment=1, judge=judge, value=points, points=points)


def text_of(pieces: tuple[Piece, ...]) -> str:
    return "".join((" " if piece.is_apart else "") + piece.text for piece in pieces).strip()


def test_pieces_are_words_or_characters_without_blanks() -> None:
    assert [piece.text for piece in cut_pieces("ich sage 中文ab。 ja")] == ["ich", "sage", "中", "文", "ab", "。", "ja"]
    assert [piece.is_apart for piece in cut_pieces("中文 ab")] == [True, False, True]


def test_each_change_is_named() -> None:
    runs = differences("b c x e f", "a b c d e")
    assert [run.change for run in runs] == [
        Change.DELETED,
        Change.NONE,
        Change.REPLACED,
        Change.NONE,
        Change.INSERTED,
    ]
    assert (text_of(runs[2].old), text_of(runs[2].new)) == ("d", "x")


@given(TEXTS, TEXTS)
def test_runs_spell_both_texts(candidate: str, neighbour: str) -> None:
    runs = differences(candidate, neighbour)
    assert text_of(tuple(piece for run in runs for piece in run.new)) == " ".join(candidate.split())
    assert text_of(tuple(piece for run in runs for piece in run.old)) == " ".join(neighbour.split())
    for run in runs:
        assert bool(run.new) == (run.change is not Change.DELETED)
        assert bool(run.old) == (run.change is not Change.INSERTED)


@given(TEXTS, st.lists(TEXTS, max_size=5))
def test_the_nearest_come_first(candidate: str, others: list[str]) -> None:
    found = nearest_first(candidate, [(number, text, [opinion(5)]) for number, text in enumerate(others)])
    assert sorted(neighbour.target for neighbour in found) == list(range(len(others)))
    assert [neighbour.distance for neighbour in found] == sorted(neighbour.distance for neighbour in found)
    assert all(0 <= neighbour.share <= 1 for neighbour in found)
    assert all((neighbour.distance == 0) == (neighbour.share == 0) for neighbour in found)


def test_only_near_identical_translations_contradict() -> None:
    (near,) = nearest_first("we meet at ten tomorrow", [(1, "we meet at ten today", [opinion(3)])])
    (far,) = nearest_first("we meet at ten tomorrow", [(2, "we see us at ten today", [opinion(3)])])
    assert (near.distance, near.share, near.is_near_identical, far.is_near_identical) == (1, 0.2, True, False)
    assert find_contradiction(9, "anna", [far]) is None
    assert find_contradiction(5, "anna", [near]) is None
    found = find_contradiction(6, "anna", [far, near])
    assert found is not None
    assert (found.neighbour, found.is_own) == (near, False)


def test_one_word_of_three_is_little_and_one_of_two_is_much() -> None:
    assert nearest_first("righto thanks nicely", [(1, "righto thanks nice", [])])[0].is_near_identical
    assert not nearest_first("thanks nicely", [(1, "thanks nice", [])])[0].is_near_identical


def test_the_largest_contradiction_is_told_and_of_equal_ones_the_own() -> None:
    texts = Neighbour(1, "a", 0, 0.0, (opinion(2), opinion(8), opinion(2, "anna")))
    found = find_contradiction(10, "anna", [texts])
    assert found is not None
    assert (found.opinion.points, found.is_own) == (2, True)


@given(st.lists(st.text("ab 中文ไทย。", max_size=12), min_size=2, max_size=5))
def test_neighbours_are_as_far_as_estimates_and_marks_have_it(texts: list[str]) -> None:
    candidate, *others = texts
    for neighbour in nearest_first(candidate, [(number, text, []) for number, text in enumerate(others)]):
        (distance,) = Edits().between([candidate], np.array([0]), [neighbour.text], np.array([0, 1])).values
        marked = sum(
            max(len(run.old), len(run.new))
            for run in differences(candidate, neighbour.text)
            if run.change is not Change.NONE
        )
        assert neighbour.distance == distance == marked
