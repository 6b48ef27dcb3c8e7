"""The ranking of a campaign's systems: ranks, groups, differences, and what they say in a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mtassay.reports.results.people.scores import cluster_of
from mtassay.significance.indistinguishable import indistinguishable
from mtassay.significance.system_differences import Difference, SystemScores

_LEVEL = 0.05
_STARS = (0.001, 0.01, 0.05)


@dataclass(frozen=True, kw_only=True)
class RankedSystem:
    """A system: the ranks that it may have, its estimate with its interval, and the mean of its answers.

    Ranks, and `groups`, the numbers of those in which no two can be told apart, are by differences that hold when all
    are tested together; `cluster` is by the intervals of each alone, as commands have it. Of rankings
    `mean` is the share of comparisons that it won, ties left out.
    """

    system: str
    first_rank: int
    last_rank: int
    value: float
    half_width: float | None
    mean: float | None
    answers: int
    groups: list[int]
    cluster: int | None


@dataclass(frozen=True, kw_only=True)
class DifferenceView:
    """How far the first system, the better one, is from the second; `stars` are of the corrected p."""

    first: str
    second: str
    value: float
    half_width: float
    p: float
    stars: str


def rank_words(systems: SystemScores) -> list[str]:
    """What the ranking says: first who is best, or that nobody can tell; then how many differences are real."""
    names = [score.system for score in systems.scores if score.value == score.value]
    if len(names) < 2:
        return []
    if not systems.differences:
        return ["Nobody can tell yet which system is better."]
    real = _real(systems)
    best = indistinguishable(names, lambda better, worse: frozenset((better, worse)) in real)[0]
    if len(best) == len(names):
        return [f"{'The two' if len(names) == 2 else f'All {len(names)}'} systems cannot be told apart."]
    others = names[len(best) :]
    beaten = [name for name in others if all(frozenset((name, other)) in real for other in best)]
    beaten_by_first = [name for name in others if frozenset((name, best[0])) in real]
    said = []
    if len(best) > 1:
        said.append(f"{_listed(best)} cannot be told apart.")
    if beaten:
        who = best[0] if len(best) == 1 else "Both are" if len(best) == 2 else "Each of them is"
        said.append(f"{who}{' is' if len(best) == 1 else ''} better than {_all_or(beaten, others)}.")
    elif beaten_by_first:
        said.append(f"{best[0]} is better than {_listed(beaten_by_first)}.")
    count = len(systems.differences)
    if count > 1:
        said.append(f"{len(real)} of {count} differences are beyond chance.")
    return said


def _all_or(beaten: Sequence[str], others: Sequence[str]) -> str:
    return "every other system" if len(beaten) == len(others) > 1 else _listed(beaten)


def ranked_systems(systems: SystemScores, means: Mapping[str, float | None]) -> list[RankedSystem]:
    names = [score.system for score in systems.scores if score.value == score.value]
    real = _real(systems)
    groups = (
        indistinguishable(names, lambda better, worse: frozenset((better, worse)) in real)
        if systems.differences
        else []
    )
    cluster = cluster_of(systems)
    ranked = []
    for place, name in enumerate(names):
        better = sum(frozenset((name, other)) in real for other in names[:place])
        worse = sum(frozenset((name, other)) in real for other in names[place + 1 :])
        score = next(score for score in systems.scores if score.system == name)
        ranked.append(
            RankedSystem(
                system=name,
                first_rank=better + 1,
                last_rank=len(names) - worse,
                value=score.value,
                half_width=score.half_width,
                mean=means.get(name),
                answers=score.answers,
                groups=[number for number, group in enumerate(groups, 1) if name in group],
                cluster=cluster[name],
            )
        )
    return ranked


def _real(systems: SystemScores) -> set[frozenset[str]]:
    """The pairs whose difference holds after the correction for all that were tested."""
    return {frozenset((each.first, each.second)) for each in systems.differences if _holds(each)}


def _holds(difference: Difference) -> bool:
    return difference.corrected < _LEVEL


def difference_views(systems: SystemScores) -> list[DifferenceView]:
    return [
        DifferenceView(
            first=each.first,
            second=each.second,
            value=each.value,
            half_width=each.half_width,
            p=each.corrected,
            stars="*" * sum(each.corrected < level for level in _STARS),
        )
        for each in systems.differences
    ]


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
