"""Which translations a figure is computed over: outputs of a system, texts from elsewhere, or all that is stored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError
from mtassay.human.collection import collapse
from mtassay.human.memory import Floats, Ints, Memory, Outputs
from mtassay.settings import did_you_mean


@dataclass(frozen=True, eq=False)
class Translations:
    """Pairs of a source and a translation of it, one for each segment; the same pair may occur again.

    `source` and `target` are numbers of the memory, -1 for what it does not hold. `system` is who made them, empty
    where nobody in particular did.
    """

    source: Ints
    target: Ints
    texts: tuple[str, ...]
    system: str = ""
    run: str = ""
    documents: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.source)

    def __str__(self) -> str:
        """As it is called in messages."""
        return f"the {len(self)} translations" + (f" of {self.system}" if self.system else "")

    def scores(self, memory: Memory) -> Floats:
        """The stored score of each, 0 to 10, NaN where nobody judged it."""
        return _looked_up(memory.scores, self.target)


def outputs_of(memory: Memory, system: str, run: str | None = None) -> Translations:
    """What a system made of its test set: the last run, or the one that is named."""
    runs = [outputs for outputs in memory.outputs if outputs.system == system]
    if not runs:
        known = list(dict.fromkeys(outputs.system for outputs in memory.outputs))
        names = f"there are {', '.join(known)}" if known else "no outputs are stored yet; add some"
        raise InputError(f"there are no outputs of a system {system!r}{did_you_mean(system, known)}; {names}")
    if run is None:
        return translations_of(memory, runs[-1])
    chosen = [outputs for outputs in runs if outputs.run == run]
    if not chosen:
        names = ", ".join(dict.fromkeys(outputs.run or "one without a name" for outputs in runs))
        raise InputError(f"{system} has no run {run!r}; there are {names}")
    return translations_of(memory, chosen[-1])


def translations_of(memory: Memory, outputs: Outputs) -> Translations:
    """What one run made of its test set."""
    texts = tuple(memory.targets[target] for target in outputs.target.tolist())
    return Translations(outputs.source, outputs.target, texts, outputs.system, outputs.run, outputs.documents)


def find_translations(memory: Memory, pairs: Iterable[tuple[str, str]], system: str = "") -> Translations:
    """Pairs of source and translation as texts, found in the memory where they are there, white space aside."""
    numbers = {text: number for number, text in enumerate(memory.sources)}
    within: dict[int, dict[str, int]] = {}
    sources, targets, texts = [], [], []
    for source_text, target_text in pairs:
        source, text = numbers.get(collapse(source_text), -1), collapse(target_text)
        if source >= 0 and source not in within:
            places = range(int(memory.offsets[source]), int(memory.offsets[source + 1]))
            within[source] = {memory.targets[place]: place for place in places}
        sources.append(source)
        targets.append(within.get(source, {}).get(text, -1))
        texts.append(text)
    return Translations(np.array(sources, dtype=np.int64), np.array(targets, dtype=np.int64), tuple(texts), system)


def stored_translations(memory: Memory, sources: Sequence[int] | None = None) -> Translations:
    """Every target, or those of some sources, once each."""
    targets = np.arange(len(memory.targets))
    if sources is not None:
        targets = targets[np.isin(memory.source_of, sources)]
    texts = tuple(memory.targets[target] for target in targets.tolist())
    return Translations(memory.source_of[targets], targets, texts)


def check_same_sources(name: str, systems: Sequence[Translations]) -> None:
    """An InputError where systems that a figure compares did not translate the same segments."""
    for system in systems[1:]:
        pair = f"{systems[0].system or 'one system'} and {system.system or 'another'}"
        if len(system) != len(systems[0]):
            raise InputError(
                f"{name} compares systems on the same segments, but {pair} have {len(systems[0])} and {len(system)}; "
                "give outputs of the same test set"
            )
        differing = np.flatnonzero(system.source != systems[0].source)
        if len(differing):
            raise InputError(
                f"{name} compares systems on the same segments, but segment {differing[0] + 1} of {pair} has different "
                "sources; give outputs of the same test set"
            )


def _looked_up(values: Floats, places: Ints) -> Floats:
    looked_up = np.full(len(places), np.nan)
    looked_up[places >= 0] = values[places[places >= 0]]
    return looked_up
