"""What is asked: outputs that are equal once, as tasks of one output, of several, or of a document."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from mtassay.campaigns.drawing import drawn
from mtassay.campaigns.sample import Block
from mtassay.human.collection import collapse
from mtassay.human.protocols.base import Context


@dataclass(frozen=True)
class Item:
    """A text that is asked about: of which segment, and which systems wrote it."""

    segment: int
    text: str
    systems: tuple[int, ...]


@dataclass(frozen=True)
class Task:
    """What one screen asks: the places of its items, in the order in which they are shown."""

    block: str
    items: tuple[int, ...]
    units: int
    """How much work it is, in segments."""


@dataclass(frozen=True)
class PlannedTask:
    """A task, by which protocol, and the numbers of the seats that are asked for it, the first of them first.

    `kind` says why it is asked; `made_of` is the place of the task that it repeats or checks.
    """

    protocol: int
    task: Task
    seats: tuple[int, ...]
    kind: Literal["work", "repeat", "control"] = "work"
    made_of: int | None = None

    @property
    def is_control(self) -> bool:
        """Whether it says something of its judge, and nothing of systems."""
        return self.kind != "work"


@dataclass(frozen=True)
class Bundle:
    """Tasks that go to one judge, one after the other."""

    key: str
    block: str
    tasks: tuple[Task, ...]
    systems: tuple[int, ...]
    meets: str
    """What its judge gets to know by it: a block, or one segment of it."""

    @cached_property
    def units(self) -> int:
        """How much work it is, in segments."""
        return sum(task.units for task in self.tasks)

    @cached_property
    def items(self) -> frozenset[int]:
        """All that is asked about."""
        return frozenset(item for task in self.tasks for item in task.items)


def versions_of(
    texts: Sequence[Sequence[str]], block: Block, context: Context, seed: int
) -> list[tuple[int, list[Item]]]:
    """The items of a block, by the first system that has them, in an order of systems that the seed draws.

    Judged in their document, outputs are asked once only where systems agree on all of it: what stands around a text
    is part of what is judged.
    """
    systems = sorted(range(len(texts)), key=lambda system: drawn(seed, "system", block.key, system))
    if context == "document":
        whole: dict[tuple[str, ...], list[int]] = {}
        for system in systems:
            whole.setdefault(tuple(collapse(texts[system][segment]) for segment in block.segments), []).append(system)
        return [
            (
                same[0],
                [
                    Item(segment, text, tuple(sorted(same)))
                    for segment, text in zip(block.segments, document, strict=True)
                ],
            )
            for document, same in whole.items()
        ]
    written: dict[tuple[int, str], list[int]] = {}
    for system in systems:
        for segment in block.segments:
            written.setdefault((segment, collapse(texts[system][segment])), []).append(system)
    items: dict[int, list[Item]] = {}
    for (segment, text), same in written.items():
        items.setdefault(same[0], []).append(Item(segment, text, tuple(sorted(same))))
    return list(items.items())


def rating_bundles(
    versions: Sequence[tuple[int, Sequence[tuple[int, Item]]]], block: Block, context: Context, *, within: bool
) -> list[Bundle]:
    """Tasks that ask about one output each, or about a document of them; a block's together, or each by itself."""
    bundles = []
    for _, items in versions:
        if context == "document":
            systems = items[0][1].systems  # of all its segments, or they were no version
            bundles.append(_bundle(block, tuple(number for number, _ in items), len(items), systems))
        else:
            bundles += [_bundle(block, (number,), 1, item.systems, item.segment) for number, item in items]
    return [_joined(block, bundles)] if within and bundles else bundles


def reading_bundles(
    versions: Sequence[tuple[int, Sequence[tuple[int, Item]]]], block: Block, questions: Sequence[int]
) -> list[Bundle]:
    """Tasks that ask questions about a version of a document each: who has one knows the questions of all."""
    return [
        _bundle(block, (*(number for number, _ in items), *questions), len(items), items[0][1].systems)
        for _, items in versions
    ]


def ordering_bundles(
    items: Sequence[tuple[int, Item]], block: Block, most: int, seed: int, *, within: bool
) -> list[Bundle]:
    """Tasks that compare outputs of one segment, at most so many at a time; no output is in two of them.

    Which are compared with each other is drawn for each segment, so that over the segments all systems meet. Of an odd
    number of outputs pairs leave one out.
    """
    of_segment: dict[int, list[tuple[int, Item]]] = {}
    for number, item in items:
        of_segment.setdefault(item.segment, []).append((number, item))
    bundles = []
    for segment, own in of_segment.items():
        order = sorted(own, key=lambda each: drawn(seed, "order", segment, each[1].text))
        count = -(-len(order) // most)
        for group in (order[place::count] for place in range(count)):
            if len(group) > 1:  # where all systems say the same nobody needs to be asked
                systems = tuple(sorted({system for _, item in group for system in item.systems}))
                bundles.append(_bundle(block, tuple(number for number, _ in group), 1, systems, segment))
    return [_joined(block, bundles)] if within and bundles else bundles


def _bundle(
    block: Block, items: tuple[int, ...], units: int, systems: tuple[int, ...], segment: int | None = None
) -> Bundle:
    meets = block.key if segment is None else f"segment {segment + 1}"
    return Bundle(f"{block.key} {items[0]}", block.key, (Task(block.key, items, units),), systems, meets)


def _joined(block: Block, bundles: Sequence[Bundle]) -> Bundle:
    tasks = tuple(task for bundle in bundles for task in bundle.tasks)
    systems = tuple(sorted({system for bundle in bundles for system in bundle.systems}))
    return Bundle(block.key, block.key, tasks, systems, block.key)
