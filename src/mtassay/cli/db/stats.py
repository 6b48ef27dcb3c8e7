"""`mtassay db stats`: what a memory holds, how far it can be trusted, and how it came about."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import click

from mtassay.cli.db.session import check_revision, database_options, files_of, reading, revision_option
from mtassay.cli.options import OutputOptions, output_options

if TYPE_CHECKING:
    import sqlalchemy as sa

    from mtassay.alignment.distances.base import Distance
    from mtassay.estimation.nearest.leave_one_out import LeftOut
    from mtassay.reports.document import Table
    from mtassay.reports.drawing.memory_figures import Picture
    from mtassay.significance.bootstrap import Bootstrap
    from mtassay.store.contents.projects import Project
    from mtassay.store.memory.stored_memory import ProjectHistory, StoredMemory

_EPILOG = """\b
Sections, with the numbers that tables and figures have in the EvalTrans paper:
  overview   sources, words, SSER of systems; T/n, |EE|; R/n (tables 1, 2, 3) [default]
  items      what became of information items, of all or of one --source (figure 2)
  error      |EE| of any part, errors with signs, errors by distance (figure 3)
  revisions  |EE|, T/n and R/n as the memory grew (figures 6, 8)
  sets       eSSER of each run before it was judged, SSER after (figure 7)
  judges     judgments, mean score and seconds of each judge
  agreement  of judges with each other, with themselves, and of rechecks
\b
Examples:
  mtassay db stats
  mtassay db stats items --source "alles klar"
  mtassay db stats error --system mysystem --svg error.svg
  mtassay db stats error --leave system --by moves
  mtassay db stats revisions sets --svg figures --format json
