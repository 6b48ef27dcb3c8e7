"""Information items: the paper's figure 2."""

from collections.abc import Sequence

from mtassay.estimation.figures.item_figures import ItemFigures, ItemSummary
from mtassay.estimation.figures.with_interval import known
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.memory import Memory
from mtassay.reports.document import Table
from mtassay.reports.drawing.frame import WIDTH, heading, paragraph
from mtassay.reports.drawing.memory_figures import Bar, bars
from mtassay.reports.drawing.picture import Picture

_MOST_BARS = 20


def item_tables(summary: ItemSummary, ids: Sequence[int]) -> list[Table]:
    """Every source with verdicts, the hardest first; `ids` are the numbers that sources go by."""
    heads = ("rank", "source", "text", "items", "labelled", "ok items", "ok share", "IER")
    rows = tuple(
        (
            source.rank,
            ids[source.difficulty.source],
            source.difficulty.text,
            len(source.difficulty.items),
            source.difficulty.labelled,
            source.difficulty.ok_items,
            source.difficulty.ok_rate,
            source.error_rate,
        )
        for source in summary.sources
    )
    if not rows:
        return [Table.of(heads, (), frozenset({"text"}), "items", (_nothing(summary),))]
    classes = Table.of(
        ("class", "verdicts", "percent"),
        tuple((name, count, 100 * count / summary.verdicts) for name, count in summary.classes.items()),
        title="item classes",
    )
    note = f"{summary.verdicts} verdicts, IER {summary.error_rate:.2f}; the hardest source first."
    return [Table.of(heads, rows, frozenset({"text"}), "items", (note,)), classes]


def source_tables(source: ItemFigures, number: int) -> list[Table]:
    """The items of one source."""
    hard = source.difficulty
    heads = ("item", *ITEM_CLASSES, "verdicts", "ok percent")
    rows = []
    for text, counts in zip(hard.items, hard.classes, strict=True):
        verdicts = sum(counts.values())
        share = 100 * counts["ok"] / verdicts if verdicts else None
        rows.append((text, *(counts[name] for name in ITEM_CLASSES), verdicts, share))
    figures = (
        ("source", number),
        ("text", hard.text),
        ("translations with verdicts", hard.labelled),
        ("mean number of ok items", hard.ok_items),
        ("share of ok items", hard.ok_rate),
        ("IER", source.error_rate),
        ("mean score, 0 to 10", known(hard.score)),
        ("rank, the hardest first", source.rank),
        ("sources ranked", source.ranked),
    )
    return [
        Table.of(("figure", "value"), figures, frozenset({"value"}), "source"),
        Table.of(heads, tuple(rows), title="items"),
    ]


def no_items(memory: Memory, source: int, number: int) -> Table:
    """Of a source whose items nobody judged."""
    has_items = memory.item_offsets is not None and memory.item_offsets[source] < memory.item_offsets[source + 1]
    why = "nobody judged its information items" if has_items else "it is not cut into information items"
    note = f"Source {number}, {memory.sources[source]!r}: {why}."
    return Table.of(("figure", "value"), (), frozenset({"value"}), "source", (note,))


def source_picture(source: ItemFigures) -> Picture:
    """A bar for each item of a source."""
    hard = source.difficulty
    rows = [_bar(text, counts) for text, counts in zip(hard.items, hard.classes, strict=True)]
    subtitle = (
        f"IER {source.error_rate:.1f}; rank {source.rank} of {source.ranked}, the hardest first; "
        f"{hard.ok_items:.1f} of {len(hard.items)} items ok on average"
    )
    return _picture(f"Information items of: {hard.text}", subtitle, rows, "")


def summary_picture(summary: ItemSummary) -> Picture | None:
    """A bar for each of the hardest sources."""
    if not summary.sources:
        return None
    kept = summary.sources[:_MOST_BARS]
    rows = []
    for source in kept:
        counts = {name: sum(item[name] for item in source.difficulty.classes) for name in ITEM_CLASSES}
        rows.append(_bar(source.difficulty.text, counts))
    more = (
        f"And {len(summary.sources) - len(kept)} sources that are less hard."
        if len(summary.sources) > len(kept)
        else ""
    )
    subtitle = f"IER {summary.error_rate:.1f} of {summary.verdicts:,} verdicts; the hardest sources first"
    return _picture("Information items", subtitle, rows, more)


def _picture(title: str, subtitle: str, rows: list[Bar], note: str) -> Picture:
    said = " ".join(
        f"{row.label}: " + ", ".join(f"{count} {kind}" for kind, count in row.counts.items() if count) + "."
        for row in rows
    )
    blocks = [heading(title, subtitle, WIDTH), bars(rows, ITEM_CLASSES)]
    if note:
        blocks.append(paragraph(note, WIDTH))
    return Picture("items", title, f"{subtitle}. {said} {note}".strip(), tuple(blocks))


def _bar(label: str, counts: dict[str, int]) -> Bar:
    verdicts = sum(counts.values())
    note = f"{100 * counts['ok'] / verdicts:.0f} % ok of {verdicts}" if verdicts else "no verdict"
    return Bar(label, note, counts)


def _nothing(summary: ItemSummary) -> str:
    if summary.cut:
        return f"Nobody judged the information items of any of {summary.cut} sources that have some."
    return "No source is cut into information items; cut some, and judge them"
