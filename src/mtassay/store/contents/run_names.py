"""Names that tell the runs of a system apart in files: of runs that have one name, only the last keeps it there."""

import re
from collections.abc import Mapping

import sqlalchemy as sa

from mtassay.store.contents.projects import Project
from mtassay.store.history.events import LATEST, present
from mtassay.store.schema import RUNS, SYSTEMS

_OLDER = re.compile(r"(?:(.*) )?\(revision (\d+)\)", re.DOTALL)


def run_names(connection: sa.Connection, project: Project, revision: int = LATEST) -> Mapping[int, str]:
    """What files call the runs of a project, by their numbers, the oldest first."""
    query = (
        sa.select(RUNS.c.id, RUNS.c.system, RUNS.c.name, RUNS.c.event)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, present(SYSTEMS, revision), present(RUNS, revision))
        .order_by(RUNS.c.id)
    )
    runs = connection.execute(query).all()
    last = {(run.system, run.name): run.id for run in runs}
    return {
        run.id: run.name if last[run.system, run.name] == run.id else f"{run.name} (revision {run.event})".lstrip()
        for run in runs
    }


def age(name: str) -> tuple[int, int]:
    """By which runs of a file are sorted, so that those which were followed by another of their name come first."""
    match = _OLDER.fullmatch(name)
    return (1, 0) if match is None else (0, int(match[2]))


def own_name(name: str) -> str:
    """What a run is called that files call by this name, whether or not another of its name followed."""
    match = _OLDER.fullmatch(name)
    return name if match is None else match[1] or ""
