"""`mtassay campaign import-answers`: answers that came after a campaign had closed."""

import click

from mtassay.cli.db.session import count, database_options, who_option

_EXAMPLES = """\b
Examples:
  mtassay campaign import-answers talks answers-5f0c.json --check
  mtassay campaign import-answers talks answers-*.json
"""


@click.command("import-answers", epilog=_EXAMPLES)
@click.argument("name")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--check", "is_rehearsal", is_flag=True, help="Say what would be taken in, and take nothing.")
@click.option(
    "--secret-file",
    metavar="FILE",
    envvar="MTASSAY_SECRET_FILE",
    help="The key of the server that the judges worked on, as `mtassay serve` has it [default: in your data folder].",
)
@who_option
@database_options
def command(
    name: str,
    files: tuple[str, ...],
    is_rehearsal: bool,
    secret_file: str | None,
    who: str | None,
    location: str,
    project_name: str | None,
) -> None:
    """Take answers into the campaign NAME that came too late: pages of judges offer them as a FILE.

    Each answer counts once, however often its file is taken in, and none goes over another. All files are one step,
    which the history can undo.
    """
    from mtassay.cli.db.session import reading, user_name, writing
    from mtassay.corpus.packed import read_bytes
    from mtassay.store.campaigns.campaigns import find_campaign
    from mtassay.web.late_answers import take_late_files
    from mtassay.web.safety.secret import read_secret
    from mtassay.web.serving.configuration import Configuration, secret_path

    contents = {file: read_bytes(file) for file in files}
    secret = read_secret(secret_path(Configuration(location, secret_file=secret_file)))
    by = user_name(who)
    with (reading if is_rehearsal else writing)(location, project_name) as (connection, project):
        campaign = find_campaign(connection, project, name)
        taken = take_late_files(connection, campaign, contents, secret, by, is_rehearsal=is_rehearsal)
    for refused in taken.refused:
        click.echo(f"{refused.place}: {refused.why}.", err=True)
    new = "would be taken in" if is_rehearsal else "taken in"
    click.echo(
        f"{count(taken.new, 'answer')} {new}, {taken.known:,} there already, {len(taken.refused):,} refused."
        + (f" To undo it: mtassay db restore {taken.revision}" if taken.revision else "")
    )
