"""`mtassay campaign pack`: all of a campaign and what it shows, in one file that anybody can check."""

import click

from mtassay.cli.db.session import database_options, files_of, reading

_EXAMPLES = """\b
Examples:
  mtassay campaign pack talks -o talks.zip
  mtassay campaign verify talks.zip
"""


@click.command("pack", epilog=_EXAMPLES)
@click.argument("name")
@click.option("-o", "--output", metavar="FILE", required=True, help="The ZIP to write.")
@database_options
def command(name: str, output: str, location: str, project_name: str | None) -> None:
    """Write the campaign NAME as evidence: one ZIP with methods, guidelines, texts, answers, results and exports.

    It names no judge and holds no comment, no link and no secret, and is the same bytes as long as nothing happens to
    the project. `mtassay campaign verify` computes all of it anew.
    """
    from mtassay.cli.output import check_writable, write_bytes
    from mtassay.reports.evidence.packing import evidence_pack
    from mtassay.store.campaigns.campaigns import find_campaign

    check_writable(output, files_of(location))
    with reading(location, project_name) as (connection, project):
        content = evidence_pack(connection, find_campaign(connection, project, name))
    write_bytes(output, content)
    click.echo(f"Packed {name} into {output}. To check it: mtassay campaign verify {output}")
