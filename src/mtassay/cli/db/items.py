"""`mtassay db items`: cut sources into the items of information that a translation must convey."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from mtassay.cli.db.session import (
    count,
    database_options,
    files_of,
    reading,
    shown_range,
    user_name,
    who_option,
    writing,
)
from mtassay.cli.options import OutputOptions, output_options

if TYPE_CHECKING:
    import sqlalchemy as sa

    from mtassay.store.contents.projects import Project

_SEPARATOR = " | "

_HEAD = """\
# One source a line: its number, then its information items with ' | ' between them. Change where they are cut; every
# item must be a part of its source. Lines that you delete stay as they are in the database.
"""

_EXAMPLES = """\b
Examples:
  mtassay db items
  mtassay db items --propose > items.txt      then edit items.txt
  mtassay db items --apply items.txt
  mtassay db items --edit                     both at once, in your editor
"""


@click.command("items", epilog=_EXAMPLES)
@click.option("--propose", is_flag=True, help="Print sources without items, cut at their clauses, to be edited.")
@click.option("--all", "is_complete", is_flag=True, help="With --propose or --edit: also sources that have items.")
@click.option("--apply", "file", metavar="FILE", help="Cut sources as an edited file says; - is standard input.")
@click.option("--edit", is_flag=True, help="Edit the proposal in your editor ($VISUAL or $EDITOR), then apply it.")
@database_options
@who_option
@output_options
def command(
    propose: bool,
    is_complete: bool,
    file: str | None,
    edit: bool,
    location: str,
    project_name: str | None,
    who: str | None,
    output: OutputOptions,
) -> None:
    """Show the information items of sources, or cut them: into a proposal by clauses, which a person edits.

    Verdicts stay with items whose text stays. Each source that is cut anew is a revision, which can be undone.
    """
    if sum([propose, file is not None, edit]) > 1:
        raise click.UsageError("choose one of --propose, --apply and --edit")
    if not propose and file is None and not edit:
        _show(location, project_name, output)
        return
    output.refuse_with("--propose, --apply and --edit")
    if file is not None:
        lines = _read(file)
    else:
        with reading(location, project_name) as (connection, project):
            proposal = _HEAD + "".join(
                f"{number}\t{_SEPARATOR.join(items)}\n" for number, items in _proposed(connection, project, is_complete)
            )
        if propose:
            click.echo(proposal, nl=False)
            return
        edited = click.edit(proposal, extension=".txt")
        if edited is None:
            click.echo("Nothing was changed.")
            return
        lines = edited.splitlines()
    _apply(lines, file or "your edit", location, project_name, user_name(who))


def _show(location: str, project_name: str | None, output: OutputOptions) -> None:
    from mtassay.reports.results.cut_items import cut_items_document

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        document = cut_items_document((number, items) for number, _, items in _sources(connection, project))
    destination.write_document(document)


def _proposed(
    connection: "sa.Connection", project: "Project", is_complete: bool
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Sources without items, cut at their clauses; where it is to be complete, also those that have items."""
    from mtassay.human.clauses import propose_items

    for number, text, items in _sources(connection, project):
        if not items:
            yield number, tuple(propose_items(text, project.source_language))
        elif is_complete:
            yield number, items


def _sources(connection: "sa.Connection", project: "Project") -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The number, the text and the items of each source."""
    from mtassay.store.contents.items import items_of
    from mtassay.store.memory.stored_memory import load_memory

    stored = load_memory(connection, project)
    for number, text in zip(stored.source_ids.tolist(), stored.memory.sources, strict=True):
        yield number, text, tuple(item.text for item in items_of(connection, number))


def _read(file: str) -> list[str]:
    from mtassay.corpus.packed import read_bytes
    from mtassay.errors import InputError

    try:
        return read_bytes(file).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InputError(f"{file}, byte {error.start + 1}: this is no UTF-8; save the file as UTF-8") from None


def _apply(lines: list[str], file: str, location: str, project_name: str | None, who: str) -> None:
    from mtassay.errors import InputError, MtassayError
    from mtassay.store.contents.items import cut_items, items_of

    revisions: list[int] = []
    with writing(location, project_name) as (connection, project):
        for place, line in enumerate(lines, start=1):
            if not line.strip() or line.startswith("#"):
                continue
            number, _, rest = line.partition("\t")
            if not number.strip().isdigit() or not rest.strip():
                raise InputError(
                    f"{file}, line {place}: expected the number of a source, a tab and its items, got {line[:40]!r}; "
                    "nothing was changed"
                )
            items = [part for part in rest.split(_SEPARATOR) if part.strip()]
            known = [item.text for item in items_of(connection, int(number))]
            if [" ".join(item.split()) for item in items] == known:
                continue
            try:
                revisions.append(cut_items(connection, project, int(number), items, who))
            except MtassayError as error:
                raise InputError(f"{file}, line {place}: {error}; nothing was changed") from None
    click.echo(f"{count(len(revisions), 'source')} cut anew.")
    if revisions:
        click.echo(f"To undo it: mtassay db restore {shown_range(tuple(revisions))}")
