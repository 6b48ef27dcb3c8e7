"""Every colour is told from what it stands on: WCAG 2.2, level AA, in both themes."""

import re
from itertools import pairwise

import pytest

from mtassay.reports.page.rendering import STATIC as SHARED
from mtassay.web.rendering import STATIC

CSS = (SHARED / "tokens.css").read_text(encoding="utf-8")
DECLARED = re.findall(
    r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);(?: /\* (text|mark) on ([\w, -]+) \*/)?", CSS
)
COLOURS = {name: (light, dark) for name, light, dark, _, _ in DECLARED}
NEEDED = {"text": 4.5, "mark": 3.0}
PAIRS = [(kind, name, ground) for name, _, _, kind, grounds in DECLARED if kind for ground in grounds.split(", ")]


def luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_every_colour_is_read() -> None:
    assert len(DECLARED) == CSS.count("light-dark(#")
    assert len(PAIRS) == sum(len(grounds.split(",")) for grounds in re.findall(r"/\* (?:text|mark) on ([^*]+)\*/", CSS))
    assert len(PAIRS) > 50


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("kind", "name", "ground"), PAIRS, ids=lambda part: part)
def test_a_colour_stands_out(kind: str, name: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[name][theme], COLOURS[ground][theme]) >= NEEDED[kind]


def test_text_on_a_tint_of_its_own_is_declared() -> None:
    """Rules that set both colours with one breath are among the pairs that are computed."""
    sheets = (
        path for folder in (SHARED, STATIC) for path in sorted(folder.rglob("*.css")) if path.name != "tokens.css"
    )
    components = "\n".join(path.read_text(encoding="utf-8") for path in sheets)
    found = set()
    for rule in re.findall(r"\{([^{}]*)\}", components):
        front = re.search(r"(?<![\w-])color: var\(--([\w-]+)\)", rule)
        back = re.search(r"background(?:-color)?: var\(--([\w-]+)\)", rule)
        if front and back:
            found.add(("text", front[1], back[1]))
    assert len(found) > 10
    assert found <= set(PAIRS)


def test_inks_are_in_order() -> None:
    for theme in (0, 1):
        inks = [contrast(COLOURS[name][theme], COLOURS["surface"][theme]) for name in ("ink", "ink-2", "ink-3")]
        assert all(one > other for one, other in pairwise(inks))
