from hypothesis import given
from hypothesis import strategies as st

from mtassay.cli.judging.styled_text import Look, Span, Style, clean, clip, wrap
from mtassay.reports.formats.text import display_width

TEXTS = (
    st.lists(st.sampled_from(["a", "word ", " ", "中", "e\u0301", "ש", "👍"]) | st.text(max_size=4))
    .map("".join)
    .map(clean)
)
SPANS = st.lists(st.builds(Span, TEXTS, st.sampled_from(Style)), max_size=4)
FULL = Look(True, True, True, True)


def test_widths_of_scripts() -> None:
    assert [display_width(text) for text in ("abc", "中文", "e\u0301", "ｆ", "שלום", "한", "\u200d")] == [
        3,
        4,
        1,
        2,
        4,
        2,
        0,
    ]


def test_lines_break_at_blanks_and_beside_wide_characters() -> None:
    assert [line[0].text for line in wrap([Span("one two three")], 8)] == ["one two", "three"]
    assert [line[0].text for line in wrap([Span("我明天去北京")], 5)] == ["我明", "天去", "北京"]
    assert [line[0].text for line in wrap([Span("incomprehensible")], 6)] == ["incomp", "rehens", "ible"]
    assert [line[0].text for line in wrap([Span("one two")], 5, indent=2)] == ["one", "  two"]


@given(SPANS, st.integers(1, 30), st.integers(0, 4))
def test_no_line_is_too_wide_and_no_text_is_lost(spans: list[Span], width: int, indent: int) -> None:
    lines = wrap(spans, width, indent=indent)
    room = max(width, indent + 2)
    assert all(sum(display_width(span.text) for span in line) <= room for line in lines)
    before = "".join(span.text for span in spans)
    after = "".join(span.text for line in lines for span in line)
    assert after.replace(" ", "") == before.replace(" ", "")


@given(SPANS, st.integers(1, 30))
def test_a_clipped_line_fits(spans: list[Span], width: int) -> None:
    line = clip(spans, width)
    assert sum(display_width(span.text) for span in line) <= width


def test_nothing_steers_the_terminal() -> None:
    assert clean("a\x1b[31mb\x07\x9b\n\u202ec\ud800") == "a␛[31mb␇\ufffd␊c\ufffd"


@given(st.text())
def test_clean_text_has_no_control_characters(text: str) -> None:
    assert not any(character < " " or "\x7f" <= character <= "\x9f" for character in clean(text))


def test_differences_have_a_mark_beside_their_colour() -> None:
    kinds = (Style.INSERTED, Style.DELETED, Style.REPLACED)
    assert [Look().paint((Look().mark("word", kind),)) for kind in kinds] == ["{+word+}", "[-word-]", "<word>"]
    assert [FULL.paint((FULL.mark("word", kind),)) for kind in kinds] == [
        "\x1b[32;4mword\x1b[0m",
        "\x1b[31;9mword\x1b[0m",
        "\x1b[33;4:4mword\x1b[0m",
    ]
    poor = Look(has_styles=True)
    assert poor.paint((poor.mark("word", Style.DELETED),)) == "\x1b[31m[-word-]\x1b[0m"
