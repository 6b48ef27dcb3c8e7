"""Pictures, and how they are written as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.reports.drawing.elements import Block
from mtassay.reports.drawing.frame import WIDTH, frame


@dataclass(frozen=True)
class Picture:
    """A drawing, what it shows, and all that it says for those who cannot see it."""

    name: str
    title: str
    description: str
    blocks: tuple[Block, ...]
    width: float = WIDTH


def render_pictures(pictures: Sequence[Picture]) -> str:
    """One SVG file, one picture below the other."""
    blocks = [block for picture in pictures for block in picture.blocks]
    width = max(picture.width for picture in pictures)
    title = "; ".join(picture.title for picture in pictures)
    return frame(blocks, width, title, " ".join(picture.description for picture in pictures))
