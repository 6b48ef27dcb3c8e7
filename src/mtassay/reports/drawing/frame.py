"""What all pictures share: the file around the drawing, and the text above and below it."""

from mtassay.reports.drawing.elements import Block, box, code_width, element, stack, text, wrap, written
from mtassay.reports.drawing.palette import style_sheet

WIDTH = 712
"""Of what is drawn, unless it needs more."""
TITLE, NORMAL, SMALL = 17, 13, 12
LINE = 17
DROP = 4.5
"""From the middle of figures to the line they stand on."""
_MARGIN = 24


def frame(blocks: list[Block], width: float, title: str, description: str) -> str:
    """One SVG file that needs nothing else, with the blocks one below the other.

    The colours follow the reader's light or dark theme; the description is for those who cannot see it.
    """
    drawn = stack(blocks, _MARGIN, _MARGIN)
    whole_width, height = width + 2 * _MARGIN, drawn.height + _MARGIN
    attributes: list[tuple[str, str | float]] = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("class", "mtassay"),
        ("role", "img"),
        ("width", whole_width),
        ("height", height),
        ("viewBox", f"0 0 {whole_width:.0f} {height:.0f}"),
    ]
    content = [
        element("title", [], written(title)),
        element("desc", [], written(description)),
        f"<style>{style_sheet()}</style>",
        box(0, 0, whole_width, height, "page"),
        drawn.marks,
    ]
    return element("svg", attributes, "\n" + "\n".join(content) + "\n") + "\n"


def heading(title: str, subtitle: str, width: float) -> Block:
    lines = wrap(title, width, TITLE)
    marks = [text(0, 16 + 22 * index, part, "title") for index, part in enumerate(lines)]
    height = 22 * len(lines)
    below = wrap(subtitle, width, SMALL)
    marks += [text(0, height + 12 + 16 * index, part, "soft") for index, part in enumerate(below)]
    return Block("\n".join(marks), height + 14 + 16 * max(1, len(below)))


def section(title: str, width: float, *blocks: Block) -> Block:
    """Blocks under a title, and the room below them."""
    lines = wrap(title, width, NORMAL)
    head = "\n".join(text(0, 13 + LINE * index, part, "head") for index, part in enumerate(lines))
    drawn = stack([Block(head, LINE * len(lines) + 8), *blocks], 0, 0)
    return Block(drawn.marks, drawn.height + 20)


def paragraph(words: str, width: float) -> Block:
    lines = wrap(words, width, SMALL)
    marks = [text(0, 12 + 16 * index, part, "soft") for index, part in enumerate(lines)]
    return Block("\n".join(marks), 16 * len(lines) + 8)


def signature(words: str, width: float) -> Block:
    lines = wrap(words, width, SMALL, code_width)
    marks = [text(0, 12 + 16 * index, part, "signature") for index, part in enumerate(lines)]
    return Block("\n".join(marks), 16 * len(lines) + 36)
