"""What a ranking says in a sentence."""

from itertools import combinations

import pytest

from mtassay.significance.system_differences import Difference, SystemScore, sort_by_score
from mtassay.web.pages.campaigns.results.ranking import rank_words, ranked_systems


def ranking(values: dict[str, float], real: set[str]):
    """Systems with these scores, of which the pairs that are named differ."""
    scores = [SystemScore(system, value, 1.0, 10) for system, value in values.items()]
    differences = [
        Difference(first, second, values[first] - values[second], 1.0, 1e-6 if first + second in real else 0.9, 10.0)
        for first, second in combinations(values, 2)
    ]
    return sort_by_score(scores, differences, 0.95)


@pytest.mark.parametrize(
    ("values", "real", "words"),
    [
        ({"a": 1.0, "b": 0.0}, {"ab"}, "a is better than b."),
        ({"a": 1.0, "b": 0.0}, set(), "The two systems cannot be told apart."),
        (
            {"a": 2.0, "b": 1.0, "c": 0.0},
            {"ab", "ac"},
            "a is better than every other system. 2 of 3 differences are beyond chance.",
        ),
        (
            {"a": 2.0, "b": 1.0, "c": 0.0},
            {"ac", "bc"},
            "a and b cannot be told apart. Both are better than c. 2 of 3 differences are beyond chance.",
        ),
        (
            {"a": 2.0, "b": 1.0, "c": 0.0},
            {"ac"},
            "a and b cannot be told apart. a is better than c. 1 of 3 differences are beyond chance.",
        ),
        ({"a": 2.0, "b": 1.0, "c": 0.0}, set(), "All 3 systems cannot be told apart."),
    ],
)
def test_the_sentence_says_what_is_sure(values: dict[str, float], real: set[str], words: str) -> None:
    assert " ".join(rank_words(ranking(values, real))) == words


def test_without_tests_nobody_can_tell() -> None:
    untested = sort_by_score([SystemScore("a", 1.0, None, 3), SystemScore("b", 0.0, None, 3)], [], 0.95, "too few")
    assert rank_words(untested) == ["Nobody can tell yet which system is better."]
    assert rank_words(sort_by_score([SystemScore("a", 1.0, None, 3)], [], 0.95)) == []
    first, second = ranked_systems(untested, {})
    assert (first.first_rank, first.last_rank, first.groups) == (1, 2, [])
    assert second.mean is None


def test_ranks_reach_from_who_is_better_to_who_is_worse() -> None:
    systems = ranked_systems(ranking({"a": 2.0, "b": 1.0, "c": 0.0}, {"ac"}), {"a": 3.0})
    assert [(system.first_rank, system.last_rank, system.groups) for system in systems] == [
        (1, 2, [1]),
        (1, 3, [1, 2]),
        (2, 3, [2]),
    ]
    assert systems[0].mean == 3
