"""`mtassay db effects`: how strict or mild each judge is."""

import click

from mtassay.cli.db.session import check_revision, database_options, files_of, reading, revision_option
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay db effects
  mtassay db effects --revision 12 --format json
"""


@click.command("effects", epilog=_EXAMPLES)
@revision_option
@database_options
@output_options
def command(revision: int | None, location: str, project_name: str | None, output: OutputOptions) -> None:
    """Say how much higher each judge scores than the others would on the same sources and systems.

    Estimates take these effects away from stored and new scores; `--no-judge-effects` leaves scores as they are.
    """
    from mtassay.human.judge_effects import fit_judge_effects
    from mtassay.reports.results.memory.judges import effects_document
    from mtassay.store.memory.stored_memory import load_memory

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        memory = load_memory(connection, project, revision).memory
    effects = fit_judge_effects(memory)
    destination.write_document(effects_document(effects, {"project": project.name, "revision": memory.revision}))
