"""A picture, before it is written as SVG."""

from dataclasses import dataclass

from mtassay.reports.drawing.elements import Block


@dataclass(frozen=True)
class Picture:
    """A drawing, what it shows, and all that it says for those who cannot see it."""

    name: str
    title: str
    description: str
    blocks: tuple[Block, ...]
