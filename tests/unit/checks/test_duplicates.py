"""The same again."""

from found import found

ANSWER = "I'm sorry, but I cannot help with that request."


def test_one_output_for_different_sources_is_found() -> None:
    sources = ["Wo ist der Bahnhof?", "Wie spät ist es?", "Was kostet das?"]
    assert found("duplicates", [ANSWER, "What time is it?", ANSWER], sources=sources) == {"new": {3: "as segment 1"}}


def test_for_the_same_source_it_is_right() -> None:
    sources = ["Das kann ich leider nicht tun.", "Das kann ich leider nicht tun!"]
    assert found("duplicates", [ANSWER, ANSWER], sources=sources) == {}


def test_a_segment_that_comes_again_counts_twice() -> None:
    sources = ["Dabei kann ich leider nicht helfen."] * 3
    assert found("duplicates", None, [ANSWER, ANSWER, "Sorry."], sources) == {"sources": {2: "as segment 1"}}
    assert found("duplicates", ["a", "b", "c"], [ANSWER] * 3) == {"references": {2: "as segment 1", 3: "as segment 1"}}


def test_short_texts_come_again_and_again() -> None:
    assert found("duplicates", ["Yes."] * 3, ["Yes.", "Yes.", "Right."], ["Ja.", "Ja.", "Richtig."]) == {}
    assert found("duplicates:min_characters=3", ["Yes.", "Yes."], sources=["Ja.", "Richtig."]) == {
        "new": {2: "as segment 1"}
    }
