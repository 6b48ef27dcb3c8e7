"""From results to HTML: the templates, and how pages write numbers, sizes and times."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from mtassay import __version__
from mtassay.alignment.marked_text import MarkedText, Piece
from mtassay.human.item_classes import CLASSES
from mtassay.human.scales import scale
from mtassay.metrics.explanation import Counts, Explanation, Step
from mtassay.reports.drawing.dot_labels import Label, Plot, place_labels
from mtassay.reports.drawing.elements import Axis, coordinate, decimal, text_width
from mtassay.significance.written_p import written_p
from mtassay.web.filter_fields import LONGEST_SEARCH

TEMPLATES = Path(__file__).with_name("templates")
STATIC = Path(__file__).with_name("static")

_NOTHING = "–"
_NARROWEST, _CHART_TEXT = 280.0, 12.0
"""Pixels of a chart on the narrowest screen, and of its text."""
# what HTML does not allow, what nobody sees, and halves of characters that UTF-8 cannot write
_FORBIDDEN = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\ufffe\\uffff]")
_REPLACEMENT = "\ufffd"
_FORBIDDEN_ASCII = bytes(number for number in range(128) if _FORBIDDEN.match(chr(number)))
_FORBIDDEN_UTF8 = re.compile(b"\xc2[\x80-\x9f]"), re.compile(b"\xef\xbf[\xbe\xbf]")
_NGRAM_HEADS = ("in hypothesis", "most in a reference", "counted")


@dataclass(frozen=True)
class NavigationItem:
    """A page that the top bar leads to."""

    label: str
    href: str
    is_current: bool = False


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What stands around the content of every page.

    `visitor` is the name of who is signed in, None where nobody is; `is_local` that they are at the server's own
    machine and cannot sign out. `csrf` is the token of the form that signs out, and of answers that waited in the
    browser; `judge` is whose answers may be sent, None where nobody is signed in. `json_address` gives what the page
    shows as JSON, None where it shows no data; `tabs` are the pages of a project.
    """

    title: str
    navigation: tuple[NavigationItem, ...] = ()
    crumb: str = ""
    visitor: str | None = None
    csrf: str = ""
    is_local: bool = False
    judge: str | None = None
    json_address: str | None = None
    tabs: tuple[NavigationItem, ...] = ()
    language: str = "en"
    version: str = __version__


class _CleanTemplate(Template):
    """A template whose text has no character that HTML does not allow.

    They are looked for in the whole page at once: value by value takes longer than all else that is done with them.
    """

    def render(self, *args: Any, **kwargs: Any) -> str:
        return _clean(super().render(*args, **kwargs))


class _Templates(Environment):
    template_class = _CleanTemplate


@cache
def environment() -> Environment:
    """The templates, with everything from outside escaped, and an error for a name that nobody gave."""
    templates = _Templates(
        loader=FileSystemLoader(TEMPLATES),
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
        file_size=write_file_size,
        ago=write_ago,
        count=write_count,
        percent=write_percent,
        scale_words=lambda spec: scale(spec).words,
        coordinate=coordinate,
        marked=write_marked,
        score_cells=write_score_cells,
        step_groups=group_steps,
        is_ngrams=is_ngrams,
        together=group_neighbours,
    )
    templates.globals.update(
        axis=place_on_axis,
        between=place_between,
        curve_path=draw_curve,
        name_dots=name_dots,
        item_classes=CLASSES,
        longest_search=LONGEST_SEARCH,
    )
    return templates


def render(template: str, **values: object) -> str:
    """The page or part that a template makes of these values."""
    return environment().get_template(template).render(**values)


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


def write_file_size(count: int) -> str:
    """In units of a thousand bytes, as file managers have it.

    >>> write_file_size(1_530_000)
    '1.5 MB'
    """
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        # 999.95 kB would be written as 1000.0 kB
        if size < (1000 if unit == "B" else 999.95):
            break
        size /= 1000
    else:
        unit = "TB"
    return f"{size:.1f}".removesuffix(".0") + f" {unit}"


def write_ago(moment: datetime, now: datetime | None = None) -> str:
    """How long ago, or the day where that is more than a month; a moment without a zone is one in UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    seconds = ((now or datetime.now(UTC)) - aware).total_seconds()
    if seconds < 2:
        return "just now"
    for size, unit, most in ((1, "s", 60), (60, "min", 3600), (3600, "h", 86400)):
        if seconds < most:
            return f"{seconds // size:.0f} {unit} ago"
    days = int(seconds // 86400)
    if days <= 31:
        return f"{write_count(days, 'day')} ago"
    return f"{aware.day} {aware:%B %Y}"


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
    said = f'<span class="sr"> ({say_difference(difference, against)})</span>'
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


def name_dots(
    dots: Sequence[tuple[float, float]], names: Sequence[str], top: float, bottom: float
) -> list[tuple[str, Label | None]]:
    """Names, shortened, and where they stand beside dots whose x is in percent.

    What fits on the narrowest screen fits on all others.
    """
    shown = [_shortened(name) for name in names]
    places = [(_NARROWEST * x / 100, y) for x, y in dots]
    lengths = [text_width(name, _CHART_TEXT) for name in shown]
    plot = Plot(_NARROWEST * 0.09, top, _NARROWEST, bottom)
    return list(zip(shown, place_labels(places, lengths, plot), strict=True))


def _shortened(name: str) -> str:
    most = _NARROWEST / 2
    if text_width(name, _CHART_TEXT) <= most:
        return name
    ends = accumulate(text_width(character, _CHART_TEXT) for character in name)
    return name[: sum(end <= most - _CHART_TEXT for end in ends)] + "…"


def place_between(low: float, high: float, start: float, stop: float, places: int = 1) -> Axis:
    """An axis for these ends from one position to another: in percent across, or in pixels from bottom to top."""
    return Axis.over([low, high], places, start, stop)


def draw_curve(points: Sequence[tuple[float, float]], across: Axis, upward: Axis) -> str:
    """The data of a path through these points, where `upward` goes from bottom to top."""
    places = (
        f"{coordinate(across.position(x))} {coordinate(100 - upward.position(y))}" for x, y in sorted(set(points))
    )
    return "M" + "L".join(places)


def group_steps(explanation: Explanation) -> Iterator[tuple[str, list[Step]]]:
    """Steps of one kind that follow each other, with the name of the kind: n-grams, formulas, words and so on."""

    def kind(step: Step) -> str:
        return "ngrams" if is_ngrams(step) else type(step).__name__.lower()

    for name, steps in groupby(explanation.steps, key=kind):
        yield name, list(steps)


def is_ngrams(step: Step) -> bool:
    """Whether the rows of a table are n-grams with how often they count."""
    return isinstance(step, Counts) and step.heads[1:] == _NGRAM_HEADS


def group_neighbours(words: Sequence[str], numbers: dict[int, int]) -> Iterator[tuple[int | None, list[str]]]:
    """Runs of words that have the same number, or none."""
    for number, run in groupby(enumerate(words), key=lambda numbered: numbers.get(numbered[0])):
        yield number, [word for _, word in run]
