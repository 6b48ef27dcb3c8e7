"""Pictures of explanations."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from pictures import SVG, assert_nothing_outside, assert_readable, assert_standalone, texts

import mtassay
from mtassay.alignment.edits import align_words
from mtassay.metrics.explanation import Counts, Curve, Edits, Explanation, Formula, Matching, Step, Words
from mtassay.reports.drawing.explanation_svg import explanation_picture
from mtassay.reports.drawing.picture import render_pictures

LONG = "transformer-big-" * 20 + "end"
UNCUT = "太郎が花子を訪れたと言われている" * 8
WORDS = ("<b>&amp;", "神经", "a\x00\ud800b", "'quoted\"", LONG, UNCUT)
ARABIC = ("زار", "الرئيس", "القاهرة", "اليوم")


def render(explanations: Sequence[Explanation]) -> str:
    return render_pictures([explanation_picture(explanations)])


def draw(*steps: Step, score: float = 12.345) -> str:
    return render(
        [
            Explanation(
                metric="m",
                spec="m",
                label="Metric",
                signature="nrefs:1|key:value",
                direction="higher is better",
                places=2,
                score=score,
                steps=steps,
            )
        ],
    )


def boxes(picture: str, kind: str) -> list[ElementTree.Element]:
    return [found for found in ElementTree.fromstring(picture).iter() if found.attrib.get("class") == kind]


def edited(hypothesis: tuple[str, ...], reference: tuple[str, ...], *before: str) -> Edits:
    return Edits("Edits", hypothesis, reference, align_words(hypothesis, reference), before)


CURVE = Curve("Penalty", "x axis", "y axis", ((0.5, 0.0), (1.0, 1.0), (1.5, 1.0)), (0.75, 0.5))
EVERY: dict[str, Step] = {
    "words": Words(
        "Tokens", (("hypothesis", WORDS, frozenset({0})), (LONG, (), frozenset()), ("c", ARABIC, frozenset()))
    ),
    "counts": Counts("Counts", ("", "in hypothesis", LONG), tuple((word, "1", "22.5") for word in WORDS), "A note."),
    "wide": Counts("Wide", ("", *(f"heading {n}" for n in range(20))), (("name", *["1234.5678"] * 20),)),
    "no counts": Counts("Nothing", ("", "number"), ()),
    "matching": Matching("Matching", WORDS * 3, WORDS * 2, (((0, 1), (1, 2)), ((5, 5),), ((16, 0),))),
    "right to left": Matching("Right to left", ARABIC, ("a", *ARABIC), (((0, 1), (1, 2)),)),
    "no matching": Matching("Empty", (), (), ()),
    "edits": edited(tuple(f"w{ord(word[0])}" for word in WORDS), ("a", "b"), "shift 'a' to the front"),
    "no edits": edited((), ()),
    "formula": Formula(LONG, "a / b + " * 40, "1 / 2 + " * 40, -0.5),
    "curve": CURVE,
    "far": Curve("Far", "x", "y", CURVE.points, (1e6, 1.0)),
    "flat": Curve("Flat", "x", "y", ((0.0, 0.0), (0.0, 0.0)), (0.0, 0.0)),
}


@pytest.mark.parametrize("kind", EVERY)
def test_every_kind_of_step_stays_inside_and_needs_nothing_else(kind: str) -> None:
    picture = draw(EVERY[kind])
    assert picture.encode()
    assert "nan" not in picture.lower()
    assert_nothing_outside(picture)
    assert_standalone(picture)


def test_all_that_is_said_stands_there() -> None:
    picture = draw(*EVERY.values())
    said = texts(picture)
    assert {"Metric = 12.35", "higher is better", "nrefs:1|key:value", "<b>&amp;", "a\ufffd\ufffdb", "A note."} <= set(
        said
    )
    assert LONG in "".join(texts(picture, "word"))
    assert UNCUT in "".join(texts(picture, "word"))
    assert picture == draw(*EVERY.values())


def test_those_who_cannot_see_it_get_a_title_and_the_steps() -> None:
    root = ElementTree.fromstring(draw(*EVERY.values()))
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "How the score of a segment comes about: Metric 12.35"
    for words in (
        "Metric = 12.35, higher is better.",
        "4 links in 3 chunks",
        "shift 'a' to the front",
        "y axis = 0.500",
    ):
        assert words in root.findtext(f"{SVG}desc", "")


def test_words_that_count_are_in_boxes() -> None:
    picture = draw(Words("Tokens", (("hypothesis", ("a", "b", "c"), frozenset({0, 2})),)))
    assert len(boxes(picture, "marked")) == 2
    assert texts(picture, "word") == ["a", "b", "c"]


def lefts(picture: str) -> dict[str, float]:
    words = ElementTree.fromstring(picture).iter(f"{SVG}text")
    return {word.text or "": float(word.attrib["x"]) for word in words if "word" in word.attrib["class"].split()}


@pytest.mark.parametrize(("words", "sign"), [(("one", "two", "three"), 1), (ARABIC, -1), (("\u05d0", "b", "1"), -1)])
def test_words_stand_in_the_order_in_which_they_are_read(words: tuple[str, ...], sign: int) -> None:
    steps = [
        Words("Tokens", (("hypothesis", words, frozenset()),)),
        edited(words, words),
        Matching("Matching", words, words, ()),
    ]
    for step in steps:
        places = [sign * place for place in lefts(draw(step)).values()]
        assert places == sorted(places)


def test_long_tables_are_cut_and_say_so() -> None:
    picture = draw(Counts("Counts", ("", "n"), tuple((f"word {n}", str(n)) for n in range(50)), "A note."))
    assert "word 39" in texts(picture)
    assert "word 40" not in texts(picture)
    assert "And 10 more. A note." in texts(picture)


def test_narrow_tables_stand_beside_each_other() -> None:
    narrow = Counts("Counts", ("", "n"), (("word", "1"),))
    wide = Counts("Counts", ("", "n"), ((LONG, "1"),))
    heights = [
        float(ElementTree.fromstring(draw(*steps)).attrib["height"])
        for steps in ([narrow], [narrow, narrow], [narrow, wide], [narrow, narrow, narrow])
    ]
    assert heights[0] == heights[1] < heights[3] < heights[2]


def test_edits_are_told_by_letters_too() -> None:
    picture = draw(edited(("a", "x", "c", "d"), ("a", "b", "c"), "shift 'a' to the front"))
    assert texts(picture, "worse") == ["S", "I"]
    assert len(boxes(picture, "missing")) == 1
    assert len(boxes(picture, "changed")) == 3
    assert {"shift 'a' to the front", "S: substituted; I: inserted, not in the reference."} <= set(texts(picture))


def test_spaces_among_characters_can_be_seen() -> None:
    assert texts(draw(edited(("a", " "), ("a", "b"))), "word").count("␣") == 1


def test_matched_words_are_linked_and_chunks_numbered() -> None:
    words = ("the", "cat", "sat", "on", "the", "mat")
    chunks = (((0, 3), (1, 4), (2, 5)), ((3, 0), (4, 1)))
    picture = draw(Matching("Matching", words, words, chunks))
    assert len(boxes(picture, "link")) == 5
    assert texts(picture, "chunk-number") == ["1", "2", "2", "1"]
    assert len(boxes(picture, "chunk-1")) == 6
    assert "elsewhere" not in picture


def test_words_on_other_lines_are_linked_by_number() -> None:
    words = tuple(f"word-{n}" for n in range(60))
    picture = draw(Matching("Matching", words, words, (((0, 59),), ((59, 0),), ((1, 1),))))
    assert len(boxes(picture, "link")) == 1
    assert texts(picture, "chunk-number") == ["1", "3", "2", "3", "2", "1"]
    assert "elsewhere under the same number" in " ".join(texts(picture))


def test_formulas_lead_to_their_value() -> None:
    said = texts(draw(Formula("p1", "a / b", "15 / 18", 0.83333), Formula("BLEU", "p1 · p2", "0.5 · 0.5", -0.25)))
    assert {"p1", "a / b", "15 / 18 =\u00a00.8333", "0.5 · 0.5 =\u00a0−0.2500"} <= set(said)


@pytest.mark.parametrize("mark", [(0.75, 0.5), (3.0, 1.0), (0.1, 0.0)])
def test_the_segment_is_on_the_curve(mark: tuple[float, float]) -> None:
    picture = draw(Curve("Penalty", "x", "y", CURVE.points, mark))
    (point,) = boxes(picture, "dot")
    (curve,) = boxes(picture, "curve")
    assert f"{point.attrib['cx']} {point.attrib['cy']}" in re.split("[ML]", curve.attrib["d"])


def test_text_can_be_read_in_both_themes() -> None:
    grounds = [("ink", ground) for ground in ("page", "better-1", "better-2", "worse-1", "band")]
    assert_readable(draw(), [*grounds, ("soft", "page"), ("worse", "page")])


def test_several_metrics_share_a_picture() -> None:
    picture = render(mtassay.explain("the cat sat", "the cat sat down", ["bleu", "ter", "chrf"]))
    assert len(texts(picture, "title")) == 3
    assert_nothing_outside(picture)
