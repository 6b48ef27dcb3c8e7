"""What is refused whatever an answer says: translations that are gone, names that no judge has, endless comments."""

import sqlalchemy as sa

from mtassay.errors import InputError, NotFound
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import is_gone
from mtassay.store.schema import SOURCES, TARGETS

LONGEST_COMMENT = 10_000

# made once: many judges ask this at the same time
_TARGET = (
    sa.select(is_gone(TARGETS), is_gone(SOURCES))
    .select_from(TARGETS)
    .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
    .where(SOURCES.c.project == sa.bindparam("project"), TARGETS.c.id == sa.bindparam("target"))
)


def check_target(connection: sa.Connection, project: Project, target: int) -> None:
    """Refuse a target that is not in the project, or not any more."""
    row = connection.execute(_TARGET, {"project": project.id, "target": target}).first()
    refuse_gone(row is None or any(row))


def refuse_gone(is_gone: bool | None) -> None:
    """Say that a target is not there, where it is not."""
    if is_gone:
        raise NotFound("this translation is not in the project any more; it may have been deleted meanwhile")


def check_judge(name: str) -> None:
    """Refuse what cannot be the name of a judge."""
    if not name.strip() or len(name) > 200:
        raise InputError("a judgment needs the name of its judge, of up to 200 characters")


def check_comment(comment: str) -> str:
    """A comment as databases take it."""
    if len(comment) > LONGEST_COMMENT:
        raise InputError(f"the comment has {len(comment):,} characters, and {LONGEST_COMMENT:,} are kept; shorten it")
    return comment.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
