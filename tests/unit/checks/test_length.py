"""Far too long, far too short."""

from found import found

SENTENCE = "A sentence of some length, as there are many. "


def test_an_output_cut_off_or_made_up_is_found() -> None:
    references = [SENTENCE * 3] * 4
    details = found("length", [SENTENCE * 3, SENTENCE, SENTENCE * 8, SENTENCE * 2], references)
    assert list(details["new"]) == [2, 3]
    assert details["new"][2] == "46 characters, where the reference leads to expect some 138"


def test_short_texts_may_differ_more() -> None:
    assert found("length", ["Yes, indeed.", "No"], ["Yes.", "Not at all, sir."]) == {}


def test_one_reference_of_that_length_is_enough() -> None:
    assert found("length", [SENTENCE], [[SENTENCE * 4, SENTENCE]]) == {}


def test_where_there_are_sources_the_output_must_be_odd_beside_both() -> None:
    sources = [SENTENCE * 3] * 5
    references = [SENTENCE * 3] * 4 + [SENTENCE]
    assert found("length", [SENTENCE * 3] * 5, references, sources) == {
        "references": {5: "46 characters, where the source leads to expect some 138"}
    }
    assert list(found("length", [SENTENCE * 3] * 4 + [SENTENCE * 9], references, sources)["new"]) == [5]


def test_sources_alone_are_scaled_to_the_language() -> None:
    chinese = ["我们明天一起坐火车回家好吗" * 3] * 5
    assert found("length", [SENTENCE * 3] * 5, sources=chinese) == {}
    assert list(found("length", [SENTENCE * 3] * 4 + ["Home."], sources=chinese)["new"]) == [5]


def test_empty_texts_are_left_to_another_check() -> None:
    assert found("length", ["", SENTENCE], [SENTENCE, ""], ["", SENTENCE]) == {}
