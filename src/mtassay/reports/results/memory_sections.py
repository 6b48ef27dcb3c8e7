"""The figures of a part of a memory as tables and pictures, each under the name that it is exported by."""

from dataclasses import replace

from mtassay.errors import NotFound
from mtassay.estimation.figures.agreement_figures import agreement_figures
from mtassay.estimation.figures.judge_figures import judge_figures
from mtassay.estimation.figures.part_statistics import PartStatistics
from mtassay.human.judge_effects import fit_judge_effects
from mtassay.reports.document import Table
from mtassay.reports.drawing.frame import WIDTH, paragraph
from mtassay.reports.drawing.memory_figures import Picture
from mtassay.reports.results.memory_agreement import agreement_tables
from mtassay.reports.results.memory_error import error_picture, error_tables
from mtassay.reports.results.memory_items import item_tables, source_picture, source_tables, summary_picture
from mtassay.reports.results.memory_judges import effect_table, judge_tables
from mtassay.reports.results.memory_revisions import revision_picture, revision_tables
from mtassay.reports.results.memory_sets import set_picture, set_tables
from mtassay.settings import did_you_mean
from mtassay.store.memory.stored_memory import ProjectHistory

DRAWN = ("items", "error", "revisions", "sets")
"""Those that are pictures too."""

SECTIONS = (*DRAWN, "judges", "agreement", "effects")
"""All of them."""

Section = tuple[list[Table], Picture | None]


def memory_section(statistics: PartStatistics, past: ProjectHistory, name: str, source: int | None = None) -> Section:
    """A section of some statistics; the items may be those of one source, by its number in the database."""
    if name not in SECTIONS:
        raise NotFound(f"there is no figure {name!r}{did_you_mean(name, SECTIONS)}; there are {', '.join(SECTIONS)}")
    if name == "items":
        return _noted(_items(statistics, source), statistics.part.words)
    if name == "error":
        which = statistics.part.words
        found = statistics.errors
        return error_tables(found, which), None if found is None else error_picture(found, which)
    if name == "revisions":
        figures, events, by = statistics.growth(past), len(statistics.revisions), statistics.basis.measure.spec
        drawn = revision_tables(figures, events, by), revision_picture(figures, events, by)
        return _noted(drawn, statistics.part.words)
    if name == "sets":
        sets = statistics.judged_sets(past)
        return set_tables(sets), set_picture(sets)
    if name == "judges":
        return _noted((judge_tables(judge_figures(statistics.memory)), None), statistics.part.words)
    if name == "agreement":
        figures_of_all = agreement_figures(statistics.memory, statistics.bootstrap)
        return _noted((agreement_tables(figures_of_all), None), statistics.part.words)
    return [effect_table(fit_judge_effects(statistics.basis.stored.memory))], None


def _items(statistics: PartStatistics, source: int | None) -> Section:
    found, numbers = statistics.items, statistics.source_numbers
    if source is None:
        return item_tables(found, numbers), summary_picture(found)
    one = found.of(numbers.index(source)) if source in numbers else None
    if one is None:
        raise NotFound(f"nobody judged the information items of a source {source}; see the figure of all sources")
    return source_tables(one, source), source_picture(one)


def _noted(section: Section, which: str) -> Section:
    """With a word on what it is of, where that is not everything."""
    if not which:
        return section
    words = f"Only translations{which}."
    tables, picture = section
    noted = [replace(one, notes=(*one.notes, words)) for one in tables[:1]] + tables[1:]
    if picture is not None:
        blocks = (*picture.blocks, paragraph(words, WIDTH))
        picture = replace(picture, description=f"{picture.description} {words}", blocks=blocks)
    return noted, picture
