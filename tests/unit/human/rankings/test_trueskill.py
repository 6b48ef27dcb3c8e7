import math
from statistics import NormalDist

import numpy as np
import pytest
from people.given_answers import ranked

from mtassay.errors import InputError
from mtassay.human.rankings.pairs import rank_pairs
from mtassay.human.rankings.rank_ranges import rank_ranges
from mtassay.human.rankings.trueskill import Skills, trueskill


def screens(count: int, first: int, second: int) -> list[tuple[str, str, str, list[tuple[str, int]]]]:
    return [("anna", str(number), f"t{number}", [("a", first), ("b", second)]) for number in range(count)]


def expected_of_wins(games: int) -> float:
    """The first skill where all games are won, step by step as the paper has it."""
    normal = NormalDist()
    beta = 0.5 * games / 40
    margin = normal.inv_cdf(0.625) * math.sqrt(2) * beta
    mu, variance = [0.0, 0.0], [0.25, 0.25]
    for _ in range(games):
        noise = math.sqrt(2 * beta**2 + sum(variance))
        lead, edge = (mu[0] - mu[1]) / noise, margin / noise
        v = normal.pdf(lead - edge) / normal.cdf(lead - edge)
        w = v * (v + lead - edge)
        mu = [mu[0] + variance[0] / noise * v, mu[1] - variance[1] / noise * v]
        variance = [each * (1 - each / noise**2 * w) for each in variance]
    return mu[0]


@pytest.mark.parametrize("games", [1, 5, 60])
def test_two_systems_follow_the_paper_step_by_step(games: int) -> None:
    skills = trueskill(rank_pairs(ranked(*screens(games, 1, 2))), runs=3)
    assert skills.means.tolist() == pytest.approx([expected_of_wins(games), -expected_of_wins(games)], abs=1e-4)


def test_draws_alone_leave_skills_where_they_were() -> None:
    assert trueskill(rank_pairs(ranked(*screens(30, 1, 1))), runs=3).means.tolist() == pytest.approx([0, 0], abs=1e-6)


def test_the_same_seed_gives_the_same_skills_and_none_is_lost() -> None:
    rng = np.random.default_rng(3)
    rows = [
        (
            "anna",
            str(number),
            f"t{number}",
            [(name, int(rank)) for name, rank in zip("abc", rng.permutation(3) + 1, strict=True)],
        )
        for number in range(4)
    ]
    pairs = rank_pairs(ranked(*rows))
    first, again = trueskill(pairs, runs=20, seed=1), trueskill(pairs, runs=20, seed=1)
    assert np.isfinite(first.runs).all()
    assert first.runs.tolist() == again.runs.tolist()


def test_one_system_is_refused() -> None:
    pairs = rank_pairs(ranked(*screens(2, 1, 2)))
    with pytest.raises(InputError, match="there is one"):
        trueskill(type(pairs)(**{**vars(pairs), "systems": ("a",)}))


def test_ranges_leave_out_the_outermost_runs_and_part_where_they_do_not_meet() -> None:
    runs = np.tile([3.0, 2.0, 1.0], (100, 1))
    runs[:2] = [1.0, 2.0, 3.0]  # two odd runs of a hundred are cut off, four are not
    assert [(each.first, each.last) for each in rank_ranges(Skills(("a", "b", "c"), runs)).ranges] == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]
    runs[:4] = [2.0, 3.0, 1.0]
    ranges = rank_ranges(Skills(("a", "b", "c"), runs))
    assert [(each.first, each.last) for each in ranges.ranges] == [(1, 2), (1, 2), (3, 3)]
    assert ranges.clusters == (("a", "b"), ("c",))


def test_a_run_that_drew_no_pair_of_a_system_leaves_it_where_it_was() -> None:
    few = rank_pairs(ranked(("anna", "1", "t1", [("a", 1), ("b", 2), ("c", 2)])))
    skills = trueskill(few, runs=50)
    assert np.isfinite(skills.runs).all()
    assert (skills.runs[:, 1:] == 0).any()
    assert skills.means.argmax() == 0
