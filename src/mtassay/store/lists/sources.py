"""Sources as lists show them: how many translations each has, how good they are, and how hard it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from mtassay.human.scales import Scale
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import gone, present
from mtassay.store.judging.holding import are_current
from mtassay.store.schema import ITEMS, JUDGMENTS, SOURCES, TARGETS, VERDICTS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class SourceOrder(StrEnum):
    """What comes first: what was stored first, is hardest by its items or by its scores, or has most translations."""

    STORED = "stored"
    HARDEST = "hardest"
    SCORE = "score"
    TARGETS = "targets"


@dataclass(frozen=True, kw_only=True)
class SourceRow:
    """A source; `matches` are those of its targets that were searched for, None where nothing was.

    `points` is the mean of its judged targets, 0 to 10; `errors` are those of its `verdicts` that are not ok.
    """

    id: int
    text: str
    targets: int
    judged: int
    points: float | None
    verdicts: int
    errors: int
    matches: int | None = None

    @property
    def error_share(self) -> float | None:
        """The share of verdicts that are not ok, 0 to 1."""
        return self.errors / self.verdicts if self.verdicts else None

    @property
    def error_rate(self) -> float | None:
        """The IER of its items, 0 (best) to 100."""
        return 100 * self.errors / self.verdicts if self.verdicts else None


@dataclass(frozen=True)
class SourcePage:
    """Some sources in their order; `after` is what asks for those behind them, empty where there are none."""

    rows: tuple[SourceRow, ...]
    after: str


@dataclass(frozen=True, eq=False, kw_only=True)
class SourceFigures:
    """Columns, one entry for each source of a project, by its number in the database.

    `ok_rate` is the mean share of items that are ok, over the `labelled` targets, by which sources are ranked
    (`human.items.Difficulty`). NaN where there is nothing to average.
    """

    source: Ints
    targets: Ints
    judged: Ints
    points: Floats
    labelled: Ints
    ok_rate: Floats
    verdicts: Ints
    errors: Ints

    def rank(self, source: int) -> tuple[int, int] | None:
        """The rank of a source by its items, the hardest being 1, and among how many; None where none was judged."""
        is_ranked = ~np.isnan(self.ok_rate)
        ordered = self.source[self._ordered(SourceOrder.HARDEST)][: np.count_nonzero(is_ranked)]
        (place,) = np.nonzero(ordered == source)
        return (int(place[0]) + 1, len(ordered)) if len(place) else None

    def page(self, order: SourceOrder, after: str, limit: int, matches: Mapping[int, int] | None) -> tuple[Ints, str]:
        """Places of the sources of one page, and what asks for the next."""
        places = self._ordered(order)
        if matches is not None:
            places = places[np.isin(self.source[places], np.fromiter(matches, np.int64, len(matches)))]
        # the last one of the page before may be gone by now, or stand elsewhere: then its neighbours may come twice
        start = int(after) if after.isascii() and after.isdecimal() and len(after) < 10 else 0
        rest = len(places) > start + limit
        return places[start : start + limit], str(start + limit) if rest else ""

    def row(self, place: int, text: str, matches: int | None) -> SourceRow:
        """The source at a place as lists show it."""
        points = float(self.points[place])
        return SourceRow(
            id=int(self.source[place]),
            text=text,
            targets=int(self.targets[place]),
            judged=int(self.judged[place]),
            points=None if np.isnan(points) else points,
            verdicts=int(self.verdicts[place]),
            errors=int(self.errors[place]),
            matches=matches,
        )

    def _ordered(self, order: SourceOrder) -> Ints:
        keys: tuple[NDArray[Any], ...]
        if order is SourceOrder.STORED:
            keys = (self.source,)
        elif order is SourceOrder.TARGETS:
            keys = (self.source, -self.targets)
        elif order is SourceOrder.SCORE:
            keys = (self.source, -self.judged, np.where(np.isnan(self.points), np.inf, self.points))
        else:
            keys = (self.source, -self.labelled, np.where(np.isnan(self.ok_rate), np.inf, self.ok_rate))
        places: Ints = np.lexsort(keys)
        return places


def source_figures(connection: sa.Connection, project: Project, sources: Sequence[int] | None = None) -> SourceFigures:
    """The figures of all sources of a project, or of some, without any text.

    Takes time with the size of the project, and changes only with its revision.
    """
    own = SOURCES.c.project == project.id
    # conditions on numbers alone, as indexes have them: `present` would read every row for its event
    is_there = own & SOURCES.c.id.not_in(gone(SOURCES.name))
    if sources is not None:
        is_there &= SOURCES.c.id.in_(sources)
    numbers = np.array(
        connection.execute(sa.select(SOURCES.c.id).where(is_there).order_by(SOURCES.c.id)).scalars().all(), np.int64
    )
    targets, home = _columns(
        connection,
        sa.select(TARGETS.c.id, TARGETS.c.source).where(
            TARGETS.c.source.in_(sa.select(SOURCES.c.id).where(is_there)), TARGETS.c.id.not_in(gone(TARGETS.name))
        ),
    )
    order = np.argsort(targets)
    targets, home = targets[order], np.searchsorted(numbers, home[order])
    judgments, target, value = _judgments(connection, project, targets, is_small=sources is not None)
    size = len(numbers)
    scores, judged = _means(value, target, ~np.isnan(value), len(targets))
    points, judged_of = _means(scores, home, judged > 0, size)
    items, verdicts = _verdicts(connection, project, numbers, judgments, is_small=sources is not None)
    item_ids, item_home = items
    judgment, item, is_ok = verdicts
    ok_of = np.bincount(judgment, weights=is_ok, minlength=len(judgments)).astype(np.float64)
    is_labelling = np.bincount(judgment, minlength=len(judgments)) > 0
    ok_items, labelled = _means(ok_of, target, is_labelling, len(targets))
    mean_ok, labelled_of = _means(ok_items, home, labelled > 0, size)
    item_counts = np.bincount(item_home, minlength=size)
    verdict_home = item_home[np.searchsorted(item_ids, item)]
    with np.errstate(invalid="ignore", divide="ignore"):
        ok_rate = np.where(item_counts > 0, mean_ok / item_counts, np.nan)
    return SourceFigures(
        source=numbers,
        targets=np.bincount(home, minlength=size),
        judged=judged_of,
        points=_points(points, project.scale),
        labelled=labelled_of,
        ok_rate=ok_rate,
        verdicts=np.bincount(verdict_home, minlength=size),
        errors=np.bincount(verdict_home, weights=~is_ok, minlength=size).astype(np.int64),
    )


def list_sources(
    connection: sa.Connection,
    project: Project,
    order: SourceOrder = SourceOrder.STORED,
    after: str = "",
    limit: int = 50,
    matches: Mapping[int, int] | None = None,
    figures: SourceFigures | None = None,
) -> SourcePage:
    """Some sources of a project; with `matches`, those that it names, with how many of their targets were found.

    Only the order in which they were stored does without the `figures` of all of them.
    """
    if figures is None and order is not SourceOrder.STORED:
        figures = source_figures(connection, project)
    if figures is not None and order is not SourceOrder.STORED:
        places, next_after = figures.page(order, after, limit, matches)
        numbers = figures.source[places].tolist()
    else:
        numbers, next_after = _stored(connection, project, after, limit, matches)
        figures = source_figures(connection, project, numbers)
        places = np.searchsorted(figures.source, np.array(numbers, np.int64))
    texts = dict(connection.execute(sa.select(SOURCES.c.id, SOURCES.c.text).where(SOURCES.c.id.in_(numbers))).all())
    rows = tuple(
        figures.row(place, texts[number], None if matches is None else matches.get(number, 0))
        for number, place in zip(numbers, places.tolist(), strict=True)
        # figures may be of an earlier revision, and sources may have gone since
        if number in texts
    )
    return SourcePage(rows, next_after)


def _stored(
    connection: sa.Connection, project: Project, after: str, limit: int, matches: Mapping[int, int] | None
) -> tuple[list[int], str]:
    """The sources behind a number; finding the place takes no longer for the last page than for the first."""
    last = int(after) if after.isascii() and after.isdecimal() and len(after) < 19 else 0
    if matches is not None:
        numbers = [number for number in matches if number > last][: limit + 1]
    else:
        query = sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id, SOURCES.c.id > last, present(SOURCES))
        numbers = list(connection.scalars(query.order_by(SOURCES.c.id).limit(limit + 1)))
    return numbers[:limit], str(numbers[limit - 1]) if len(numbers) > limit else ""


def _judgments(
    connection: sa.Connection, project: Project, targets: Ints, *, is_small: bool
) -> tuple[Ints, Ints, Floats]:
    """The judgments that hold and are no rechecks: number, place of the target, value."""
    query = sa.select(
        JUDGMENTS.c.id, JUDGMENTS.c.target, JUDGMENTS.c.value, JUDGMENTS.c.replaces, JUDGMENTS.c.is_recheck
    ).where(JUDGMENTS.c.id.not_in(gone(JUDGMENTS.name)))
    # one condition, so that SQLite, which knows no numbers of rows, cannot choose the index that leads to all of them
    is_own = JUDGMENTS.c.target.in_(targets.tolist()) if is_small else JUDGMENTS.c.project == project.id
    query = query.where(is_own)
    number, target, value, replaces, is_recheck = _columns(connection, query)
    holds = are_current(number, replaces, np.ones(len(number), dtype=bool)) & ~is_recheck.astype(bool)
    number, target, value = number[holds], target[holds], value[holds].astype(np.float64)
    place = np.searchsorted(targets, target)
    inside = place < len(targets)
    inside[inside] = targets[place[inside]] == target[inside]
    order = np.argsort(number[inside])
    return number[inside][order], place[inside][order], value[inside][order]


def _verdicts(
    connection: sa.Connection, project: Project, sources: Ints, judgments: Ints, *, is_small: bool
) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints, NDArray[np.bool_]]]:
    """The items of sources, with the places of these; and verdicts: place of the judgment, item, whether it is ok."""
    of_project = ITEMS.c.source.in_(
        sources.tolist() if is_small else sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id)
    )
    items, home = _columns(
        connection, sa.select(ITEMS.c.id, ITEMS.c.source).where(of_project, ITEMS.c.id.not_in(gone(ITEMS.name)))
    )
    inside = np.isin(home, sources)
    order = np.argsort(items[inside])
    items, home = items[inside][order], np.searchsorted(sources, home[inside][order])
    query = sa.select(VERDICTS.c.judgment, VERDICTS.c.item, VERDICTS.c.verdict == "ok")
    if is_small:
        query = query.where(VERDICTS.c.judgment.in_(judgments.tolist()))
    else:
        query = query.join(JUDGMENTS, JUDGMENTS.c.id == VERDICTS.c.judgment).where(JUDGMENTS.c.project == project.id)
    judgment, item, is_ok = _columns(connection, query)
    holds = np.isin(judgment, judgments) & np.isin(item, items)
    place: Ints = np.searchsorted(judgments, judgment[holds])
    return (items, home), (place, item[holds], is_ok[holds].astype(bool))


def _means(values: Floats, owners: Ints, which: NDArray[np.bool_], size: int) -> tuple[Floats, Ints]:
    """The mean for each owner of those values that count, NaN where none does, and how many do."""
    counts = np.bincount(owners[which], minlength=size)
    sums = np.bincount(owners[which], weights=values[which], minlength=size)
    means: Floats = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
    return means, counts


def _points(values: Floats, scale: Scale) -> Floats:
    points: Floats = np.array([scale.points(value) for value in values.tolist()], dtype=np.float64)
    return points


def _columns(connection: sa.Connection, query: sa.Select[Any]) -> list[NDArray[Any]]:
    """The columns of a query as the driver gives them; None is NaN where numbers have fractions, and else -1."""
    cursor = connection.execute(query).cursor
    assert cursor is not None  # a query has rows
    rows = cursor.fetchall()
    columns: list[Any] = list(zip(*rows, strict=True)) if rows else [()] * len(query.selected_columns)
    arrays = []
    for column, values in zip(query.selected_columns, columns, strict=True):
        is_whole = isinstance(column.type, sa.Integer | sa.Boolean)
        filled = [-1 if value is None else value for value in values] if is_whole else values
        arrays.append(np.array(filled, dtype=np.int64 if is_whole else np.float64))
    return arrays
