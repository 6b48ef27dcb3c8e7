"""Answers of judges, given in a line: as pages and the terminal give them, without what is shown in between."""

import uuid
from collections.abc import Mapping

import sqlalchemy as sa

from mtassay.human.filters import Filter
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.database import Database
from mtassay.store.judging.answers import Answer, AnsweredElsewhere, Saved, save_answer
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.context import system_number
from mtassay.store.lists.filters import select_targets


def answer(
    connection: sa.Connection,
    project: Project,
    target: int,
    judge: str,
    value: float,
    *,
    verdicts: Mapping[int, str] | None = None,
    comment: str = "",
    seconds: float = 0.0,
    system: str = "",
    recheck: str = "",
    token: str = "",
) -> Saved:
    """Save what a judge says of a target, as a correction where the same judge has said something of it.

    `recheck` names a round of rechecks.
    """
    body = AnswerBody(value, verdicts or {})
    number = system_number(connection, project, system) if system else None

    def save(version: int) -> Saved:
        given = Answer(target, body, token or uuid.uuid4().hex, version, comment, seconds)
        return save_answer(connection, project, judge, given, round=recheck, system=number)

    try:
        return save(0)
    except AnsweredElsewhere as error:
        return save(0 if error.stored is None else error.stored.judgment)


def judge_first_target(database: Database, project: int, judge: str = "ben", value: float = 0) -> None:
    """Save a judge's answer to the first target of a project."""
    with database.writing() as connection:
        stored = project_of(connection, project)
        first, *_ = select_targets(connection, stored, Filter())
        answer(connection, stored, first.target, judge, value)
