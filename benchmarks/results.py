"""Results of people's judgments: CPU time of all figures, on answers that are made up."""

import time
from collections.abc import Callable

import numpy as np

from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Ranked, RankedOutput, Scored
from mtassay.human.rankings.bradley_terry import bradley_terry
from mtassay.human.rankings.expected_wins import expected_wins
from mtassay.human.rankings.pairs import RankedPairs, rank_pairs
from mtassay.human.rankings.ranking_intervals import rank_systems
from mtassay.human.rankings.trueskill import trueskill
from mtassay.human.results.score_results import score_results
from mtassay.metaeval.people_and_metric import people_and_metric

SYSTEMS, SEGMENTS, JUDGES = 13, 529, 10


def run() -> None:
    """Print a line for each result and its goal."""
    answers = _scores()
    _tell(f"results of {SYSTEMS} systems x {SEGMENTS} segments x {JUDGES} judges", 1.0, lambda: score_results(answers))
    _tell("chrF beside them, output by output", 1.0, lambda: people_and_metric(answers, "chrf"))
    large = _rankings(10_196, 13, 218, 2278)
    _tell(f"Bradley–Terry and expected wins of {len(large):,} pairs", 0.5, lambda: _values(large))
    _tell("the same with 1000 bootstraps of each kind", 10.0, lambda: _intervals(large))
    small = _rankings(970, 9, 33, 642)
    _tell(f"TrueSkill of {len(small):,} pairs, 400 runs", 60.0, lambda: trueskill(small, 400))


def _tell(what: str, goal: float, work: Callable[[], object]) -> None:
    start = time.process_time()
    work()
    print(f"  {what}: {time.process_time() - start:.2f} s (goal {goal:g} s)")


def _scores() -> Answers:
    rng = np.random.default_rng(1)
    values = np.clip(np.round(rng.normal(65, 20, (JUDGES, SEGMENTS, SYSTEMS))), 0, 100)
    words = [f"word{number}" for number in rng.integers(5000, size=SEGMENTS * 20).tolist()]
    references = [words[20 * segment : 20 * segment + 20] for segment in range(SEGMENTS)]
    return Answers(
        tuple(
            Scored(
                segment=str(segment),
                judge=f"judge{judge}",
                item=f"system{system}",
                made_by=(f"system{system}",),
                value=float(values[judge, segment, system]),
                source="a source",
                reference=" ".join(references[segment]),
                text=" ".join([*references[segment][system % 7 :], f"system{system}"]),
            )
            for judge in range(JUDGES)
            for segment in range(SEGMENTS)
            for system in range(SYSTEMS)
        )
    )


def _rankings(screens: int, systems: int, judges: int, segments: int) -> RankedPairs:
    rng = np.random.default_rng(2)
    answers = []
    for task in range(screens):
        shown = rng.permutation(systems)[:5]
        ranks = np.round(rng.normal(0, 1, 5) + shown / 10)
        answers.append(
            Ranked(
                segment=str(rng.integers(segments)),
                judge=f"judge{rng.integers(judges)}",
                task=str(task),
                outputs=tuple(
                    RankedOutput((f"system{system}",), int(rank))
                    for system, rank in zip(shown.tolist(), (ranks.max() - ranks + 1).tolist(), strict=True)
                ),
            )
        )
    return rank_pairs(answers)


def _values(pairs: RankedPairs) -> None:
    fresh = pairs.chosen(np.arange(len(pairs)))  # a value that has counted nothing yet
    bradley_terry(fresh.wins, fresh.ties)
    expected_wins(fresh.wins)


def _intervals(pairs: RankedPairs) -> None:
    rank_systems(pairs, bradley_terry)
    rank_systems(pairs, lambda wins, ties: expected_wins(wins))
