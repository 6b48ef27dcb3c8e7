"""How a memory grew: the paper's figures 6 and 8."""

from collections.abc import Sequence

from mtassay.estimation.figures.revisions import RevisionFigures
from mtassay.reports.document import Table
from mtassay.reports.drawing.frame import WIDTH, heading, paragraph, section
from mtassay.reports.drawing.memory_figures import Series, lines, said
from mtassay.reports.drawing.picture import Picture

_HEADS = ("revision", "sources", "judged", "references", "T/n", "R/n", "|EE|")


def revision_tables(revisions: Sequence[RevisionFigures], events: int, distance: str) -> list[Table]:
    """A row for each revision; `events` is how many there were to choose from."""
    rows = tuple(
        (
            revision.revision,
            revision.sources,
            revision.judged,
            revision.references,
            revision.targets_per_source if revision.sources else None,
            revision.references_per_source if revision.sources else None,
            revision.error,
        )
        for revision in revisions
    )
    return [Table.of(_HEADS, rows, title="revisions", notes=(_method(revisions, events, distance),))]


def revision_picture(revisions: Sequence[RevisionFigures], events: int, distance: str) -> Picture | None:
    """|EE| above, T/n and R/n below; None where nothing was judged."""
    errors = Series(
        "|EE|", tuple((revision.revision, revision.error) for revision in revisions if revision.error is not None)
    )
    filled = [revision for revision in revisions if revision.sources]
    counts = [
        Series("T/n", tuple((revision.revision, revision.targets_per_source) for revision in filled)),
        Series("R/n", tuple((revision.revision, revision.references_per_source) for revision in filled)),
    ]
    if not filled:
        return None
    title = "The memory by revision"
    reach = (filled[0].revision, filled[-1].revision)
    blocks = [heading(title, _method(revisions, events, distance), WIDTH)]
    words = [f"{series.name}: {said(series)}." for series in counts]
    if errors.points:
        drawn = lines([errors], "revision", "points of 0 to 10", reach)
        blocks.append(section("Error of estimates (figure 6)", WIDTH, drawn))
        words.insert(0, f"|EE|: {said(errors)}.")
    drawn = lines(counts, "revision", "per source", reach)
    blocks.append(section("Judged translations and references per source (figure 8)", WIDTH, drawn))
    if not errors.points:
        blocks.append(paragraph("No translation could be estimated at any of these revisions.", WIDTH))
    return Picture("revisions", title, " ".join(words), tuple(blocks))


def _method(revisions: Sequence[RevisionFigures], events: int, distance: str) -> str:
    chosen = (
        f"{len(revisions)} of {events} revisions, evenly chosen"
        if len(revisions) < events
        else f"All {events} revisions"
    )
    return f"{chosen}; |EE| by {distance}."
