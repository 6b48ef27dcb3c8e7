"""sacreBLEU's interval and tests as procedures of a comparison: `mtassay compare --compat sacrebleu`."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar
from weakref import WeakKeyDictionary

import numpy as np

from mtassay.compat.sacrebleu import resampling
from mtassay.compat.sacrebleu.arithmetic import Scores, check_metric
from mtassay.errors import MtassayWarning, SettingError
from mtassay.evaluation.rows import RowEvidence, RunEvidence
from mtassay.settings import setting
from mtassay.significance.bootstrap import Bootstrap, warn_of_few
from mtassay.significance.evidence import Evidence, PairedEvidence, Pairs
from mtassay.significance.intervals import Interval
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.paired_test import Outcome, PairedTest, shares
from mtassay.significance.randomization import Randomization
from mtassay.significance.resampling import Resamples

# an interval and a test ask for the same draws, one after the other
_DRAWN: WeakKeyDictionary[RowEvidence, dict[tuple[int, int], list[Scores]]] = WeakKeyDictionary()


@dataclass(frozen=True, kw_only=True)
class SacrebleuInterval(Bootstrap):
    """The mean of the resampled scores, and to both sides half of what their middle 95 % span.

    Always around the mean and as wide on both sides, however skewed the scores are.
    """

    name: ClassVar[str] = "sacrebleu-interval"
    title: ClassVar[str] = "sacreBLEU's intervals (mean ± half of what they span)"

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.sample, self.interval, self.level) != ("full", "percentile", 0.95):
            raise SettingError(f"{self.name}: sacreBLEU has one kind of interval; leave sample, interval and level out")

    def resample(self, evidence: Evidence) -> Resamples:
        """Score every drawn test set, in sacreBLEU's arithmetic."""
        warn_of_few(self.draws)
        drawn, observed = self._drawn(evidence)
        return Resamples(np.stack(drawn, axis=-1).astype(np.float64), np.array(observed))

    def intervals(self, evidence: Evidence, resamples: Resamples | None = None) -> list[Interval]:
        """One for each system; from scores in sacreBLEU's precision, whatever `resamples` hold."""
        intervals = []
        for scores in self._drawn(evidence)[0]:
            mean, half = resampling.mean_and_half_width(scores)
            intervals.append(Interval(mean - half, mean + half, self.level))
        return intervals

    def _drawn(self, evidence: Evidence) -> tuple[list[Scores], list[float]]:
        rows, columns = _rows(evidence)
        drawn, observed = _drawn(rows, self.draws, self.seed), resampling.observed_scores(rows)
        return [drawn[column] for column in columns], [observed[column] for column in columns]


@dataclass(frozen=True, kw_only=True)
class SacrebleuBootstrap(PairedTest, is_listed=False):
    """sacreBLEU's paired bootstrap, which finds a difference too often where there is none.

    dᵢ is the size of the difference on a resampled test set, d that of the observed one, and
    p = (#{dᵢ - mean(d₁ … dₘ) > d} + 1) / (draws + 1).
    """

    name: ClassVar[str] = "sacrebleu-bootstrap"
    title: ClassVar[str] = "paired bootstrap resampling as sacreBLEU does it"
    paper: ClassVar[str] = PairedBootstrap.paper

    draws: int = setting(1000, "how many test sets are drawn", key="bs", low=1, high=10_000_000)
    seed: int = setting(12345, "where the random numbers start", low=0, high=2**63 - 1)

    def compare(self, evidence: PairedEvidence, pairs: Pairs) -> list[Outcome]:
        rows, columns = _rows(evidence)
        drawn, observed = _drawn(rows, self.draws, self.seed), resampling.observed_scores(rows)
        note_identical([rows], _chosen(columns, pairs), self.draws)
        outcomes = []
        for first, second in _chosen(columns, pairs):
            difference = observed[second] - observed[first]
            p_value = resampling.bootstrap_p(drawn[first], drawn[second], difference)
            won = shares((drawn[second] - drawn[first]).astype(float), 0.0)
            outcomes.append(Outcome(difference, p_value, *won, is_bound=_is_smallest(p_value, self.draws)))
        return outcomes


