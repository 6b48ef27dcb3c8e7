"""The figures of what a filter means, each under the name that it is exported by, and documents of them."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from mtassay.errors import InputError, NotFound
from mtassay.estimation.figures.filtered_statistics import FilteredStatistics
from mtassay.estimation.figures.revisions import choose_revisions
from mtassay.human.judge_effects import fit_judge_effects
from mtassay.reports.document import Document, Section, Table, Value, figure_sections
from mtassay.reports.drawing.frame import WIDTH, paragraph
from mtassay.reports.drawing.picture import Picture
from mtassay.reports.results.memory.agreement import agreement_tables
from mtassay.reports.results.memory.error import error_picture, error_tables, without_errors
from mtassay.reports.results.memory.items import (
    item_tables,
    no_items,
    source_picture,
    source_tables,
    summary_picture,
)
from mtassay.reports.results.memory.judges import effect_table, judge_tables
from mtassay.reports.results.memory.overview import overview_tables
from mtassay.reports.results.memory.revisions import revision_picture, revision_tables
from mtassay.reports.results.memory.section_names import SECTIONS
from mtassay.reports.results.memory.sets import set_picture, set_tables
from mtassay.settings import did_you_mean
from mtassay.store.memory.stored_memory import ProjectHistory

_Drawn = tuple[list[Table], Picture | None]


def section_steps(statistics: FilteredStatistics, name: str) -> int:
    """How many steps a section takes that `memory_sections` tells of; 0 where it is quick."""
    if name == "revisions":
        return len(choose_revisions(statistics.revisions))
    return len(statistics.basis.stored.memory.outputs) if name == "sets" else 0


def statistics_document(statistics: FilteredStatistics, project: str, sections: Iterable[Section]) -> Document:
    """Sections of some statistics below the project, the revision, and which translations they are of."""
    facts: dict[str, Value] = {"project": project, "revision": statistics.basis.stored.memory.revision}
    if not statistics.filter.is_everything:
        facts["translations"] = statistics.filter.in_words().strip()
    return Document("Statistics", tuple(sections), facts=facts)


def memory_sections(
    statistics: FilteredStatistics,
    history: ProjectHistory,
    name: str,
    source: int | None = None,
    leave: str = "target",
    advance: Callable[[int], None] | None = None,
) -> tuple[Section, ...]:
    """The tables of a figure, the first with its picture where there is one.

    The items may be those of one source, by its number in the database; errors may be of systems or judges that are
    left out. `advance` is told of each step.
    """
    if name not in SECTIONS:
        raise NotFound(f"there is no figure {name!r}{did_you_mean(name, SECTIONS)}; there are {', '.join(SECTIONS)}")
    return figure_sections(*_draw(statistics, history, name, source, leave, advance))


def _draw(
    statistics: FilteredStatistics,
    history: ProjectHistory,
    name: str,
    source: int | None,
    leave: str,
    advance: Callable[[int], None] | None,
) -> _Drawn:
    which = statistics.filter.in_words()
    if name == "error":
        return _errors(statistics, leave, which)
    if name == "sets":
        sets = statistics.judged_sets(history, advance)
        return set_tables(sets), set_picture(sets)
    if name == "effects":
        return [effect_table(fit_judge_effects(statistics.basis.stored.memory))], None
    if name == "items":
        section = _items(statistics, source)
    elif name == "revisions":
        figures, events = statistics.growth(history, advance), len(statistics.revisions)
        by = statistics.basis.measure.spec
        section = revision_tables(figures, events, by), revision_picture(figures, events, by)
    elif name == "judges":
        section = judge_tables(statistics.judges), None
    elif name == "agreement":
        section = agreement_tables(statistics.agreement), None
    else:
        section = overview_tables(statistics.overview), None
    return _noted(section, which)


def _errors(statistics: FilteredStatistics, leave: str, which: str) -> _Drawn:
    try:
        left_out = statistics.basis.leaving(leave)
    except InputError as error:  # no judgment names a system, or a judge
        return [without_errors(f"{error}.")], None
    figures = statistics.errors_of(left_out)
    return error_tables(figures, which), None if figures is None else error_picture(figures, which)


def _items(statistics: FilteredStatistics, source: int | None) -> _Drawn:
    items, numbers = statistics.items, statistics.source_numbers
    if source is None:
        return item_tables(items, numbers), summary_picture(items)
    if source not in numbers:
        raise NotFound(f"there is no source {source} among these translations; see the figure of all sources")
    figures = items.of(numbers.index(source))
    if figures is None:
        return [no_items(statistics.memory, numbers.index(source), source)], None
    return source_tables(figures, source), source_picture(figures)


def _noted(section: _Drawn, which: str) -> _Drawn:
    """With a word on what it is of, where that is not everything."""
    if not which:
        return section
    words = f"Only translations{which}."
    tables, picture = section
    noted = [replace(table, notes=(*table.notes, words)) for table in tables[:1]] + tables[1:]
    if picture is not None:
        blocks = (*picture.blocks, paragraph(words, WIDTH))
        picture = replace(picture, description=f"{picture.description} {words}", blocks=blocks)
    return noted, picture
