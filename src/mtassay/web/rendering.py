"""From results to HTML: the templates, and how pages write numbers, sizes and times."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import accumulate, groupby
from pathlib import Path

from jinja2 import Environment

from mtassay import __version__
from mtassay.human.item_classes import CLASSES
from mtassay.human.scales import scale
from mtassay.metrics.explanation import Counts, Explanation, Step
from mtassay.reports.drawing.dot_labels import Label, Plot, place_labels
from mtassay.reports.drawing.elements import Axis, coordinate, text_width
from mtassay.reports.page.rendering import TEMPLATES as SHARED_TEMPLATES
from mtassay.reports.page.rendering import make_environment, write_count
from mtassay.web.filter_fields import LONGEST_SEARCH
from mtassay.web.words.catalogue import words_of

TEMPLATES = Path(__file__).with_name("templates")
STATIC = Path(__file__).with_name("static")

_NARROWEST, _CHART_TEXT = 280.0, 12.0
"""Pixels of a chart on the narrowest screen, and of its text."""
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


@cache
def environment() -> Environment:
    """The templates of all pages."""
    templates = make_environment([TEMPLATES, SHARED_TEMPLATES])
    templates.filters.update(
        file_size=write_file_size,
        ago=write_ago,
        scale_words=lambda spec: scale(spec).words,
        step_groups=group_steps,
        is_ngrams=is_ngrams,
        together=group_neighbours,
    )
    templates.globals.update(
        curve_path=draw_curve,
        name_dots=name_dots,
        item_classes=CLASSES,
        longest_search=LONGEST_SEARCH,
        script_words=words_of("en").of_script(at_a_seat=False),
        words_of=words_of,
    )
    return templates


def render(template: str, **values: object) -> str:
    """The page or part that a template makes of these values."""
    return environment().get_template(template).render(**values)


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
