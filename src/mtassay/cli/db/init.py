"""`mtassay db init`: a new database, or a new project in one."""

import shlex

import click

from mtassay.cli.db.session import DEFAULT_LOCATION, user_name, who_option

_EXAMPLES = """\b
Scales:
  evaltrans  0 to 10 in steps of 1, with the anchors of the EvalTrans paper [default]
  classes    0 to 6, seven classes in words
  adequacy, fluency  1 to 5
  da         0 to 100, direct assessment
  points     0 to 10 without steps
  LOW..HIGH or LOW..HIGH/STEP, such as 1..7/1
\b
Examples:
  mtassay db init talks.db
  mtassay db init talks.db --project legal --scale da --source-language hi --target-language en
  mtassay db init postgresql://anna@localhost/judgments
"""


@click.command("init", epilog=_EXAMPLES)
@click.argument("location", metavar="[LOCATION]", envvar="MTASSAY_DB", default=DEFAULT_LOCATION)
@click.option("--project", "name", metavar="NAME", help="Name of the project [default: that of the file].")
@click.option(
    "--scale", "scale_spec", metavar="SCALE", default="evaltrans", show_default=True, help="How people score."
)
@click.option("--source-language", metavar="CODE", default="", help="Language of the sources, such as de or German.")
@click.option("--target-language", metavar="CODE", default="", help="Language of the translations.")
@click.option(
    "--by-place",
    is_flag=True,
    help="The same sentence at two places is two sources: for judgments made with the document in view.",
)
@who_option
def command(
    location: str,
    name: str | None,
    scale_spec: str,
    source_language: str,
    target_language: str,
    by_place: bool,
    who: str | None,
) -> None:
    """Make a database for judgments, or another project in one that exists."""
    from mtassay.corpus.language_codes import language_code
    from mtassay.human.scales import scale
    from mtassay.store.contents.projects import add_project
    from mtassay.store.database import Database
    from mtassay.store.migration import create, current_step, require_current
    from mtassay.store.people.accounts import accounts

    chosen = scale(scale_spec)
    languages = language_code(source_language), language_code(target_language)
    database = Database(location)
    exists = database.path.exists() and database.path.stat().st_size > 0 if database.is_sqlite else True
    if exists and current_step(database) is not None:
        require_current(database)
    else:
        create(database)
        exists = False
    title = name or (database.path.stem if database.is_sqlite else str(database.url.database))
    with database.writing() as connection:
        add_project(
            connection,
            title,
            user_name(who),
            scale=chosen,
            source_language=languages[0],
            target_language=languages[1],
            by_place=by_place,
        )
        has_accounts = bool(accounts(connection))
    database.close()
    what = "added to" if exists else "made in"
    click.echo(f"Project {title} with the scale {chosen.spec} was {what} {database.shown}.")
    if not exists:
        click.echo("Next: mtassay db import FILE" + ("" if location == DEFAULT_LOCATION else f" --db {database.shown}"))
    if has_accounts:
        click.echo(
            "In the browser, administrators alone see it; let others in: mtassay account let-in NAME --project "
            + shlex.quote(title)
        )
