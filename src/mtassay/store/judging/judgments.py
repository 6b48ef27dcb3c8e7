"""One judgment after another, as a judge gives them."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.errors import Conflict, InputError, NotFound
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.store.contents.keys import correction_uid, round_in
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import gone_among, is_gone, present
from mtassay.store.judging.judgment_writer import NewJudgment, write_judgment
from mtassay.store.schema import ITEMS, JUDGES, JUDGMENTS, SOURCES, SYSTEMS, TARGETS


@dataclass(frozen=True)
class Saved:
    """A stored judgment; `is_new` is False where the same one had been handed in before."""

    judgment: int
    revision: int
    is_new: bool


def save_judgment(
    connection: sa.Connection,
    project: Project,
    target: int,
    judge: str,
    value: float | None,
    *,
    verdicts: Mapping[int, str] | None = None,
    uid: str = "",
    seconds: float | None = None,
    comment: str = "",
    system: str = "",
    replaces: int | None = None,
    is_recheck: bool = False,
) -> Saved:
    """Store what a judge says of a target; `verdicts` are by the numbers of items.

    `uid` is made by whoever hands the judgment in, so that handing it in again adds nothing. A correction names the
    judgment that it `replaces`, which must be the same judge's on the same target and not replaced yet.
    """
    uid = uid or _new_uid(connection, replaces)
    known = connection.execute(_KNOWN, {"project": project.id, "uid": uid}).first()
    if known is not None:
        return Saved(known.id, known.event, is_new=False)
    if value is None and not verdicts:
        raise InputError("a judgment needs a score or a verdict on an information item")
    if value is not None:
        project.scale.check(value)
    check_judge(judge)
    check_target(connection, project, target)
    check_items(connection, target, verdicts or {})
    judge_number = connection.scalar(_JUDGE, {"project": project.id, "name": judge})
    if replaces is not None:
        _check_replaced(connection, replaces, target, judge_number)
    new = NewJudgment(
        project.id,
        target,
        judge,
        judge_number,
        _system(connection, project, system),
        uid,
        value,
        verdicts or {},
        seconds,
        comment,
        replaces,
        is_recheck,
        round_in(uid) if is_recheck else "",
    )
    written = write_judgment(connection, new)
    if written is None:  # writers take turns from the start, so that nobody came between
        raise Conflict("this judgment is being handed in by somebody else; try again")
    number, event = written
    return Saved(number, event, is_new=True)


def _new_uid(connection: sa.Connection, replaces: int | None) -> str:
    old = connection.scalar(sa.select(JUDGMENTS.c.uid).where(JUDGMENTS.c.id == replaces))
    return uuid.uuid4().hex if old is None else correction_uid(old)


def target_of_judgment(connection: sa.Connection, project: Project, judgment: int) -> int | None:
    """The target that a judgment is on."""
    query = sa.select(JUDGMENTS.c.target).where(JUDGMENTS.c.project == project.id, JUDGMENTS.c.id == judgment)
    return connection.scalar(query)


# made once: the way of an answer is the one that many take at the same time
_TARGET = (
    sa.select(is_gone(TARGETS), is_gone(SOURCES))
    .select_from(TARGETS)
    .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
    .where(SOURCES.c.project == sa.bindparam("project"), TARGETS.c.id == sa.bindparam("target"))
)
_JUDGE = sa.select(JUDGES.c.id).where(
    JUDGES.c.project == sa.bindparam("project"), JUDGES.c.name == sa.bindparam("name")
)
_KNOWN = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.event).where(
    JUDGMENTS.c.project == sa.bindparam("project"), JUDGMENTS.c.uid == sa.bindparam("uid")
)


def check_target(connection: sa.Connection, project: Project, target: int) -> None:
    """Refuse a target that is not in the project, or not any more."""
    row = connection.execute(_TARGET, {"project": project.id, "target": target}).first()
    refuse_gone(row is None or any(row))


def refuse_gone(is_gone: bool | None) -> None:
    """Say that a target is not there, where it is not."""
    if is_gone:
        raise NotFound("this translation is not in the project any more; it may have been deleted meanwhile")


def check_items(connection: sa.Connection, target: int, verdicts: Mapping[int, str]) -> None:
    """Refuse verdicts on items that the source does not have, and those that do not exist."""
    if not verdicts:
        return
    source = sa.select(TARGETS.c.source).where(TARGETS.c.id == target).scalar_subquery()
    known = set(connection.scalars(sa.select(ITEMS.c.id).where(ITEMS.c.source == source)))
    known -= gone_among(connection, ITEMS.name, known)
    for item, verdict in verdicts.items():
        if item not in known:
            raise NotFound("this information item is not part of the source any more; it may have been cut anew")
        if verdict not in ITEM_CLASSES:
            raise InputError(f"the item class {verdict!r} does not exist; there are {', '.join(ITEM_CLASSES)}")


def _check_replaced(connection: sa.Connection, replaces: int, target: int, judge: int | None) -> None:
    old = connection.execute(sa.select(JUDGMENTS).where(JUDGMENTS.c.id == replaces, present(JUDGMENTS))).first()
    if old is None or old.target != target or old.judge != judge:
        raise Conflict("the judgment to correct is not this judge's on this translation, or was deleted meanwhile")
    later = sa.select(JUDGMENTS.c.id).where(JUDGMENTS.c.replaces == replaces, present(JUDGMENTS))
    if connection.scalar(later) is not None:
        raise Conflict("this judgment was corrected meanwhile; look at the newer one first")


def check_judge(name: str) -> None:
    """Refuse what cannot be the name of a judge."""
    if not name.strip() or len(name) > 200:
        raise InputError("a judgment needs the name of its judge, of up to 200 characters")


def _system(connection: sa.Connection, project: Project, name: str) -> int | None:
    if not name:
        return None
    query = sa.select(SYSTEMS.c.id).where(SYSTEMS.c.project == project.id, SYSTEMS.c.name == name)
    number: int | None = connection.scalar(query)
    if number is None:
        raise NotFound(f"there is no system {name!r} in the project")
    return number
