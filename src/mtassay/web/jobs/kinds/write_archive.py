"""Writing a project into one file that can be downloaded."""

from typing import Any

from mtassay.store.archives.project_archive import STEPS
from mtassay.store.archives.project_archive import write_archive as write
from mtassay.store.contents.projects import project_of
from mtassay.store.history.events import latest
from mtassay.store.work.kept_files import keep_file
from mtassay.web.jobs.work import Cancelled, Work


def write_archive(work: Work) -> dict[str, Any]:
    """Write the project as it is now, and keep the file for a day."""
    is_pseudonymous = bool(work.arguments["pseudonyms"])
    work.progress.begin("Writing the archive", STEPS)
    with work.database.reading() as connection:
        project = project_of(connection, int(work.arguments["project"]))
        revision = latest(connection, project.id)
        content = write(connection, project, is_pseudonymous=is_pseudonymous, advance=work.progress.advance)
    with work.database.writing(in_turn=False) as connection:
        name = f"{project.name}-revision-{revision}{'-pseudonyms' if is_pseudonymous else ''}.zip"
        kept = keep_file(connection, work.owner, name, content, "application/zip")
        result = {
            "project": project.id,
            "name": project.name,
            "revision": revision,
            "pseudonyms": is_pseudonymous,
            "files": [{"uid": kept.uid, "name": kept.name, "size": kept.size}],
        }
        # who was shut out of the project meanwhile has no such job any more, and gets no file either
        if not work.commit_result(connection, result):
            raise Cancelled
    return result
