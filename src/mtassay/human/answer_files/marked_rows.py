"""Marked errors on their way from a file to answers: errors of one judge in one output come together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from mtassay.errors import InputError, SettingError
from mtassay.human.answer_files.base import UNKNOWN_TIME, FileAnswer, FileItem
from mtassay.human.protocols.base import Protocol
from mtassay.human.protocols.categories import TREES, Category, write_tree
from mtassay.human.protocols.esa import Esa
from mtassay.human.protocols.mqm import Mqm
from mtassay.human.protocols.spans import Span

_ANY = "Other"
"""The category of errors that have none."""


@dataclass(kw_only=True)
class MarkedAnswer:
    """What one judge marked in one output, so far."""

    judge: str
    item: FileItem
    place: str
    spans: list[Span] = field(default_factory=list)
    score: int | None = None
    at: datetime = UNKNOWN_TIME
    seconds: float = 0.0
    comment: str = ""

    def add(self, span: Span, source: str, text: str) -> None:
        """An error; its offsets count in these texts, which may differ slightly from those of an earlier line."""
        side = span["side"]
        known, here = (self.item.source, source) if side == "source" else (self.item.text, text)
        if "start" in span and known != here:
            start, end = _moved(known, here, span["start"], span["end"])
            span = {**span, "start": start, "end": end}
        self.spans.append(span)


class MarkedAnswers:
    """Answers by judge and output, in order of first mention, and the protocol by which all of them were given."""

    def __init__(self, shown: str, weights: str) -> None:
        self._shown = shown
        self._weights = weights
        self._answers: dict[tuple[str, str, str, str], MarkedAnswer] = {}
        self._items: dict[tuple[str, str, str], FileItem] = {}
        self._segments: dict[tuple[str, str], int] = {}
        self.has_categories = False
        """Whether errors have categories, although none may show it."""

    def answer(
        self,
        *,
        judge: str,
        system: str,
        document: str,
        segment: str,
        source: str,
        text: str,
        place: str,
        reference: str = "",
    ) -> MarkedAnswer:
        """The answer of a judge on an output of a system, new or begun."""
        if not system:
            raise InputError(f"{place}: no name of a system; every line names one. Nothing was imported.")
        key = (document, segment)
        position = self._segments.setdefault(key, len(self._segments) + 1)
        item = self._items.get((*key, system))
        if item is None:
            item = self._items[(*key, system)] = FileItem(
                id=len(self._items) + 1,
                systems=(system,),
                document=document,
                position=position,
                source=source,
                text=text,
                reference=reference,
            )
        made = MarkedAnswer(judge=judge, item=item, place=place)
        return self._answers.setdefault((*key, system, judge), made)

    @property
    def is_begun(self) -> bool:
        """Whether there is any answer."""
        return bool(self._answers)

    def answers(self) -> tuple[FileAnswer, ...]:
        """All of them, checked; the first that is wrong is named by its line."""
        if not self._answers:
            raise InputError(f"{self._shown}: no answer is in the file. Nothing was imported.")
        protocol = self._protocol()
        positions = self._positions()
        return tuple(
            FileAnswer(
                judge=answer.judge,
                protocol=protocol,
                items=(_at(answer.item, positions),),
                body=_body(answer, protocol),
                seconds=answer.seconds,
                at=answer.at,
                comment=answer.comment,
                place=answer.place,
            ).checked()
            for answer in self._answers.values()
        )

    def _positions(self) -> Mapping[int, int]:
        """Where each segment of the file has a number of its own, that is its place; else its turn is."""
        names = [segment for _, segment in self._segments]
        is_numbered = len(set(names)) == len(names) and all(
            name.isascii() and name.isdecimal() and 0 < int(name[:12]) < 2**31 for name in names
        )
        return {turn: int(segment) if is_numbered else turn for (_, segment), turn in self._segments.items()}

    def _protocol(self) -> Protocol:
        answers = self._answers.values()
        spans = [span for answer in answers for span in answer.spans]
        has_score = all(answer.score is not None for answer in answers)
        overlap = any(_overlaps(answer.spans) for answer in answers)
        try:
            if (
                has_score
                and not self.has_categories
                and all(span.get("category", _ANY) == _ANY and not span.get("note") for span in spans)
            ):
                known = {"minor", "major"} >= {span["severity"] for span in spans}
                return Esa(overlap=overlap) if known else Esa(overlap=overlap, weights=self._weights)
            tree = "wmt" if _fit_wmt(spans) else write_tree(_tree_of(span.get("category", _ANY) for span in spans))
            protocol = Mqm(tree=tree, weights=self._weights, score=has_score, overlap=overlap)
        except SettingError as error:
            raise InputError(f"{self._shown}: {error}. Nothing was imported.") from None
        unknown = sorted({span["severity"] for span in spans} - set(protocol.severities))
        if unknown:
            raise InputError(
                f"{self._shown}: no weight for the severity {unknown[0]!r}, so that no penalty can be told; say it, as "
                f"in marot:weights='{self._weights},{unknown[0]}=10'. Nothing was imported."
            )
        return protocol


def _at(item: FileItem, positions: Mapping[int, int]) -> FileItem:
    return FileItem(
        id=item.id,
        systems=item.systems,
        document=item.document,
        position=positions[item.position],
        source=item.source,
        text=item.text,
        reference=item.reference,
    )


def _body(answer: MarkedAnswer, protocol: Protocol) -> dict[str, object]:
    spans = answer.spans
    if isinstance(protocol, Mqm):
        spans = [{**span, "category": _leaf(span.get("category", _ANY), protocol)} for span in spans]
        return {"spans": spans, "score": answer.score} if protocol.score else {"spans": spans}
    kept = ("side", "start", "end", "missing", "severity")
    return {"spans": [{name: span[name] for name in kept if name in span} for span in spans], "score": answer.score}


def _overlaps(spans: Iterable[Span]) -> bool:
    places = sorted((span["side"], span.get("start", -1), span.get("end", 0)) for span in spans)
    return any(side == other and start < end for (side, _, end), (other, start, _) in pairwise(places))


def _fit_wmt(spans: Iterable[Span]) -> bool:
    leaves = dict(leaf for category in TREES["wmt"] for leaf in category.leaves())
    return all(
        (leaf := leaves.get(span.get("category", _ANY))) is not None
        and (not span.get("missing") or leaf.fits_missing)
        and (span["side"] != "source" or leaf.fits_source)
        for span in spans
    )


def _tree_of(paths: Iterable[str]) -> tuple[Category, ...]:
    """A tree of all that a file names; each kind of error fits everything."""
    tree: dict[str, dict[str, object]] = {}
    known = dict.fromkeys(paths)
    for path in known:
        branch: dict[str, dict[str, object]] = tree
        for name in path.split("/"):
            branch = branch.setdefault(" ".join(name.split()) or _ANY, {})  # type: ignore[assignment]

    def categories(branch: Mapping[str, object], before: str) -> tuple[Category, ...]:
        made = []
        for name, parts in branch.items():
            inside = categories(parts, f"{before}{name}/") if isinstance(parts, dict) else ()
            if inside and f"{before}{name}" in known:
                inside = (Category(name, (), True, True), *inside)
            made.append(Category(name, inside) if inside else Category(name, (), True, True))
        return tuple(made)

    return categories(tree, "")


def _leaf(path: str, protocol: Mqm) -> str:
    """The path of a category in the tree; one that is a branch too is called by its name once more."""
    leaves = dict(leaf for category in protocol.categories for leaf in category.leaves())
    plain = "/".join(" ".join(name.split()) or _ANY for name in path.split("/"))
    return plain if plain in leaves else f"{plain}/{plain.rpartition('/')[2]}"


def _moved(known: str, here: str, start: int, end: int) -> tuple[int, int]:
    """The place of marked words in a text that differs from the one they were marked in."""
    words = here[start:end]
    if known[start:end] == words:
        return start, end
    at = known.find(words)
    if at >= 0:
        return at, at + len(words)
    start = min(start, len(known) - 1)
    return start, max(start + 1, min(end, len(known)))
