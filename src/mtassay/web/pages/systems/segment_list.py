"""The segments of a kept comparison: chosen, searched and sorted, a page at a time."""

import unicodedata
from dataclasses import dataclass

from mtassay.errors import SettingError
from mtassay.web.pages.systems.kept import KeptSegments
from mtassay.web.pages.systems.view import MarkedView

PER_PAGE = 25
SORTS = {"number": "number", "lost": "largest loss first", "won": "largest gain first", "score": "worst score first"}
SHOWN = {"all": "all", "worse": "where it lost", "better": "where it won", "same": "with equal scores"}


@dataclass(frozen=True)
class SegmentQuestion:
    """What somebody asks for: a metric and two systems by number, an order, which segments, and a text."""

    metric: int = 0
    system: int = 1
    against: int = 0
    sort: str = "number"
    show: str = "all"
    search: str = ""


@dataclass(frozen=True, kw_only=True)
class SegmentRow:
    """A segment, counted from 1, with the outputs and scores of two systems; `gain` is above 0 where the first won."""

    number: int
    source: str | None
    reference: str
    score: float
    score_against: float
    gain: float
    marked: MarkedView
    marked_against: MarkedView


def list_segments(
    segments: KeptSegments, systems: list[str], higher_is_better: list[bool], question: SegmentQuestion, page: int
) -> tuple[int, list[SegmentRow]]:
    """How many segments are meant, and those of a page."""
    _check(question, len(systems), len(segments.scores))
    scores = segments.scores[question.metric]
    sign = 1 if higher_is_better[question.metric] else -1
    gains = [sign * (row[question.system] - row[question.against]) for row in scores]
    output, other = (segments.outputs[systems[number]] for number in (question.system, question.against))
    sources = segments.sources
    wanted = _folded(question.search.strip())

    def is_meant(place: int) -> bool:
        gain = gains[place]
        if question.show != "all" and question.show != ("better" if gain > 0 else "worse" if gain < 0 else "same"):
            return False
        texts = (segments.references[place], output[place], other[place], "" if sources is None else sources[place])
        return not wanted or any(wanted in _folded(text) for text in texts)

    keys = {
        "number": lambda place: place,
        "lost": lambda place: gains[place],
        "won": lambda place: -gains[place],
        "score": lambda place: sign * scores[place][question.system],
    }
    meant = sorted(filter(is_meant, range(len(scores))), key=keys[question.sort])
    rows = [
        SegmentRow(
            number=place + 1,
            source=None if sources is None else sources[place],
            reference=segments.references[place],
            score=scores[place][question.system],
            score_against=scores[place][question.against],
            gain=gains[place],
            marked=MarkedView.of(output[place], segments.references[place]),
            marked_against=MarkedView.of(other[place], segments.references[place]),
        )
        for place in meant[(page - 1) * PER_PAGE : page * PER_PAGE]
    ]
    return len(meant), rows


def _check(question: SegmentQuestion, systems: int, metrics: int) -> None:
    if not 0 <= question.metric < metrics:
        raise SettingError(f"there is no metric {question.metric}; there are {metrics}, counted from 0")
    for number in (question.system, question.against):
        if not 0 <= number < systems:
            raise SettingError(f"there is no system {number}; there are {systems}, counted from 0")
    for name, value, known in (("order", question.sort, SORTS), ("choice", question.show, SHOWN)):
        if value not in known:
            raise SettingError(f"there is no {name} {value[:40]!r}; choose one of {', '.join(known)}")


def _folded(text: str) -> str:
    """As searches compare texts: in whatever case and Unicode form."""
    return unicodedata.normalize("NFKC", text).casefold()
