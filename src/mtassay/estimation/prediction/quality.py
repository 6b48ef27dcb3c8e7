"""How good translations are by an automatic metric, beside the judged ones: a column of predictions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.evaluation.run import resolve
from mtassay.human.memory import Floats, Ints, Memory
from mtassay.human.translations import Translations
from mtassay.metrics.base import Metric


@dataclass(frozen=True, eq=False)
class Qualities:
    """Scores by one metric of every target of a memory and of each candidate, NaN where there is none.

    They may come from anywhere, as long as both are by the same metric; of which unit they are does not matter.
    """

    targets: Floats
    candidates: Floats
    metric: str

    def check(self, memory: Memory, translations: Translations) -> None:
        """An InputError where there is not one for each."""
        for what, given, expected in (
            ("targets of the memory", len(self.targets), len(memory.targets)),
            ("candidates", len(self.candidates), len(translations)),
        ):
            if given != expected:
                raise InputError(f"there are {given} qualities by {self.metric} for {expected} {what}; give one each")


def reference_qualities(
    memory: Memory,
    translations: Translations,
    references: Mapping[int, Sequence[str]],
    by: str | Metric[Any] = "chrf",
) -> Qualities | None:
    """Qualities against references of the memory's sources, by number; None where no source has any.

    References are human translations that were given as such. Translations that judges found perfect do not serve: each
    is its own reference, so that its quality would tell the score that is to be predicted.
    """
    having = {source: tuple(texts) for source, texts in references.items() if texts}
    if not having:
        return None
    judged = np.flatnonzero(memory.counts)
    targets, name = _scored(memory.source_of[judged], [memory.targets[place] for place in judged.tolist()], having, by)
    candidates, _ = _scored(translations.source, translations.texts, having, by)
    of_targets = np.full(len(memory.targets), np.nan)
    of_targets[judged] = targets
    return Qualities(of_targets, candidates, name)


def _scored(
    sources: Ints, texts: Sequence[str], references: Mapping[int, tuple[str, ...]], by: str | Metric[Any]
) -> tuple[Floats, str]:
    places = [place for place, source in enumerate(sources.tolist()) if source in references]
    values = np.full(len(texts), np.nan)
    if not places:
        return values, by if isinstance(by, str) else by.spec
    evalset = EvalSet([references[int(sources[place])] for place in places], warn_of_blanks=False)
    metric = resolve([by], evalset)[0]
    rows = metric.stats([texts[place] for place in places], metric.prepare(evalset))
    values[places] = metric.score(rows) / 100
    return values, metric.spec
