"""`mtassay db project`: which projects there are, other names and languages for them, and putting them away."""

import click

from mtassay.cli.db.session import database_options, files_of, location_option, user_name, using, who_option, writing
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay db project list
  mtassay db project rename "Travel dialogues" --project talks
  mtassay db project languages sk en
  mtassay db project archive --project talks      # hidden and read-only
  mtassay db project open talks
  mtassay db project delete --project talks       # can be restored for 30 days
  mtassay db project restore talks
"""


@click.group("project", epilog=_EXAMPLES)
def command() -> None:
    """Rename a project, correct its languages, archive or delete it."""


@command.command("list")
@output_options
@location_option
def list_projects(output: OutputOptions, location: str) -> None:
    """All projects, those that are archived or deleted included; what was deleted 30 days ago is removed now."""
    from mtassay.reports.results.projects import projects_document
    from mtassay.store.archives.project_removal import remove_project
    from mtassay.store.contents.project_changes import deleted_projects, due_for_removal
    from mtassay.store.contents.projects import projects

    destination = output.destination(files_of(location))
    with using(location) as database:
        with database.reading() as connection:
            is_due = bool(due_for_removal(connection))
        if is_due:
            with database.writing() as connection:
                for project in due_for_removal(connection):
                    remove_project(connection, project, user_name(None))
        with database.reading() as connection:
            document = projects_document((*projects(connection, archived=True), *deleted_projects(connection)))
    destination.write_document(document)


@command.command()
@click.argument("name")
@database_options
@who_option
def rename(name: str, location: str, project_name: str | None, who: str | None) -> None:
    """Give a project another NAME."""
    from mtassay.store.contents.project_changes import rename_project

    with writing(location, project_name) as (connection, project):
        revision = rename_project(connection, project, name, user_name(who))
    _tell(f"{project.name} is called {name.strip()} now.", name.strip(), revision)


@command.command()
@click.argument("source_language")
@click.argument("target_language")
@database_options
@who_option
def languages(
    source_language: str, target_language: str, location: str, project_name: str | None, who: str | None
) -> None:
    """Correct the languages of sources and translations, by codes or English names."""
    from mtassay.corpus.language_codes import language_code
    from mtassay.store.contents.project_changes import change_languages

    codes = language_code(source_language), language_code(target_language)
    with writing(location, project_name) as (connection, project):
        revision = change_languages(connection, project, *codes, user_name(who))
    _tell(
        f"{project.name} is from {codes[0] or 'no language'} to {codes[1] or 'no language'} now.",
        project.name,
        revision,
    )


@command.command()
@database_options
@who_option
def archive(location: str, project_name: str | None, who: str | None) -> None:
    """Hide a project from lists, and let nobody change it."""
    from mtassay.store.contents.project_changes import archive_project

    with writing(location, project_name) as (connection, project):
        revision = archive_project(connection, project, user_name(who))
    _tell(f"{project.name} is archived.", project.name, revision)


@command.command("open")
@click.argument("name")
@location_option
@who_option
def reopen(name: str, location: str, who: str | None) -> None:
    """Take the project of this NAME out of the archive."""
    from mtassay.store.contents.project_changes import open_project

    with writing(location, name) as (connection, project):
        open_project(connection, project, user_name(who))
    click.echo(f"{name} is open again.")


@command.command()
@database_options
@who_option
def delete(location: str, project_name: str | None, who: str | None) -> None:
    """Delete a project with all that it holds; for 30 days it can be restored, then it is really removed."""
    import shlex

    from mtassay.store.contents.project_changes import delete_project, deleted_project, removal_day

    with writing(location, project_name) as (connection, project):
        delete_project(connection, project, user_name(who))
        day = removal_day(deleted_project(connection, project.id))
    click.echo(f"{project.name} is deleted, and removed for good on {day:%Y-%m-%d}.")
    click.echo(f"To restore it: mtassay db project restore {shlex.quote(project.name)}")


@command.command()
@click.argument("name")
@location_option
@who_option
def restore(name: str, location: str, who: str | None) -> None:
    """Bring the deleted project of this NAME back."""
    from mtassay.errors import NotFound
    from mtassay.settings import did_you_mean
    from mtassay.store.contents.project_changes import deleted_projects, restore_project

    with using(location) as database, database.writing() as connection:
        known = {project.name: project for project in deleted_projects(connection)}
        if name not in known:
            raise NotFound(f"no project {name!r} was deleted in the last 30 days{did_you_mean(name, known)}")
        restore_project(connection, known[name], user_name(who))
    click.echo(f"{name} is back.")


def _tell(words: str, name: str, revision: int | None) -> None:
    import shlex

    click.echo(words if revision is not None else "Nothing was changed: it is so already.")
    if revision is not None:
        click.echo(f"To undo it: mtassay db restore --project {shlex.quote(name)} {revision}")
