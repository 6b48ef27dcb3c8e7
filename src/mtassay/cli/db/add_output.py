"""`mtassay db add-output`: a system's translations, and what the memory knows of them at once."""

import click

from mtassay.cli.db.session import database_options, reading, shown_range, user_name, who_option, writing

_EXAMPLES = """\b
Examples:
  mtassay db add-output mysystem mysystem.txt
  mtassay db add-output mysystem mysystem.txt --source source.txt --run monday
  mtassay db add-output Google cases.xlsx:hyp=Google --source cases.xlsx:src=Hindi
"""


@click.command("add-output", epilog=_EXAMPLES)
@click.argument("system")
@click.argument("file", metavar="FILE")
@click.option("-s", "--source", metavar="FILE", help="What was translated [default: the project's test set, in order].")
@click.option("--documents", metavar="FILE", help="The document of each segment.")
@click.option("--run", "run_name", metavar="NAME", default="", help="Which of several runs of the system this is.")
@click.option("--by", metavar="DISTANCE", default="edits", show_default=True, help="What nearest means; see estimate.")
@database_options
@who_option
def command(
    system: str,
    file: str,
    source: str | None,
    documents: str | None,
    run_name: str,
    by: str,
    location: str,
    project_name: str | None,
    who: str | None,
) -> None:
    """Store the output of SYSTEM, one segment a line, and say how much of it is judged or can be estimated."""
    from mtassay.alignment.distances.base import distance
    from mtassay.corpus.files import read_evalset
    from mtassay.errors import InputError
    from mtassay.estimation.nearest.system_estimate import estimate_system
    from mtassay.estimation.sampling.current_estimate import find_current_estimate
    from mtassay.estimation.sampling.headline import headline
    from mtassay.store.contents.outputs import add_outputs
    from mtassay.store.history.events import latest
    from mtassay.store.memory.stored_memory import ProjectHistory

    if documents is not None and source is None:
        raise click.UsageError("--documents belongs to --source FILE; give both", click.get_current_context())
    measure = distance(by)
    labels = () if documents is None else (f"document={documents}",)
    evalset = read_evalset((), {system: file}, source, labels=labels)
    with writing(location, project_name) as (connection, project):
        added = add_outputs(
            connection,
            project,
            system,
            evalset.systems[system],
            user_name(who),
            sources=evalset.sources,
            documents=evalset.labels.get("document"),
            run=run_name,
        )
    # after the outputs are stored: predicting must not keep others from writing
    with reading(location, project_name) as (connection, project):
        past = ProjectHistory(connection, project)
        stored = past.memory(latest(connection, project.id))
        candidates = estimate_system(stored.memory, system, by=measure, run=run_name or None).candidates
        try:
            standing = find_current_estimate(connection, project, past, stored, system, run=run_name or None)
            said = f"{headline(standing).words}."
        except InputError as error:  # nobody judged anything yet
            said = f"No SSER: {error}."
    if not added.revisions:
        click.echo(f"{system}: these outputs are stored already.")
    click.echo(
        f"{system}: {candidates.judged_share:.1%} judged, {candidates.estimated_share:.1%} estimated at mean distance "
        f"{candidates.estimated_distance:.2f}, {candidates.unknown_share:.1%} unknown."
    )
    click.echo(said)
    if candidates.known:
        click.echo(f"eSSER {candidates.esser:.2f}, of {candidates.known} of {len(candidates.estimates)} outputs.")
    if added.revisions:
        click.echo(f"To undo it: mtassay db restore {shown_range(added.revisions)}")
