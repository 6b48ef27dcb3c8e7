"""The sources that are translated worst."""

from collections.abc import Sequence

from mtassay.estimation.figures.with_interval import known
from mtassay.human.items import Difficulty
from mtassay.reports.document import Document, Table

_HEADS = ("source", "text", "translations", "judged", "mean score", "labelled", "ok items", "ok share")


def difficult_document(ranked: Sequence[Difficulty], ids: Sequence[int], by: str, least: int) -> Document:
    """A row for each source; `ids` are the numbers that sources go by."""
    rows = tuple(
        (
            ids[source.source],
            source.text,
            source.targets,
            source.judged,
            known(source.score),
            source.labelled,
            known(source.ok_items),
            known(source.ok_rate),
        )
        for source in ranked
    )
    notes = () if rows else (_nothing(by, least),)
    return Document("Difficult sources", (Table.of(_HEADS, rows, frozenset({"text"}), "difficult", notes),))


def _nothing(by: str, least: int) -> str:
    what = "a judgment" if by == "score" else "verdicts on information items"
    many = "a translation" if least == 1 else f"{least} translations"
    return f"No source has {many} with {what}."
