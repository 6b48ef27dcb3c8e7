"""Where judges disagree most, and which errors they mark: tables with the texts, and errors of systems side by side."""

from collections.abc import Iterator

from mtassay.human.results.disputed_outputs import DisputedOutput
from mtassay.human.results.disputed_pairs import DisputedPair
from mtassay.human.results.error_profiles import ErrorProfiles
from mtassay.reports.document import Column, Row, Table

_MOST = 10
_TITLE = "Where judges disagree most"


def profile_table(profiles: ErrorProfiles) -> Table:
    """Errors for 1000 words of the source, a column a system, by category and severity."""
    columns = (
        Column("category", is_words=True),
        Column("severity", is_words=True),
        *(Column(system, digits=2) for system in profiles.systems),
    )
    rows: list[Row] = [
        (category or "all", severity, *(profiles.rate(system, category, severity) for system in profiles.systems))
        for category in profiles.categories
        for severity in profiles.severities
        if any(profiles.count(system, category, severity) for system in profiles.systems)
    ]
    read = ", ".join(f"{system} {count:,}" for system, count in profiles.words.items())
    notes = (f"errors for 1000 words of the source; words that were judged: {read}",)
    return Table(columns, rows, title="Errors", name="errors", notes=notes)


def disputed_outputs_table(disputed: tuple[DisputedOutput, ...]) -> Iterator[Table]:
    """The outputs whose scores lie farthest apart."""
    if not disputed:
        return
    shown = disputed[:_MOST]
    rows: list[Row] = [
        (
            " = ".join(output.systems),
            output.document,
            output.source,
            output.text,
            output.spread,
            "; ".join(
                f"{said.judge} {said.value:g}" + (f" ({said.comment})" if said.comment else "") for said in output.said
            ),
        )
        for output in shown
    ]
    columns = (
        Column("system", is_words=True),
        Column("document", is_words=True, missing=""),
        Column("source", is_words=True, missing=""),
        Column("output", is_words=True, missing=""),
        Column("apart", digits=3),
        Column("said", is_words=True),
    )
    notes = (f"{len(shown)} of {len(disputed):,} outputs that judges scored differently",)
    yield _table(columns, rows, notes)


def disputed_pairs_table(disputed: tuple[DisputedPair, ...]) -> Iterator[Table]:
    """The pairs of outputs of which judges prefer either."""
    if not disputed:
        return
    shown = disputed[:_MOST]
    rows: list[Row] = [
        (
            " = ".join(pair.first.systems),
            " = ".join(pair.second.systems),
            pair.document,
            pair.source,
            pair.first.text,
            pair.second.text,
            ", ".join(pair.for_first),
            ", ".join(pair.for_second),
            ", ".join(pair.for_neither),
        )
        for pair in shown
    ]
    names = ("first", "second", "document", "source", "first output", "second output")
    said = ("first is better", "second is better", "equal")
    columns = tuple(Column(name, is_words=True, missing="") for name in names + said)
    notes = (f"{len(shown)} of {len(disputed):,} pairs on which judges contradict each other",)
    yield _table(columns, rows, notes)


def _table(columns: tuple[Column, ...], rows: list[Row], notes: tuple[str, ...]) -> Table:
    """Without the columns that are empty, as those of texts are where nobody knows them."""
    kept = [place for place in range(len(columns)) if any(row[place] != "" for row in rows)]
    return Table(
        tuple(columns[place] for place in kept),
        [tuple(row[place] for place in kept) for row in rows],
        title=_TITLE,
        name="disputed",
        notes=notes,
    )
