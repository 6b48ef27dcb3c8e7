"""Outputs of several systems side by side: a test set of a project's memory, and what people say of each output."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.estimation.nearest.rule import estimate
from mtassay.human.memory import Bools, Floats, Ints, Memory, Outputs
from mtassay.human.references import reference_targets
from mtassay.human.sser import error_rate


@dataclass(frozen=True, eq=False, kw_only=True)
class ComparedOutputs:
    """The segments that all systems translated, in the order of the first, and the SSER of every output of theirs.

    `all_segments` counts those that any of the systems has, `common` those that all have, and `referenced` those of
    them that have a reference: a translation judged perfect that not these systems alone made.
    """

    evalset: EvalSet
    all_segments: int
    common: int
    referenced: int
    memory: Memory = field(repr=False)
    sources: Ints = field(repr=False)
    targets: Mapping[str, Ints] = field(repr=False)

    @cached_property
    def judged(self) -> dict[str, Floats]:
        """What people say of each output, the mean over judges: 0 (best) to 100, NaN where nobody judged it."""
        return {name: error_rate(self.memory.scores[own]) for name, own in self.targets.items()}

    @cached_property
    def estimated(self) -> dict[str, Floats]:
        """The same, and where nobody judged an output what the nearest judged ones say; NaN where there are none."""
        return {
            name: error_rate(estimate(self.memory, self.sources, self.evalset.systems[name]).scores)
            for name in self.targets
        }


def compare_outputs(
    memory: Memory,
    systems: Mapping[str, Outputs],
    *,
    needs_references: bool = False,
    target_language: str | None = None,
) -> ComparedOutputs:
    """Put runs side by side, by the names that they are to have.

    Where references are needed, segments without one are left out; otherwise the test set has none.
    """
    places, all_segments = _common_places(systems)
    name, first = next(iter(systems.items()))
    sources = first.source[places[name]]
    serving = reference_targets(memory, tuple({outputs.system for outputs in systems.values()}))
    references = [_texts_of(memory, source, serving) for source in sources.tolist()]
    has_references = np.array([bool(texts) for texts in references], dtype=bool)
    kept = np.flatnonzero(has_references) if needs_references else np.arange(len(sources))
    if not len(kept):
        raise InputError(
            "no segment has a reference: a translation that was judged perfect, and that not the compared systems "
            "alone made; judge more, or compare all segments by what people say"
        )
    targets = {name: outputs.target[places[name][kept]] for name, outputs in systems.items()}
    documents = [first.documents[place] for place in places[name][kept].tolist()] if first.documents else []
    evalset = EvalSet(
        [references[place] for place in kept.tolist()] if needs_references else None,
        sources=[memory.sources[source] for source in sources[kept].tolist()],
        systems={name: [memory.targets[target] for target in own.tolist()] for name, own in targets.items()},
        labels={"document": documents} if documents and all(documents) else None,
        target_language=target_language or None,
        warn_of_blanks=False,
    )
    return ComparedOutputs(
        evalset=evalset,
        all_segments=all_segments,
        common=len(sources),
        referenced=int(has_references.sum()),
        memory=memory,
        sources=sources[kept],
        targets=targets,
    )


def _common_places(systems: Mapping[str, Outputs]) -> tuple[dict[str, Ints], int]:
    """Where each run has the segments that all have, and how many there are in all.

    A segment is a source, the first time that a run has it, the second time, and so on.
    """
    if len(systems) < 2:
        raise InputError("a comparison needs two systems or more; choose another")
    known = {name: _numbered_sources(outputs.source.tolist()) for name, outputs in systems.items()}
    common = [segment for segment in next(iter(known.values())) if all(segment in own for own in known.values())]
    if not common:
        raise InputError("the systems have no segment in common; choose some that translated the same test set")
    places = {name: np.array([own[segment] for segment in common], dtype=np.int64) for name, own in known.items()}
    return places, len({segment for own in known.values() for segment in own})


def _numbered_sources(sources: Sequence[int]) -> dict[tuple[int, int], int]:
    seen: Counter[int] = Counter()
    places = {}
    for place, source in enumerate(sources):
        places[source, seen[source]] = place
        seen[source] += 1
    return places


def _texts_of(memory: Memory, source: int, serving: Bools) -> tuple[str, ...]:
    start, stop = int(memory.offsets[source]), int(memory.offsets[source + 1])
    return tuple(memory.targets[start + int(place)] for place in np.flatnonzero(serving[start:stop]))
