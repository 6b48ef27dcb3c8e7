"""`mtassay campaign close`: end, pause or resume a campaign."""

import click

from mtassay.cli.db.session import database_options, who_option

_EXAMPLES = """\b
Examples:
  mtassay campaign close talks
  mtassay campaign close talks --pause
  mtassay campaign close talks --resume
"""


@click.command("close", epilog=_EXAMPLES)
@click.argument("name")
@click.option(
    "--pause", "state", flag_value="paused", help="Only pause it: nothing new is asked, and finished work is taken."
)
@click.option("--resume", "state", flag_value="running", help="Go on after a pause.")
@who_option
@database_options
def command(name: str, state: str | None, who: str | None, location: str, project_name: str | None) -> None:
    """Close the campaign NAME: no more answers are taken, and its links end. The history can undo that."""
    from mtassay.cli.db.session import user_name, writing
    from mtassay.store.campaigns.campaigns import CampaignState, find_campaign, set_state
    from mtassay.store.campaigns.progress import seat_progress

    wanted = CampaignState(state or "closed")
    with writing(location, project_name) as (connection, project):
        campaign = find_campaign(connection, project, name)
        set_state(connection, campaign, wanted, user_name(who))
        seats = seat_progress(connection, campaign)
    done, asked = sum(seat.work_done for seat in seats), sum(seat.work_asked for seat in seats)
    click.echo(f"{campaign.name} is {wanted.value}, with {done:,} of {asked:,} answers.")
