"""Which metric to trust in a large project: what the page Metrics shows."""

from dataclasses import asdict
from typing import Any

from mtassay.store.contents.projects import project_of
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.web.jobs.work import Work
from mtassay.web.pages.metrics.choice import MetricsChoice
from mtassay.web.pages.metrics.evaluating import count_outputs, evaluate_project
from mtassay.web.pages.metrics.view import metrics_view


def evaluate_metrics(work: Work) -> dict[str, Any]:
    """Compare metrics with people as of a revision."""
    arguments = work.arguments
    choice = MetricsChoice.model_validate(arguments["choice"])
    work.progress.begin("Reading the project", 0)
    with work.database.reading() as connection:
        project = project_of(connection, int(arguments["project"]))
        stored = ProjectHistory(connection, project).memory(int(arguments["revision"]))
        work.progress.begin("Scoring", count_outputs(stored) * len(choice.specs))
        view = metrics_view(evaluate_project(connection, project, stored, choice, work.progress.advance))
    return {
        "project": project.id,
        "view": asdict(view),
        "location": f"/projects/{project.id}/metrics?{choice.query()}",
    }
