"""Which metric to trust in a large project: what the page Metrics shows."""

from dataclasses import asdict
from typing import Any

from mtassay.store.contents.projects import project_of
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.store.work.kept_files import keep_file
from mtassay.web.jobs.work import Cancelled, Work
from mtassay.web.pages.metrics.choice import MetricsChoice
from mtassay.web.pages.metrics.evaluating import count_outputs, evaluate_project
from mtassay.web.pages.metrics.files import write_files
from mtassay.web.pages.metrics.view import metrics_view


def evaluate_metrics(work: Work) -> dict[str, Any]:
    """Compare metrics with people as of a revision, and keep for a day what can be taken along."""
    arguments = work.arguments
    choice = MetricsChoice.model_validate(arguments["choice"])
    work.progress.begin("Reading the project", 0)
    with work.database.reading() as connection:
        project = project_of(connection, int(arguments["project"]))
        stored = ProjectHistory(connection, project).memory(int(arguments["revision"]))
        work.progress.begin("Scoring", count_outputs(stored) * len(choice.specs))
        result = evaluate_project(connection, project, stored, choice, work.progress.advance)
    files = list(write_files(result))
    with work.database.writing(in_turn=False) as connection:
        written = {
            kind: keep_file(connection, work.owner, f"{project.name} metrics: {kind}", content, media_type).uid
            for kind, media_type, content in files
        }
        answer = {
            "project": project.id,
            "view": asdict(metrics_view(result)),
            "written": written,
            "location": f"/projects/{project.id}/metrics?{choice.query()}",
        }
        # who was shut out of the project meanwhile has no such job any more, and gets no files either
        if not work.commit_result(connection, answer):
            raise Cancelled
    return answer
