"""Drawing a judging queue: what a large memory predicts of a system takes a while."""

from typing import Any

from mtassay.estimation.sampling.drawn_queue import PredictionChoices
from mtassay.estimation.sampling.run_queues import ask_for, outlook_of_run
from mtassay.store.contents.projects import project_of
from mtassay.store.history.events import latest
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.web.jobs.work import Cancelled, Work


def draw_queue(work: Work) -> dict[str, Any]:
    """Predict a run from the memory as it is now, draw its queue, and ask judges for the first items."""
    arguments = work.arguments
    run = int(arguments["run"])
    work.progress.begin("Reading the project", 0)
    with work.database.reading() as connection:
        project = project_of(connection, int(arguments["project"]))
        stored = ProjectHistory(connection, project).memory(latest(connection, project.id))
    work.progress.begin("Learning from the systems that were judged", 0)
    choices = PredictionChoices(**arguments.get("choices", {}))  # a job of an earlier version has none
    run_prediction = outlook_of_run(stored, run, arguments["judges"], int(arguments["seed"]), choices)
    work.progress.begin("Drawing", 0)
    with work.database.writing() as connection:
        revisions = ask_for(
            connection,
            project,
            run,
            run_prediction,
            str(arguments["who"]),
            count=arguments["count"],
            judges=arguments["judges"],
            seed=int(arguments["seed"]),
        )
        drawn = ",".join(str(number) for number in revisions)
        result = {"location": f"/projects/{project.id}/sets/{run}?drawn={drawn}", "revisions": revisions}
        work.progress.advance(0)  # the last moment to leave: what is written here is not kept then
        if not work.commit_result(connection, result):
            raise Cancelled
    return result
