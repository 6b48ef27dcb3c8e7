"""`mtassay db rules`: how people judge in a project, in the terminal and the browser alike."""

import sys
from pathlib import Path

import click

from mtassay.cli.db.session import database_options, files_of, reading, user_name, who_option, writing
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay db rules                             # which hold?
  mtassay db rules --open                      # as EvalTrans did
  mtassay db rules --seed 7                    # another order
  mtassay db rules --guidelines guidelines.md
"""


@click.command("rules", epilog=_EXAMPLES)
@click.option("--open/--hidden", "is_open", default=None, help="Show scores of others before a judge answers, or not.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), metavar="N", help="What draws the order of the questions.")
@click.option(
    "--guidelines",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="What judges are told, in Markdown; - reads standard input.",
)
@database_options
@who_option
@output_options
def command(
    is_open: bool | None,
    seed: int | None,
    guidelines: Path | None,
    location: str,
    project_name: str | None,
    who: str | None,
    output: OutputOptions,
) -> None:
    """Show or change the rules of judging, which hold for all judges of a project. A change can be undone."""
    from dataclasses import replace

    from mtassay.store.judging.rules import change_rules, judging_rules

    changed = {"is_open": is_open, "seed": seed, "guidelines": None if guidelines is None else _read(guidelines)}
    told = {name: value for name, value in changed.items() if value is not None}
    if not told:
        from mtassay.reports.results.rules import rules_document

        destination = output.destination(files_of(location))
        with reading(location, project_name) as (connection, project):
            rules = judging_rules(connection, project)
        destination.write_document(rules_document(rules))
        return
    output.refuse_with("--open, --hidden, --seed and --guidelines, which change the rules")
    with writing(location, project_name) as (connection, project):
        rules = replace(judging_rules(connection, project), **told)  # type: ignore[arg-type]  # each by its name
        revision = change_rules(connection, project, rules, user_name(who))
    if revision is None:
        click.echo("These rules hold already.")
    else:
        click.echo(f"Other rules hold from revision {revision} on; to take that back: mtassay db restore {revision}")


def _read(file: Path) -> str:
    from mtassay.errors import InputError

    try:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return content.decode("utf-8-sig").replace("\r\n", "\n").strip()
    except OSError as error:
        raise InputError(f"{file}: the guidelines cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: the guidelines are not UTF-8; save them so") from None
