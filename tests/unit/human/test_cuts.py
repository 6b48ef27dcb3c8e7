"""Where a source can be cut, and what a cut means."""

from hypothesis import given
from hypothesis import strategies as st

from mtassay.human.clauses import propose_items
from mtassay.human.collection import collapse, item_starts
from mtassay.human.cuts import CutPiece, cut_at

texts = st.text(st.characters(exclude_categories=("Cs", "Cc"))).map(collapse).filter(bool)


def cut(source: str, *items: str) -> tuple[CutPiece, ...]:
    return cut_at(source, list(zip(item_starts(source, items), items, strict=True)))


def items_of(pieces: tuple[CutPiece, ...]) -> list[str]:
    """What an editor makes of pieces: joined from one cut to the next, without what is left out."""
    runs: list[list[CutPiece]] = []
    for piece in pieces:
        if piece.begins or not runs:
            runs.append([])
        runs[-1].append(piece)
    joined = ["".join((" " if piece.is_apart else "") + piece.text for piece in run).strip() for run in runs]
    return [text for text, run in zip(joined, runs, strict=True) if not run[0].is_left_out]


def test_words_are_pieces_and_items_begin_with_a_cut() -> None:
    pieces = cut("ja, guten Tag, hier", "ja, guten", "hier")
    assert [piece.text for piece in pieces] == ["ja,", "guten", "Tag,", "hier"]
    assert [piece.begins for piece in pieces] == [True, False, True, True]
    assert [piece.is_left_out for piece in pieces] == [False, False, True, False]


def test_a_source_without_items_is_one_and_nothing_is_left_out() -> None:
    assert items_of(cut("alles klar.")) == ["alles klar."]


def test_scripts_without_blanks_are_cut_by_character_and_marks_stay() -> None:
    assert [piece.text for piece in cut("三時です")] == ["三", "時", "で", "す"]
    decomposed = "か\u3099き"
    assert [piece.text for piece in cut(decomposed)] == ["か\u3099", "き"]


def test_items_cut_inside_a_word_stay_as_they_are() -> None:
    assert items_of(cut("Hauptbahnhof heute", "Haupt", "bahnhof heute")) == ["Haupt", "bahnhof heute"]


def test_of_items_that_overlap_the_first_has_the_words() -> None:
    assert items_of(cut("one two three", "one two", "two three")) == ["one two", "three"]


@given(texts)
def test_pieces_give_the_source_again(source: str) -> None:
    pieces = cut_at(source, [])
    assert "".join((" " if piece.is_apart else "") + piece.text for piece in pieces) == source


@given(texts)
def test_a_proposal_comes_back_as_it_was(source: str) -> None:
    proposal = propose_items(source)
    assert items_of(cut(source, *proposal)) == list(proposal)
