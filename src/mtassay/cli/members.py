"""The commands of `mtassay account` that say who sees which project."""

from datetime import timedelta

import click

from mtassay.cli.db.session import database_options
from mtassay.cli.options import OutputOptions, output_options


@click.command()
@click.option(
    "--public-url", metavar="URL", required=True, help="Address of the server, as `mtassay serve --public-url` has it."
)
@click.option(
    "--role",
    type=click.Choice(("judge", "manager")),
    default="judge",
    show_default=True,
    help="What they may do; who has an account keeps the role that it has.",
)
@click.option("--for", "label", metavar="NAME", default="", help="For whom it is: a note for the list.")
@click.option("--days", type=click.IntRange(1, 90), default=7, show_default=True, help="How long it can be used.")
@database_options
def invite(public_url: str, role: str, label: str, days: int, location: str, project_name: str | None) -> None:
    """Make a link that lets one person into a project, once.

    Who opens it chooses a name and a password. It is shown this once: the database keeps a digest of it.
    """
    import shlex

    from mtassay.cli.db.session import user_name, writing
    from mtassay.store.people import invitations
    from mtassay.store.people.accounts import Role
    from mtassay.web.addresses import JOIN
    from mtassay.web.serving.configuration import Configuration

    origin = Configuration(location, public_url=public_url).origin
    with writing(location, project_name) as (connection, project):
        made, token = invitations.invite(
            connection, project, Role(role), user_name(None), label=label, lifetime=timedelta(days=days)
        )
    click.echo(f"{origin}{JOIN}/{token}")
    undo = f"mtassay account revoke {made.id} --project {shlex.quote(project.name)}"
    click.echo(f"It works once, until {made.expires:%Y-%m-%d}. To take it back: {undo}", err=True)


@click.command()
@click.argument("number", type=int)
@database_options
def revoke(number: int, location: str, project_name: str | None) -> None:
    """Take the invitation of this NUMBER back; `mtassay account members` lists them."""
    from mtassay.cli.db.session import user_name, writing
    from mtassay.store.people import invitations

    with writing(location, project_name) as (connection, project):
        state = invitations.revoke(connection, project, number, user_name(None)).state
    click.echo(f"Invitation {number} is {state}.")


@click.command()
@output_options
@database_options
def members(output: OutputOptions, location: str, project_name: str | None) -> None:
    """Who was let into a project, and which links invite to it. Administrators see every project."""
    from mtassay.cli.db.session import files_of, reading
    from mtassay.reports.results.members import members_document
    from mtassay.store.people.invitations import invitations
    from mtassay.store.people.members import members as members_of

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        document = members_document(project, members_of(connection, project), invitations(connection, project))
    destination.write_document(document)


@click.command("let-in")
@click.argument("name")
@database_options
def let_in(name: str, location: str, project_name: str | None) -> None:
    """Let somebody who has an account see a project."""
    from mtassay.cli.db.session import user_name, writing
    from mtassay.store.people import members
    from mtassay.store.people.accounts import find_account

    with writing(location, project_name) as (connection, project):
        account = find_account(connection, name)
        is_new = members.let_in(connection, project, account, user_name(None))
    click.echo(f"{account.name} sees {project.name} now." if is_new else f"{account.name} sees {project.name} already.")


@click.command("shut-out")
@click.argument("name")
@database_options
def shut_out(name: str, location: str, project_name: str | None) -> None:
    """Let somebody see a project no more; what they judged stays."""
    from mtassay.cli.db.session import user_name, writing
    from mtassay.store.people import members
    from mtassay.store.people.accounts import find_account

    with writing(location, project_name) as (connection, project):
        account = find_account(connection, name)
        members.shut_out(connection, project, account, user_name(None))
    click.echo(f"{account.name} does not see {project.name} any more.")


COMMANDS: tuple[click.Command, ...] = (members, invite, revoke, let_in, shut_out)
