"""Every figure of rankings, or why there is none."""

import pytest
from people.given_answers import ranked

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.results.ranking_results import ranking_results


def screens(judges: int, segments: int, *ranks: tuple[str, int]) -> Answers:
    rows = [
        (f"judge{judge}", str(segment), f"{judge}/{segment}", list(ranks))
        for judge in range(judges)
        for segment in range(segments)
    ]
    return Answers(tuple(ranked(*rows)), "ranking")


def test_a_system_that_never_loses() -> None:
    results = ranking_results(screens(4, 6, ("a", 1), ("b", 2), ("c", 2)), draws=50)
    assert [score.system for score in results.systems.scores] == ["a", "b", "c"]
    assert not results.is_connected
    assert results.expected == {"a": 1, "b": 0, "c": 0}
    assert results.judges[0].answers == 6
    assert results.agreement is not None
    assert results.agreement.share == 1


def test_ties_alone() -> None:
    results = ranking_results(screens(4, 6, ("a", 1), ("b", 1)), draws=50)
    assert set(results.strengths.values()) == {0}
    assert results.agreement is not None
    assert results.agreement.alpha.reason
    with pytest.raises(InputError, match="every comparison is a tie"):
        ranking_results(screens(4, 6, ("a", 1), ("b", 1)), "expected-wins", draws=50)


def test_a_system_that_only_ties_has_a_reason() -> None:
    mixed = [
        (
            f"judge{number % 4}",
            str(number),
            str(number),
            [("a", 1), ("b", 1 + number % 2)] + [("c", 1)] * (number % 2 == 0),
        )
        for number in range(24)
    ]
    results = ranking_results(Answers(tuple(ranked(*mixed)), "ranking"), "expected-wins", draws=50)
    assert "every comparison of c is a tie" in results.reasons["wins"]
    assert "between a and b" in results.reasons["differences"]
    assert results.systems.scores[-1].half_width is None


def test_one_judge_and_no_overlap_have_reasons() -> None:
    results = ranking_results(screens(1, 6, ("a", 1), ("b", 2)))
    assert set(results.reasons) == {"differences", "agreement"}
    assert results.repeats == {}


def test_screens_of_equal_outputs_alone() -> None:
    results = ranking_results(screens(3, 6, ("a+b", 1)), draws=50)
    assert set(results.strengths.values()) == {0}
    assert "agreement" in results.reasons
