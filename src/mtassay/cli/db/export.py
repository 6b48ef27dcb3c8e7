"""`mtassay db export`: all judgments of a project in one file, or all of the project."""

import click

from mtassay.cli.db.session import check_revision, count, database_options, reading, revision_option

_EXAMPLES = """\b
Examples:
  mtassay db export judgments.xml
  mtassay db export judgments.tsv --revision 12
  mtassay db export judgments.xlsx --pseudonyms
  mtassay db export --archive project.zip
  mtassay db export - --format evaltrans | gzip > judgments.xml.gz
"""


@click.command("export", epilog=_EXAMPLES)
@click.argument("file", metavar="FILE")
@click.option("--format", "format_", metavar="SPEC", help="Format of the file [default: as its name ends].")
@click.option(
    "--archive",
    "is_archive",
    is_flag=True,
    help="Write all of the project, with its history and queues, as a ZIP that `mtassay db import` brings back.",
)
@click.option("--pseudonyms", is_flag=True, help="Call judges judge1, judge2, … and leave their comments out.")
@revision_option
@database_options
def command(
    file: str,
    format_: str | None,
    is_archive: bool,
    pseudonyms: bool,
    revision: int | None,
    location: str,
    project_name: str | None,
) -> None:
    """Write what a project holds, now or as of a revision: as EvalTrans XML, from which nothing is lost, or a table.

    FILE is - for standard output. With --archive, all of the project goes into one ZIP.
    """
    if is_archive:
        if format_ is not None or revision is not None:
            raise click.UsageError("an archive holds every revision, in one format; leave --format and --revision out")
        _write_archive(file, pseudonyms, location, project_name)
        return
    from mtassay.cli.output import STANDARD_OUTPUT, check_writable, print_result, write_bytes
    from mtassay.human.judgment_files import judgment_file_content
    from mtassay.human.pseudonyms import with_pseudonyms
    from mtassay.store.contents.collection_reader import read_collection

    if file in STANDARD_OUTPUT:
        if format_ is None:
            raise click.UsageError("say the format of what goes to standard output: --format evaltrans or tsv")
    else:
        check_writable(file)
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        collection = read_collection(connection, project, revision)
    if pseudonyms:
        collection = with_pseudonyms(collection)
    content = judgment_file_content(collection, file, format_)
    if file in STANDARD_OUTPUT:
        print_result(content)
        return
    write_bytes(file, content)
    targets = [target for source in collection.sources for target in source.targets]
    judgments = sum(len(target.judgments) for target in targets)
    click.echo(
        f"{file} holds {count(len(collection.sources), 'source')}, {count(len(targets), 'translation')} and "
        f"{count(judgments, 'judgment')}."
    )


def _write_archive(file: str, pseudonyms: bool, location: str, project_name: str | None) -> None:
    from mtassay.cli.output import STANDARD_OUTPUT, check_writable, print_result, write_bytes
    from mtassay.store.archives.project_archive import write_archive

    if file not in STANDARD_OUTPUT:
        check_writable(file)
    with reading(location, project_name) as (connection, project):
        content = write_archive(connection, project, is_pseudonymous=pseudonyms)
    if file in STANDARD_OUTPUT:
        print_result(content)
        return
    write_bytes(file, content)
    click.echo(
        f"{file} holds all of {project.name}, {len(content):,} bytes; to bring it back: mtassay db import {file}"
    )
