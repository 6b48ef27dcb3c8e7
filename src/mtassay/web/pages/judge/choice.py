"""What there is to judge: for each project what nobody has judged, queues that ask this judge, and rechecks."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Query

from mtassay.store.judging.context import queues_for
from mtassay.store.judging.questions import judge_names
from mtassay.store.people.accounts import Role
from mtassay.web.pages.judge.context import judge_name
from mtassay.web.serving.routes import Context, Routes

ROUTES = Routes("Judging")


@dataclass(frozen=True)
class QueueRow:
    """A queue that asks this judge; its system is not named."""

    id: int
    asked: int
    done: int

    @property
    def left(self) -> int:
        """How many of its translations are still to be judged."""
        return self.asked - self.done


@dataclass(frozen=True)
class ProjectChoice:
    """A project, and what of it can be judged."""

    id: int
    name: str
    source_language: str
    target_language: str
    queues: list[QueueRow]
    has_judged: bool

    @property
    def has_open_queue(self) -> bool:
        """Whether one of its queues still asks the judge."""
        return any(queue.left for queue in self.queues)


@dataclass(frozen=True)
class JudgeChoice:
    """All projects."""

    judge: str
    can_rename: bool
    projects: list[ProjectChoice]


@ROUTES.page("/judge", may=Role.JUDGE, template="judge/choice.html")
def judge_choice(context: Context, judge: Annotated[str, Query(max_length=200)] = "") -> JudgeChoice:
    """What a judge can do next."""
    name = judge_name(context, judge)
    with context.database.reading() as connection:
        rows = [
            ProjectChoice(
                project.id,
                project.name,
                project.source_language,
                project.target_language,
                [QueueRow(*row) for row in queues_for(connection, project, name)],
                name in judge_names(connection, project),
            )
            for project in context.projects(connection)
        ]
    return JudgeChoice(name, context.configuration.is_local, rows)
