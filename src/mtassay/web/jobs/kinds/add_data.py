"""Adding a file to a project: all of it, or nothing."""

from typing import Any

from mtassay.store.contents.collection_writer import Added, add_collection
from mtassay.store.contents.outputs import segments
from mtassay.store.contents.projects import project_of
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.work.kept_files import file_content, find_file, forget_file
from mtassay.web.jobs.work import Cancelled, Work
from mtassay.web.pages.add_data.incoming import Choices, IncomingKind, collect, look_at
from mtassay.web.serving.uploads import Upload

_STEPS = 3


def add_data(work: Work) -> dict[str, Any]:
    """Read the file as it was confirmed, store what is new of it, and forget the file."""
    arguments = work.arguments
    uid, choices = str(arguments["file"]), Choices.model_validate(arguments["choices"])
    work.progress.begin("Reading the file", _STEPS)
    with work.database.reading() as connection:
        project = project_of(connection, int(arguments["project"]))
        upload = Upload(find_file(connection, work.owner, uid).name, file_content(connection, work.owner, uid))
        incoming = look_at(upload, choices, has_sources=bool(segments(connection, project)))
        work.progress.advance(1)
        collection = collect(connection, project, incoming)
    work.progress.message = "Storing what is new"
    work.progress.advance(1)
    is_output = incoming.kind is IncomingKind.OUTPUTS
    note = {"file": upload.name}
    with work.database.writing() as connection:
        kind = EventKind.OUTPUT if is_output else EventKind.IMPORT
        added = add_collection(connection, project, collection, str(arguments["who"]), kind, note)
        forget_file(connection, work.owner, uid)
        work.progress.advance(1)  # the last moment to leave: what is written here is not kept then
        result = {
            "project": project.id,
            "location": f"/projects/{project.id}",
            "file": upload.name,
            "words": _words(added),
            "revisions": list(added.revisions),
            "sources": added.sources,
            "translations": added.targets,
            "outputs": added.outputs,
            "judgments": added.judgments,
            "corrections": added.corrections,
            "known_judgments": added.known_judgments,
            "returned_judgments": added.returned_judgments,
            "conversion": added.conversion,
        }
        if not work.commit_result(connection, result):
            raise Cancelled
    return result


def _words(added: Added) -> str:
    """What was done with the file, in words that follow its name."""
    counts = (
        (added.sources, "new source"),
        (added.targets, "new translation"),
        (added.outputs, "new output"),
        (added.judgments - added.corrections, "new judgment"),
        (added.corrections, "correction"),
    )
    parts = [f"{number:,} {noun}{'' if number == 1 else 's'}" for number, noun in counts if number > 0]
    if added.returned_judgments:
        parts.append(
            f"{added.returned_judgments:,} judgment{'' if added.returned_judgments == 1 else 's'} brought back"
        )
    if not added.revisions:
        return "was known already. Nothing was added."
    said = f"was added: {', '.join(parts) or 'what was taken away is back'}."
    return " ".join([said, *(f"{doubt}." for doubt in added.doubts)])
