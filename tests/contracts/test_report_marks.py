"""The script of a report marks texts as Python does: the same pieces and numbers, ties included."""

import itertools
import random
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from contracts.script_page import open_script_page
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page
from strategies import sentences, texts

from mtassay._native import Segments, Splitting, word_spans
from mtassay.alignment.marked_text import MarkedText, mark_differences
from mtassay.alignment.text_units import BLOCKS_WITHOUT_SPACES
from mtassay.analyses.counting.error_classes import CLASSES
from mtassay.analyses.errors import _TITLES
from mtassay.reports.page.held_texts import hold_texts
from mtassay.reports.page.rendering import make_environment

_MARK_ALL = """async (pairs) => {
  const { markDifferences } = await import("/marks.js");
  return pairs.map(([hypothesis, reference]) => {
    const { pieces, replaced, inserted, deleted, moves } = markDifferences(hypothesis, reference);
    return [pieces.map(({ kind, text }) => [kind, text]), replaced, inserted, deleted, moves];
  });
}"""
# letters, lone letters, numbers, marks, joiners, what connects words and what does not, of all planes and directions
_PIECES = [
    *"ab12.,;:'’·-!()中文。ーあกิ٣Ａｶ가🙂\U00020000\U0001e800\u0301\u0e34\ufe0f\u200d\u200b\u00ad\u202e\ufeff",
    *" \t\n\x85\xa0\u3000\x1c\x1d\x1e\x1f",
    *["the ", "cat ", "on a mat ", "would", "'d", "’ll ", "3,000 ", "e\u0301", "क्\u200dष ", "مرحبا ", "שלום", " ", " "],
]
_blocks = st.lists(st.sampled_from(_PIECES), max_size=12).map("".join)
_pairs = st.one_of(
    st.tuples(texts, texts),
    st.tuples(sentences, sentences),
    # much in common, some of it elsewhere
    st.tuples(_blocks, _blocks, _blocks, _blocks).map(lambda b: (b[0] + b[1] + b[2], b[0] + b[2] + b[3] + b[1])),
)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = open_script_page(browser)
    yield page
    page.close()


def clean(text: str) -> str:
    """What a report can hold: U+001E and U+001F have a meaning there."""
    return re.sub("[\x1e\x1f]", "\ufffd", text)


def listed(marked: MarkedText) -> list[Any]:
    pieces = [[piece.kind, piece.text] for piece in marked.pieces]
    return [pieces, marked.replaced, marked.inserted, marked.deleted, marked.moves]


def hold_pairs(pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [list(pair) for pair in zip(*(hold_texts(side) for side in zip(*pairs, strict=True)), strict=True)]


def check_marks(page: Page, pairs: Sequence[tuple[str, str]]) -> list[MarkedText]:
    """Mark all pairs by both; gives back what Python says."""
    wanted = [mark_differences(clean(hypothesis), clean(reference)) for hypothesis, reference in pairs]
    for pair, marked, given_back in zip(pairs, wanted, page.evaluate(_MARK_ALL, hold_pairs(pairs)), strict=True):
        assert given_back == listed(marked), pair
    return wanted


def is_known(character: str) -> bool:
    """Whether Python's Unicode has it; a browser's may be newer."""
    return unicodedata.category(character) not in ("Cn", "Cs")


def test_any_texts(page: Page) -> None:
    pairs: list[tuple[str, str]] = []

    # all are sent at once: a browser takes longer to be asked than to answer
    @settings(max_examples=2000, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck))
    @given(_pairs)
    def collect(pair: tuple[str, str]) -> None:
        if all(map(is_known, itertools.chain(*pair))):
            pairs.append(pair)

    collect()
    check_marks(page, pairs)


def test_many_ties(page: Page) -> None:
    """Few different words, so that there are several best ways nearly always."""
    chance = random.Random(1)
    pairs = []
    for vocabulary in ["a b", "a b c ,", "ab cd ef gh . ,", "中 文 あ ー 。 a"]:
        words = vocabulary.split()
        for _ in range(1000):
            joint = chance.choice(["", " "]) if "中" in words else " "
            sides = [joint.join(chance.choices(words, k=chance.randrange(30))) for _ in range(2)]
            pairs.append((sides[0], sides[1]))
    marked = check_marks(page, pairs)
    assert sum(mark.moves > 0 for mark in marked) > 500
    assert sum(mark.moves > 1 for mark in marked) > 100


def test_sentences_of_the_examples(page: Page, dialogues: Path) -> None:
    lines = [
        path.read_text(encoding="utf-8").splitlines()
        for path in [*sorted((dialogues / "systems").glob("*.txt")), *sorted(dialogues.glob("reference-*.txt"))]
    ]
    pairs = [pair for left, right in itertools.permutations(lines, 2) for pair in zip(left, right, strict=True)]
    marked = check_marks(page, pairs)
    assert len(pairs) > 2000
    assert sum(mark.moves for mark in marked) > 100


