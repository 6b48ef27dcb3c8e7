"""Every figure of scores, or why there is none."""

from dataclasses import replace

import numpy as np
import pytest
from people.given_answers import crossed, scored

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Judged, Kind
from mtassay.human.results.score_results import score_results

RNG = np.random.default_rng(1)


def answers(judged: list[Judged]) -> Answers:
    return Answers(tuple(judged), "score, 0–100")


def test_repeats_and_controls_count_in_no_mean() -> None:
    plain = crossed(5, 12, "ab", RNG.normal(60, 10, 120))
    repeats = [replace(answer, kind=Kind.REPEAT, value=0.0) for answer in plain[:7]]
    spoilt = [replace(answer, kind=Kind.DEGRADED, value=0.0) for answer in plain[:12]]
    results, alone = score_results(answers([*plain, *repeats, *spoilt])), score_results(answers(list(plain)))
    assert results.means.tolist() == alone.means.tolist()
    assert results.left_out == {"repeats": 7, "spoilt texts": 12}
    assert results.repeats is not None
    assert results.repeats.pairs == 7
    first = results.judges[0]
    assert first.control is not None
    assert (first.answers, first.control.verdict) == (43, "passed")
    counted = score_results(answers([*plain, *repeats]), count_repeats=True)
    assert counted.left_out == {}
    assert len(counted.columns) == 127


def test_all_figures_of_enough_answers() -> None:
    results = score_results(answers(list(crossed(5, 30, "abc", RNG.normal(60, 10, 450)))))
    assert results.reasons == {}
    assert results.agreement is not None
    assert results.smallest is not None
    typical = results.differences.systems.differences[0].half_width
    assert typical < results.smallest < 2 * typical
    assert all(mean.half_width is not None for mean in results.absolute)
    assert all(judge.severity is not None for judge in results.judges)


@pytest.mark.parametrize(
    ("judged", "missing"),
    [
        (crossed(1, 9, "ab", RNG.normal(size=18)), {"differences", "agreement"}),  # one judge
        (crossed(5, 9, "a", RNG.normal(size=45)), {"differences"}),  # one system
        (crossed(5, 9, "ab", [3.0] * 90), {"differences"}),  # always the same
        (
            scored(*((f"j{n}", str(n), "ab"[n % 2], float(n)) for n in range(9))),
            {"differences", "agreement", "estimates"},
        ),  # no overlap
        ([a for n, a in enumerate(crossed(5, 9, "ab", RNG.normal(size=90))) if n % 4], set()),  # outputs missing
        (scored(("anna", "1", "a", 5)), {"differences", "agreement"}),
    ],
)
def test_a_figure_or_a_reason(judged: list[Judged], missing: set[str]) -> None:
    results = score_results(answers(judged))
    assert set(results.reasons) == missing
    assert all(results.reasons.values())
    for mean in results.absolute:
        assert (mean.half_width is None) == bool(mean.reason)
    for each in results.differences.systems.differences:
        assert np.isfinite([each.value, each.half_width, each.p_value, each.corrected]).all()
    if results.agreement is not None:
        assert all(each.reason for each in results.agreement.coefficients if np.isnan(each.value))


def test_a_system_that_nothing_links_has_a_reason() -> None:
    apart = scored(*((f"other{n}", f"x{n}", "far", float(n)) for n in range(6)))
    results = score_results(answers([*crossed(3, 6, "ab", RNG.normal(size=36)), *apart]))
    assert "links far with other systems" in results.reasons["estimates"]


def test_nothing_that_counts_is_refused() -> None:
    with pytest.raises(InputError, match="no answer scores an output"):
        score_results(answers(scored(("anna", "1", "a", 5), kind=Kind.REFERENCE)))
