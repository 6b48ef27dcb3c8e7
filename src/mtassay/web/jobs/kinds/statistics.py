"""Figures of a project that look at many of its revisions."""

from dataclasses import asdict
from typing import Any

from mtassay.estimation.figures.filtered_statistics import FilteredStatistics, make_basis
from mtassay.store.contents.projects import project_of
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.web.jobs.work import Work
from mtassay.web.pages.statistics.choice import StatisticsChoice
from mtassay.web.pages.statistics.view import slow_steps, slow_view


def statistics(work: Work) -> dict[str, Any]:
    """Compute them for what a filter means of a project as of a revision."""
    arguments = work.arguments
    choice = StatisticsChoice.model_validate(arguments["choice"])
    work.progress.begin("Reading the project", 0)
    with work.database.reading() as connection:
        project = project_of(connection, int(arguments["project"]))
        past = ProjectHistory(connection, project)
        basis = make_basis(past, int(arguments["revision"]))
        filtered = FilteredStatistics(connection, project, basis, choice.filter)
        work.progress.begin("Looking at revisions and sets", slow_steps(filtered))
        view = slow_view(filtered, past, work.progress.advance)
    address = f"/projects/{project.id}/statistics?{choice.query(revision=str(arguments['revision']))}"
    return {"view": asdict(view), "location": address}
