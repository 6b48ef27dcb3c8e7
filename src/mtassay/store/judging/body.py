"""What an answer says of a translation, as tables hold it: a score, and a class for each item that was looked at.

The protocol says which answers are valid; here its JSON and the columns become each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.human.protocols.base import AskedItem, Body, BodyError, check_number, check_object, pointer
from mtassay.human.protocols.sser import Sser
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import gone_among
from mtassay.store.schema import ITEMS, TARGETS


@dataclass(frozen=True)
class AnswerBody:
    """A score on the project's scale, None as long as none was chosen, and verdicts by the numbers of items."""

    value: float | None = None
    verdicts: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def read(cls, body: object) -> Self:
        """The body that JSON stands for; it may be begun only, and is checked when it is kept or saved."""
        said = check_object(body, ("value", "verdicts"))
        value = None if said.get("value") is None else check_number(said["value"], "value")
        verdicts = said.get("verdicts", {})
        if not isinstance(verdicts, dict):
            raise BodyError(pointer("verdicts"), "expected an object with a class for each information item")
        return cls(value, dict(_verdict(name, verdict) for name, verdict in verdicts.items()))

    @property
    def json(self) -> Body:
        """The same as JSON, without a score that was not chosen."""
        verdicts = {str(item): verdict for item, verdict in self.verdicts.items()}
        return {"verdicts": verdicts} | ({} if self.value is None else {"value": self.value})


def check_begun_body(project: Project, body: AnswerBody) -> None:
    """Refuse what no answer can say, however it goes on."""
    complete = {"value": project.scale.high} | body.json
    protocol_of(project).check(complete, [AskedItem(0, tuple(body.verdicts))])


def check_body(connection: sa.Connection, project: Project, target: int, body: AnswerBody) -> AnswerBody:
    """The answer in its canonical form; refused without a score, or with verdicts on items that its source has not."""
    items: set[int] = set()
    if body.verdicts:
        source = sa.select(TARGETS.c.source).where(TARGETS.c.id == target).scalar_subquery()
        items = set(connection.scalars(sa.select(ITEMS.c.id).where(ITEMS.c.source == source)))
        items -= gone_among(connection, ITEMS.name, items)
        if not body.verdicts.keys() <= items:  # no fault of the answer: ask again, with the items of now
            raise NotFound("this information item is not part of the source any more; it may have been cut anew")
    return AnswerBody.read(protocol_of(project).check(body.json, [AskedItem(target, tuple(items))]))


def protocol_of(project: Project) -> Sser:
    """What the people of a project are asked by."""
    return Sser.on(project.scale)


def _verdict(name: str, verdict: object) -> tuple[int, str]:
    if not (name.isascii() and name.isdecimal() and len(name) < 19):
        raise BodyError(pointer("verdicts", name), "expected the number of an information item")
    if not isinstance(verdict, str):
        raise BodyError(pointer("verdicts", name), "expected the class of an information item")
    return int(name), verdict
