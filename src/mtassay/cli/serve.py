"""`mtassay serve`: the workbench in the browser."""

import click

_EXAMPLES = """\b
Examples:
  mtassay serve
  mtassay serve --db talks.db --port 8010 --no-browser
  mtassay serve --host 0.0.0.0
  mtassay serve --public-url https://evaluation.example.org
  mtassay serve --db postgresql://mtassay@localhost/mtassay --workers 4 --public-url https://evaluation.example.org
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--db",
    "location",
    metavar="LOCATION",
    envvar="MTASSAY_DB",
    default="mtassay.db",
    show_default=True,
    show_envvar=True,
    help="File of SQLite, made where there is none, or postgresql://USER@HOST/NAME.",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to answer at; any but loopback needs accounts."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to answer at.")
@click.option(
    "--public-url", metavar="URL", help="How people reach the server through a reverse proxy; turns accounts on."
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Server processes, each with a core to keep busy [default: 1 at this machine; for others as many as it has "
    "cores, up to 4].",
)
@click.option(
    "--job-processes",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    help="Processes for long work.",
)
@click.option(
    "--most-upload",
    "most_megabytes",
    type=click.IntRange(1, 1024),
    default=64,
    show_default=True,
    metavar="MB",
    help="Largest file, or sum of files, that is taken.",
)
@click.option(
    "--secret-file",
    metavar="FILE",
    envvar="MTASSAY_SECRET_FILE",
    help="Where the random key of this installation is kept [default: in your data folder]; the same for all workers.",
)
@click.option(
    "--browser/--no-browser", default=None, help="Open the page in a browser [default: at this machine, on a terminal]."
)
def serve(
    location: str,
    host: str,
    port: int,
    public_url: str | None,
    workers: int | None,
    job_processes: int,
    most_megabytes: int,
    secret_file: str | None,
    browser: bool | None,
) -> None:
    """Open the workbench in the browser: score, compare, keep projects of human judgments.

    At this machine nobody needs a password. Under any other address people sign in; the first start asks for the
    password of an administrator, who lets others in.
    """
    import sys

    from mtassay.errors import StorageError
    from mtassay.web.serving.configuration import Configuration
    from mtassay.web.serving.server import needs_administrator, prepare_database
    from mtassay.web.serving.server import serve as run_server

    configuration = Configuration(
        location, host, port, public_url, secret_file, most_megabytes * 1_000_000, job_processes
    )
    if prepare_database(location):
        click.echo(f"A new database was made: {location}")
    if needs_administrator(configuration):
        if not sys.stdin.isatty():
            raise StorageError(
                f"nobody could sign in at {configuration.origin}: there is no administrator yet; "
                f"make one first: mtassay account add NAME --role administrator --db {location}"
            )
        _ask_for_administrator(location)
    opens_browser = configuration.is_local and sys.stdout.isatty() if browser is None else browser
    click.echo(f"mtassay answers at {configuration.origin}")
    click.echo("Stop it with Ctrl+C. " + ("Nobody else can reach it." if configuration.is_local else "People sign in."))
    run_server(configuration, workers=workers, opens_browser=opens_browser)


def _ask_for_administrator(location: str) -> None:
    from mtassay.cli.account import ask_password
    from mtassay.store.database import Database
    from mtassay.store.people.accounts import Role, add_account

    click.echo("People under other addresses can reach this server, so that they have to sign in.")
    name = click.prompt("Name of the administrator", default="admin")
    password = ask_password(name)
    database = Database(location)
    try:
        with database.writing() as connection:
            add_account(connection, name, password, Role.ADMINISTRATOR, name)
    finally:
        database.close()
