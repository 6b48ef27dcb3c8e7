"""`mtassay campaign assign`: judges who come, leave or are excluded."""

from shlex import quote

import click

from mtassay.cli.db.session import database_options, who_option

_EXAMPLES = """\b
Examples:
  mtassay campaign assign talks --add 2
  mtassay campaign assign talks --judge carla
  mtassay campaign assign talks --release 3
  mtassay campaign assign talks --exclude 3 --reason "answered at random"
  mtassay campaign assign talks --include 3
"""


@click.command("assign", epilog=_EXAMPLES)
@click.argument("name")
@click.option("--add", type=click.IntRange(1, 1000), metavar="N", help="Make N more seats.")
@click.option("--judge", "judges", metavar="NAME", multiple=True, help="Make a seat for this judge; may be repeated.")
@click.option("--release", type=int, metavar="SEAT", help="Give all that a seat has not done to the others.")
@click.option("--exclude", type=int, metavar="SEAT", help="Leave the answers of a seat out of results; its link ends.")
@click.option("--reason", metavar="WORDS", default="", help="Why a seat is excluded.")
@click.option("--include", type=int, metavar="SEAT", help="Take an excluded or released seat in again.")
@who_option
@database_options
def command(
    name: str,
    add: int | None,
    judges: tuple[str, ...],
    release: int | None,
    exclude: int | None,
    reason: str,
    include: int | None,
    who: str | None,
    location: str,
    project_name: str | None,
) -> None:
    """Change the seats of the campaign NAME. New seats take their share of what nobody has begun.

    A seat that is released gets nothing more. A document that it had begun goes to others as a whole where people judge
    in its context, and the answers that are there stay as second opinions; else only what was open goes.
    Nothing that was answered goes; `mtassay db history` tells how each change is undone.
    """
    wishes = (add or judges, release is not None, exclude is not None, include is not None)
    if sum(map(bool, wishes)) != 1:
        raise click.UsageError("say one thing: --add or --judge, --release, --exclude, or --include")
    from mtassay.campaigns.handing_over import add_seats, last_told_controls, release_seats, take_in_again
    from mtassay.cli.db.session import user_name, writing
    from mtassay.store.campaigns.campaigns import find_campaign
    from mtassay.store.campaigns.seats import exclude_seat

    by = user_name(who)
    with writing(location, project_name) as (connection, project):
        campaign = find_campaign(connection, project, name)
        if release is not None:
            released = release_seats(connection, campaign, [release], by)
            said = f"Seat {release} is released. {released.in_words()}"
        elif exclude is not None:
            exclude_seat(connection, campaign, exclude, reason, by)
            how = f"mtassay campaign assign {quote(name)} --release {exclude}"
            said = f"Seat {exclude} is excluded. To give its open tasks to others: {how}"
        elif include is not None:
            take_in_again(connection, campaign, include, by)
            how = f"mtassay campaign links {quote(name)} --seat {include}"
            said = f"Seat {include} is in again. Its judge needs a new link: {how}"
        else:
            numbers = add_seats(connection, campaign, [*judges, *[""] * (add or 0)], by)
            options = " ".join(f"--seat {number}" for number in numbers)
            seats = "1 seat. Its link" if len(numbers) == 1 else f"{len(numbers)} seats. Their links"
            said = f"Made {seats}: mtassay campaign links {quote(name)} {options}"
        fewer = "" if exclude is not None else last_told_controls(connection, campaign)
    click.echo(f"{said}\n{fewer}" if fewer else said)
