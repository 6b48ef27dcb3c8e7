"""Marked errors: offsets on hostile text, overlaps, words that are quoted, and forms."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import SettingError
from mtassay.human.protocols.base import PROTOCOLS, AskedItem, BodyError
from mtassay.human.protocols.spans import quoted, read_spans, read_weights, severities_of, time_of, write_weights

HOSTILE = st.text(
    st.sampled_from(
        "ab .,\u0301\u0308\u200d\ufe0f\U0001f469\U0001f33e\U0001f1e9"
        "\u05e9\u0627\u064b\u200f\u2066\u732b\u30ac\u0e33\U00020000\r\n"
    ),
    min_size=1,
    max_size=30,
)
ESA, MQM = PROTOCOLS.create("esa"), PROTOCOLS.create("mqm")


def mark(*spans, text="He is dark blue, and he is late.", source="Er ist dunkelblau.", protocol=ESA):
    body = {"spans": list(spans)} | ({"score": 50} if protocol is ESA else {})
    return protocol.check(body, [AskedItem(1, (), source, text)])["spans"]


def part(start, end, side="target", severity="minor", **more):
    return {"side": side, "start": start, "end": end, "severity": severity, **more}


@given(text=HOSTILE, data=st.data())
def test_offsets_count_code_points_of_any_text(text, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    spans = [part(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=False)]
    shuffled = data.draw(st.permutations(spans))
    marked = mark(*shuffled, text=text)
    assert marked == spans
    assert mark(*json.loads(json.dumps(marked)), text=text) == marked
    assert "".join(quoted(span, "", text) for span in marked) == "".join(text[s["start"] : s["end"]] for s in spans)
    with pytest.raises(BodyError, match="no end of a part"):
        mark(part(0, len(text) + 1), text=text)


@given(text=HOSTILE, data=st.data())
def test_two_marks_are_taken_exactly_where_they_do_not_overlap(text, data):
    places = st.integers(0, len(text) - 1).flatmap(
        lambda start: st.tuples(st.just(start), st.integers(start + 1, len(text)))
    )
    first, second = data.draw(places), data.draw(places)
    if set(range(*first)) & set(range(*second)):
        with pytest.raises(BodyError, match="part of another marked error"):
            mark(part(*first), part(*second), text=text)
    else:
        assert len(mark(part(*first), part(*second), text=text)) == 2
    assert len(mark(part(*first), part(*second, side="source"), text=text, source=text)) == 2


@given(text=HOSTILE, data=st.data())
def test_words_that_are_quoted_are_where_they_stand(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    words = text[start:end]
    if words != words.strip() or len(words.split()) != 1:
        return  # blanks around words are not part of an error
    span = part(start, end)
    time = time_of(span, "", text)
    assert mark({"side": "target", "quote": words, "time": time, "severity": "minor"}, text=text) == [span]


@pytest.mark.parametrize(
    ("span", "pointer", "words"),
    [
        ("he", "/spans/0", "a JSON object"),
        ({"side": "target", "severity": "minor"}, "/spans/0/start", "say where the error is"),
        (part(3, 3), "/spans/0/end", "3 is no end of a part that starts at 3 of 32"),
        (part(32, 33), "/spans/0/start", "32 is no place in a text of 32 characters"),
        (part(0.5, 2), "/spans/0/start", "0.5 is no place"),
        (part(-1, 2), "/spans/0/start", "-1 is no place"),
        (part(0, 2, severity="awful"), "/spans/0/severity", "minor, major"),
        (part(0, 2, side="left"), "/spans/0/side", "marked in the target or the source"),
        (part(0, 2, missing=True), "/spans/0/start", "has no place in the translation"),
        (part(0, 2, missing="yes"), "/spans/0/missing", "expected true"),
        (part(0, 2, category="Style"), "/spans/0/category", "has no 'category'"),
        (part(0, 2, quote="He"), "/spans/0/quote", "not by both"),
        ({"side": "target", "quote": "she", "severity": "minor"}, "/spans/0/quote", "copy the words"),
        ({"side": "target", "quote": " ", "severity": "minor"}, "/spans/0/quote", "quote the words"),
        ({"side": "target", "quote": "is", "time": 3, "severity": "minor"}, "/spans/0/time", "stands 2 times"),
        (part(0, 2, time=1), "/spans/0/time", "none are"),
    ],
)
def test_what_is_wrong_with_a_mark_is_said(span, pointer, words):
    with pytest.raises(BodyError) as caught:
        mark(span)
    assert caught.value.pointer == pointer
    assert words in caught.value.problem


def test_what_is_missing_is_said_once_or_marked_in_the_source():
    missing = {"side": "target", "missing": True, "severity": "major"}
    in_source = part(7, 17, side="source", missing=True)
    assert mark(in_source, missing, part(0, 2)) == [part(0, 2), missing, in_source]
    with pytest.raises(BodyError, match="mark what else is missing in the source"):
        mark(missing, missing)
    with pytest.raises(BodyError, match=r"marked in the target$"):
        mark(in_source, protocol=PROTOCOLS.create("esa:against=reference"))


def test_blanks_of_words_that_are_quoted_are_any_blanks():
    assert mark({"side": "target", "quote": " is  late ", "severity": "minor"}, text="he is\nlate") == [part(3, 10)]


def test_more_marks_than_can_be_stored_are_refused():
    with pytest.raises(BodyError, match="201 errors are too many"):
        mark(*(part(at, at + 1) for at in range(201)), text="x" * 300)


def test_a_form_is_what_a_script_wrote_or_rows_of_words():
    assert read_spans([("spans", '[{"side": "target"}]'), ("quote_1", "x")]) == [{"side": "target"}]
    rows = [
        *(("side_1", "target"), ("quote_1", "he"), ("time_1", "2"), ("severity_1", "major"), ("category_1", "Other")),
        *(("side_2", "target"), ("quote_2", ""), ("severity_2", "minor")),
        *(("side_3", "missing"), ("quote_3", "blau"), ("severity_3", "minor")),
        *(("side_4", "missing"), ("quote_4", " "), ("severity_4", "minor")),
    ]
    assert read_spans(rows) == [
        {"side": "target", "quote": "he", "time": 2.0, "severity": "major", "category": "Other"},
        {"side": "source", "missing": True, "quote": "blau", "time": 1.0, "severity": "minor"},
        {"side": "target", "missing": True, "severity": "minor"},
    ]
    assert read_spans([("score", "3")]) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "{}", "[" * 100_000, '[{"side": NaN}]', '[{"note": "\\ud800"}]', '[{"note": "\\u0000"}]']
)
def test_what_no_database_can_keep_is_not_read(text):
    assert read_spans([("spans", text)]) is None


def test_weights_have_one_form():
    weights = read_weights(" Minor = 1 , major=5.50,major/Accuracy=6")
    assert write_weights(weights) == "major=5.5,major/accuracy=6,minor=1"
    assert severities_of(weights) == ("minor", "major")
    for text in ("", "major", "=3", "major=x", "major=-1", "major=nan"):
        with pytest.raises(SettingError):
            read_weights(text)
