"""How pages write numbers, p-values and marked texts, and the templates that do: for reports and the workbench."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from mtassay.alignment.marked_text import MarkedText, Piece
from mtassay.reports.drawing.elements import Axis, coordinate, decimal
from mtassay.significance.written_p import written_p

TEMPLATES = Path(__file__).with_name("templates")
STATIC = Path(__file__).with_name("static")

_NOTHING = "–"
# what HTML does not allow, what nobody sees, and halves of characters that UTF-8 cannot write
_FORBIDDEN = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\ufffe\\uffff]")
_REPLACEMENT = "\ufffd"
_FORBIDDEN_ASCII = bytes(number for number in range(128) if _FORBIDDEN.match(chr(number)))
_FORBIDDEN_UTF8 = re.compile(b"\xc2[\x80-\x9f]"), re.compile(b"\xef\xbf[\xbe\xbf]")


class _CleanTemplate(Template):
    """A template whose text has no character that HTML does not allow.

    They are looked for in the whole page at once: value by value takes longer than all else that is done with them.
    """

    def render(self, *args: Any, **kwargs: Any) -> str:
        return _clean(super().render(*args, **kwargs))


class _Templates(Environment):
    template_class = _CleanTemplate


def make_environment(folders: Sequence[Path]) -> Environment:
    """The templates of folders, with everything from outside escaped, and an error for a name that nobody gave."""
    templates = _Templates(
        loader=FileSystemLoader(folders),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters.update(
        number=write_number,
        score=write_score,
        p_value=write_p_value,
        count=write_count,
        percent=write_percent,
        coordinate=coordinate,
        marked=write_marked,
        score_cells=write_score_cells,
    )
    templates.globals.update(axis=place_on_axis, between=place_between)
    templates.tests["a_number"] = lambda value: value == value
    return templates


def _clean(text: str) -> str:
    return text if _is_clean(text) else _FORBIDDEN.sub(_REPLACEMENT, text)


def _is_clean(text: str) -> bool:
    """Whether there is nothing to replace; in bytes, which are deleted or found by their first five times as fast."""
    try:
        written = text.encode()
    except UnicodeEncodeError:
        return False
    has_control = len(written.translate(None, _FORBIDDEN_ASCII)) < len(written)
    return not has_control and not any(pattern.search(written) for pattern in _FORBIDDEN_UTF8)


def write_number(value: float | None, places: int = 1, *, signed: bool = False) -> str:
    """With a true minus sign and commas between thousands; a dash where there is no number.

    >>> write_number(-1234.56)
    '−1,234.6'
    """
    if value is None or not math.isfinite(value):
        return _NOTHING
    return (f"{value:+z,.{places}f}" if signed else f"{value:z,.{places}f}").replace("-", "−")


def write_score(value: float | None, places: int, *, signed: bool = False) -> str:
    """A score whose metric is printed with so many `places`: one less, to be read beside its interval or its text.

    >>> write_score(56.739, 2), write_score(0.5292, 4)
    ('56.7', '0.529')
    """
    return write_number(value, max(places - 1, 0), signed=signed)


def write_p_value(value: float | None, is_bound: bool = False) -> str:
    """Two digits, three below .1; without the zero that every p-value would have.

    >>> write_p_value(0.41), write_p_value(0.0004), write_p_value(0.036, is_bound=True)
    ('.41', '< .001', '≤ .036')
    """
    if value is None or math.isnan(value):
        return _NOTHING
    if value < 0.001:
        return "< .001"
    written = written_p(value, is_bound=is_bound, digits=3 if value < 0.0995 else 2)
    return f"≤ {written[1:].removeprefix('0')}" if is_bound else written.removeprefix("0")


def write_count(number: int, noun: str, plural: str | None = None) -> str:
    """The number with its noun.

    >>> write_count(1, "segment"), write_count(1284, "segment"), write_count(2, "reply", "replies")
    ('1 segment', '1,284 segments', '2 replies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


_MARKS = {
    "equal": ("", ""),
    "inserted": ("<ins>", "</ins>"),
    "deleted": ("<del>", "</del>"),
    "replaced": ('<span class="sub">', "</span>"),
    "moved": ('<span class="mov">', "</span>"),
}


def write_marked(
    difference: MarkedText | Mapping[str, Any],
    language: str = "",
    *,
    is_small: bool = False,
    against: str = "the reference",
) -> Markup:
    """A paragraph with marks for what differs, and a sentence of it for those who do not see them.

    No macro: lists have hundreds of these, and a template takes ten times as long. A mapping is what a job kept.
    """
    if isinstance(difference, Mapping):
        pieces = tuple(Piece(piece["kind"], piece["text"]) for piece in difference["pieces"])
        numbers = (difference[name] for name in ("replaced", "inserted", "deleted", "moves"))
        difference = MarkedText(pieces, *numbers)
    parts: list[str] = []
    for piece in difference.pieces:
        start, end = _MARKS[piece.kind]
        parts += start, escape(piece.text), end
    spoken = language and f' lang="{escape(language)}"'
    kind = "text small" if is_small else "text"
    said = f'<span class="sr"> ({escape(say_difference(difference, against))})</span>'
    return Markup(f'<p class="{kind}" dir="auto"{spoken}>{"".join(parts)}{said}</p>')  # every part of it is escaped


def write_score_cells(values: Iterable[float | None], places: Iterable[int]) -> Markup:
    """The cells of a row of scores, each by a metric with so many places; no macro for the same reason."""
    shown = map(write_score, values, places)
    return Markup("".join([f'<td class="num">{score}</td>' for score in shown]))  # digits and signs alone


def say_difference(difference: MarkedText, against: str = "the reference") -> str:
    """The same in words."""
    if difference.is_equal:
        return f"as {against}"
    counts = {"replaced": difference.replaced, "inserted": difference.inserted, "deleted": difference.deleted}
    said = [f"{number} {words}" for words, number in counts.items() if number]
    if difference.moves:
        said.append(f"{write_count(difference.moves, 'run')} moved")
    return f"against {against}: {', '.join(said)}"


def write_percent(share: float | None, places: int = 0) -> str:
    """A share of 1; what is not quite none or all is not written as such.

    >>> write_percent(0.414), write_percent(0.9999)
    ('41 %', '> 99 %')
    """
    if share is None or not math.isfinite(share):
        return _NOTHING
    least = 10.0**-places
    percent = 100 * share
    if 0 < percent < least / 2:
        shown = f"< {least:.{places}f}"
    elif 100 - least / 2 < percent < 100:
        shown = f"> {100 - least:.{places}f}"
    else:
        shown = decimal(percent, places)
    return f"{shown} %"


def place_on_axis(values: Iterable[float | None], places: int = 1) -> Axis:
    """An axis in percent of the width for these values, with room for marks at both ends; without values, of 0 to 1."""
    known = [value for value in values if value is not None and math.isfinite(value)]
    return Axis.over(known or [0.0, 1.0], places, 4, 96)


def place_between(low: float, high: float, start: float, stop: float, places: int = 1) -> Axis:
    """An axis for these ends from one position to another: in percent across, or in pixels from bottom to top."""
    return Axis.over([low, high], places, start, stop)
