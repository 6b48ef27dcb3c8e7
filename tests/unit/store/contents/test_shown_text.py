from hypothesis import given
from hypothesis import strategies as st

from mtassay.store.contents.shown_text import shown_text


@given(st.text(st.characters(exclude_categories=[])), st.integers(1, 20))
def test_whatever_comes_in_can_be_stored_and_shown(text: str, longest: int) -> None:
    shown = shown_text(text, longest)
    assert len(shown) <= longest
    assert shown.isprintable()
    shown.encode()
    assert shown_text(shown, longest) == shown


def test_text_that_can_be_shown_stays_as_it_is() -> None:
    for name in ("Übung 3.xlsx", "<script>alert(1)</script>.tsv", "翻訳.txt", "../../etc/passwd"):
        assert shown_text(name, 200) == name
    assert shown_text("a\0b\n\tc\u202egpj.exe", 200) == "a\ufffdb c\ufffdgpj.exe"
    assert shown_text("x" * 300, 10) == "xxxxxxxxx…"
