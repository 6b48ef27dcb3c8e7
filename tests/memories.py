"""A small memory of judgments, for tests of figures."""

from dataclasses import dataclass, replace

import numpy as np

from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.memory import Memory, Outputs, Verdicts, make_memory


@dataclass(frozen=True)
class Said:
    """One judgment: of `target` of `source`, by `judge`, shown as an output of `system`."""

    source: str
    target: str
    points: float
    judge: str = "ann"
    system: str = "elsewhere"
    seconds: float = float("nan")
    verdicts: tuple[str, ...] = ()
    is_recheck: bool = False


def memory_of(
    said: list[Said],
    items: dict[str, list[str]] | None = None,
    outputs: dict[str, list[tuple[str, str]]] | None = None,
) -> Memory:
    """The memory of judgments, with information items of sources and outputs (source, target) of systems.

    Outputs must be of judged or unjudged targets that some judgment mentions; `Said` with NaN points adds one unjudged.
    """
    plain = make_memory(
        [(one.source, one.target, one.points) for one in said],
        judges=[one.judge for one in said],
        systems=[one.system for one in said],
    )
    items = items or {}
    texts = [items.get(source, []) for source in plain.sources]
    offsets = np.cumsum([0, *map(len, texts)])
    verdicts = [
        (number, int(offsets[plain.sources.index(one.source)]) + place, ITEM_CLASSES.index(verdict))
        for number, one in enumerate(said)
        for place, verdict in enumerate(one.verdicts)
        if verdict
    ]
    columns = np.array(verdicts, dtype=np.int64).reshape(-1, 3).T
    numbers = {(plain.sources[plain.source_of[place]], text): place for place, text in enumerate(plain.targets)}
    return replace(
        plain,
        judgments=replace(
            plain.judgments,
            seconds=np.array([one.seconds for one in said]),
            is_recheck=np.array([one.is_recheck for one in said], dtype=bool),
        ),
        items=tuple(text for listed in texts for text in listed),
        item_offsets=offsets,
        verdicts=Verdicts(*columns),
        outputs=tuple(
            Outputs(
                system,
                "",
                1,
                np.array([plain.sources.index(source) for source, _ in made], dtype=np.int64),
                np.array([numbers[pair] for pair in made], dtype=np.int64),
            )
            for system, made in (outputs or {}).items()
        ),
    )
