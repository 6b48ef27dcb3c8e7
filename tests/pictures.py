"""What is asked of every picture."""

import re
from collections.abc import Iterable
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str, kind: str = "") -> list[str]:
    """What is written in it, or what of that has a class."""
    found = ElementTree.fromstring(picture).iter(f"{SVG}text")
    return ["".join(one.itertext()) for one in found if not kind or kind in one.attrib["class"].split()]


def assert_standalone(picture: str) -> None:
    """It needs no other file and runs nothing."""
    forbidden = ("href", "url(", "@import", "@font-face", "<script", "<image", "<foreignObject", " style=", "onload")
    assert [word for word in forbidden if word in picture] == []
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]


def assert_nothing_outside(picture: str) -> None:
    root = ElementTree.fromstring(picture)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])

    def check(parent: ElementTree.Element, left: float, top: float) -> None:
        for child in parent:
            moved = re.findall(r"[-\d.]+", child.attrib.get("transform", "0 0"))
            x, y = left + float(moved[0]), top + float(moved[1])
            for across, down in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")):
                assert 0 <= x + float(child.attrib.get(across, 0)) <= width
                assert 0 <= y + float(child.attrib.get(down, 0)) <= height
            if child.tag == f"{SVG}rect":
                assert x + float(child.attrib["x"]) + float(child.attrib["width"]) <= width
            check(child, x, y)

    check(root, 0, 0)


def assert_readable(picture: str, grounds: Iterable[tuple[str, str]]) -> None:
    """Each colour of text has enough contrast with the colour behind it, light and dark."""
    themes = [dict(re.findall(r"--([\w-]+):(#\w{6})", line)) for line in picture.split("\n") if "--page:" in line]
    assert "prefers-color-scheme: dark" in picture
    assert len(themes) == 2
    for colours in themes:
        for ink, ground in grounds:
            dark, light = sorted((_luminance(colours[ink]), _luminance(colours[ground])))
            assert (light + 0.05) / (dark + 0.05) >= 4.5, f"{ink} on {ground}"


def _luminance(colour: str) -> float:
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
