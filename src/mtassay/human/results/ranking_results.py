"""Results of rankings: systems by every method, their differences, and how well judges agree."""

from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind, Ranked
from mtassay.human.memory import Floats
from mtassay.human.rankings.bradley_terry import bradley_terry, is_connected
from mtassay.human.rankings.expected_wins import expected_wins
from mtassay.human.rankings.label_agreement import LabelAgreement, label_agreement, self_agreement
from mtassay.human.rankings.pairs import RankedPairs, rank_pairs
from mtassay.human.rankings.ranking_intervals import Method, rank_systems
from mtassay.human.rankings.wins_ratio import wins_ratio
from mtassay.human.results.disputed_pairs import DisputedPair, disputed_pairs
from mtassay.human.results.judge_figures import JudgeFigures, judge_figures
from mtassay.significance.system_differences import SystemScores


def _expected(wins: Floats, ties: Floats) -> Floats:
    return expected_wins(wins)


METHODS: dict[str, Method] = {"bradley-terry": bradley_terry, "expected-wins": _expected}
"""The methods that have intervals, by the names that people choose them by."""


@dataclass(frozen=True, eq=False, kw_only=True)
class RankingResults:
    """All figures of rankings. What has no value is None, and `reasons` says why, by the name of the figure.

    `systems` has the order by the chosen method; the values of all others, by the names of systems, stand beside it.
    `is_connected` is false where each pair was given a tenth of a win on both sides.
    """

    method: str
    pairs: RankedPairs
    systems: SystemScores
    strengths: dict[str, float]
    expected: dict[str, float]
    ratios: dict[str, float]
    is_connected: bool
    agreement: LabelAgreement | None
    repeats: dict[str, tuple[int, int]]
    judges: tuple[JudgeFigures, ...]
    disputed: tuple[DisputedPair, ...]
    left_out: dict[str, int]
    reasons: dict[str, str]


def ranking_results(
    answers: Answers, method: str = "bradley-terry", *, draws: int = 1000, seed: int = 12345, level: float = 0.95
) -> RankingResults:
    """Every figure of rankings; references and spoilt texts count in none, repeats in self-agreement alone."""
    everything = answers.ranked
    used = [answer for answer in everything if answer.kind is Kind.OUTPUT]
    pairs = rank_pairs(used)
    systems = rank_systems(pairs, METHODS[method], draws=draws, seed=seed, level=level)
    reasons = {"differences": systems.reason} if systems.reason else {}
    undecided = [name for name, ratio in _by_name(pairs, wins_ratio(pairs.wins)).items() if np.isnan(ratio)]
    if undecided:
        reasons["wins"] = f"every comparison of {', '.join(undecided)} is a tie, so nobody can say how often they win"
    try:
        agreement = label_agreement(rank_pairs(used, is_collapsed=True))
    except InputError as error:
        agreement = None
        reasons["agreement"] = str(error)
    return RankingResults(
        method=method,
        pairs=pairs,
        systems=systems,
        strengths=_by_name(pairs, bradley_terry(pairs.wins, pairs.ties)),
        expected=_by_name(pairs, expected_wins(pairs.wins)),
        ratios=_by_name(pairs, wins_ratio(pairs.wins)),
        is_connected=bool(is_connected(pairs.wins + pairs.ties)),
        agreement=agreement,
        repeats=_repeats(everything),
        judges=judge_figures(everything),
        disputed=disputed_pairs(used),
        left_out=_left_out(answers, everything, used, pairs),
        reasons=reasons,
    )


def _by_name(pairs: RankedPairs, values: Floats) -> dict[str, float]:
    return dict(zip(pairs.systems, np.asarray(values).tolist(), strict=True))


def _repeats(everything: list[Ranked]) -> dict[str, tuple[int, int]]:
    shown = [answer for answer in everything if answer.kind in (Kind.OUTPUT, Kind.REPEAT)]
    try:
        return self_agreement(rank_pairs(shown, is_collapsed=True))
    except InputError:  # all outputs of every screen are equal: nobody could agree or disagree
        return {}


def _left_out(answers: Answers, everything: list[Ranked], used: list[Ranked], pairs: RankedPairs) -> dict[str, int]:
    counts = {
        **answers.left_out,
        "repeats and controls": len(everything) - len(used),
        "without a judge": pairs.unnamed,
        "of fewer than two systems": pairs.alone,
    }
    return {name: count for name, count in counts.items() if count}
