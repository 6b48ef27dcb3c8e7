"""Making a new project of an archive: all of it, or nothing."""

from typing import Any

from mtassay.corpus import limits
from mtassay.estimation.sampling.drawn_queue import metric_to_make
from mtassay.store.archives.project_archive import STEPS, add_archive, read_archive
from mtassay.store.people.accounts import account_of
from mtassay.store.people.members import let_in
from mtassay.store.work.kept_files import file_content, find_file, forget_file
from mtassay.web.jobs.work import Cancelled, Work
from mtassay.web.metric_choice import choose_metrics
from mtassay.web.serving.uploads import MOST_CELLS, MOST_UNPACKED_BYTES


def bring_archive(work: Work) -> dict[str, Any]:
    """Check the archive, store it as a project, and forget the file."""
    arguments = work.arguments
    uid = str(arguments["file"])
    work.progress.begin("Checking the archive", STEPS)
    with work.database.reading() as connection:
        file = find_file(connection, work.owner, uid).name
        content = file_content(connection, work.owner, uid)
    with limits.lowered(MOST_UNPACKED_BYTES, MOST_CELLS):
        archive = read_archive(content, file)
    work.progress.begin("Storing the project", STEPS)
    with work.database.writing() as connection:
        restored = add_archive(
            connection, archive, str(arguments["who"]), name=arguments["name"] or None, advance=work.progress.advance
        )
        account = account_of(connection, int(arguments.get("account", 0)))
        if account is not None:
            let_in(connection, restored.project, account, account.name)
        for settings in restored.queue_settings:
            # whoever made the file chose the metric, and some read files of the server
            if (metric := metric_to_make(settings)) is not None:
                choose_metrics([metric])
        forget_file(connection, work.owner, uid)
        result = {
            "project": restored.project.id,
            "name": restored.project.name,
            "location": f"/projects/{restored.project.id}",
            "file": file,
            "events": restored.events,
            "judgments": restored.rows["judgments"],
            "revision": restored.revision,
        }
        if not work.commit_result(connection, result):
            raise Cancelled
    return result
