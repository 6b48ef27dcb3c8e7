"""Answers on their way: kept while a judge thinks, and gone once the answer is stored.

Also what a judge put off for later, and answers that contradict others until the judge has looked at them.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.human.neighbours import Opinion
from mtassay.store.contents.projects import Project
from mtassay.store.judging.body import AnswerBody, check_begun_body
from mtassay.store.judging.checks import check_comment, check_target
from mtassay.store.schema import DRAFTS


@dataclass(frozen=True)
class Draft:
    """What a judge has chosen so far. `version` is the judgment that it would correct, 0 where there is none."""

    body: AnswerBody = field(default_factory=AnswerBody)
    comment: str = ""
    seconds: float = 0.0
    version: int = 0


def keep_draft(
    connection: sa.Connection, project: Project, judge: str, target: int, draft: Draft, round: str = ""
) -> datetime:
    """Keep a draft in the place of an older one; `round` is that of a recheck."""
    check_begun_body(project, draft.body)
    values = {
        "value": draft.body.value,
        "verdicts": {str(item): verdict for item, verdict in draft.body.verdicts.items()},
        "comment": check_comment(draft.comment),
        "seconds": draft.seconds,
        "version": draft.version,
    }
    return _put(connection, project, judge, target, round, values)


def find_draft(connection: sa.Connection, project: Project, judge: str, target: int, round: str = "") -> Draft | None:
    """The draft of a judge on a target; None where nothing was chosen yet."""
    row = connection.execute(sa.select(DRAFTS).where(_one(project, judge, target, round))).first()
    if row is None or (row.value is None and not row.verdicts and not row.comment and not row.seconds):
        return None
    verdicts = {int(item): verdict for item, verdict in row.verdicts.items()}
    return Draft(AnswerBody(row.value, verdicts), row.comment, row.seconds, row.version)


def draft_to_show(kept: Draft | None, own: Opinion | None) -> Draft:
    """What a question begins with: the draft that was kept, unless the answer has changed elsewhere since."""
    version = 0 if own is None else own.judgment
    if kept is not None and kept.version == version:
        return kept
    if own is None:
        return Draft()
    return Draft(AnswerBody(own.value, own.verdicts), own.comment, version=version)


def put_off(connection: sa.Connection, project: Project, judge: str, target: int, round: str = "") -> None:
    """Ask for a target after all others; what was chosen for it stays."""
    _put(connection, project, judge, target, round, {"is_skipped": True})


def set_flag(
    connection: sa.Connection, project: Project, judge: str, target: int, *, is_flagged: bool, round: str = ""
) -> None:
    """Say that an answer contradicts another one, or that the judge has seen it and keeps it."""
    if is_flagged:
        _put(connection, project, judge, target, round, {"is_flagged": True})
    else:
        where = _one(project, judge, target, round)
        connection.execute(sa.update(DRAFTS).where(where).values(is_flagged=False))


def put_off_and_flagged(
    connection: sa.Connection, project: Project, judge: str, round: str = ""
) -> tuple[set[int], set[int]]:
    """The targets that a judge has put off, and those whose answers are flagged."""
    query = sa.select(DRAFTS.c.target, DRAFTS.c.is_skipped, DRAFTS.c.is_flagged).where(
        DRAFTS.c.project == project.id, DRAFTS.c.judge == judge, DRAFTS.c.round == round
    )
    rows = connection.execute(query).all()
    return {row.target for row in rows if row.is_skipped}, {row.target for row in rows if row.is_flagged}


def _one(project: Project, judge: str, target: int, round: str) -> sa.ColumnElement[bool]:
    return sa.and_(
        DRAFTS.c.project == project.id, DRAFTS.c.judge == judge, DRAFTS.c.round == round, DRAFTS.c.target == target
    )


def _put(
    connection: sa.Connection, project: Project, judge: str, target: int, round: str, values: dict[str, Any]
) -> datetime:
    # writers take turns, so that nobody comes between the two statements
    if not 0 < target < 2**63:
        raise NotFound("this translation is not in the project")
    at = datetime.now(UTC)
    changed = connection.execute(sa.update(DRAFTS).where(_one(project, judge, target, round)).values(**values, at=at))
    if not changed.rowcount:
        check_target(connection, project, target)
        row = {"project": project.id, "judge": judge, "round": round, "target": target, "at": at, **values}
        connection.execute(sa.insert(DRAFTS), row)
    return at
