"""What an answer says of a translation: a score, and a class for each information item that was looked at."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import sqlalchemy as sa

from mtassay.errors import InputError, NotFound
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import gone_among
from mtassay.store.schema import ITEMS, TARGETS


@dataclass(frozen=True)
class AnswerBody:
    """A score on the project's scale, None as long as none was chosen, and verdicts by the numbers of items."""

    value: float | None = None
    verdicts: Mapping[int, str] = field(default_factory=dict)


def check_begun_body(project: Project, body: AnswerBody) -> None:
    """Refuse what no answer can say, however it goes on."""
    if body.value is not None:
        project.scale.check(body.value)
    for verdict in body.verdicts.values():
        if verdict not in ITEM_CLASSES:
            raise InputError(f"the item class {verdict!r} does not exist; there are {', '.join(ITEM_CLASSES)}")


def check_body(connection: sa.Connection, project: Project, target: int, body: AnswerBody) -> None:
    """Refuse what is no answer on a target: without a score, or with verdicts on items that its source has not."""
    if body.value is None:
        raise InputError("an answer needs a score")
    check_begun_body(project, body)
    if body.verdicts:
        source = sa.select(TARGETS.c.source).where(TARGETS.c.id == target).scalar_subquery()
        known = set(connection.scalars(sa.select(ITEMS.c.id).where(ITEMS.c.source == source)))
        known -= gone_among(connection, ITEMS.name, known)
        if not body.verdicts.keys() <= known:
            raise NotFound("this information item is not part of the source any more; it may have been cut anew")
