"""`mtassay campaign status`: how far campaigns are, or one of them seat by seat."""

import click

from mtassay.cli.db.session import database_options, files_of, reading
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay campaign status
  mtassay campaign status talks -f csv
"""


@click.command("status", epilog=_EXAMPLES)
@click.argument("name", required=False)
@database_options
@output_options
def command(name: str | None, location: str, project_name: str | None, output: OutputOptions) -> None:
    """Say how far the campaigns of a project are, or of the campaign NAME how far each seat is."""
    from mtassay.campaigns.controls.seat_checks import has_controls, seat_checks
    from mtassay.reports.results.campaigns import campaigns_document, status_document
    from mtassay.store.campaigns.campaigns import campaigns, find_campaign
    from mtassay.store.campaigns.leases import places_of
    from mtassay.store.campaigns.progress import seat_progress
    from mtassay.store.campaigns.reused_answers import count_reused

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        if name is None:
            document = campaigns_document(
                [
                    (each, () if each.problem else seat_progress(connection, each))
                    for each in campaigns(connection, project)
                ]
            )
        else:
            campaign = find_campaign(connection, project, name)
            reused = count_reused(connection, campaign)
            checks = seat_checks(connection, campaign) if has_controls(campaign) else None
            progress = seat_progress(connection, campaign)
            places = places_of(connection, campaign, progress)
            document = status_document(campaign, progress, checks, reused=reused, places=places)
    destination.write_document(document)
