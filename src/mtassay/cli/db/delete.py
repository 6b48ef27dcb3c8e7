"""`mtassay db delete`: take away what does not belong; it can be brought back."""

from typing import Any

import click

from mtassay.cli.db.selecting import filter_of, filter_options
from mtassay.cli.db.session import count, database_options, user_name, who_option, writing

_EXAMPLES = """\b
Examples:
  mtassay db delete --target 17 --target 18
  mtassay db delete --system oldsystem --unjudged
  mtassay db delete --whole-system oldsystem
  mtassay db delete --judgments-of anna
"""


@click.command("delete", epilog=_EXAMPLES)
@filter_options
@click.option("--target", "targets", type=int, multiple=True, metavar="N", help="This translation; may be repeated.")
@click.option("--sources", "whole_sources", is_flag=True, help="The sources of these too, with all their translations.")
@click.option("--whole-system", metavar="NAME", help="A system and its runs; what people said of its output stays.")
@click.option("--judgments-of", metavar="JUDGE", help="All judgments of this judge; the translations stay.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@database_options
@who_option
def command(
    targets: tuple[int, ...],
    whole_sources: bool,
    whole_system: str | None,
    judgments_of: str | None,
    yes: bool,
    location: str,
    project_name: str | None,
    who: str | None,
    **options: Any,
) -> None:
    """Delete translations that meet all conditions, with their judgments. `mtassay db restore` brings them back."""
    from mtassay.store.contents import removal
    from mtassay.store.lists.filters import select_targets

    chosen = filter_of(options)
    ways = [bool(targets), not chosen.is_everything, whole_system is not None, judgments_of is not None]
    if sum(ways) != 1:
        raise click.UsageError("say what to delete in one way: conditions, --target, --whole-system or --judgments-of")
    name = user_name(who)
    with writing(location, project_name) as (connection, project):
        if whole_system is not None:
            _confirm(f"Delete the system {whole_system} and its runs?", yes)
            revision = removal.delete_system(connection, project, whole_system, name)
        elif judgments_of is not None:
            judgments = removal.judgments_of(connection, project, judgments_of)
            _confirm(f"Delete {count(len(judgments), 'judgment')} of {judgments_of}?", yes)
            revision = removal.delete_judgments(connection, project, judgments, name)
        else:
            matches = [
                target
                for target in select_targets(connection, project, chosen)
                if not targets or target.target in targets
            ]
            if whole_sources:
                sources = sorted({match.source for match in matches})
                _confirm(f"Delete {count(len(sources), 'source')} with all translations?", yes)
                revision = removal.delete_sources(connection, project, sources, name)
            else:
                _confirm(f"Delete {count(len(matches), 'translation')} with all judgments?", yes)
                revision = removal.delete_targets(connection, project, [match.target for match in matches], name)
    click.echo(f"Deleted; to bring it back: mtassay db restore {revision}")


def _confirm(question: str, yes: bool) -> None:
    if not yes:
        click.confirm(question, abort=True, err=True)
