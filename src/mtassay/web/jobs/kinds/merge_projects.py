"""Merging: what another project, database or file holds comes into a project, or it is said what would come."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mtassay.human.collection import Collection
from mtassay.store.archives.rehearsals import rehearsal
from mtassay.store.contents.collection_writer import Added, add_collection
from mtassay.store.contents.merging import to_merge
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.work.kept_files import file_content, find_file, forget_file
from mtassay.web.incoming_merges import read_file
from mtassay.web.jobs.work import Cancelled, Work

if TYPE_CHECKING:
    import sqlalchemy as sa


def merge_projects(work: Work) -> dict[str, Any]:
    """Add all that the other one holds, as a whole; with `is_rehearsal`, only count what would be added."""
    arguments = work.arguments
    is_rehearsal = bool(arguments["is_rehearsal"])
    work.progress.begin("Reading the other project", 2)
    # before anybody has to wait for their turn to write
    with work.database.reading() as connection:
        project = project_of(connection, int(arguments["project"]))
        name, collection = _read(work, connection, project)
    work.progress.message = "Counting" if is_rehearsal else "Storing"
    work.progress.advance(1)

    def add(connection: "sa.Connection") -> Added:
        return add_collection(connection, project, collection, str(arguments["who"]), EventKind.MERGE, {"from": name})

    if is_rehearsal:
        with rehearsal(work.database) as copy, copy.writing() as connection:
            added = add(connection)
        work.progress.advance(1)
        return _result(arguments, project, name, added)
    with work.database.writing() as connection:
        result = _result(arguments, project, name, add(connection))
        work.progress.advance(1)  # the last moment to leave: what is written here is not kept then
        if arguments.get("file"):
            forget_file(connection, work.owner, str(arguments["file"]))
        if not work.commit_result(connection, result):
            raise Cancelled
    return result


def _result(arguments: Mapping[str, Any], project: Project, name: str, added: Added) -> dict[str, Any]:
    return {
        "project": project.id,
        "project_name": project.name,
        "name": name,
        "is_rehearsal": bool(arguments["is_rehearsal"]),
        "file": arguments.get("file"),
        "other": arguments.get("other"),
        "other_name": arguments.get("other_name", ""),
        "sources": added.sources,
        "information_items": added.items,
        "targets": added.targets,
        "outputs": added.outputs,
        "judgments": added.judgments - added.corrections,
        "corrections": added.corrections,
        "known_judgments": added.known_judgments,
        "returned_judgments": added.returned_judgments,
        "conversion": added.conversion,
        "doubts": list(added.doubts),
        "revisions": [] if arguments["is_rehearsal"] else list(added.revisions),
        "is_new": bool(added.revisions),
    }


def _read(work: Work, connection: "sa.Connection", project: Project) -> tuple[str, Collection]:
    """The name of what is to come, and what that is."""
    arguments = work.arguments
    if arguments.get("other") is not None:
        other = project_of(connection, int(arguments["other"]))
        return other.name, to_merge(project, connection, other)
    uid = str(arguments["file"])
    name, content = find_file(connection, work.owner, uid).name, file_content(connection, work.owner, uid)
    return name, read_file(project, name, content, str(arguments["other_name"]))
