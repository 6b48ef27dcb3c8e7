"""Text with styles for a terminal: how wide it is, where its lines break, and how it is painted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from mtassay.reports.formats.text import display_width


class Style(Enum):
    """What a piece of text is, not how it looks."""

    PLAIN = "plain"
    TITLE = "title"
    QUIET = "quiet"
    CHOSEN = "chosen"
    WARNING = "warning"
    INSERTED = "inserted"
    DELETED = "deleted"
    REPLACED = "replaced"


@dataclass(frozen=True)
class Span:
    """A piece of text in one style."""

    text: str
    style: Style = Style.PLAIN


Line = tuple[Span, ...]

_BRACKETS = {Style.INSERTED: ("{+", "+}"), Style.DELETED: ("[-", "-]"), Style.REPLACED: ("<", ">")}
_CODES = {
    Style.TITLE: "1",
    Style.QUIET: "2",
    Style.CHOSEN: "1;7",
    Style.WARNING: "1;33",
    Style.INSERTED: "32;4",
    Style.DELETED: "31;9",
    Style.REPLACED: "33;4:4",
}


@dataclass(frozen=True)
class Look:
    """What a terminal can show. Differences always have a mark beside their colour; brackets, where nothing else."""

    has_styles: bool = False
    can_underline: bool = False
    can_strike: bool = False
    can_dot: bool = False

    def mark(self, text: str, style: Style) -> Span:
        """A difference, between brackets where its style cannot be shown without colour."""
        shown = {Style.INSERTED: self.can_underline, Style.DELETED: self.can_strike, Style.REPLACED: self.can_dot}
        if self.has_styles and shown[style]:
            return Span(text, style)
        before, after = _BRACKETS[style]
        return Span(f"{before}{text}{after}", style)

    def paint(self, line: Line) -> str:
        """The line with the codes of its styles."""
        return "".join(self._painted(span) for span in line)

    def _painted(self, span: Span) -> str:
        code = _CODES.get(span.style)
        if not self.has_styles or code is None or not span.text:
            return span.text
        if span.style is Style.INSERTED and not self.can_underline:
            code = "32"
        if span.style is Style.DELETED and not self.can_strike:
            code = "31"
        if span.style is Style.REPLACED and not self.can_dot:
            code = "33"
        return f"\x1b[{code}m{span.text}\x1b[0m"


def look_of_terminal(*, has_styles: bool) -> Look:
    """What the terminal can show, by the database of terminals; nothing but brackets where it is not known."""
    if not has_styles:
        return Look()
    try:
        import curses

        curses.setupterm()
        can = {name: bool(curses.tigetstr(name)) for name in ("smul", "smxx", "Smulx")}
        can["Su"] = curses.tigetflag("Su") > 0
    except Exception:  # no such module, no such terminal, nothing to write to: every one means the same
        return Look(has_styles=True)
    return Look(True, can["smul"], can["smxx"], can["Smulx"] or can["Su"])


# what changes the direction of everything behind it, to the end of the line and beyond
_STEERING = "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def clean(text: str) -> str:
    """The text without what would steer the terminal; control characters become pictures of themselves."""
    return "".join(map(_harmless, text))


def _harmless(character: str) -> str:
    if character < " ":
        return chr(0x2400 + ord(character))
    if "\x7f" <= character <= "\x9f" or "\ud800" <= character <= "\udfff":
        return "\ufffd"
    return "" if character in _STEERING else character


def wrap(spans: Sequence[Span], width: int, *, indent: int = 0) -> list[Line]:
    """Lines of at most `width` columns; all but the first begin with `indent` blanks.

    They break at blanks, beside wide characters, and inside words that are longer than a line.
    """
    width = max(width, indent + 2)  # room for one wide character
    lines: list[list[Span]] = [[]]
    used = 0
    for span in spans:
        for atom in _atoms(span.text, width - indent):
            size = display_width(atom)
            if used + size > width:
                lines[-1] = _trimmed(lines[-1])
                lines.append([Span(" " * indent)] if indent else [])
                used = indent
                if atom.isspace():
                    continue
            lines[-1].append(Span(atom, span.style))
            used += size
    return [_joined(line) for line in lines]


def clip(spans: Sequence[Span], width: int) -> Line:
    """One line: what does not fit is cut, and an ellipsis says so."""
    if sum(display_width(span.text) for span in spans) <= width:
        return tuple(spans)
    kept: list[Span] = []
    left = width - 1
    for span in spans:
        text = ""
        for character in span.text:
            if display_width(character) > left:
                return (*kept, Span(text, span.style), Span("…"))
            text += character
            left -= display_width(character)
        kept.append(Span(text, span.style))
    return tuple(kept)


def _atoms(text: str, width: int) -> Iterator[str]:
    """What is not torn apart: blanks, words, wide characters; words of more than `width` columns are."""
    atom = ""
    for character in text:
        columns = display_width(character)
        breaks = (
            character == " "
            or atom[-1:] == " "
            or (columns == 2)
            or (atom != "" and columns > 0 and any(display_width(other) == 2 for other in atom[:1]))
            or (columns > 0 and display_width(atom) + columns > width)
        )
        if breaks and atom:
            yield atom
            atom = ""
        atom += character
    if atom:
        yield atom


def _trimmed(line: list[Span]) -> list[Span]:
    """Without blanks at the end, which a break replaces."""
    while line and line[-1].text.isspace() and len(line) > 1:
        line = line[:-1]
    return line


def _joined(line: list[Span]) -> Line:
    """Neighbours of the same style as one span."""
    joined: list[Span] = []
    for span in line:
        if joined and joined[-1].style is span.style:
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        else:
            joined.append(span)
    return tuple(joined)
