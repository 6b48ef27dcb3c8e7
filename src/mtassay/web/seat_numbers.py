"""The numbers by which a browser at a seat knows tasks, texts and answers.

A question is known by the place of its task at the seat, and of its card in the task; no number of the database is
told, because it says in which order rows came, and so which system wrote them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from mtassay.human.protocols.base import Body
from mtassay.store.campaigns.seat_work import OpenSeat, ShownTask
from mtassay.web.safety.blind_numbers import BlindNumbers, blind_numbers

CARDS = 100_000
"""More than any task has: the number of a question is this often the place of its task, and the place of its card."""

UNKNOWN = "?"
"""Stands for all numbers that a browser was not told: whoever guesses those of the database learns nothing by it."""


@dataclass(frozen=True, kw_only=True)
class SeatNumbers:
    """How browsers know a seat; `name` is the same for each of its browsers and says nothing else."""

    name: str
    items: BlindNumbers
    information_items: BlindNumbers
    answers: BlindNumbers

    def blind(self, body: Body, task: ShownTask) -> Body:
        """An answer with the numbers that the browser knows in the place of those of items."""
        numbers = {str(item.id): str(self.items.show(item.id)) for item in task.items}
        parts = {str(part): str(self.information_items.show(part)) for part in _information_items(task)}
        return _renumbered(task, body, numbers, parts)

    def unblind(self, body: Body, task: ShownTask) -> Body:
        """The same back; what is no number of the task is none of any text, and the protocol refuses it."""
        numbers = {str(self.items.show(item.id)): str(item.id) for item in task.items}
        parts = {str(self.information_items.show(part)): str(part) for part in _information_items(task)}
        return _renumbered(task, body, numbers, parts)

    def read_body(self, task: ShownTask, fields: Sequence[tuple[str, str]]) -> Body:
        """What a form says, with the numbers that the database knows; or why nothing could be said."""
        cannot = next((value for name, value in fields if name == "cannot" and value), "")
        if cannot:
            return {"cannot": cannot}
        return self.unblind(task.protocol.read_form(fields), task)


def seat_numbers(secret: bytes, seat: OpenSeat) -> SeatNumbers:
    """How browsers know a seat, by the key of this installation."""
    campaign = seat.campaign.id
    return SeatNumbers(
        name=blake2b(f"seat {seat.id}".encode(), key=secret[:64], digest_size=8).hexdigest(),
        items=blind_numbers(secret, campaign, "items of campaign"),
        information_items=blind_numbers(secret, campaign, "information items of campaign"),
        answers=blind_numbers(secret, campaign, "answers of campaign"),
    )


def _information_items(task: ShownTask) -> list[int]:
    return [part for item in task.asked for part in item.information_items]


def _renumbered(task: ShownTask, body: Body, numbers: Mapping[str, str], parts: Mapping[str, str]) -> Body:
    return task.protocol.renumbered(
        body, lambda name: numbers.get(name, UNKNOWN), lambda name: parts.get(name, UNKNOWN)
    )
