import pytest

import mtassay
from mtassay.errors import SettingError
from mtassay.reports.document import Document, Table, figure_sections
from mtassay.reports.drawing.elements import Block
from mtassay.reports.drawing.picture import Picture
from mtassay.reports.formats.choice import report_format
from mtassay.reports.formats.svg import Svg
from mtassay.reports.results.comparison import comparison_document
from mtassay.reports.results.explanation import explanation_document

TABLE = Table.of(("a",), [(1,)])


def picture(name: str, width: float) -> Picture:
    return Picture(name, f"title {name}", f"all of {name}.", (Block(f"<g id='{name}'/>", 10),), width)


def test_pictures_stand_below_each_other_in_a_file_as_wide_as_the_widest() -> None:
    sections = [*figure_sections([TABLE], picture("x", 300)), *figure_sections([TABLE], picture("y", 900))]
    written = Svg().write(Document("Both", tuple(sections)))
    assert written.index("id='x'") < written.index("id='y'")
    assert "title x; title y" in written
    assert "all of x. all of y." in written
    assert 'width="948"' in written


def test_a_document_without_a_picture_is_refused() -> None:
    with pytest.raises(SettingError, match="Rows: there is no picture of it"):
        Svg().write(Document("Rows", (TABLE,)))


def test_comparisons_and_explanations_are_drawn_from_their_documents() -> None:
    evalset = mtassay.EvalSet(["a b c d"] * 50, systems={"x": ["a b c d"] * 50, "y": ["a b", "c d"] * 25})
    comparison = comparison_document(mtassay.compare(evalset, ["chrf"]))
    explanation = explanation_document(mtassay.explain("a b c", "a b d", ["bleu"]))
    assert "chrF2" in report_format("svg").write(comparison)
    assert "BLEU" in report_format("svg").write(explanation)


def test_nothing_is_drawn_for_formats_that_cannot_show_it() -> None:
    explanation = explanation_document(mtassay.explain("a b c", "a b d", ["bleu"]))
    report_format("text").write(explanation)
    assert "picture" not in vars(explanation.figures[0])
