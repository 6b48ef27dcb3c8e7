"""`mtassay db estimate`: a system's human score from the memory."""

from typing import TYPE_CHECKING, Any

import click

from mtassay.cli.db.predicting import (
    beside_outputs,
    choices_given,
    prediction_options,
    read_references,
    run_option,
    systems_with_outputs,
    target_option,
)
from mtassay.cli.db.session import check_revision, database_options, files_of, reading, revision_option
from mtassay.cli.options import OutputOptions, output_options

if TYPE_CHECKING:
    import sqlalchemy as sa

    from mtassay.cli.output import Destination
    from mtassay.estimation.sampling.current_estimate import CurrentEstimate
    from mtassay.store.contents.projects import Project

_FEW_SEGMENTS = 10
_SORTS = ("position", "score", "distance", "mwer")

_METHODS = ("certified", "assisted", "predicted", "evaltrans")

_EXAMPLES = """\b
Methods:
  certified  from the judged part of the system's queue: right whatever the memory predicts
  assisted   the same together with the memory's prediction: narrower, if the system is like the others
  predicted  from the memory alone
  evaltrans  the rule of the year 2000: the mean score of the nearest judged translations
\b
Distances:
  edits       insertions, deletions and substitutions of words, as in the paper
  moves       the same, where a block may also move
  characters  n-grams of characters that are not shared
\b
Examples:
  mtassay db estimate mysystem
  mtassay db estimate --all
  mtassay db estimate mysystem --method assisted --target A
  mtassay db estimate mysystem --method predicted --quality given:path=comet.tsv --near-repeats
  mtassay db estimate mysystem other --sort score --all-segments
  mtassay db estimate mysystem --method evaltrans --by moves --revision 12 --format json
"""


@click.command("estimate", epilog=_EXAMPLES)
@click.argument("systems", metavar="[SYSTEM]...", nargs=-1)
@click.option("--all", "is_ranking", is_flag=True, help="All systems, the best first, in clusters.")
@click.option(
    "--method",
    type=click.Choice(_METHODS),
    help="How [default: certified where a queue was judged, else predicted].",
)
@target_option
@prediction_options
@run_option
@click.option("--own-references", is_flag=True, help="evaltrans: let a system's own perfect outputs be references.")
@click.option(
    "--segments",
    "shown",
    type=click.IntRange(0),
    metavar="N",
    help="How many segments to show [default: 10, or all in files].",
)
@click.option("--all-segments", "is_complete", is_flag=True, help="Every segment.")
@click.option(
    "--sort",
    type=click.Choice(_SORTS),
    default="position",
    show_default=True,
    help="Order of segments; distance and mwer are for evaltrans.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=12345, show_default=True, help="evaltrans: seed of the interval."
)
@click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
@revision_option
@database_options
@output_options
def command(
    systems: tuple[str, ...],
    is_ranking: bool,
    method: str | None,
    target: str,
    distance: str | None,
    references: tuple[str, ...],
    judge_effects: bool | None,
    quality: str | None,
    near_repeats: bool | None,
    run_name: str | None,
    own_references: bool,
    shown: int | None,
    is_complete: bool,
    sort: str,
    seed: int,
    quiet: bool,
    revision: int | None,
    location: str,
    project_name: str | None,
    output: OutputOptions,
) -> None:
    """Say what people would think of SYSTEM, by what they said of the same and of similar translations.

    The SSER is 0 where all is perfect and 100 where all is nonsense. Its 95 % interval is for these very texts. The
    eSSER of the EvalTrans paper (Nießen et al. 2000) stands beside it, over the outputs that it can estimate.
    """
    _check(systems, is_ranking, run_name)
    destination = output.destination(files_of(location))
    limits = _limits(shown, is_complete, is_ranking)
    if method == "evaltrans":
        _check_evaltrans(target, references, judge_effects, quality, near_repeats)
        _estimate_by_evaltrans(
            systems,
            is_ranking,
            distance,
            run_name,
            own_references,
            limits,
            sort,
            seed,
            revision,
            location,
            project_name,
            destination,
        )
        return
    if own_references or sort in ("distance", "mwer"):
        raise click.UsageError("--own-references and --sort by distance or mwer belong to --method evaltrans")
    given = choices_given(distance, judge_effects, quality, near_repeats)
    lines = read_references(references)
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        estimates = _find(connection, project, systems, revision, method, target, run_name, given, lines, quiet)
    from mtassay.reports.results.current_estimates import estimates_document

    document = estimates_document(estimates, project.name, ranked=is_ranking, sort=sort, **limits)
    destination.write_document(document)


