"""`mtassay db import`: judgments from files, or a project from an archive."""

import shlex

import click

from mtassay.cli.db.session import count, database_options, shown_range, user_name, who_option, writing
from mtassay.cli.options import be_quiet

_EXAMPLES = """\b
Formats, told by the file or by --format:
  evaltrans  XML of EvalTrans (Nießen et al. 2000, section 4)
  table      TSV, CSV, JSON, JSONL, XLSX or ODS with a row for each judgment
  mqm        marked errors as WMT publishes them; points are 10 - 0.4 x penalty, not below 0
  da         direct assessment, 0 to 100
  .zip       a whole project, as `mtassay db export --archive` writes it
\b
Examples:
  mtassay db import judgments.xml
  mtassay db import 'cases.xlsx#Sheet1:src=Hindi,hyp=Google,score=Rating,judge=Name,comment=Remarks'
  mtassay db import project.zip --project again
  mtassay db import mqm_newstest2021_ende.tsv --format mqm
  mtassay db import da.tsv --format "da:source=source.txt,outputs='A=a.txt,B=b.txt'"
"""

_ARCHIVE = ".zip"


@click.command("import", epilog=_EXAMPLES)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--format", "format_", metavar="SPEC", help="Format of the files, with settings [default: they tell].")
@click.option("--check", "is_rehearsal", is_flag=True, help="Say what would be added, and add nothing.")
@click.option("-q", "--quiet", is_flag=True, help="No notes.")
@database_options
@who_option
def command(
    files: tuple[str, ...],
    format_: str | None,
    is_rehearsal: bool,
    quiet: bool,
    location: str,
    project_name: str | None,
    who: str | None,
) -> None:
    """Add sources, translations and judgments; all of the files, or nothing where one of them has a fault.

    What is known is not added again, so a file can be imported twice. A score that was changed in the file corrects
    the stored one, which stays in the history. An archive (.zip) becomes a new project, named as there or by --project.
    """
    be_quiet(quiet)
    if any(file.lower().endswith(_ARCHIVE) for file in files):
        if len(files) > 1 or format_ is not None:
            raise click.UsageError("an archive is imported alone and without --format: it becomes a project of its own")
        _bring_archive(files[0], is_rehearsal, location, project_name, user_name(who))
        return
    from mtassay.human.judgment_files import read_judgments
    from mtassay.store.contents.collection_writer import add_collection

    collections = {file: read_judgments(file, format_) for file in files}
    revisions: tuple[int, ...] = ()
    with writing(location, project_name) as (connection, project):
        for file, collection in collections.items():
            added = add_collection(connection, project, collection, user_name(who), note={"file": _name(file)})
            revisions += added.revisions
            click.echo(
                f"{file}: {count(added.sources, 'new source')}, {count(added.targets, 'new translation')}, "
                f"{count(added.judgments, 'new judgment')}, {count(added.outputs, 'new output')}"
                + (f", {count(added.items, 'new item')}" if added.items else "")
                + (f"; {count(added.corrections, 'score')} corrected" if added.corrections else "")
                + (f"; {count(added.returned_judgments, 'judgment')} brought back" if added.returned_judgments else "")
                + (f"; {count(added.known_judgments, 'judgment')} known already" if added.known_judgments else "")
                + "."
            )
            if added.conversion:
                click.echo(f"{file}: scores were converted from the scale {added.conversion}.")
            for doubt in added.doubts:
                click.echo(f"{doubt}.")
        if is_rehearsal:
            connection.rollback()
    if is_rehearsal:
        click.echo("Nothing was stored: --check only says what would be.")
    elif revisions:
        click.echo(f"To undo it: mtassay db restore {shown_range(revisions)}")


def _bring_archive(file: str, is_rehearsal: bool, location: str, name: str | None, who: str) -> None:
    from mtassay.corpus.packed import read_bytes
    from mtassay.estimation.sampling.drawn_queue import choices_of
    from mtassay.store.archives.project_archive import add_archive, read_archive
    from mtassay.store.database import Database
    from mtassay.store.migration import create_where_new, require_current

    archive = read_archive(read_bytes(file), file)
    database = Database(location)
    if not is_rehearsal:
        create_where_new(database)
    require_current(database)
    with database.writing() as connection:
        restored = add_archive(connection, archive, who, name=name)
        for settings in restored.queue_settings:
            choices_of(settings)
        if is_rehearsal:
            connection.rollback()
    database.close()
    click.echo(
        f"{file}: the project {restored.project.name} with {count(restored.rows['sources'], 'source')}, "
        f"{count(restored.rows['targets'], 'translation')}, {count(restored.rows['judgments'], 'judgment')} and "
        f"{count(restored.events, 'step')} of history, what was deleted included."
    )
    if is_rehearsal:
        click.echo("Nothing was stored: --check only says what would be.")
    else:
        click.echo(
            "Revisions are numbered anew; see: mtassay db history --project " + shlex.quote(restored.project.name)
        )


def _name(file: str) -> str:
    """The last part of a path: where a file lay says nothing to others, and may say too much."""
    return file.replace("\\", "/").rsplit("/", 1)[-1]
