"""Tables as notebooks show them."""

from analysed import figures, repeated
from lxml import html

from mtassay.analyses.notebook import figures_html


def test_values_dots_and_differences() -> None:
    evalset = repeated("a b", "a", "a b", times=40)
    page = html.fromstring(figures_html(figures(evalset, "words")))
    heads = [cell.text_content() for cell in page.findall(".//tr[1]/th")]
    assert heads == ["in the references", "old", "new", "", "new − old, q"]
    assert len(page.findall(".//circle")) == 4
    assert page.find(".//circle").get("fill") == "white"
    last = [cell.text_content() for cell in page.findall(".//tr")[-1]]
    assert last == ["all words", "0.6667", "1.0000", "oldnew", "+0.3333, <0.001"]


def test_names_from_outside_are_text() -> None:
    evalset = repeated("a <b>", "a", "<script>", times=30)
    shown = figures(evalset, "words:by=shape")._repr_html_()
    assert "<script" not in shown


def test_what_is_not_known_is_a_dash() -> None:
    page = html.fromstring(figures_html(figures(repeated("a b", "a", "b", source="a b"), "kept")))
    assert [cell.text_content() for cell in page.findall(".//tr")[-1]][1:3] == ["–", "–"]