def _limits(shown: int | None, is_complete: bool, is_ranking: bool) -> dict[str, int | None]:
    """How many segments programs get, and how many people."""
    if is_complete or shown is not None or is_ranking:
        most = None if is_complete else shown or 0
        return {"limit": most, "people_limit": most}
    return {"limit": None, "people_limit": _FEW_SEGMENTS}


def _check(systems: tuple[str, ...], is_ranking: bool, run_name: str | None) -> None:
    if is_ranking and (systems or run_name is not None):
        raise click.UsageError("--all ranks the last runs of all systems; name none, and no --run")
    if not is_ranking and not systems:
        raise click.UsageError("name a SYSTEM, or --all for all of them")
    if len(set(systems)) < len(systems):
        raise click.UsageError("a system is named twice; name each once")


def _check_evaltrans(
    target: str, references: tuple[str, ...], judge_effects: bool | None, quality: str | None, near_repeats: bool | None
) -> None:
    if target != "B" or references or judge_effects or quality or near_repeats:
        raise click.UsageError(
            "the rule of 2000 knows nothing of references, judge effects, near repeats or fresh judgments of repeats; "
            "leave -r, --quality, --judge-effects, --near-repeats and --target A away, or take another --method"
        )


def _find(
    connection: "sa.Connection",
    project: "Project",
    systems: tuple[str, ...],
    revision: int | None,
    method: str | None,
    target: str,
    run_name: str | None,
    given: dict[str, Any],
    lines: list[list[str]],
    quiet: bool,
) -> "list[CurrentEstimate]":
    """The standing of each system, all from one reading of the database."""
    from mtassay.cli.progress import progress_bar
    from mtassay.estimation.sampling.current_estimate import find_current_estimate
    from mtassay.human.translations import outputs_of
    from mtassay.store.history.events import latest
    from mtassay.store.memory.stored_memory import ProjectHistory

    past = ProjectHistory(connection, project)
    stored = past.memory(latest(connection, project.id) if revision is None else revision)
    names = systems or systems_with_outputs(stored)
    estimates = []
    with progress_bar(len(names), "Systems", quiet=quiet) as advance:
        for name in names:
            references = beside_outputs(stored, outputs_of(stored.memory, name, run_name), lines)
            estimates.append(
                find_current_estimate(
                    connection,
                    project,
                    past,
                    stored,
                    name,
                    method=method,
                    target=target,
                    run=run_name,
                    given=given,
                    references=references,
                )
            )
            if advance is not None:
                advance(1)
    return estimates


def _estimate_by_evaltrans(
    systems: tuple[str, ...],
    is_ranking: bool,
    by: str | None,
    run_name: str | None,
    own_references: bool,
    limits: dict[str, int | None],
    sort: str,
    seed: int,
    revision: int | None,
    location: str,
    project_name: str | None,
    destination: "Destination",
) -> None:
    from mtassay.alignment.distances.base import distance
    from mtassay.estimation.nearest.system_estimate import estimate_system
    from mtassay.reports.results.evaltrans import evaltrans_document
    from mtassay.store.memory.stored_memory import load_memory

    measure = distance(by or "edits")
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        stored = load_memory(connection, project, revision)
    names = systems or systems_with_outputs(stored)
    estimates = [estimate_system(stored.memory, system, measure, run_name, not own_references) for system in names]
    if is_ranking:
        # what has no eSSER comes last
        estimates.sort(key=lambda estimate: estimate.candidates.esser if estimate.candidates.known else 101)
    document = evaltrans_document(
        estimates,
        {"project": project.name, "revision": stored.memory.revision},
        measure.spec,
        seed,
        sort=sort,
        **limits,
    )
    destination.write_document(document)