@dataclass(frozen=True, kw_only=True)
class SacrebleuRandomization(PairedTest, is_listed=False):
    """sacreBLEU's approximate randomization, which counts larger differences and not those as large.

    p = (#{|dᵢ| > |d|} + 1) / (draws + 1), so identical systems get the smallest p there is.
    """

    name: ClassVar[str] = "sacrebleu-randomization"
    title: ClassVar[str] = "approximate randomization as sacreBLEU does it"
    paper: ClassVar[str] = Randomization.paper

    draws: int = setting(10_000, "how many exchanges are tried", key="ar", low=1, high=10_000_000)
    seed: int = setting(12345, "where the random numbers start", low=0, high=2**63 - 1)

    def compare(self, evidence: PairedEvidence, pairs: Pairs) -> list[Outcome]:
        warn_of_few(self.draws)
        rows, columns = _rows(evidence)
        chosen = _chosen(columns, pairs)
        note_identical([rows], chosen, self.draws)
        observed = resampling.observed_scores(rows)
        (p_values,) = resampling.exchange([rows], chosen, self.draws, np.random.default_rng(self.seed))
        differences = [observed[second] - observed[first] for first, second in chosen]
        return [
            Outcome(difference, p_value, is_bound=_is_smallest(p_value, self.draws))
            for difference, p_value in zip(differences, p_values, strict=True)
        ]


def procedures(test: str, draws: int | None = None, seed: int = 12345) -> tuple[SacrebleuInterval, PairedTest]:
    """The interval and the test to compare with, for `bootstrap` or `randomization`.

    `draws` are those of the test, sacreBLEU's number if None. Beside randomization the interval is
    made of 1000 draws, as `sacrebleu --confidence` makes it.
    """
    if test == "bootstrap":
        draws = resampling.DRAWS["bs"] if draws is None else draws
        return SacrebleuInterval(draws=draws, seed=seed), SacrebleuBootstrap(draws=draws, seed=seed)
    if test == "randomization":
        draws = resampling.DRAWS["ar"] if draws is None else draws
        return SacrebleuInterval(seed=seed), SacrebleuRandomization(draws=draws, seed=seed)
    raise SettingError(f"{test}: sacreBLEU has two tests, bootstrap and randomization; name one, or leave compat out")


def note_identical(evidences: Sequence[RowEvidence], pairs: Pairs, draws: int) -> None:
    """Tell, once, that sacreBLEU calls identical systems different."""
    tables = [evidence.table for evidence in evidences]
    if any(np.array_equal(table[:, first], table[:, second]) for table in tables for first, second in pairs):
        warnings.warn(
            f"two systems have the same numbers in every segment, and of these sacreBLEU says p = 1/{draws + 1}, "
            "as if they differed beyond doubt; by mtassay's own tests p is 1",
            MtassayWarning,
            stacklevel=3,
        )


def _rows(evidence: Evidence) -> tuple[RowEvidence, Sequence[int]]:
    """The rows, and which of their systems each system is."""
    rows, runs = (evidence.rows, evidence.runs) if isinstance(evidence, RunEvidence) else (evidence, None)
    if not isinstance(rows, RowEvidence):
        raise SettingError("sacreBLEU's procedures are made for the rows of bleu, chrf and ter")
    check_metric(rows.metric)
    if runs is None:
        return rows, range(rows.table.shape[1])
    if any(len(columns) > 1 for columns in runs):
        raise SettingError("sacreBLEU knows nothing of several training runs; leave compat out, or compare single runs")
    return rows, [columns[0] for columns in runs]


def _is_smallest(p_value: float, draws: int) -> bool:
    """Whether it is 1 / (draws + 1), the smallest that so many draws give."""
    return p_value * (draws + 1) < 1.5  # the next is twice as large


def _chosen(columns: Sequence[int], pairs: Pairs) -> Pairs:
    return [(columns[first], columns[second]) for first, second in pairs]


def _drawn(rows: RowEvidence, draws: int, seed: int) -> list[Scores]:
    known = _DRAWN.setdefault(rows, {})
    if (draws, seed) not in known:
        (known[draws, seed],) = resampling.resample([rows], draws, np.random.default_rng(seed))
    return known[draws, seed]
