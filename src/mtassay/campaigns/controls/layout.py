"""Where controls stand at a seat: repeats of its own tasks, outputs that were made worse, references as outputs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from mtassay.campaigns.controls.degrading import degrade
from mtassay.campaigns.drawing import drawn
from mtassay.campaigns.tasks import Item, PlannedTask, Task
from mtassay.corpus.evalset import EvalSet
from mtassay.human.collection import collapse
from mtassay.human.protocols.base import Protocol

_APART = 5
"""So many tasks are between an output and the same made worse, or more."""
_LATER = 40
"""So many tasks are between a task and its repeat, or half of a short seat."""
_TENS = 10
_ATTEMPTS = 50
"""So many outputs are tried before a seat has one control less."""


@dataclass(frozen=True, kw_only=True)
class Controls:
    """How many controls there are for each task of work; `most_degraded` at a seat at most.

    `tens` has WMT's order: each ten of a seat has some that belong to outputs five tens away.
    """

    degraded: float = 0.0
    most_degraded: int | None = None
    repeats: float = 0.0
    references: float = 0.0
    tens: bool = False


CONTROLS: Mapping[str, Controls] = {
    "none": Controls(),
    "known": Controls(degraded=0.1, most_degraded=10, repeats=0.05),
    "crowd": Controls(degraded=0.1, repeats=0.1, references=0.1),
    "wmt-da": Controls(degraded=1 / 7, repeats=1 / 7, references=1 / 7, tens=True),
    "wmt-esa": Controls(degraded=12 / 88),
}
"""By name: for judges whom one knows, for strangers, and as WMT has had them."""


@dataclass(frozen=True, kw_only=True)
class ControlItem:
    """A text that no system wrote: a reference, or an output made worse; that of the item `made_of` is the plain one.

    `place` is where the worse phrase starts and ends, in characters.
    """

    kind: Literal["degraded", "reference"]
    segment: int
    text: str
    made_of: int | None = None
    place: tuple[int, int] | None = None


def add_controls(
    tasks: Sequence[PlannedTask],
    items: Sequence[Item],
    evalset: EvalSet,
    protocols: Sequence[Protocol],
    controls: Controls,
    seed: int,
) -> tuple[list[PlannedTask], list[ControlItem]]:
    """The tasks with controls among them, for each seat its own, and the texts of these; items come before them."""
    if controls == CONTROLS["none"]:
        return list(tasks), []
    making = _Making(tasks, items, evalset, protocols, seed)
    seats: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, planned in enumerate(tasks):
        for seat in planned.seats:
            seats[planned.protocol, seat].append(number)
    for (protocol, seat), own in seats.items():
        making.begin(protocol, seat, own)
        if controls.tens:
            _add_in_tens(making)
        else:
            _add_spread(making, controls)
    return making.result()


class _Making:
    """The seat that is being filled, and what all of them have got so far."""

    def __init__(
        self,
        tasks: Sequence[PlannedTask],
        items: Sequence[Item],
        evalset: EvalSet,
        protocols: Sequence[Protocol],
        seed: int,
    ) -> None:
        self.tasks, self.items, self.evalset, self.protocols, self.seed = tasks, items, evalset, protocols, seed
        self.texts: list[ControlItem] = []
        self._behind: defaultdict[int, list[PlannedTask]] = defaultdict(list)
        self._donors: dict[str, list[str]] = {}
        references = evalset.references
        # of each segment its document, and what people wrote, else what a system did
        self._written = {
            items[item].segment: (
                planned.task.block,
                items[item].text if references is None else references[items[item].segment][0],
            )
            for planned in tasks
            for item in planned.task.items
        }

    def begin(self, protocol: int, seat: int, own: Sequence[int]) -> None:
        self.protocol, self.seat, self.own = protocol, seat, own
        self.used: set[int] = set()

    def draw(self, purpose: str, *key: object) -> int:
        parts = drawn(self.seed, f"control {purpose}", self.protocol, self.seat, *key)
        return int.from_bytes(parts[:8], "big")

    def shuffled(self, places: Sequence[int], purpose: str, *key: object) -> list[int]:
        return sorted(places, key=lambda place: self.draw(purpose, *key, place))

    def degraded(self, behind: int, candidates: Iterable[int]) -> None:
        """Put one of the candidates, made worse, behind a place of the seat."""
        for place in candidates:
            if place not in self.used and self._degrade(behind, place):
                self.used.add(place)
                return

    def repeat(self, behind: int, place: int) -> None:
        plain = self.own[place]
        planned = PlannedTask(self.protocol, self.tasks[plain].task, (self.seat,), "repeat", plain)
        self._behind[self.own[behind]].append(planned)

    def reference(self, behind: int, place: int) -> None:
        protocol, references = self.protocols[self.protocol], self.evalset.references
        plain = self.own[place]
        task = self.tasks[plain].task
        if references is None or protocol.shows_reference or protocol.outputs[1] > 1 or len(task.items) > 1:
            return
        (plain_item,) = task.items
        segment = self.items[plain_item].segment
        text = collapse(references[segment][0])
        # it stands in the place of that output, and has its information items
        number = self._add(ControlItem(kind="reference", segment=segment, text=text, made_of=plain_item))
        own = Task(task.block, (number,), 1)
        self._behind[self.own[behind]].append(PlannedTask(self.protocol, own, (self.seat,), "control", plain))

    def result(self) -> tuple[list[PlannedTask], list[ControlItem]]:
        together: list[PlannedTask] = []
        number_of: dict[int, int] = {}
        for number, planned in enumerate(self.tasks):
            number_of[number] = len(together)
            together += [planned, *self._behind[number]]
        moved = [
            planned
            if planned.made_of is None
            else PlannedTask(planned.protocol, planned.task, planned.seats, planned.kind, number_of[planned.made_of])
            for planned in together
        ]
        return moved, self.texts

    def _degrade(self, behind: int, place: int) -> bool:
        plain = self.own[place]
        task = self.tasks[plain].task
        is_beside = self.protocols[self.protocol].outputs[1] > 1
        places = self.shuffled(task.items, "beside", place)[:1] if is_beside else list(task.items)
        made = []
        for item in places:
            text = self.items[item].text
            worse = degrade(text, self._donors_of(task.block), self.seed, f"{self.protocol} {self.seat} {item}")
            if worse is None:
                return False
            made.append(
                ControlItem(
                    kind="degraded",
                    segment=self.items[item].segment,
                    text=worse.text,
                    made_of=item,
                    place=(worse.start, worse.end),
                )
            )
        numbers = tuple(map(self._add, made))
        if is_beside:  # judges compare it with the plain one
            pair = (*places, *numbers)
            numbers = pair if self.draw("side", place) % 2 else pair[::-1]
        own = Task(task.block, numbers, task.units)
        self._behind[self.own[behind]].append(PlannedTask(self.protocol, own, (self.seat,), "control", plain))
        return True

    def _add(self, control: ControlItem) -> int:
        self.texts.append(control)
        return len(self.items) + len(self.texts) - 1

    def _donors_of(self, block: str) -> list[str]:
        """Texts of other documents, those of people where there are some."""
        if block not in self._donors:
            written = sorted(self._written.items())
            self._donors[block] = [text for _, (other, text) in written if other != block]
        return self._donors[block]


def _add_spread(making: _Making, controls: Controls) -> None:
    """One in each part of a seat, as many parts as there are controls of a kind."""
    count = len(making.own)
    worse = int(controls.degraded * count + 1e-9)
    worse = worse if controls.most_degraded is None else min(worse, controls.most_degraded)
    for behind in _one_in_each_part(making, count, worse, "degraded"):
        drawn_places = (making.draw("plain", behind, attempt) % count for attempt in range(_ATTEMPTS))
        making.degraded(behind, (place for place in drawn_places if abs(place - behind) >= _APART))
    gap = min(_LATER, count // 2)
    again = making.shuffled(range(count - gap), "repeat")[: round(controls.repeats * count)] if gap else []
    for place in again:
        later = count - place - gap
        making.repeat(place + gap + making.draw("later", place) % later, place)
    known = making.shuffled(range(count), "reference")
    for behind in _one_in_each_part(making, count, round(controls.references * count), "reference"):
        making.reference(behind, known.pop())


def _one_in_each_part(making: _Making, count: int, parts: int, purpose: str) -> list[int]:
    bounds = [part * count // parts for part in range(parts + 1)] if parts else []
    return [start + making.draw(purpose, start) % (stop - start) for start, stop in pairwise(bounds)]


def _add_in_tens(making: _Making) -> None:
    """WMT's hundred: ten times seven outputs, and of those five tens away one made worse, one again, one reference."""
    outputs = _TENS - 3
    whole = _TENS * outputs
    for start in range(0, len(making.own), whole):
        stretch = range(start, min(start + whole, len(making.own)))
        tens = [stretch[at : at + outputs] for at in range(0, len(stretch), outputs)]
        if len(tens) < 2:
            continue
        for number, ten in enumerate(tens):
            away = tens[(number + len(tens) // 2) % len(tens)]
            order = making.shuffled(away, "away", start, number)
            spots = making.shuffled(ten, "spot", start, number)
            making.degraded(spots[0], order)
            making.repeat(spots[1 % len(spots)], order[1 % len(order)])
            making.reference(spots[2 % len(spots)], order[2 % len(order)])