@pytest.mark.parametrize(("size", "is_compared"), [(4000, True), (4001, False)])
def test_texts_that_are_too_long_are_replaced_as_a_whole(page: Page, size: int, is_compared: bool) -> None:
    chance = random.Random(2)
    words = [f"w{number}" for number in range(600)]
    hypothesis = chance.choices(words, k=4000)
    # the first words stay: where one text has nothing but differences, their ends are compared too, which is too much
    reference = [*hypothesis[:100], *hypothesis[2000:], *chance.choices(words, k=size - 4000), *hypothesis[100:2000]]
    reference[100::7] = chance.choices(words, k=len(reference[100::7]))
    (marked,) = check_marks(page, [(" ".join(hypothesis), " ".join(reference))])
    assert (marked.moves > 0) == is_compared
    assert (marked.replaced < 4000) == is_compared


def test_texts_of_very_many_words(page: Page) -> None:
    check_marks(page, [("a " * 150_000, "b, " * 150_000), ("", "b, " * 150_000), ("a " * 150_000, "")])


def test_blocks_without_spaces(page: Page) -> None:
    blocks = page.evaluate('async () => (await import("/words.js")).BLOCKS_WITHOUT_SPACES')
    assert blocks == [list(block) for block in BLOCKS_WITHOUT_SPACES]


def count_words(lines: Sequence[str]) -> list[int]:
    starts, _ = word_spans(Segments(lines), Splitting.UNICODE)
    return (starts[1:] - starts[:-1]).tolist()


def test_what_every_character_weighs(page: Page) -> None:
    characters = [c for c in map(chr, [*range(0x20400), *range(0xE0000, 0xE0200)]) if is_known(c) and not c.isspace()]
    is_alone = [count > 1 for count in count_words([character * 2 for character in characters])]
    wanted = [
        0 if unicodedata.category(character)[0] not in "LMN" else 0.5 if alone else 1
        for character, alone in zip(characters, is_alone, strict=True)
    ]
    weigh = 'async (words) => { const { weightOf } = await import("/words.js"); return words.map(weightOf); }'
    weights = page.evaluate(weigh, characters)
    assert {c: weight for c, weight, right in zip(characters, weights, wanted, strict=True) if weight != right} == {}
    longer = [f"{character}x" for character in characters]
    assert page.evaluate(weigh, longer) == [weight and 1 for weight in wanted]


def check_joined(page: Page, befores: Sequence[str], characters: Sequence[str]) -> None:
    """Whether a character belongs to the last word before it."""
    joined = page.evaluate(
        """async ([befores, characters]) => {
          const { runsTogether } = await import("/words.js");
          return befores.map((text) => characters.map((character) => Number(runsTogether(text, character))).join(""));
        }""",
        [list(befores), list(characters)],
    )
    for before, count, row in zip(befores, count_words(befores), joined, strict=True):
        counts = count_words([before + character for character in characters])
        wanted = "".join("1" if longer <= count else "0" for longer in counts)
        assert row == wanted, (before, [c for c, a, b in zip(characters, row, wanted, strict=True) if a != b])


def test_which_words_would_run_together(page: Page) -> None:
    characters = [c for c in map(chr, range(0x20400)) if is_known(c) and not c.isspace() and c != "\u200b"]
    check_joined(page, ["a", "1", "中", "!", "a.", "1,", "\u0301"], characters)
    befores = ["".join(kinds) for kinds in itertools.product("a1中!.,:\u0301\u200d\u200b ", repeat=4)]
    befores = [before for before in befores if before[-1] not in " \u200b"]  # which end no word
    check_joined(page, befores, "a1中\u0301\u200d.!")


def test_nodes_are_those_of_pages(page: Page, dialogues: Path) -> None:
    """Text from outside stays text, whatever it looks like; what nobody sees is shown as pages show it."""
    hostile = "<b>&amp; \"x\" 'y' </script> \x00\x07 \x1c\x85 \u202eabc\u202c \ufffe \x7f 🙂 <!-- \xa0"
    pairs = [
        ("a b c", "a b c"),
        ("", ""),
        (hostile, "<i>&lt; other"),
        ("other", hostile),
        ("c d a b x", "a b c d y z"),
        *zip(
            (dialogues / "systems" / "word-by-word.txt").read_text(encoding="utf-8").splitlines(),
            (dialogues / "reference-a.en.txt").read_text(encoding="utf-8").splitlines(),
            strict=True,
        ),
    ]
    template = make_environment([]).from_string("{{ marked | marked(against=against) }}")
    against = ["the reference", "the nearest judged translation"]
    wanted = [[template.render(marked=mark_differences(*pair), against=name) for name in against] for pair in pairs]
    differing = page.evaluate(
        """async ([pairs, wanted, against]) => {
          const { markDifferences } = await import("/marks.js");
          const { drawDifferences } = await import("/marked_nodes.js");
          return pairs.filter(([hypothesis, reference], index) => wanted[index].some((html, number) => {
            const page = new DOMParser().parseFromString(html, "text/html").querySelector("p");
            const own = page.cloneNode(false);
            own.append(drawDifferences(markDifferences(hypothesis, reference), against[number]));
            page.normalize();
            own.normalize();
            return !own.isEqualNode(page);
          }));
        }""",
        [hold_pairs(pairs), wanted, against],
    )
    assert differing == []


