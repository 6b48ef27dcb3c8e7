"""How good translations are by an automatic metric, beside the judged ones: a column of predictions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.evaluation.run import resolve
from mtassay.human.memory import Floats, Ints, Memory
from mtassay.human.translations import Translations
from mtassay.metrics.base import Metric, metric
from mtassay.metrics.given import Given
from mtassay.metrics.learned import Learned

CHRF = "chrf"
"""The metric that is used unless another is named."""


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


def find_qualities(
    memory: Memory,
    translations: Translations | None,
    references: Mapping[int, Sequence[str]],
    by: str | Metric[Any] = CHRF,
) -> Qualities | None:
    """Qualities by any metric: from a file of scores, or against references of the memory's sources, by number.

    None by the usual metric where no source has a reference. Without translations they are of the memory's targets
    alone.
    """
    made = metric(by) if isinstance(by, str) else by
    if isinstance(made, Given):
        return given_qualities(memory, translations, made)
    if isinstance(made, Learned):
        return learned_qualities(memory, translations, references, made)
    qualities = reference_qualities(memory, translations, references, made)
    if qualities is None and made.spec != CHRF:
        raise SettingError(f"{made.spec} compares translations with references, and there are none; give some")
    return qualities


def quality_name(by: str) -> str:
    """What qualities by a metric are called: those of a file by what it holds, since it may lie elsewhere later."""
    made = metric(by)
    return _kept_name(made) if isinstance(made, Given | Learned) else by


def _kept_name(scores: Given | Learned) -> str:
    return f"{scores.name}:name={scores.label},file={scores.digest}"


def learned_qualities(
    memory: Memory, translations: Translations | None, references: Mapping[int, Sequence[str]], learned: Learned
) -> Qualities:
    """Qualities by a metric that was learned from judgments; refused where it was learned from those of a new system.

    It would know what people said of that system, and predictions would promise more than they keep.
    """
    if translations is not None:
        _refuse_known(learned, translations)
    having = [list(texts) for texts in references.values() if texts]
    if having:
        learned.for_evalset(EvalSet(having, warn_of_blanks=False))  # refuses parts that would score otherwise
    parts = [find_qualities(memory, translations, references, part) for part in learned.components()]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        raise SettingError(f"{learned.label} compares translations with references, and there are none; give some")
    # qualities against references are hundredths
    units = [1.0 if isinstance(part, Given) else 100.0 for part in learned.components()]
    return Qualities(
        _rounded(learned.combine([unit * part.targets for unit, part in zip(units, known, strict=True)])),
        _rounded(learned.combine([unit * part.candidates for unit, part in zip(units, known, strict=True)])),
        _kept_name(learned),
    )


def _refuse_known(learned: Learned, translations: Translations) -> None:
    for known in learned.known_systems({translations.system: translations.texts}):
        raise InputError(
            f"{learned.label} was learned from judgments of {known}, so it knows what people said of it; learn one "
            "without that system, or take another one as quality"
        )


def given_qualities(memory: Memory, translations: Translations | None, scores: Given) -> Qualities:
    """Qualities from a file with a score for each segment of systems, which are called as they are stored.

    Systems that the file lacks have none. What several systems said alike has the mean of their scores.
    """
    known = scores.systems()
    runs = {outputs.system: outputs.target for outputs in memory.outputs}  # of several runs of a system, the last
    own = np.zeros(0)
    if translations is not None:
        own = scores.scores_of(translations.system, len(translations))
        runs[translations.system] = translations.target
    sums, counts = np.zeros(len(memory.targets)), np.zeros(len(memory.targets))
    for system, target in runs.items():
        if system in known and len(target):
            values, stored = scores.scores_of(system, len(target)), target >= 0
            sums += np.bincount(target[stored], weights=values[stored], minlength=len(sums))
            counts += np.bincount(target[stored], minlength=len(sums))
    targets = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    if np.isnan(targets[memory.counts > 0]).all():
        raise InputError(
            f"{scores.label}: it has scores of {', '.join(known)}, and no output of theirs was judged; the file must "
            "have scores of the systems that were judged too, called as they are here"
        )
    return Qualities(_rounded(targets), _rounded(own), _kept_name(scores))


def _rounded(values: Floats) -> Floats:
    """To nine digits: so values that are kept with a queue are the same as those that it was drawn from."""
    return np.array([float(f"{value:.9g}") for value in values.tolist()])


def reference_qualities(
    memory: Memory,
    translations: Translations | None,
    references: Mapping[int, Sequence[str]],
    by: str | Metric[Any] = CHRF,
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
    candidates = np.zeros(0)
    if translations is not None:
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
    made = resolve([by], evalset)[0]
    rows = made.stats([texts[place] for place in places], made.prepare(evalset))
    values[places] = made.for_segments().score(rows) / 100
    return values, made.spec
