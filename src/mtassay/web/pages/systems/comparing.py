"""A comparison as somebody chose it in the browser: within bounds, and otherwise as `mtassay compare` makes it."""

from typing import Annotated, Any

from pydantic import FailFast, Field, field_validator

from mtassay.comparison.compare import compare, default_test
from mtassay.comparison.procedures import check_units, choose_procedures
from mtassay.comparison.result import Comparison
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.evaluation.run import Progress
from mtassay.metrics.base import Metric
from mtassay.settings import did_you_mean
from mtassay.significance.corrections import CORRECTIONS
from mtassay.significance.interval_method import IntervalMethod
from mtassay.significance.paired_test import PairedTest
from mtassay.web.metric_choice import choose_metrics
from mtassay.web.system_sets import SystemSet, TextChoices, guess

MOST_SYSTEMS = 20
MOST_DRAWS = 10_000
_USUAL_METRICS = ("bleu", "chrf")


class Comparing(TextChoices):
    """What somebody chose: texts, and how to compare them; empty is what mtassay would take."""

    baseline: str = ""
    metrics: Annotated[list[str], FailFast()] = Field(default_factory=list)
    test: str = ""
    draws: int | None = None
    seed: int | None = None
    alpha: float = 0.05
    correction: str = "holm"
    all_pairs: bool = False

    @field_validator("draws", "seed", mode="before")
    @classmethod
    def _read_empty(cls, value: object) -> object:
        """Forms send a number that nobody wrote as nothing."""
        return None if value == "" else value


def guess_comparison(system_set: SystemSet) -> Comparing:
    """What the texts seem to be, by their names, compared as most people do."""
    texts = guess(system_set)
    return Comparing(roles=texts.roles, names=texts.names, metrics=list(_USUAL_METRICS))


def unit_of(choices: TextChoices) -> str | None:
    """The label by which segments are drawn together; None where each is drawn by itself."""
    documents = [name.strip() for role, name in zip(choices.roles, choices.names, strict=True) if role == "documents"]
    return (documents[0] or "document") if documents else None


def choose_plan(evalset: EvalSet, choices: Comparing) -> tuple[list[Metric[Any]], IntervalMethod, PairedTest]:
    """Metrics, interval and test; refused where the comparison would be refused, or would take too long."""
    metrics = choose_metrics(choices.metrics)
    if choices.draws is not None and not 1 <= choices.draws <= MOST_DRAWS:
        raise SettingError(f"{choices.draws} draws; choose from 1 to {MOST_DRAWS:,}, or use the command line for more")
    names = list(evalset.systems)
    if len(names) < 2:
        raise InputError(
            "one system only; a comparison needs two or more: choose another, or score it as a spreadsheet"
        )
    if len(names) > MOST_SYSTEMS:
        raise InputError(f"{len(names)} systems, and up to {MOST_SYSTEMS} are compared at once; leave some out")
    if choices.baseline and choices.baseline not in names:
        near = did_you_mean(choices.baseline, names)
        raise SettingError(
            f"no system is called {choices.baseline!r}{near}; choose the baseline among {', '.join(names)}"
        )
    if choices.correction not in CORRECTIONS:
        raise SettingError(f"correction={choices.correction}: expected one of {', '.join(CORRECTIONS)}")
    default = default_test(evalset, unit_of(choices), len(names), choices.alpha, has_runs=False)
    interval, test = choose_procedures(default, test=choices.test or None, draws=choices.draws, seed=choices.seed)
    check_units(evalset, unit_of(choices), test, interval)
    draws = max(getattr(procedure, "draws", 0) for procedure in (interval, test))
    if draws > MOST_DRAWS:
        raise SettingError(
            f"{draws:,} draws, which {len(names)} systems at the level {choices.alpha:g} need, take too long here; "
            f"compare fewer systems, take another level, or write the draws yourself, up to {MOST_DRAWS:,}"
        )
    return metrics, interval, test


def compare_chosen(evalset: EvalSet, choices: Comparing, progress: Progress | None = None) -> Comparison:
    """The comparison."""
    metrics, interval, test = choose_plan(evalset, choices)
    return compare(
        evalset,
        metrics,
        baseline=choices.baseline or None,
        test=test,
        interval=interval,
        all_pairs=choices.all_pairs,
        correction=choices.correction,
        alpha=choices.alpha,
        unit=unit_of(choices),
        progress=progress,
    )
