"""A memory as if it had no other translations than those that a filter means."""

from dataclasses import replace

import numpy as np

from mtassay.human.filters import Filter, FilterColumns
from mtassay.human.memory import Bools, Ints, Memory, Outputs, Verdicts


def narrow(
    memory: Memory, chosen: Filter, columns: FilterColumns | None = None, *, has_all_judges: bool = False
) -> Memory:
    """The memory with these translations alone, their sources, and of their judgments those that are meant.

    With `has_all_judges`, what others than the judge of the filter say of them is there too. Estimates must not be made
    from it: they would lack neighbours that people judged.
    """
    if chosen.is_everything:
        return memory
    targets = chosen.mask(memory, columns)
    given = replace(chosen, judge=None) if has_all_judges else chosen
    judgments = given.judgment_mask(memory, columns) & targets[memory.judgments.target]
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
            if chosen.system is None or outputs.system == chosen.system
        ),
    )


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
