"""How sure the score of a set is: predictions of a large memory take a while."""

from dataclasses import asdict
from typing import Any

from mtassay.estimation.sampling.run_queues import standing_of_run
from mtassay.store.contents.projects import project_of
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.web.jobs.work import Work
from mtassay.web.pages.candidate_set.view import certainty_view


def certainty(work: Work) -> dict[str, Any]:
    """Predict a run from the memory as of a revision, and plan its judgments."""
    arguments = work.arguments
    run = int(arguments["run"])
    work.progress.begin("Reading the project", 0)
    with work.database.reading() as connection:
        project = project_of(connection, int(arguments["project"]))
        past = ProjectHistory(connection, project)
        stored = past.memory(int(arguments["revision"]))
        work.progress.begin("Learning from the systems that were judged", 0)
        view = certainty_view(standing_of_run(connection, project, past, stored, run))
    return {"view": asdict(view), "location": f"/projects/{project.id}/sets/{run}"}