"""

_DRAWN = ("items", "error", "revisions", "sets")
_FILTERS = {
    "source": ("items", "error"),
    "system": ("error", "sets"),
    "judge": ("error", "judges", "agreement"),
    "document": ("error",),
    "text": ("error",),
    "leave": ("error",),
}
"""The sections that each filter says something to."""


@dataclass(frozen=True)
class _Filters:
    source: str | None
    system: str | None
    judge: str | None
    document: str | None
    text: str | None
    leave: str | None

    def check(self, sections: tuple[str, ...]) -> None:
        for name, meant in _FILTERS.items():
            if getattr(self, name) is not None and not set(meant) & set(sections):
                raise click.UsageError(
                    f"--{name} says nothing to {' and '.join(sections)}; it is for {' and '.join(meant)}"
                )


@dataclass
class _Question:
    """One database at one revision, and what was asked of it; what several sections need is found once."""

    connection: "sa.Connection"
    project: "Project"
    revision: int | None
    measure: "Distance"
    bootstrap: "Bootstrap | None"
    filters: _Filters
    is_quiet: bool

    @cached_property
    def stored(self) -> "StoredMemory":
        from mtassay.store.memory.stored_memory import load_memory

        return load_memory(self.connection, self.project, self.revision)

    @cached_property
    def left_out(self) -> "LeftOut":
        """Single targets left out."""
        from mtassay.estimation.nearest.leave_one_out import leave_one_out

        return leave_one_out(self.stored.memory, self.measure)

    @cached_property
    def source(self) -> int | None:
        """The place in the memory of the source that was asked for."""
        return None if self.filters.source is None else _find_source(self.stored, self.filters.source)

    @cached_property
    def past(self) -> "ProjectHistory":
        """The memory as of other revisions."""
        from mtassay.store.memory.stored_memory import ProjectHistory

        return ProjectHistory(self.connection, self.project)


Section = Callable[[_Question], "tuple[list[Table], Picture | None]"]


@click.command("stats", epilog=_EPILOG)
@click.argument(
    "sections",
    metavar="[SECTION]...",
    nargs=-1,
    type=click.Choice(["overview", "items", "error", "revisions", "sets", "judges", "agreement"]),
)
@click.option("--source", metavar="TEXT|N", help="items, error: this source, by its number or by words in it.")
@click.option("--system", metavar="NAME", help="error, sets: what this system produced.")
@click.option("--judge", metavar="NAME", help="error, judges, agreement: what this judge judged.")
@click.option("--document", metavar="NAME", help="error: translations of this document.")
@click.option("--text", metavar="WORDS", help="error: source or translation contains this.")
@click.option(
    "--leave",
    type=click.Choice(["target", "system", "judge"]),
    help="error: what is left out in turn [default: target, as in the paper].",
)
@click.option(
    "--by",
    metavar="DISTANCE",
    default="edits",
    show_default=True,
    help="How near translations are: edits, moves or characters, with settings.",
)
@click.option(
    "--svg",
    metavar="PATH",
    help="Also draw: into one file if PATH ends in .svg, else into a folder, a file for each section.",
)
@click.option(
    "--draws",
    type=click.IntRange(0, 10_000_000),
    default=1000,
    show_default=True,
    metavar="N",
    help="Draws of the bootstrap for 95 % intervals; 0 for none.",
)
@click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, metavar="N", help="Of these draws.")
@click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
@database_options
@revision_option
@output_options
def command(
    sections: tuple[str, ...],
    source: str | None,
    system: str | None,
    judge: str | None,
    document: str | None,
    text: str | None,
    leave: str | None,
    by: str,
    svg: str | None,
    draws: int,
    seed: int,
    quiet: bool,
    location: str,
    project_name: str | None,
    revision: int | None,
    output: OutputOptions,
) -> None:
    """Say what a memory of judgments holds, how well it estimates, and how its judges agree."""
    chosen = tuple(dict.fromkeys(sections)) or ("overview",)
    destination = output.destination(files_of(location))
    filters = _Filters(source, system, judge, document, text, leave)
    filters.check(chosen)
    if svg is not None:
        _check_pictures(svg, chosen)

    from mtassay.alignment.distances.base import distance
    from mtassay.reports.document import Document, figure_sections
    from mtassay.significance.bootstrap import Bootstrap

    measure = distance(by)
    bootstrap = Bootstrap(draws=draws, seed=seed) if draws else None
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        question = _Question(connection, project, revision, measure, bootstrap, filters, quiet)
        found = [_SECTIONS[name](question) for name in chosen]
        at = question.stored.memory.revision
    parts = [part for tables, picture in found for part in figure_sections(tables, picture)]
    if svg is not None:
        _write_pictures(svg, [picture for _, picture in found if picture is not None])
    destination.write_document(Document("Statistics", tuple(parts), {"project": project.name, "revision": at}))


def _overview(question: _Question) -> "tuple[list[Table], Picture | None]":
    from mtassay.estimation.figures.overview import overview
    from mtassay.reports.results.memory_overview import overview_tables

    return overview_tables(overview(question.stored.memory, question.left_out, question.bootstrap)), None


def _items(question: _Question) -> "tuple[list[Table], Picture | None]":
    from mtassay.estimation.figures.item_figures import item_summary
    from mtassay.reports.results import memory_items

    stored = question.stored
    found = item_summary(stored.memory)
    if question.source is None:
        return memory_items.item_tables(found, stored.source_ids.tolist()), memory_items.summary_picture(found)
    number = int(stored.source_ids[question.source])
    one = found.of(question.source)
    if one is None:
        return [memory_items.no_items(stored.memory, question.source, number)], None
    return memory_items.source_tables(one, number), memory_items.source_picture(one)


def _error(question: _Question) -> "tuple[list[Table], Picture | None]":
    from mtassay.errors import InputError
    from mtassay.estimation.figures.error_figures import error_figures
    from mtassay.estimation.figures.subset import Subset
    from mtassay.estimation.nearest.leave_one_out import leave_one_out
    from mtassay.reports.results.memory_error import error_picture, error_tables, without_errors

    memory, filters = question.stored.memory, question.filters
    subset = Subset(filters.system, filters.judge, filters.text, _chosen_sources(question))
    try:
        leave = filters.leave or "target"
        left_out = question.left_out if leave == "target" else leave_one_out(memory, question.measure, leave)
    except InputError as error:  # no judgment names a system, or a judge
        return [without_errors(f"{error}.")], None
    figures = error_figures(memory, left_out, subset, question.bootstrap)
    shown = _said(filters)
    return error_tables(figures, shown), None if figures is None else error_picture(figures, shown)


def _revisions(question: _Question) -> "tuple[list[Table], Picture | None]":
    from mtassay.cli.progress import progress_bar
    from mtassay.estimation.figures.revisions import choose_revisions, revision_figures
    from mtassay.reports.results.memory_revisions import revision_picture, revision_tables
    from mtassay.store.history.events import history

    last = question.stored.memory.revision
    known = [event.revision for event in history(question.connection, question.project.id)]
    numbers = sorted(number for number in known if number <= last)
    chosen = choose_revisions(numbers)
    found = []
    with progress_bar(len(chosen), "Revisions", quiet=question.is_quiet) as advance:
        for one in revision_figures(lambda number: question.past.memory(number).memory, chosen, question.measure):
            found.append(one)
            if advance is not None:
                advance(1)
    distance = question.measure.spec
    return revision_tables(found, len(numbers), distance), revision_picture(found, len(numbers), distance)


def _sets(question: _Question) -> "tuple[list[Table], Picture | None]":
    from mtassay.cli.progress import progress_bar
    from mtassay.estimation.figures.judged_sets import judged_sets
    from mtassay.human.translations import outputs_of
    from mtassay.reports.results.memory_sets import set_picture, set_tables
    from mtassay.store.judging.times import judging_times

    stored, system = question.stored, question.filters.system
    if system is not None:
        outputs_of(stored.memory, system)  # says which systems there are where this is none
    times = judging_times(question.connection, question.project, question.revision)
    with progress_bar(len(stored.memory.outputs), "Sets", quiet=question.is_quiet) as advance:
        found = judged_sets(stored, times, question.past.memory, question.measure, system, advance)
    return set_tables(found), set_picture(found)


def _judges(question: _Question) -> "tuple[list[Table], Picture | None]":
    from mtassay.estimation.figures.judge_figures import judge_figures
    from mtassay.reports.results.memory_judges import judge_tables

    return judge_tables(judge_figures(question.stored.memory, question.filters.judge)), None


def _agreement(question: _Question) -> "tuple[list[Table], Picture | None]":
    from mtassay.estimation.figures.agreement_figures import agreement_figures
    from mtassay.reports.results.memory_agreement import agreement_tables

    found = agreement_figures(question.stored.memory, question.bootstrap, question.filters.judge)
    return agreement_tables(found), None


_SECTIONS: dict[str, Section] = {
    "overview": _overview,
    "items": _items,
    "error": _error,
    "revisions": _revisions,
    "sets": _sets,
    "judges": _judges,
    "agreement": _agreement,
}


def _find_source(stored: "StoredMemory", wanted: str) -> int:
    """A source by its number in the database, by its whole text, or by words that occur in no other."""
    from mtassay.errors import NotFound
    from mtassay.human.collection import collapse

    if wanted.isdecimal():
        ids: list[int] = stored.source_ids.tolist()
        if int(wanted) in ids:
            return ids.index(int(wanted))
    texts = stored.memory.sources
    words = collapse(wanted).casefold()
    exact = [place for place, text in enumerate(texts) if text.casefold() == words]
    found = exact or [place for place, text in enumerate(texts) if words in text.casefold()]
    if not found:
        what = f"number {wanted}, and none that contains it" if wanted.isdecimal() else f"with {wanted!r}"
        raise NotFound(f"there is no source {what}; see: mtassay db search {wanted!r}")
    if len(found) > 1:
        some = ", ".join(f"{stored.source_ids[place]} ({texts[place][:40]!r})" for place in found[:5])
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        raise NotFound(f"{len(found)} sources contain {wanted!r}: {some}{more}; give the number of one: --source N")
    return found[0]


def _chosen_sources(question: _Question) -> frozenset[int] | None:
    """The sources that --source and --document leave, as places in the memory."""
    chosen: set[int] | None = None if question.source is None else {question.source}
    if question.filters.document is not None:
        from mtassay.store.contents.documents import sources_of_document

        numbers = set(
            sources_of_document(question.connection, question.project, question.filters.document, question.revision)
        )
        inside = {place for place, number in enumerate(question.stored.source_ids.tolist()) if number in numbers}
        chosen = inside if chosen is None else chosen & inside
    return None if chosen is None else frozenset(chosen)


def _said(filters: _Filters) -> str:
    """The part of the memory that is looked at, to follow a noun."""
    parts = [
        f" of {filters.system}" if filters.system is not None else "",
        f" judged by {filters.judge}" if filters.judge is not None else "",
        f" of source {filters.source!r}" if filters.source is not None else "",
        f" of document {filters.document}" if filters.document is not None else "",
        f" with {filters.text!r}" if filters.text is not None else "",
    ]
    return "".join(parts)


def _check_pictures(path: str, sections: tuple[str, ...]) -> None:
    from mtassay.cli.output import check_writable

    if not set(sections) & set(_DRAWN):
        raise click.UsageError(f"--svg draws {', '.join(_DRAWN)}, and nothing of {' and '.join(sections)}")
    if path.lower().endswith(".svg"):
        check_writable(path)


def _write_pictures(path: str, pictures: "list[Picture]") -> None:
    from pathlib import Path

    from mtassay.cli.output import write_whole
    from mtassay.errors import OutputError
    from mtassay.reports.drawing.memory_figures import render_pictures

    if not pictures:
        click.echo("There is nothing to draw.", err=True)
    elif path.lower().endswith(".svg"):
        write_whole(path, [render_pictures(pictures)])
    else:
        try:
            Path(path).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{path}: this folder cannot be made: {error.strerror or error}") from None
        for picture in pictures:
            write_whole(str(Path(path) / f"{picture.name}.svg"), [render_pictures([picture])])
