"""`mtassay campaign take`: answers of a campaign as judgments of the project's memory."""

import click

from mtassay.cli.db.session import count, database_options, who_option

_EXAMPLES = """\b
Examples:
  mtassay campaign take talks
  mtassay campaign take talks --protocol adequacy
"""


@click.command("take", epilog=_EXAMPLES)
@click.argument("name")
@click.option("--protocol", metavar="NAME", help="Answers by this protocol [default: the campaign's first].")
@who_option
@database_options
def command(name: str, protocol: str | None, who: str | None, location: str, project_name: str | None) -> None:
    """Take the answers of the campaign NAME into the memory of the project, which estimates learn from.

    Scores become points of 0 to 10 by a straight line, penalties of mqm 10 - 0.4 · penalty, each at the nearest step of
    the project's scale. Excluded seats, controls, training, repeats and references stay out, and what the same person
    judged in the project stays as it is. All of it is one step that the history can undo; whoever takes again adds what
    is new.
    """
    from mtassay.campaigns.campaign_answers import chosen_protocol
    from mtassay.campaigns.taking import take_campaign
    from mtassay.cli.db.session import user_name, writing
    from mtassay.store.campaigns.campaigns import find_campaign

    with writing(location, project_name) as (connection, project):
        campaign = find_campaign(connection, project, name)
        result = take_campaign(connection, campaign, chosen_protocol(campaign, protocol), user_name(who))
    taken = result.taken
    reasons = {
        **result.left_out,
        "judged in the project already": taken.judged,
        "on outputs that are gone": taken.lost,
    }
    left = ", ".join(f"{number:,} {why}" for why, number in reasons.items() if number)
    click.echo(f"{count(taken.new, 'new judgment')}, {taken.known:,} known before: {result.conversion}.")
    if left:
        click.echo(f"Left out: {left}.")
    if taken.revision is not None:
        click.echo(f"To undo it: mtassay db restore {taken.revision}")
