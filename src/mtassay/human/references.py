"""References for free: translations judged perfect, and mWER against them (Nießen et al. 2000, section 3.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from mtassay.alignment.distances.edits import Edits
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.human.collection import collapse
from mtassay.human.memory import Bools, Floats, Ints, Memory
from mtassay.human.ratios import PairedFigures, RatioEvidence, pair_figures
from mtassay.human.translations import Translations, check_same_sources
from mtassay.settings import did_you_mean

NORMALIZERS = ("nearest", "average")
"""Which length divides: that of the nearest reference, or the mean of all of the segment."""


@dataclass(frozen=True)
class ReferenceErrorRate:
    """100 · word edits to the nearest reference / its words, summed over the segments that have references.

    `rows` holds edits, reference words and the number of references of every segment, NaN, NaN and 0 where it has
    none. `excluded` names the systems whose own outputs did not serve. Units of the evidence are the segments with
    references.
    """

    value: float
    segments: int
    without_references: int
    normalizer: str
    excluded: tuple[str, ...]
    rows: Floats = field(repr=False, compare=False)
    evidence: RatioEvidence = field(repr=False, compare=False)


def reference_targets(memory: Memory, excluding: Sequence[str] = ()) -> Bools:
    """Which targets serve as references: those judged perfect, less what only the `excluding` systems produced.

    What is left is what the memory would hold had those systems never been added: a translation that another system
    produced too stays, and so does one that nobody is known to have produced, such as a human one. All runs of a
    system are that system. Without this rule a system would be right by definition wherever it was judged perfect,
    while a new one, judged nowhere, would not.
    """
    if not excluding:
        return memory.is_perfect.copy()
    by_them, by_others = (np.zeros(len(memory.targets), dtype=bool) for _ in range(2))
    for outputs in memory.outputs:
        (by_them if outputs.system in excluding else by_others)[outputs.target] = True
    # files of judgments may name the system without listing its outputs
    shown = memory.judgments.chosen(memory.judgments.system >= 0)
    is_theirs = np.array([name in excluding for name in memory.systems], dtype=bool)[shown.system]
    by_them[shown.target[is_theirs]] = True
    by_others[shown.target[~is_theirs]] = True
    return memory.is_perfect & (~by_them | by_others)


def mwer(
    memory: Memory, translations: Translations, exclude_own: bool = True, normalizer: str = "nearest"
) -> ReferenceErrorRate:
    """The mWER of some translations; a system's own outputs are no references for it unless `exclude_own` is off."""
    excluded = (translations.system,) if exclude_own and translations.system else ()
    rows = _nearest_rows(memory, translations, reference_targets(memory, excluded), normalizer)
    has_references = rows[:, 2] > 0
    segments = int(np.count_nonzero(has_references))
    if not segments:
        own = f" but by {translations.system} itself" if excluded else ""
        raise InputError(
            f"no translation{own} of any of their sources was judged perfect, so {translations} have no mWER"
        )
    evidence = RatioEvidence(_rates(rows)[has_references][:, None], least=1.0)
    value = float(evidence.score_under(np.ones((1, segments)))[0, 0])
    without = len(translations) - segments
    return ReferenceErrorRate(value, segments, without, normalizer, excluded, rows, evidence)


def paired_mwer(
    memory: Memory, systems: Sequence[Translations], exclude_own: bool = True, normalizer: str = "nearest"
) -> PairedFigures:
    """The mWER of several systems against the same references: with `exclude_own`, none that only they produced."""
    check_same_sources("mWER", systems)
    excluded = tuple(system.system for system in systems if system.system) if exclude_own else ()
    serving = reference_targets(memory, excluded)
    rows = [_rates(_nearest_rows(memory, system, serving, normalizer)) for system in systems]
    return pair_figures("mWER", [system.system for system in systems], rows, "a reference", least=1.0)


def add_references(evalset: EvalSet, known: Mapping[str, Sequence[str]], origin: str, missing: str) -> EvalSet:
    """The test set with what is `known` for each source, without needless blanks, behind its own references.

    Its signatures name the `origin`; `missing` says what segments lack that have no reference then.
    """
    if evalset.sources is None:
        raise InputError("such references are found by their source; give it: -s FILE")
    references, without = [], []
    for number, source in enumerate(evalset.sources):
        own = [] if evalset.references is None else list(evalset.references[number])
        there = {collapse(text) for text in own}
        new = [text for text in known.get(collapse(source), ()) if text not in there]
        references.append(own + new)
        if not references[-1]:
            without.append(number + 1)
    if without:
        shown = ", ".join(map(str, without[:5])) + (", …" if len(without) > 5 else "")
        raise InputError(
            f"{len(without)} of {len(evalset)} segments (number {shown}) have no {missing}; give references for them "
            "too: -r FILE"
        )
    return EvalSet(
        references,
        sources=evalset.sources,
        systems=evalset.systems,
        labels=evalset.labels,
        target_language=evalset.target_language,
        warn_of_blanks=False,
        reference_origin=origin,
    )


def _rates(rows: Floats) -> Floats:
    return np.column_stack([100 * rows[:, 0], rows[:, 1]])


def _nearest_rows(memory: Memory, translations: Translations, serving: Bools, normalizer: str) -> Floats:
    """Edits, reference words and number of references of each translation."""
    if normalizer not in NORMALIZERS:
        raise SettingError(
            f"there is no normalizer {normalizer!r}{did_you_mean(normalizer, NORMALIZERS)}; "
            f"there are {' and '.join(NORMALIZERS)}"
        )
    rows = np.full((len(translations), 3), np.nan)
    references = [_references_of(memory, source, serving) for source in translations.source.tolist()]
    counts = np.array([len(places) for places in references], dtype=np.int64)
    rows[:, 2] = counts
    having = np.flatnonzero(counts)
    if not len(having):
        return rows
    starts = np.concatenate([[0], np.cumsum(counts[having])])
    places = np.concatenate(references)
    words = Edits()
    texts = [translations.texts[segment] for segment in having.tolist()]
    serving_texts = [memory.targets[place] for place in places.tolist()]
    edits = words.between(texts, np.arange(len(having)), serving_texts, starts).values
    lengths = words.lengths(serving_texts)
    fewest = np.minimum.reduceat(edits, starts[:-1])
    is_nearest = edits == np.repeat(fewest, np.diff(starts))
    # of equally near references the one stored first divides
    numbers = np.where(is_nearest, np.arange(len(edits)), len(edits))
    nearest = np.minimum.reduceat(numbers, starts[:-1])
    rows[having, 0] = fewest
    rows[having, 1] = lengths[nearest]
    if normalizer == "average":
        rows[having, 1] = np.add.reduceat(lengths, starts[:-1]) / np.diff(starts)
    return rows


def _references_of(memory: Memory, source: int, serving: Bools) -> Ints:
    if source < 0:
        return np.zeros(0, dtype=np.int64)
    start, stop = int(memory.offsets[source]), int(memory.offsets[source + 1])
    return start + np.flatnonzero(serving[start:stop])
