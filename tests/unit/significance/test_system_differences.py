from mtassay.significance.system_differences import Difference, SystemScore, sort_by_score


def test_the_better_system_stands_first_and_p_values_are_corrected_together() -> None:
    scores = [SystemScore("a", 1.0, 0.5, 3), SystemScore("b", 3.0, 0.5, 3), SystemScore("c", 2.0, 0.5, 3)]
    differences = [
        Difference("a", "b", -2.0, 1.0, 0.01, 9.0),
        Difference("a", "c", -1.0, 1.5, 0.04, 9.0),
        Difference("b", "c", 1.0, 0.9, 0.03, 9.0),
    ]
    results = sort_by_score(scores, differences, 0.95)
    assert [score.system for score in results.scores] == ["b", "c", "a"]
    pairs = [(each.first, each.second, each.value, round(each.corrected, 3)) for each in results.differences]
    assert pairs == [("b", "c", 1.0, 0.06), ("b", "a", 2.0, 0.03), ("c", "a", 1.0, 0.06)]
    assert (results.apart, results.clusters) == (2, [("b",), ("c", "a")])
    lower = sort_by_score(scores, differences, 0.95, is_lower_better=True)
    assert [score.system for score in lower.scores] == ["a", "c", "b"]
    assert lower.differences[0].value == -1.0


def test_without_differences_all_that_have_a_score_are_in_one_cluster() -> None:
    scores = [SystemScore("a", 1.0, None, 3), SystemScore("b", 0.5, None, 2), SystemScore("c", float("nan"), None, 0)]
    results = sort_by_score(scores, [], 0.95, "why")
    assert (results.clusters, results.apart, results.reason) == ([("a", "b")], 0, "why")
