"""Comparing the systems of a large project: what the page Compare shows."""

from typing import Any

from mtassay.store.contents.projects import project_of
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.store.work.kept_files import LIFETIME
from mtassay.web.jobs.work import Cancelled, Work
from mtassay.web.kept_reports import keep_report
from mtassay.web.pages.compare.choice import CompareChoice
from mtassay.web.pages.compare.side_by_side import put_side_by_side


def compare_project(work: Work) -> dict[str, Any]:
    """Compare systems as of a revision, and keep the report for a day."""
    arguments = work.arguments
    choice = CompareChoice.model_validate(arguments["choice"])
    work.progress.begin("Reading the project", 0)
    with work.database.reading() as connection:
        project = project_of(connection, int(arguments["project"]))
        stored = ProjectHistory(connection, project).memory(int(arguments["revision"]))
    beside = put_side_by_side(stored, project, choice)
    work.progress.begin("Asking the memory", 0)
    steps = beside.size * len(beside.metrics)
    work.progress.begin("Comparing", steps)
    live = beside.report(work.progress.advance)
    with work.database.writing(in_turn=False) as connection:
        uid = keep_report(connection, work.owner, f"{project.name} report", live, LIFETIME)
        result = {
            "project": project.id,
            "location": f"/projects/{project.id}/compare?{choice.query()}",
            "files": [{"uid": uid}],
        }
        # who was shut out of the project meanwhile has no such job any more, and gets no file either
        if not work.commit_result(connection, result):
            raise Cancelled
    return result
