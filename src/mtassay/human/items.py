"""Information items: IER, and how difficult a source is (Nießen et al. 2000, sections 3.2, 5.1 and 7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.memory import Bools, Floats, Ints, Memory
from mtassay.human.ratios import PairedFigures, RatioEvidence, pair_figures
from mtassay.human.translations import Translations, check_same_sources
from mtassay.settings import did_you_mean

ORDERS = ("score", "items")
"""What makes a source difficult: a low mean score, or a low share of items that are ok."""


@dataclass(frozen=True)
class InformationErrorRate:
    """Percent of verdicts that are not `ok`.

    Every verdict counts: an item that three judges looked at counts three times, and a translation without verdicts
    not at all (`unlabelled`). `classes` counts verdicts by class. Units of the evidence are the labelled translations.
    """

    value: float
    errors: int
    verdicts: int
    labelled: int
    unlabelled: int
    classes: dict[str, int]
    evidence: RatioEvidence = field(repr=False, compare=False)


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """How well the stored translations of one source fare.

    `ok_items` is the mean, over the `labelled` ones, of the number of items that are ok (of several judgments of one
    translation their mean); `ok_rate` divides it by the number of items; `score` is the mean over the `judged` ones, 0
    to 10. Each is NaN where there is nothing to average. `classes[item][class]` counts verdicts.
    """

    source: int
    text: str
    items: tuple[str, ...]
    targets: int
    judged: int
    labelled: int
    ok_items: float
    ok_rate: float
    score: float
    classes: tuple[dict[str, int], ...]


def ier(memory: Memory, translations: Translations) -> InformationErrorRate:
    """The IER of some translations; rechecks do not count, as for scores."""
    rows = _ier_rows(memory, translations)
    is_labelled = ~np.isnan(rows).any(axis=1)
    labelled = int(np.count_nonzero(is_labelled))
    if not labelled:
        raise InputError(f"there is no verdict on information items of {translations}, so they have no IER")
    evidence = RatioEvidence(rows[is_labelled][:, None])
    counts = _class_counts(memory)[translations.target[is_labelled]].sum(axis=0).tolist()
    verdicts = sum(counts)
    return InformationErrorRate(
        float(evidence.score_under(np.ones((1, labelled)))[0, 0]),
        verdicts - counts[0],
        verdicts,
        labelled,
        len(translations) - labelled,
        dict(zip(ITEM_CLASSES, counts, strict=True)),
        evidence,
    )


def paired_ier(memory: Memory, systems: Sequence[Translations]) -> PairedFigures:
    """The IER of several systems on the segments where all have verdicts."""
    check_same_sources("IER", systems)
    rows = [_ier_rows(memory, system) for system in systems]
    return pair_figures("IER", [system.system for system in systems], rows, "a verdict on an information item")


def difficulties(memory: Memory) -> tuple[Difficulty, ...]:
    """Every source, in the order of the memory."""
    size = len(memory.sources)
    scores = memory.scores
    ok_items = _ok_items(memory)
    is_judged, is_labelled = ~np.isnan(scores), ~np.isnan(ok_items)
    judged, labelled = (_per_source(memory, which) for which in (is_judged, is_labelled))
    mean_scores = _means(memory, scores, is_judged, judged)
    mean_items = _means(memory, ok_items, is_labelled, labelled)
    item_counts = _item_counts(memory)
    offsets = np.zeros(size + 1, dtype=np.int64) if memory.item_offsets is None else memory.item_offsets
    sources = []
    for source, text in enumerate(memory.sources):
        places = slice(int(offsets[source]), int(offsets[source + 1]))
        items = memory.items[places]
        sources.append(
            Difficulty(
                source=source,
                text=text,
                items=items,
                targets=int(memory.offsets[source + 1] - memory.offsets[source]),
                judged=int(judged[source]),
                labelled=int(labelled[source]),
                ok_items=float(mean_items[source]),
                ok_rate=float(mean_items[source]) / len(items) if items else float("nan"),
                score=float(mean_scores[source]),
                classes=tuple(dict(zip(ITEM_CLASSES, counts, strict=True)) for counts in item_counts[places].tolist()),
            )
        )
    return tuple(sources)


def rank_difficult(memory: Memory, by: str = "score", least: int = 1) -> tuple[Difficulty, ...]:
    """The sources, the hardest first; those with fewer than `least` judged or labelled translations are left out.

    Of equally hard ones the one that more translations say it of comes first, then the one that is stored first.
    """
    if by not in ORDERS:
        raise SettingError(f"there is no order {by!r}{did_you_mean(by, ORDERS)}; there are {' and '.join(ORDERS)}")

    def known(source: Difficulty) -> tuple[float, int]:
        return (source.score, source.judged) if by == "score" else (source.ok_rate, source.labelled)

    enough = [source for source in difficulties(memory) if known(source)[1] >= max(1, least) and known(source)[0] >= 0]
    return tuple(sorted(enough, key=lambda source: (known(source)[0], -known(source)[1], source.source)))


def labelled_items(memory: Memory, translations: Translations) -> tuple[Floats, Ints]:
    """The mean number of ok items of each translation, NaN where nobody looked, and how many its source has."""
    ok = np.append(_ok_items(memory), np.nan)[translations.target]
    offsets = np.zeros(len(memory.sources) + 1, dtype=np.int64) if memory.item_offsets is None else memory.item_offsets
    items = np.append(np.diff(offsets), 0)[translations.source]
    return ok, items


def _ier_rows(memory: Memory, translations: Translations) -> Floats:
    counts = np.append(_class_counts(memory), np.zeros((1, len(ITEM_CLASSES)), dtype=np.int64), axis=0)
    verdict_counts = counts[translations.target]  # target -1 finds the last row, which is empty
    verdicts = verdict_counts.sum(axis=1)
    rows = np.column_stack([100.0 * (verdicts - verdict_counts[:, 0]), verdicts.astype(np.float64)])
    rows[verdicts == 0] = np.nan
    return rows


def _counting_verdicts(memory: Memory) -> tuple[Ints, Ints, Ints]:
    """Judgment, item and class of each verdict that is not from a recheck."""
    if memory.verdicts is None:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing, nothing
    verdicts = memory.verdicts
    counts = ~memory.judgments.is_recheck[verdicts.judgment]
    return verdicts.judgment[counts], verdicts.item[counts], verdicts.verdict[counts]


def _class_counts(memory: Memory) -> Ints:
    """How many verdicts of each class each target has."""
    judgment, _, verdict = _counting_verdicts(memory)
    counts = np.zeros((len(memory.targets), len(ITEM_CLASSES)), dtype=np.int64)
    np.add.at(counts, (memory.judgments.target[judgment], verdict), 1)
    return counts


def _item_counts(memory: Memory) -> Ints:
    _, item, verdict = _counting_verdicts(memory)
    counts = np.zeros((len(memory.items), len(ITEM_CLASSES)), dtype=np.int64)
    np.add.at(counts, (item, verdict), 1)
    return counts


def _ok_items(memory: Memory) -> Floats:
    """For each target the mean, over its judgments with verdicts, of how many items are ok; NaN without any."""
    judgment, _, verdict = _counting_verdicts(memory)
    ok_of = np.bincount(judgment, weights=verdict == 0, minlength=len(memory.judgments))
    labelling = np.unique(judgment)
    targets = memory.judgments.target[labelling]
    size = len(memory.targets)
    counts = np.bincount(targets, minlength=size)
    sums = np.bincount(targets, weights=ok_of[labelling], minlength=size)
    means: Floats = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
    return means


def _per_source(memory: Memory, which: Bools) -> Ints:
    return np.bincount(memory.source_of[which], minlength=len(memory.sources))


def _means(memory: Memory, values: Floats, which: Bools, counts: Ints) -> Floats:
    size = len(memory.sources)
    sums = np.bincount(memory.source_of[which], weights=values[which], minlength=size)
    means: Floats = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
    return means
