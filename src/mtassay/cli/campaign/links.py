"""`mtassay campaign links`: new links for judges."""

from typing import TYPE_CHECKING

import click

from mtassay.cli.db.session import database_options, who_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mtassay.store.campaigns.links import SeatLink

ADDRESS = click.option(
    "--public-url",
    metavar="URL",
    help="Address of the server, as `mtassay serve --public-url` has it [default: this computer].",
)

_EXAMPLES = """\b
Examples:
  mtassay campaign links talks
  mtassay campaign links talks --seat 3 --public-url https://evaluation.example.org
"""


@click.command("links", epilog=_EXAMPLES)
@click.argument("name")
@click.option("--seat", "seats", type=int, multiple=True, help="Which seat; may be repeated [default: all].")
@ADDRESS
@who_option
@database_options
def command(
    name: str,
    seats: tuple[int, ...],
    public_url: str | None,
    who: str | None,
    location: str,
    project_name: str | None,
) -> None:
    """Make new links for the seats of the campaign NAME, and start it where it is a draft.

    Older links of these seats end, and so do the sessions of their judges; answers stay. Each link is shown this once.
    Of a campaign for a crowd it is a new address, which ends the one before; whoever has a seat keeps it.
    """
    from mtassay.cli.db.session import user_name, writing
    from mtassay.store.campaigns.campaigns import CampaignState, find_campaign, set_state
    from mtassay.store.campaigns.crowd_addresses import make_crowd_address
    from mtassay.store.campaigns.links import make_links

    origin = address_of(location, public_url)
    with writing(location, project_name) as (connection, project):
        campaign = find_campaign(connection, project, name)
        if campaign.state is CampaignState.DRAFT:
            set_state(connection, campaign, CampaignState.RUNNING, user_name(who))
        links, token = None, None
        if campaign.is_crowd and not seats:
            token = make_crowd_address(connection, campaign, user_name(who))
        else:
            links = make_links(connection, campaign, seats or None, user_name(who))
    if token is not None:
        print_address(token, origin)
    elif links is not None:
        print_links(links, origin)


def address_of(location: str, public_url: str | None) -> str:
    """Where links lead to."""
    from mtassay.web.serving.configuration import Configuration

    return Configuration(location, public_url=public_url).origin


def print_links(links: "Sequence[SeatLink]", origin: str) -> None:
    """One line a seat; where they work is said beside them."""
    from mtassay.web.addresses import SEAT_LINK

    for link in links:
        click.echo(f"{link.number}\t{link.judge}\t{origin}{SEAT_LINK}/{link.token}")
    click.echo("Send each judge one link. They work for 90 days while this runs: mtassay serve", err=True)


def print_address(token: str, origin: str) -> None:
    """The address for all who come."""
    from mtassay.web.addresses import CROWD

    click.echo(f"{origin}{CROWD}/{token}")
    click.echo(
        "Give all judges this address, with ?worker=NAME behind it where a service names them. It works for 90 days "
        "while this runs: mtassay serve",
        err=True,
    )
