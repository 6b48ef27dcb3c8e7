"""`mtassay account`: who may sign in to the workbench."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

import click

from mtassay.cli import members
from mtassay.cli.db.session import location_option
from mtassay.cli.options import OutputOptions, output_options

if TYPE_CHECKING:
    import sqlalchemy as sa

_EXAMPLES = """\b
Examples:
  mtassay account add ines --role administrator
  mtassay account add tom --password-file - < password.txt
  mtassay account list
  mtassay account role tom manager
  mtassay account let-in tom --project talks
  mtassay account invite --for Anna --public-url https://evaluation.example.org
  mtassay account close tom
  mtassay account forget tom
"""
_ROLES = ("judge", "manager", "administrator")

_password_file = click.option(
    "--password-file",
    type=click.File("r", encoding="utf-8"),
    metavar="FILE",
    help="Read the password from the first line of a file, - is standard input [default: ask for it].",
)


@click.group(epilog=_EXAMPLES)
def account() -> None:
    """Let people sign in to the workbench, where others than you can reach it, and say which projects they see."""


for _command in members.COMMANDS:
    account.add_command(_command)


@account.command()
@click.argument("name")
@click.option("--role", type=click.Choice(_ROLES), default="judge", show_default=True, help="What they may do.")
@_password_file
@location_option
def add(name: str, role: str, password_file: IO[str] | None, location: str) -> None:
    """Add an account."""
    from mtassay.cli.db.session import user_name
    from mtassay.store.people.accounts import Role, add_account
    from mtassay.web.serving.server import prepare_database

    password = _password(name, password_file)
    prepare_database(location)
    with _writing(location) as connection:
        added = add_account(connection, name, password, Role(role), user_name(None))
    click.echo(f"{added.name} can sign in, as {added.role}.")


@account.command("list")
@output_options
@location_option
def list_accounts(output: OutputOptions, location: str) -> None:
    """Who can sign in."""
    from mtassay.cli.db.session import files_of, opened
    from mtassay.reports.results.accounts import accounts_document
    from mtassay.store.people.accounts import accounts

    destination = output.destination(files_of(location))
    database = opened(location, read_only=True)
    try:
        with database.reading() as connection:
            listed = accounts(connection)
    finally:
        database.close()
    destination.write_document(accounts_document(listed))


@account.command()
@click.argument("name")
@click.argument("role", type=click.Choice(_ROLES))
@location_option
def role(name: str, role: str, location: str) -> None:
    """Give somebody another role."""
    from mtassay.cli.db.session import user_name
    from mtassay.store.people.accounts import Role, change_role, find_account

    with _writing(location) as connection:
        change_role(connection, find_account(connection, name), Role(role), user_name(None))
    click.echo(f"{name} is {role} now.")


@account.command()
@click.argument("name")
@_password_file
@location_option
def password(name: str, password_file: IO[str] | None, location: str) -> None:
    """Set a new password; all sessions of the account end."""
    from mtassay.cli.db.session import user_name
    from mtassay.store.people.accounts import change_password, find_account

    chosen = _password(name, password_file)
    with _writing(location) as connection:
        change_password(connection, find_account(connection, name), chosen, user_name(None))
    click.echo(f"{name} has a new password, and has to sign in again.")


@account.command()
@click.argument("name")
@location_option
def close(name: str, location: str) -> None:
    """Keep somebody from signing in; what they did is kept."""
    _set_active(name, location, is_active=False)
    click.echo(f"{name} cannot sign in any more; open the account again: mtassay account open {name}")


@account.command("open")
@click.argument("name")
@location_option
def reopen(name: str, location: str) -> None:
    """Open an account again that was closed."""
    _set_active(name, location, is_active=True)
    click.echo(f"{name} can sign in again.")


@account.command()
@click.argument("name")
@click.option("--keep-comments", is_flag=True, help="Keep what they wrote beside their scores, which may tell.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@location_option
def forget(name: str, keep_comments: bool, yes: bool, location: str) -> None:
    """Put a pseudonym in the place of a name, in all projects and the history, and remove the account.

    Scores stay, and all figures with them. This cannot be undone; backups made before still have the name.
    """
    from mtassay.cli.db.session import count, opened, user_name
    from mtassay.store.people.forgetting import forget_person, traces_of

    database = opened(location, read_only=True)
    with database.reading() as connection:
        traces = traces_of(connection, name)
    database.close()
    if traces.is_known and not yes:
        where = f"{count(traces.judgments, 'judgment')} and {count(traces.events, 'step')} of the history"
        click.confirm(f"Take the name {name} away from {where}, for good?", abort=True, err=True)
    with _writing(location) as connection:
        done = forget_person(connection, name, user_name(None), keeps_comments=keep_comments)
    click.echo(f"{name} is called {done.pseudonym} now, in {count(traces.projects, 'project')}.")


def ask_password(name: str) -> str:
    """A password that somebody typed twice, and that is long enough."""
    from mtassay.errors import SettingError
    from mtassay.store.people.passwords import check_password

    while True:
        given: str = click.prompt(f"Password of {name}", hide_input=True, confirmation_prompt=True)
        try:
            check_password(given, name)
        except SettingError as error:
            click.echo(f"{error}")
        else:
            return given


def _password(name: str, file: IO[str] | None) -> str:
    return ask_password(name) if file is None else file.readline().rstrip("\r\n")


def _set_active(name: str, location: str, *, is_active: bool) -> None:
    from mtassay.cli.db.session import user_name
    from mtassay.store.people.accounts import find_account, set_active

    with _writing(location) as connection:
        set_active(connection, find_account(connection, name), is_active, user_name(None))


@contextmanager
def _writing(location: str) -> "Iterator[sa.Connection]":
    from mtassay.cli.db.session import using

    with using(location) as database, database.writing() as connection:
        yield connection
