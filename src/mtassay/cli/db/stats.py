"""`mtassay db stats`: what a memory holds, how far it can be trusted, and how it came about."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from mtassay.cli.db.selecting import filter_of, filter_options
from mtassay.cli.db.session import check_revision, database_options, files_of, reading, revision_option
from mtassay.cli.options import OutputOptions, output_options
from mtassay.reports.results.memory.section_names import DRAWN, SECTIONS

if TYPE_CHECKING:
    from mtassay.reports.document import Section
    from mtassay.reports.drawing.picture import Picture
    from mtassay.store.memory.stored_memory import StoredMemory

_EPILOG = """\b
Sections, with the numbers that tables and figures have in the EvalTrans paper:
  overview   sources, words, SSER of systems; T/n, |EE|; R/n (tables 1, 2, 3) [default]
  items      what became of information items, of all or of one --source (figure 2)
  error      |EE|, errors with signs, errors by distance (figure 3)
  revisions  |EE|, T/n and R/n as the memory grew (figures 6, 8)
  sets       eSSER of each run before it was judged, SSER after (figure 7)
  judges     judgments, mean score and seconds of each judge
  agreement  of judges with each other, with themselves, and of rechecks
\b
Examples:
  mtassay db stats
  mtassay db stats items --source "alles klar"
  mtassay db stats error --system mysystem --svg error.svg
  mtassay db stats agreement --since 2026-05-01 --difficulty hard
  mtassay db stats error --leave system --by moves
  mtassay db stats revisions sets --svg figures --format json
"""

# `mtassay db effects` shows those
_SECTIONS = tuple(name for name in SECTIONS if name != "effects")


@click.command("stats", epilog=_EPILOG)
@click.argument("sections", metavar="[SECTION]...", nargs=-1, type=click.Choice(_SECTIONS))
@filter_options
@click.option("--source", metavar="TEXT|N", help="items, error: this source, by its number or by words in it.")
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
    **options: Any,
) -> None:
    """Say what a memory of judgments holds, how well it estimates, and how its judges agree.

    All of it, or the translations that meet all conditions; each is estimated from everything that was judged.
    """
    names = tuple(dict.fromkeys(sections)) or ("overview",)
    destination = output.destination(files_of(location))
    _check_options(names, source, leave, options)
    if svg is not None:
        _check_pictures(svg, names)

    from mtassay.alignment.distances.base import distance
    from mtassay.cli.progress import progress_bar
    from mtassay.estimation.figures.filtered_statistics import FilteredStatistics, LeaveOneOutBasis
    from mtassay.reports.results.memory.sections import memory_sections, section_steps, statistics_document
    from mtassay.significance.bootstrap import Bootstrap
    from mtassay.store.history.events import latest
    from mtassay.store.memory.stored_memory import ProjectHistory

    chosen, measure = filter_of(options), distance(by)
    bootstrap = Bootstrap(draws=draws, seed=seed) if draws else None
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        past = ProjectHistory(connection, project)
        basis = LeaveOneOutBasis(past.memory(revision or latest(connection, project.id)), measure)
        number = None if source is None else _find_source(basis.stored, source)
        statistics = FilteredStatistics(connection, project, basis, chosen, bootstrap)
        # items have no filter by their source: it is ranked among all others
        of_source = FilteredStatistics(connection, project, basis, replace(chosen, source_number=number), bootstrap)
        parts: list[Section] = []
        for name in names:
            asked = of_source if name == "error" else statistics
            with progress_bar(section_steps(asked, name), name.capitalize(), quiet=quiet) as advance:
                parts += memory_sections(asked, past, name, number, leave or "target", advance)
        document = statistics_document(statistics, project.name, parts)
    if svg is not None:
        _write_pictures(svg, [figure.picture for figure in document.figures])
    destination.write_document(document)


def _check_options(sections: tuple[str, ...], source: str | None, leave: str | None, options: dict[str, Any]) -> None:
    """Refuse what says nothing to any of the sections."""
    given = [("--source", source, {"items", "error"}), ("--leave", leave, {"error"})]
    others = [name for name, value in options.items() if name != "system" and value is not None]
    given += [("a condition other than --system", name, set(_SECTIONS) - {"sets"}) for name in others]
    for option, value, meant in given:
        if value is not None and not meant & set(sections):
            listed = " and ".join(name for name in _SECTIONS if name in meant)
            raise click.UsageError(f"{option} says nothing to {' and '.join(sections)}; it is for {listed}")


def _find_source(stored: "StoredMemory", wanted: str) -> int:
    """The number of a source, by itself, by its whole text, or by words that occur in no other."""
    from mtassay.errors import NotFound
    from mtassay.human.collection import collapse, folded

    if wanted.isdecimal() and int(wanted) in stored.source_ids.tolist():
        return int(wanted)
    texts = stored.memory.sources
    words = folded(collapse(wanted))
    exact = [place for place, text in enumerate(texts) if folded(text) == words]
    places = exact or [place for place, text in enumerate(texts) if words in folded(text)]
    if not places:
        what = f"number {wanted}, and none that contains it" if wanted.isdecimal() else f"with {wanted!r}"
        raise NotFound(f"there is no source {what}; see: mtassay db search {wanted!r}")
    if len(places) > 1:
        some = ", ".join(f"{stored.source_ids[place]} ({texts[place][:40]!r})" for place in places[:5])
        more = f" and {len(places) - 5} more" if len(places) > 5 else ""
        raise NotFound(f"{len(places)} sources contain {wanted!r}: {some}{more}; give the number of one: --source N")
    return int(stored.source_ids[places[0]])


def _check_pictures(path: str, sections: tuple[str, ...]) -> None:
    from mtassay.cli.output import check_writable

    if not set(sections) & set(DRAWN):
        raise click.UsageError(f"--svg draws {', '.join(DRAWN)}, and nothing of {' and '.join(sections)}")
    if path.lower().endswith(".svg"):
        check_writable(path)


def _write_pictures(path: str, pictures: "list[Picture]") -> None:
    from pathlib import Path

    from mtassay.cli.output import write_whole
    from mtassay.errors import OutputError
    from mtassay.reports.drawing.picture import render_pictures

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
