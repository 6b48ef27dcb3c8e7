"""What pictures are drawn with: SVG elements, text that fits, axes with round ticks, blocks in a stack."""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple, Self

# what XML 1.0 does not allow, and the control characters that it allows but nobody sees
_FORBIDDEN = re.compile("[^\\x20-\\x7e\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_BREAKS = re.compile(r"(?<=[ |,;/_-])")
_SPACES = re.compile(r"[ \t\n\r\f\v]+")  # str.split would take no-break spaces too


class Block(NamedTuple):
    """Marks drawn from height 0 downwards, and how far down they reach."""

    marks: str
    height: float


def stack(blocks: Iterable[Block], left: float, top: float) -> Block:
    """One below the other; the height counts from 0, with `top` in it."""
    marks = []
    for block in blocks:
        marks.append(group(block.marks, left, top))
        top += block.height
    return Block("\n".join(marks), top)


def clean(text: str) -> str:
    """On one line, with U+FFFD for what XML cannot hold."""
    return _FORBIDDEN.sub("\ufffd", _SPACES.sub(" ", text))


def written(words: str) -> str:
    """As the content of an element."""
    return escape(clean(words), quote=False)


def element(tag: str, attributes: Iterable[tuple[str, str | float]], content: str = "") -> str:
    """`content` is markup; coordinates are rounded to hundredths of a pixel."""
    shown = "".join(
        f' {name}="{escape(value) if isinstance(value, str) else coordinate(value)}"' for name, value in attributes
    )
    return f"<{tag}{shown}>{content}</{tag}>" if content else f"<{tag}{shown}/>"


def coordinate(value: float) -> str:
    """As short as it can be written."""
    return f"{value:z.2f}".rstrip("0").rstrip(".")


def group(marks: str, x: float, y: float) -> str:
    """The marks, moved."""
    return element("g", [("transform", f"translate({coordinate(x)} {coordinate(y)})")], marks)


def text(x: float, y: float, words: str, kind: str) -> str:
    """On one line with its baseline at `y`; `kind` names classes of the style sheet."""
    return element("text", [("class", kind), ("x", x), ("y", y)], written(words))


def tooltip(words: str) -> str:
    """What a browser shows for the element that this stands in first."""
    return f"<title>{written(words)}</title>"


def line(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    (x1, y1), (x2, y2) = start, end
    return element("line", [("class", kind), ("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)])


def box(x: float, y: float, width: float, height: float, kind: str, radius: float = 0) -> str:
    rounded = [("rx", radius)] if radius else []
    return element("rect", [("class", kind), ("x", x), ("y", y), ("width", width), ("height", height), *rounded])


def dot(x: float, y: float, radius: float, kind: str) -> str:
    return element("circle", [("class", kind), ("cx", x), ("cy", y), ("r", radius)])


def triangle(x: float, y: float, kind: str, *, points_up: bool) -> str:
    """A small one around this point."""
    base, tip = (2.5, -6) if points_up else (-2.5, 6)
    return element("path", [("class", kind), ("d", f"M{coordinate(x - 3.5)} {coordinate(y + base)}h7l-3.5 {tip}z")])


def text_width(words: str, size: float) -> float:
    """At least what common sans-serif fonts take: nothing is known of the font that the reader has."""
    return size * sum(map(_character_width, words))


def code_width(words: str, size: float) -> float:
    """The same of fonts whose characters are all as wide."""
    return size * 0.62 * len(words)


def wrap(words: str, width: float, size: float, measure: Callable[[str, float], float] = text_width) -> list[str]:
    """Lines that fit, broken after separators, or anywhere in pieces that are too long by themselves."""

    def fits(line: str) -> bool:
        return measure(line.rstrip(), size) <= width

    lines = [""]
    for whole in _BREAKS.split(clean(words)):
        for piece in [whole] if fits(whole) else whole:
            if lines[-1] and not fits(lines[-1] + piece):
                lines.append("")
            lines[-1] += piece
    return [line.strip() for line in lines]


def _character_width(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if character in "mwMW@%" or unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in " .,:;|!'ijl":
        return 0.35
    if character in "frtI()[]-/":
        return 0.45
    return 0.75 if character.isupper() else 0.63


def decimal(value: float, places: int, *, signed: bool = False) -> str:
    """With a true minus sign, and never as minus zero."""
    return (f"{value:+z.{places}f}" if signed else f"{value:z.{places}f}").replace("-", "−")


@dataclass(frozen=True)
class Axis:
    """Where values from `low` to `high` stand between two horizontal positions."""

    low: float
    high: float
    left: float
    right: float

    @classmethod
    def over(cls, values: Sequence[float], places: int, left: float, right: float) -> Self:
        """From the smallest to the largest; where these look the same, some of the last digits shown around them."""
        low, high = min(values), max(values)
        if high - low < 10.0**-places:
            margin = 5 * 10.0**-places
            # scores that cannot be negative should not get an axis that is
            low, high = max(low - margin, 0.0) if low >= 0 else low - margin, high + margin
        return cls(low, high, left, right)

    def position(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)

    def ticks(self) -> list[tuple[float, str]]:
        """Up to five multiples of 1, 2 or 5 times a power of ten, with their labels."""
        span = self.high - self.low
        exponent = math.floor(math.log10(span / 5))
        steps = ((factor, power) for power in (exponent, exponent + 1, exponent + 2) for factor in (1, 2, 5))
        # 0.3 / 0.1 is 2.999…: the roundings take back what binary fractions lost
        factor, power = next((f, p) for f, p in steps if round(span / (f * 10.0**p), 6) < 5)
        step, places = factor * 10.0**power, max(0, -power)
        first, last = math.ceil(round(self.low / step, 6)), math.floor(round(self.high / step, 6))
        return [(number * step, decimal(number * step, places)) for number in range(first, last + 1)]
