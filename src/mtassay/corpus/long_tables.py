"""Tables with a row for each system and segment, and a column that says whose row it is."""

import warnings
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from mtassay.corpus.column_names import names_systems
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.errors import InputError, MtassayWarning

_SHOWN = 6


def find_names(table: Table, chosen: Mapping[Role, Sequence[Column]]) -> Column | None:
    """The column that names the system of each row; None where all rows are of one.

    It has to be called so, and the same segment has to come again with another name: systems that
    translated different segments may be scored as one.
    """
    asked = [*chosen[Role.SOURCE], *chosen[Role.REFERENCE]]
    used = [*asked, *chosen[Role.SYSTEM]]
    for column in table.columns:
        if not names_systems(column.name) or any(column is other for other in used) or len(chosen[Role.SYSTEM]) != 1:
            continue
        first: dict[Hashable, str | None] = {}
        segments = zip(*(asked_column.texts for asked_column in asked), strict=True)
        for name, segment in zip(column.texts, segments, strict=bool(asked)):
            if first.setdefault(segment, name) != name:
                return column
    return None


def widen(chosen: Mapping[Role, Sequence[Column]], names: Column, shown: str) -> dict[Role, list[Column]]:
    """The same texts with a row for each segment and a column for each system; all need the same segments.

    Labels are kept where they are the same for all systems.
    """
    rows = _rows_by_system(chosen, names, shown)
    first = next(iter(rows.values()))
    called = names.name.strip()
    instead = f"label={called} makes one system of all rows"
    for its_rows in rows.values():
        if its_rows.keys() != first.keys():
            common = len(set.intersection(*(set(places) for places in rows.values())))
            counts = _list([f"{name} {len(places)}" for name, places in rows.items()])
            raise InputError(
                f"{shown}: {called!r} says which system each row is of, but they have not all translated the same "
                f"segments ({counts}; {common} are common to all); keep the rows of those that all have. "
                f"Otherwise {instead}"
            )
    warnings.warn(
        f"{shown}: a row for each system and segment, told apart by {called!r}: {len(rows)} systems ({_list(rows)}), "
        f"{len(first)} segments; {instead}",
        MtassayWarning,
        stacklevel=4,
    )

    def taken(column: Column, its_rows: Mapping[Hashable, int]) -> list[str | None]:
        return [column.texts[its_rows[segment]] for segment in first]

    outputs = chosen[Role.SYSTEM][0]
    wide = {
        role: [Column(column.name, taken(column, first), role) for column in chosen[role]]
        for role in (Role.SOURCE, Role.REFERENCE)
    }
    wide[Role.SYSTEM] = [Column(f"hyp:{name}", taken(outputs, places), Role.SYSTEM) for name, places in rows.items()]
    wide[Role.LABEL] = [
        Column(column.name, taken(column, first), Role.LABEL)
        for column in chosen[Role.LABEL]
        if all(taken(column, row) == taken(column, first) for row in rows.values())
    ]
    return wide


def _rows_by_system(
    chosen: Mapping[Role, Sequence[Column]], names: Column, shown: str
) -> dict[str, dict[Hashable, int]]:
    """For each system the row of each segment: its source and references, and the how manieth of those it is."""
    rows: dict[str, dict[Hashable, int]] = {}
    seen: Counter[Hashable] = Counter()
    segments = zip(*(column.texts for column in (*chosen[Role.SOURCE], *chosen[Role.REFERENCE])), strict=True)
    for row, (name, segment) in enumerate(zip(names.texts, segments, strict=True)):
        if not name:
            raise InputError(f"{shown}: {names.name.strip()!r} does not say whose output segment {row + 1} is; add it")
        seen[name, segment] += 1
        rows.setdefault(name, {})[segment, seen[name, segment]] = row
    return rows


def _list(names: Sequence[str] | Mapping[str, object]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(list(names)[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