def draw_errors(page: Page, drawings: Sequence[Sequence[Any]]) -> list[str]:
    """Arguments of each drawing to HTML."""
    drawn: list[str] = page.evaluate(
        """async (drawings) => {
          const { drawErrors } = await import("/marked_nodes.js");
          return drawings.map((given) => {
            const place = document.createElement("div");
            place.append(drawErrors(...given));
            return place.innerHTML;
          });
        }""",
        [list(given) for given in drawings],
    )
    return drawn


def test_classes_of_errors_have_the_words_of_the_analysis(page: Page) -> None:
    classes = [name for name in CLASSES if name != "missing"]
    for name, html in zip(classes, draw_errors(page, [("a", name[0]) for name in classes]), strict=True):
        assert f'title="{_TITLES[name]}">a</' in html
        assert html.endswith(f'<span class="sr"> ({_TITLES[name]}: 1)</span>')


def test_neighbours_of_one_class_are_marked_together(page: Page) -> None:
    (held,) = hold_texts(["The <b> cat, Sat\nthere ."])
    drawn = draw_errors(page, [(held, "l.ll.oo."), (held, "l.eei", True), (held, "........"), ("", "")])
    assert drawn[0] == (
        '<span class="sub" title="wrong word">The</span> &lt;<span class="sub" title="wrong word">b&gt;</span> cat'
        '<span class="mov" title="wrong place">, Sat</span>\nthere .'
        '<span class="sr"> (wrong place: 2, wrong word: 3)</span>'
    )
    # words are what stands between white space
    assert drawn[1] == (
        '<span class="sub" title="wrong word">The</span> &lt;b&gt; <ins title="extra">cat, Sat</ins>\n'
        '<span class="sub inflection" title="wrong form">there</span> .'
        '<span class="sr"> (wrong form: 1, extra: 2, wrong word: 1)</span>'
    )
    assert drawn[2] == 'The &lt;b&gt; cat, Sat\nthere .<span class="sr"> (no word is wrong)</span>'
    assert drawn[3] == '<span class="sr"> (no word is wrong)</span>'


def test_a_text_with_classes_is_still_the_text(page: Page) -> None:
    """Whatever the letters are: too many, too few, none that are known."""
    chance = random.Random(4)
    several = [clean("".join(chance.choices(_PIECES, k=chance.randrange(20)))) for _ in range(500)]
    drawings = [[held, "".join(chance.choices(".cioel?", k=chance.randrange(20)))] for held in hold_texts(several)]
    shown = page.evaluate(
        """async (drawings) => {
          const { drawErrors } = await import("/marked_nodes.js");
          return drawings.map((given) => {
            const drawn = drawErrors(...given);
            drawn.querySelector(".sr").remove();
            return drawn.textContent;
          });
        }""",
        drawings,
    )
    assert shown == [re.sub("[\x1c\x1d\x85]", "\ufffd", text) for text in several]


def test_names_of_systems_stay_text(page: Page) -> None:
    said = page.evaluate(
        """async () => {
          const { markDifferences } = await import("/marks.js");
          const { drawDifferences } = await import("/marked_nodes.js");
          const place = document.createElement("p");
          place.append(drawDifferences(markDifferences("a", "b"), "<b>nmt"));
          return [place.textContent, place.querySelectorAll("b").length];
        }"""
    )
    assert said == ["a (against <b>nmt: 1 replaced)", 0]


def test_speed(page: Page) -> None:
    """A list of 50 segments is shown at once."""
    chance = random.Random(3)
    words = [f"word{number}" for number in range(40)] + [",", "."]
    pairs = []
    for _ in range(50):
        reference = chance.choices(words, k=30)
        hypothesis = [word if chance.random() < 0.6 else chance.choice(words) for word in reference]
        start, end = sorted(chance.sample(range(30), 2))
        pairs.append((" ".join(hypothesis[start:end] + hypothesis[:start] + hypothesis[end:]), " ".join(reference)))
    times = page.evaluate(
        """async (pairs) => {
          const { markDifferences } = await import("/marks.js");
          return Array.from({ length: 20 }, () => {
            const start = performance.now();
            for (const [hypothesis, reference] of pairs) markDifferences(hypothesis, reference);
            return performance.now() - start;
          });
        }""",
        hold_pairs(pairs),
    )
    assert min(times) < 10, times
