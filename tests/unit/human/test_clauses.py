import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.human.clauses import propose_items
from mtassay.human.collection import Collection, Item, Source, collapse, item_starts


@pytest.mark.parametrize(
    ("source", "language", "items"),
    [
        ("alles klar. danke schoen.", "de", ["alles klar.", "danke schoen."]),
        ("Ja, das passt mir gut.", "de", ["Ja, das passt mir gut."]),
        ("Am 3. Mai um 10:30 kostet es 3,50 Euro.", "de", ["Am 3. Mai um 10:30 kostet es 3,50 Euro."]),
        ("Das gilt z. B. hier, aber nicht dort.", "de", ["Das gilt z. B. hier,", "aber nicht dort."]),
        ("Er sagte: „Komm!“ Dann ging er.", "de", ["Er sagte:", "„Komm!“", "Dann ging er."]),
        (
            "Ich nehme den Zug um acht und du kommst mit dem Auto nach.",
            "de-AT",
            ["Ich nehme den Zug um acht", "und du kommst mit dem Auto nach."],
        ),
        ("I like bread and butter.", "en", ["I like bread and butter."]),
        ("The men want the car of my friend now.", "en", ["The men want the car of my friend now."]),
        ("One two three and four five six.", "", ["One two three and four five six."]),
        ("我明天去北京，然后坐火车回家。谢谢！", "zh", ["我明天去北京，", "然后坐火车回家。", "谢谢！"]),
        (
            "はい、分かりました。「行こう。」と彼は言った。",
            "ja",
            ["はい、", "分かりました。", "「行こう。」", "と彼は言った。"],
        ),
        ("أهلا بك اليوم، كيف حالك؟ شكرا.", "ar", ["أهلا بك اليوم،", "كيف حالك؟", "شكرا."]),
        ("यह अच्छा है। धन्यवाद।", "hi", ["यह अच्छा है।", "धन्यवाद।"]),
        ("... so what?", "en", ["... so what?"]),
        ("We saw it, too", "en", ["We saw it, too"]),
        ("word", "", ["word"]),
        ("。", "", ["。"]),
        ("  ", "", []),
    ],
)
def test_clauses(source: str, language: str, items: list[str]) -> None:
    assert list(propose_items(source, language)) == items


TEXTS = st.lists(
    st.sampled_from(
        ["a", "Haus", "und", "3", "z", "中", "文", "。", "、", ". ", ", ", "!", "“", "(", ") ", " ", "…", ":"]
    )
    | st.text(max_size=3)
).map("".join)


@given(TEXTS, st.sampled_from(["", "de", "zh", "en_US", "??"]))
def test_items_cover_their_source_in_order_and_are_never_blank(source: str, language: str) -> None:
    text = collapse(source)
    items = propose_items(source, language)
    assert bool(items) == bool(text)
    assert all(item and item == item.strip() for item in items)
    assert len(items) < 2 or all(any(map(str.isalnum, item)) for item in items)
    assert "".join(items).replace(" ", "") == text.replace(" ", "")
    end = 0
    for item in items:
        start = text.index(item, end)
        assert not text[end:start].strip()
        end = start + len(item)
    assert all(start >= 0 for start in item_starts(text, items))


@given(TEXTS.filter(collapse).filter(lambda text: "\0" not in text))
def test_a_collection_takes_what_is_proposed(source: str) -> None:
    items = tuple(Item(str(number), text) for number, text in enumerate(propose_items(source)))
    Collection((Source(source, items=items),)).check()
