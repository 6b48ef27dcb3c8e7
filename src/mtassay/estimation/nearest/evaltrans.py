"""The rule of 2000 as an estimate beside the others: a mean of nearest judged targets, and no interval."""

from mtassay.alignment.distances.base import Distance
from mtassay.estimation.nearest.candidate_set import candidate_set
from mtassay.estimation.nearest.rule import Origin, estimate
from mtassay.estimation.sampling.rate_estimate import RateEstimate
from mtassay.human.memory import Memory
from mtassay.human.sser import mean_points
from mtassay.human.translations import Translations


def evaltrans(memory: Memory, translations: Translations, by: str | Distance = "edits") -> RateEstimate:
    """The eSSER of a system, over the outputs that have one; the others are counted as `without_neighbours`."""
    estimates = estimate(memory, translations.source, translations.texts, by)
    figures = candidate_set(memory, estimates)
    repeats = int(estimates.has(Origin.JUDGED).sum())
    systems = {name for name in memory.systems if name != translations.system}
    return RateEstimate(
        translations.system,
        "evaltrans",
        "B",
        mean_points(figures.esser),
        None,
        0.0,
        0.95,
        len(translations),
        repeats,
        len(translations) - repeats,
        0,
        0,
        0,
        figures.unknown,
        len(systems),
        memory.revision,
        reason="the rule of 2000 does not say how sure it is",
    )
