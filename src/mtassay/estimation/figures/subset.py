"""Some translations of a memory, chosen by conditions; and the memory as if it had no others."""

from dataclasses import dataclass, replace

import numpy as np

from mtassay.errors import InputError
from mtassay.human.memory import Bools, Ints, Memory, Outputs, Verdicts
from mtassay.settings import did_you_mean


@dataclass(frozen=True)
class Subset:
    """Which translations are looked at: all conditions must hold, and those that are None are none.

    `sources` are numbers of the memory. A translation is a system's where one of its runs produced it or a judgment
    says so, and a judge's where he or she judged it; `text` is looked for in source and translation, whatever its case.
    `lowest` and `highest` are of the mean score, 0 to 10; `revisions` are the first and the last, of which one judged
    the translation.
    """

    system: str | None = None
    judge: str | None = None
    text: str | None = None
    sources: frozenset[int] | None = None
    lowest: float | None = None
    highest: float | None = None
    revisions: tuple[int, int] | None = None

    def targets(self, memory: Memory) -> Bools:
        """Which targets of the memory belong to it."""
        chosen = np.ones(len(memory.targets), dtype=bool)
        if self.system is not None:
            chosen &= _of_system(memory, self.system)
        if self.judge is not None or self.revisions is not None:
            chosen &= _marked(memory, memory.judgments.target[self._given(memory)])
        if self.sources is not None:
            chosen &= np.isin(memory.source_of, sorted(self.sources))
        if self.text is not None:
            wanted = self.text.casefold()
            in_source = np.array([wanted in text.casefold() for text in memory.sources], dtype=bool)
            in_target = np.array([wanted in text.casefold() for text in memory.targets], dtype=bool)
            chosen &= in_source[memory.source_of] | in_target
        # sums of scores carry rounding, and 7 is meant to be within 7
        if self.lowest is not None:
            chosen &= np.round(memory.scores, 9) >= self.lowest
        if self.highest is not None:
            chosen &= np.round(memory.scores, 9) <= self.highest
        return chosen

    def narrow(self, memory: Memory) -> Memory:
        """The memory with these translations alone, their sources, and of their judgments those that are meant.

        Estimates must not be made from it: they would lack neighbours that people judged.
        """
        if self == Subset():
            return memory
        targets = self.targets(memory)
        judgments = self._given(memory) & targets[memory.judgments.target]
        sources = np.bincount(memory.source_of[targets], minlength=len(memory.sources)) > 0
        target_place, source_place = _places(targets), _places(sources)
        kept = memory.judgments.chosen(judgments)
        items, item_offsets, item_place = _items(memory, sources)
        return replace(
            memory,
            sources=_texts(memory.sources, sources),
            targets=_texts(memory.targets, targets),
            offsets=_offsets(source_place[memory.source_of[targets]], int(np.count_nonzero(sources))),
            judgments=replace(kept, target=target_place[kept.target]),
            items=items,
            item_offsets=item_offsets,
            verdicts=_verdicts(memory, judgments, item_place),
            outputs=tuple(
                _outputs(outputs, targets, source_place, target_place)
                for outputs in memory.outputs
                if self.system is None or outputs.system == self.system
            ),
        )

    def _given(self, memory: Memory) -> Bools:
        """The judgments that are meant."""
        judgments = memory.judgments
        given = np.ones(len(judgments), dtype=bool)
        if self.judge is not None:
            given &= judgments.judge == number_of(memory.judges, self.judge, "judge")
        if self.revisions is not None:
            first, last = self.revisions
            given &= (judgments.revision >= first) & (judgments.revision <= last)
        return given


def number_of(names: tuple[str, ...], name: str, what: str) -> int:
    """Which of some names it is; an InputError that says which there are where it is none of them."""
    if name not in names:
        known = f"there are {', '.join(names)}" if names else "there is none with a name"
        raise InputError(f"there is no {what} {name!r}{did_you_mean(name, names)}; {known}")
    return names.index(name)


def _of_system(memory: Memory, system: str) -> Bools:
    known = list(dict.fromkeys([*memory.systems, *(outputs.system for outputs in memory.outputs)]))
    number_of(tuple(known), system, "system")
    made = [outputs.target for outputs in memory.outputs if outputs.system == system]
    if system in memory.systems:
        made.append(memory.judgments.target[memory.judgments.system == memory.systems.index(system)])
    return _marked(memory, np.concatenate(made))


def _marked(memory: Memory, targets: Ints) -> Bools:
    marked = np.zeros(len(memory.targets), dtype=bool)
    marked[targets] = True
    return marked


def _places(kept: Bools) -> Ints:
    """Where each of those that are kept stands among them."""
    return np.cumsum(kept, dtype=np.int64) - 1


def _texts(texts: tuple[str, ...], kept: Bools) -> tuple[str, ...]:
    return tuple(texts[place] for place in np.flatnonzero(kept).tolist())


def _offsets(owners: Ints, count: int) -> Ints:
    return np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=count))]).astype(np.int64)


def _items(memory: Memory, sources: Bools) -> tuple[tuple[str, ...], Ints | None, Ints]:
    """Items of the sources that are kept, where they stand, and their new places, -1 for others."""
    if memory.item_offsets is None:
        return (), None, np.zeros(0, dtype=np.int64)
    sizes = np.diff(memory.item_offsets)
    kept = np.repeat(sources, sizes)
    offsets = np.concatenate([[0], np.cumsum(sizes[sources])]).astype(np.int64)
    return _texts(memory.items, kept), offsets, np.where(kept, _places(kept), -1)


def _verdicts(memory: Memory, judgments: Bools, item_place: Ints) -> Verdicts | None:
    verdicts = memory.verdicts
    if verdicts is None:
        return None
    kept = judgments[verdicts.judgment]
    place = _places(judgments)
    return Verdicts(place[verdicts.judgment[kept]], item_place[verdicts.item[kept]], verdicts.verdict[kept])


def _outputs(outputs: Outputs, targets: Bools, source_place: Ints, target_place: Ints) -> Outputs:
    kept = targets[outputs.target]
    documents = tuple(outputs.documents[place] for place in np.flatnonzero(kept).tolist()) if outputs.documents else ()
    return replace(
        outputs,
        source=source_place[outputs.source[kept]],
        target=target_place[outputs.target[kept]],
        documents=documents,
    )
